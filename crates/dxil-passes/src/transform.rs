//! Passes that make a program simpler and keep what it does. A file is a pass, named as LLVM's where LLVM has it: it
//! opens with what the pass needs and what holds after it, which it checks by a function of its own.
//!
//! A pass over a function works in an [`Editor`], so that several can share a session; one over a module works in the
//! module. A [list](Entry) of them is [run](run()) over what a [`Scope`] has: debug builds then look after every pass
//! whether the module is still valid and whether everything holds that was promised so far.
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
mod runner;
pub mod scalarizer;
pub mod simplify_cfg;
pub mod sroa;

use std::fmt;

use dxil_ir::arena::IdSet;
use dxil_ir::edit::{Changed, Editor};
use dxil_ir::{GlobalId, Module, Op, ValueKind};

use crate::error::Result;

pub use fact::Fact;
pub use runner::{Report, run, run_on};

/// What passes are run over.
#[derive(Clone)]
pub struct Scope<'s> {
    /// The functions that are called from outside: entries with their patch constant functions, exports.
    pub roots: Vec<GlobalId>,
    keeps: &'s dyn Fn(&Module, GlobalId) -> bool,
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("roots", &self.roots).finish_non_exhaustive()
    }
}

impl<'s> Scope<'s> {
    /// These functions and what they call, all of which is to become part of them.
    pub fn new(roots: Vec<GlobalId>) -> Self {
        Self { roots, keeps: &|_, _| false }
    }

    /// The same, but for calls of functions that `keeps` says are to stay: those that libraries export, say.
    pub fn keeping(roots: Vec<GlobalId>, keeps: &'s dyn Fn(&Module, GlobalId) -> bool) -> Self {
        Self { roots, keeps }
    }

    /// Whether calls of a function that is defined stay calls.
    pub fn keeps(&self, module: &Module, callee: GlobalId) -> bool {
        (self.keeps)(module, callee)
    }

    /// The functions that passes are run over: the roots, and what they call.
    pub fn functions(&self, module: &Module) -> Vec<GlobalId> {
        let body = |id: GlobalId| module.globals.get(id).and_then(|global| global.body());
        let mut met = IdSet::new();
        let mut found: Vec<GlobalId> = self.roots.clone();
        found.retain(|id| body(*id).is_some() && met.insert(*id));
        let mut next = 0;
        while let Some(function) = found.get(next).copied() {
            next += 1;
            let Some(body_of_it) = body(function) else { continue };
            body_of_it.each_instruction(|_, instruction| {
                if let Op::Call { callee, .. } = &instruction.op
                    && let ValueKind::Global(callee) = callee.kind()
                    && !met.contains(callee)
                    && body(callee).is_some()
                {
                    met.insert(callee);
                    found.push(callee);
                }
            });
        }
        found
    }
}

/// What a pass did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct Done {
    /// What it changed, at most.
    pub changed: Changed,
    /// How much it changed: calls, allocas, instructions, blocks or globals, which its file says.
    pub count: u64,
    /// The steps that it took: instructions, blocks, phis and operands that it looked at or made. What time is to
    /// follow.
    pub steps: u64,
}

impl Done {
    /// What two passes, or two runs of one, did together.
    pub fn and(self, other: Self) -> Self {
        Self {
            changed: self.changed.and(other.changed),
            count: self.count.saturating_add(other.count),
            steps: self.steps.saturating_add(other.steps),
        }
    }
}

/// A number of things as steps.
pub(crate) fn steps(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A pass over one function.
pub type FunctionPass = fn(&mut Editor<'_>) -> Result<Done>;

/// What a pass works on.
#[derive(Debug, Clone, Copy)]
pub enum Pass {
    /// One function after the other.
    Function(FunctionPass),
    /// The module. Where it gives globals other ids, the scope has those.
    Module(fn(&mut Module, &mut Scope<'_>) -> Result<Done>),
}

impl Pass {
    /// What it does to a function, where it works on these.
    fn of_function(self) -> Option<FunctionPass> {
        match self {
            Self::Function(pass) => Some(pass),
            Self::Module(_) => None,
        }
    }
}

/// A pass in a list: what it relies on, what holds behind it, and what holds no longer.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its name: that of its file.
    pub name: &'static str,
    /// What it does.
    pub pass: Pass,
    /// What has to hold for it to do all it can. Without, a pass does less, and nothing wrong.
    pub needs: &'static [Fact],
    /// What holds from here on.
    pub gives: &'static [Fact],
    /// What need not hold any more: a branch that is gone may leave memory that could be a value.
    pub undoes: &'static [Fact],
}

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
