//! Passes that make a program simpler and keep what it does. A file is a pass, named as LLVM's where LLVM has it: it
//! opens with what the pass needs and what holds after it, which it checks by a function of its own.
//!
//! A pass over a function works in an [`Editor`](dxil_ir::edit::Editor), so that several can share a session; one over
//! a module works in the module. A [list](Entry) of them is [run](run()) over what a [`Scope`] has: debug builds then
//! look after every pass whether the module is still valid and whether everything holds that was promised so far.
//!
//! ```
//! use dxil_ir::Module;
//! use dxil_passes::transform::{self, Scope};
//!
//! /// Makes one function of each entry of a shader: no calls, no memory that could be values.
//! fn flatten(module: &mut Module) -> dxil_passes::Result<()> {
//!     let entries = module.bodies().filter(|(_, global, _)| global.name == "main").map(|(id, ..)| id).collect();
//!     let mut scope = Scope::new(entries);
//!     for report in transform::run(module, &mut scope, transform::FLATTEN)? {
//!         println!("{}: {}", report.pass, report.done.count);
//!     }
//!     Ok(())
//! }
//! # flatten(&mut Module::dxil()).unwrap();
//! ```

pub mod dce;
mod debug_variables;
mod fact;
pub(crate) mod flow;
pub mod fold;
pub mod global_dce;
pub mod global_opt;
pub mod inline;
pub mod matrix_bitcast_lower;
pub mod mem2reg;
mod memory;
mod pass;
mod runner;
pub mod scalarizer;
mod scope;
mod session;
pub mod simplify_cfg;
pub mod sroa;
mod violation;

pub use fact::Fact;
pub(crate) use pass::steps;
pub use pass::{Done, Entry, FunctionPass, Pass};
pub use runner::{Report, run};
pub use scope::Scope;
pub use session::run_on;

/// Makes scalars of vectors, behind [`FLATTEN`] without its last pass: what shaders of models up to 6.8 need.
pub const SCALARIZE: &[Entry] = &[
    // Folding may have left memory that could be values, whose vectors would stay.
    matrix_bitcast_lower::PASS,
    fold::PASS,
    sroa::PASS,
    mem2reg::PASS,
    scalarizer::PASS,
    fold::PASS,
    dce::PASS,
    // Vectors in memory are arrays now, whose elements may be known.
    matrix_bitcast_lower::PASS,
    fold::PASS,
    sroa::PASS,
    mem2reg::PASS,
    fold::PASS,
    simplify_cfg::PASS,
    fold::PASS,
    dce::PASS,
];

/// Makes each root one function without calls, and without memory that could be values.
pub const FLATTEN: &[Entry] = &[
    inline::PASS,
    // What calls with constant arguments never reach need not be looked at again.
    fold::PASS,
    simplify_cfg::PASS,
    // Casts of addresses keep memory from being split.
    matrix_bitcast_lower::PASS,
    // Phis of one value are gone, and it may be a constant.
    fold::PASS,
    // An address that nothing needs would keep memory from becoming a value.
    dce::PASS,
    global_opt::PASS,
    sroa::PASS,
    mem2reg::PASS,
    // Values that come from memory are constants often: indices, and conditions of branches.
    fold::PASS,
    simplify_cfg::PASS,
    fold::PASS,
    dce::PASS,
    // Memory that had an index, or a use that was not reached.
    matrix_bitcast_lower::PASS,
    fold::PASS,
    sroa::PASS,
    mem2reg::PASS,
    fold::PASS,
    simplify_cfg::PASS,
    fold::PASS,
    dce::PASS,
    // The last one: ids of globals change.
    global_dce::PASS,
];
