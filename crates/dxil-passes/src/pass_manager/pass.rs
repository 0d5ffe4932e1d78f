//! A pass: its function, its result, and the facts that it requires, ensures and invalidates. Separate because every
//! pass defines one.

use std::fmt;

use dxil_ir::Module;
use dxil_ir::edit::{Changed, Editor};

use super::fact::{Ensured, Fact};
use super::scope::Scope;
use crate::error::Result;

/// The result of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct Done {
    /// An upper bound of the changes.
    pub changed: Changed,
    /// The number of changes: calls, allocas, instructions, blocks or globals, as the file of the pass states.
    pub count: u64,
    /// The number of instructions, blocks, phis and operands that the pass visited or created. Run time is expected
    /// to be proportional.
    pub steps: u64,
}

impl Done {
    /// The sum of the results of two passes, or of two runs of a pass.
    pub fn and(self, other: Self) -> Self {
        Self {
            changed: self.changed.and(other.changed),
            count: self.count.saturating_add(other.count),
            steps: self.steps.saturating_add(other.steps),
        }
    }
}

/// Converts a count to steps.
pub(crate) fn steps(count: usize) -> u64 {
    count as u64
}

/// The function of a pass over one function.
pub type FunctionPass = fn(&mut Editor<'_>) -> Result<Done>;

/// The function of a pass over a module. If the pass renumbers globals, it updates the scope.
pub type ModulePass = fn(&mut Module, &mut Scope<'_>) -> Result<Done>;

/// The function that runs a pass, by the unit that it transforms.
pub enum Run<S> {
    /// Called for each function of the scope.
    Function(FunctionPass),
    /// Called once for the module.
    Module(ModulePass),
    /// Called once for the state of a list: the module with the inputs of the list, and with the results of earlier
    /// passes.
    State(fn(&mut S) -> Result<()>),
}

/// The origin of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// LLVM's DirectX back end has this pass, or its result depends on it. The option `--back-end-only` of `lower`
    /// keeps the pass.
    Llvm,
    /// This crate.
    Ours,
}

/// A pass, with the facts that it requires, ensures and invalidates. `S` is the state of the lists that contain it.
pub struct Pass<S = ()> {
    /// The name of the pass, which is the name of its file unless LLVM has another name.
    pub name: &'static str,
    /// The origin of the pass.
    pub origin: Origin,
    /// The preconditions. Without them the pass is still correct, but it finds less to do.
    pub requires: &'static [Fact],
    /// The postconditions, each with its check.
    pub ensures: &'static [Ensured],
    /// The facts that may no longer hold if the pass changed something: a removed branch may leave memory that can be
    /// promoted.
    pub invalidates: &'static [Fact],
    /// The function that runs the pass.
    pub run: Run<S>,
}

impl<S> Pass<S> {
    /// A pass without preconditions and postconditions, after which the facts of `transform` may no longer hold.
    pub(crate) const fn new(name: &'static str, origin: Origin, run: fn(&mut S) -> Result<()>) -> Self {
        let (requires, ensures, invalidates) = (&[], &[], Fact::SIMPLIFICATIONS);
        Self { name, origin, requires, ensures, invalidates, run: Run::State(run) }
    }

    /// The pass with preconditions.
    pub(crate) const fn requiring(self, requires: &'static [Fact]) -> Self {
        Self { requires, ..self }
    }

    /// The pass with postconditions.
    pub(crate) const fn ensuring(self, ensures: &'static [Ensured]) -> Self {
        Self { ensures, ..self }
    }

    /// The pass with the facts that may no longer hold.
    pub(crate) const fn invalidating(self, invalidates: &'static [Fact]) -> Self {
        Self { invalidates, ..self }
    }

    /// The pass with another origin.
    #[must_use]
    pub const fn of(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }
}

impl<S> Clone for Run<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Run<S> {}

impl<S> Clone for Pass<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Pass<S> {}

impl<S> fmt::Debug for Pass<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pass").field("name", &self.name).field("origin", &self.origin).finish_non_exhaustive()
    }
}
