//! From DXIL to LLVM IR of today, which LLVM's tools read, check and optimise. DXIL is a way to write programs down:
//! what it says is said in LLVM's words wherever LLVM has some, and what it has none for stays as it was, or stands
//! beside.
//!
//! The passes, in order; each is a file that opens with what it does:
//!
//! | pass | and then | |---|---| | `opaque-pointers` | the module is one of today's dialect, with the data layout of
//! LLVM's `dxil` target | | `triple` | the triple is that of LLVM's `dxil` target | | `handles` | a resource is a value
//! of a type of the target that says what it is | | `operations` | operations are intrinsics and instructions, by the
//! rows of `tables/ops/modern.toml` | | `kept-operations` | operations that are left are declared as optimisers have to
//! see them | | `metadata` | entries and versions are said as LLVM says them; what it has no words for stands in
//! `dxil.upgrade.*` |
//!
//! What optimisers need to leave the meaning alone is part of it: memory of a thread group is external, what is
//! about other threads is `convergent`, and no value that is asked for its class comes from an operation that promises
//! there is no such class.

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

pub use options::{Llvm, Options, Target};
pub(crate) use pointees::PARAMETERS;
pub use reason::Reason;
pub use state::Context;
use state::State;
pub use summary::Summary;

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    run: fn(&mut State<'_>) -> Result<()>,
}

/// The first pass, which makes a module of the other dialect; all others work on that.
pub const OPAQUE_POINTERS: &str = "opaque-pointers";

/// The passes behind it, in order.
pub const PASSES: &[Pass] = &[
    Pass { name: "triple", run: metadata::name_target },
    Pass { name: "handles", run: handles::run },
    Pass { name: "operations", run: operations::run },
    Pass { name: "kept-operations", run: kept::run },
    Pass { name: "metadata", run: metadata::run },
];

/// The names of all passes, in order.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    [OPAQUE_POINTERS].into_iter().chain(PASSES.iter().map(|pass| pass.name))
}

/// Upgrades a module of LLVM 3.7's dialect that says what shader it is.
///
/// # Errors
///
/// Metadata that cannot be read, what today's IR has no word for, and a module that is not valid.
pub fn upgraded(module: &Module, options: Options, context: &Context) -> Result<(Module, Summary)> {
    let mut state = State::new(module, options, context)?;
    metadata::name_target(&mut state)?;
    // What is dead is looked for once, behind both.
    let mut names = handles::Names::default();
    state.each_function(|rewriter, parts| {
        handles::raise_all(rewriter, parts, &mut names)?;
        parts.intrinsics.begin_last();
        let result = operations::raise_all(rewriter, parts);
        parts.intrinsics.end_last();
        result
    })?;
    // As if one pass had come behind the other.
    state.module.move_globals_to_end(state.intrinsics.last());
    kept::run(&mut state)?;
    metadata::run(&mut state)?;
    Ok(state.finish(true))
}

/// The same pass by pass.
///
/// `wanted` says of each pass whether it is run, by its name; the first is always. `behind` is called behind each.
///
/// # Errors
///
/// Those of [`upgraded`].
pub fn upgrade(
    module: &Module,
    options: Options,
    context: &Context,
    wanted: impl Fn(&str) -> bool,
    mut behind: impl FnMut(&str, &Module),
) -> Result<(Module, Summary)> {
    let mut state = State::new(module, options, context)?;
    behind(OPAQUE_POINTERS, &state.module);
    for pass in PASSES.iter().filter(|pass| wanted(pass.name)) {
        (pass.run)(&mut state)?;
        behind(pass.name, &state.module);
    }
    Ok(state.finish(wanted("metadata")))
}
