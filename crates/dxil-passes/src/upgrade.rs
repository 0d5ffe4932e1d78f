//! Converts DXIL to modern LLVM IR, which LLVM's tools read, verify and optimize. Operations (`dx.op.*`) become LLVM
//! intrinsics and instructions if LLVM has equivalents; other operations remain, and metadata is preserved.
//!
//! The result preserves the semantics under LLVM's optimizations: group-shared variables are external, operations that
//! communicate with other threads are `convergent`, and instructions whose result is tested for a float class (`isnan`)
//! do not have fast-math flags that exclude the class.

pub(crate) mod descriptors;
mod handles;
pub(crate) mod intrinsics;
mod kept;
mod layout;
pub(crate) mod metadata;
mod operations;
mod options;
mod pointees;
mod reason;
pub(crate) mod root_signature;
mod state;
mod summary;
pub(crate) mod target_types;
mod terms;

use dxil_ir::Module;

use crate::error::Result;
use crate::pass_manager::Origin::Ours;
use crate::pass_manager::{Check, Ensured, Fact, Observer, Pass, Row, Selection, Stage, Step, rows, run};

pub use options::{Options, Target};
pub(crate) use pointees::{PARAMETERS, RESULT};
pub use reason::Reason;
pub use state::Context;
use state::State;
pub use summary::Summary;

/// The name of the conversion to modern LLVM IR, which precedes all passes of the list.
pub const OPAQUE_POINTERS: &str = "opaque-pointers";

/// The passes over modules of modern LLVM IR, in order.
const STAGES: &[Stage<State>] = &[
    Stage::of(&[&[Step {
        pass: Pass::new("triple", Ours, metadata::name_target).ensuring(&[Ensured {
            fact: Fact::ModernTriple,
            check: Check::Module(metadata::has_other_triple),
        }]),
        why: "Passes choose intrinsics by the target triple.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("handles", Ours, handles::run).requiring(&[Fact::ModernTriple]),
        why: "Operations on resources become intrinsics only if the handle has a type of the target.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("operations", Ours, operations::run),
        why: "The types of handles are known.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("kept-operations", Ours, kept::run),
        why: "It is known which operations remain.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("metadata", Ours, metadata::run),
        why: "Earlier passes read the shader metadata, which this pass replaces.",
    }]]),
];

/// The passes of `STAGES` if all of them run and no module is observed between them: `handles` and `operations` share
/// one walk over each function. The result is the same.
const TOGETHER: &[Pass<State>] = &[
    Pass::new("triple", Ours, metadata::name_target),
    Pass::new("operations", Ours, handles_and_operations),
    Pass::new("kept-operations", Ours, kept::run),
    Pass::new("metadata", Ours, metadata::run),
];

/// Runs `handles` and `operations` in one walk over each function.
fn handles_and_operations(state: &mut State) -> Result<()> {
    let mut names = handles::Names::default();
    state.each_function(|rewriter, parts| {
        handles::raise_all(rewriter, parts, &mut names)?;
        parts.intrinsics.begin_last();
        let result = operations::raise_all(rewriter, parts);
        parts.intrinsics.end_last();
        result
    })?;
    // Declarations have the order that two separate walks create.
    state.module.move_globals_to_end(state.intrinsics.last());
    Ok(())
}

/// The conversion to modern LLVM IR and the steps after it, in order.
pub fn list() -> impl Iterator<Item = Row> {
    let first = Row {
        stage: OPAQUE_POINTERS,
        pass: OPAQUE_POINTERS,
        origin: Ours,
        requires: &[],
        ensures: &[],
        invalidates: &[],
        why: "All other passes work on modern LLVM IR. It always runs.",
    };
    [first].into_iter().chain(rows(STAGES))
}

/// Upgrades a module of LLVM 3.7's dialect that has shader metadata. `selection` selects the passes that run after
/// [`OPAQUE_POINTERS`].
///
/// # Errors
///
/// Metadata that cannot be read, a construct that modern LLVM IR cannot represent, and an invalid module.
pub fn upgrade(
    module: &Module,
    options: Options,
    context: &Context,
    selection: &Selection,
    mut observer: Option<Observer<'_>>,
) -> Result<(Module, Summary)> {
    let mut state = State::new(module, options, context)?;
    if let Some(observer) = &mut observer {
        observer(OPAQUE_POINTERS, &state.module);
    }
    if selection.stop_after.as_deref() == Some(OPAQUE_POINTERS) {
        return Ok(state.finish(false));
    }
    let reports = match observer {
        None if selection.is_everything() => run(&mut state, TOGETHER, None)?,
        observer => selection.run(&mut state, STAGES, |_| true, observer)?,
    };
    Ok(state.finish(reports.iter().any(|report| report.pass == "metadata")))
}

/// Upgrades a module with all passes.
///
/// # Errors
///
/// The errors of [`upgrade`].
pub fn upgraded(module: &Module, options: Options, context: &Context) -> Result<(Module, Summary)> {
    upgrade(module, options, context, &Selection::default(), None)
}
