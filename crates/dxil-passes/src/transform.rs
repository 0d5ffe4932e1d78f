//! Passes that simplify a program and preserve its behavior. Each public module is a pass, with LLVM's name if LLVM has
//! the pass; it states the precondition and the postcondition, and contains the check of the postcondition. The other
//! modules are helpers of several passes.
//!
//! A pass over a function works in an [`Editor`](dxil_ir::edit::Editor), so several passes can share a session. A pass
//! over a module works in the module. [`run`] runs passes over the functions of a [`Scope`].
//!
//! ```
//! use dxil_ir::Module;
//! use dxil_passes::pass_manager::{Scope, passes};
//! use dxil_passes::transform;
//!
//! /// Inlines all calls of a shader, and promotes its memory to values.
//! fn flatten(module: &mut Module) -> dxil_passes::Result<()> {
//!     let entries = module.bodies().filter(|(_, global, _)| global.name == "main").map(|(id, ..)| id).collect();
//!     let mut scope = Scope::new(entries);
//!     for report in transform::run(module, &mut scope, &passes(transform::FLATTEN))? {
//!         println!("{}: {}", report.pass, report.done.count);
//!     }
//!     Ok(())
//! }
//! # flatten(&mut Module::dxil()).unwrap();
//! ```

pub mod dce;
mod debug_variables;
pub(crate) mod flow;
pub mod fold;
pub mod global_dce;
pub mod global_opt;
pub mod inline;
pub mod matrix_bitcast_lower;
pub mod mem2reg;
mod memory;
pub mod scalarizer;
pub mod simplify_cfg;
pub mod sroa;

use dxil_ir::Module;
use dxil_ir::edit::Changed;

use crate::error::Result;
use crate::pass_manager::{self, Origin, Pass, Report, Scope, Step, Subject};

/// Inlines all calls of the roots, promotes memory to SSA values, and removes dead code.
pub const FLATTEN: &[Step] = &flatten();

/// Replaces vectors by scalars, after [`FLATTEN`] without its last pass: shader models before 6.9 require it.
pub const SCALARIZE: &[Step] = &scalarize(Origin::Ours);

/// A step of a list. `why` states the reason for its position.
const fn step<S>(pass: Pass<S>, why: &'static str) -> Step<S> {
    Step { pass, why }
}

/// [`FLATTEN`] for lists with the state `S`.
pub(crate) const fn flatten<S>() -> [Step<S>; 22] {
    [
        step(inline::pass(), "All other passes work on one function at a time."),
        step(fold::pass(), "Arguments of inlined calls are often constants."),
        step(
            simplify_cfg::pass(),
            "Later passes do not have to visit blocks that no constant condition reaches.",
        ),
        step(matrix_bitcast_lower::pass(), "Casts of addresses prevent sroa from splitting memory."),
        step(
            fold::pass(),
            "simplify_cfg leaves phis with one incoming value, which may be a constant index.",
        ),
        step(dce::pass(), "An unused address prevents mem2reg from promoting the memory."),
        step(global_opt::pass(), "Only after inlining is it known which entry point uses a variable."),
        step(sroa::pass(), "mem2reg promotes scalars only."),
        step(mem2reg::pass(), "sroa has split the memory."),
        step(fold::pass(), "Promoted values are often constants: indices, and conditions of branches."),
        step(simplify_cfg::pass(), "Conditions of branches may be constants now."),
        step(fold::pass(), "simplify_cfg leaves phis with one incoming value."),
        step(dce::pass(), "The users of folded values are gone."),
        step(matrix_bitcast_lower::pass(), "Indices into memory may be constants now."),
        step(fold::pass(), "matrix_bitcast_lower computes new addresses."),
        step(sroa::pass(), "Memory can be split if its indices have become constants."),
        step(mem2reg::pass(), "sroa has split the memory again."),
        step(fold::pass(), "Promoted values may be constants."),
        step(simplify_cfg::pass(), "Conditions of branches may be constants now."),
        step(fold::pass(), "simplify_cfg leaves phis with one incoming value."),
        step(dce::pass(), "The users of folded values are gone."),
        step(global_dce::pass(), "It renumbers globals, and unused globals are known only at the end."),
    ]
}

/// [`SCALARIZE`] for lists with the state `S`. `origin` is the origin of the pass `scalarizer`.
pub(crate) const fn scalarize<S>(origin: Origin) -> [Step<S>; 15] {
    [
        step(
            matrix_bitcast_lower::pass(),
            "fold may have left memory that can be promoted and that holds vectors.",
        ),
        step(fold::pass(), "matrix_bitcast_lower computes new addresses."),
        step(sroa::pass(), "mem2reg promotes scalars and vectors only."),
        step(mem2reg::pass(), "Vectors in memory would otherwise remain."),
        step(scalarizer::pass().of(origin), "All vectors that can be values are values now."),
        step(fold::pass(), "Lanes of constant vectors are constants."),
        step(dce::pass(), "scalarizer leaves vector instructions without users."),
        step(
            matrix_bitcast_lower::pass(),
            "scalarizer has replaced vector allocas by array allocas, and indices into them may be constants now.",
        ),
        step(fold::pass(), "matrix_bitcast_lower computes new addresses."),
        step(sroa::pass(), "Arrays with constant indices can be split."),
        step(mem2reg::pass(), "sroa has split the arrays."),
        step(fold::pass(), "Promoted values may be constants."),
        step(simplify_cfg::pass(), "Conditions of branches may be constants now."),
        step(fold::pass(), "simplify_cfg leaves phis with one incoming value."),
        step(dce::pass(), "The users of folded values are gone."),
    ]
}

/// Runs passes over the functions of a scope.
///
/// # Errors
///
/// The errors of the passes; the module is then valid and has the same meaning.
pub fn run(module: &mut Module, scope: &mut Scope<'_>, passes: &[Pass]) -> Result<Vec<Report>> {
    pass_manager::run(&mut Plain { module, scope, state: () }, passes, None)
}

/// A module with its scope, for lists without state of their own.
struct Plain<'m, 's> {
    module: &'m mut Module,
    scope: &'m mut Scope<'s>,
    state: (),
}

impl<'s> Subject<'s> for Plain<'_, 's> {
    type State = ();

    fn state(&mut self) -> &mut () {
        &mut self.state
    }

    fn take_changed(&mut self) -> Changed {
        Changed::Nothing
    }

    fn module(&mut self) -> &mut Module {
        self.module
    }

    fn scope(&self) -> Scope<'s> {
        self.scope.clone()
    }

    fn leave(&mut self, scope: Scope<'s>) {
        *self.scope = scope;
    }
}
