//! A pass: its function, its result, and its entry in a list with preconditions and postconditions. Separate because
//! every pass defines such an entry.

use dxil_ir::Module;
use dxil_ir::edit::{Changed, Editor};

use super::fact::Fact;
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

/// A pass over one function.
pub type FunctionPass = fn(&mut Editor<'_>) -> Result<Done>;

/// The function that runs a pass, by the unit that it transforms.
#[derive(Debug, Clone, Copy)]
pub enum Pass {
    /// Called for each function.
    Function(FunctionPass),
    /// Called once for the module. If the pass renumbers globals, it updates the scope.
    Module(fn(&mut Module, &mut Scope<'_>) -> Result<Done>),
}

impl Pass {
    /// The function pass; `None` for a module pass.
    pub(super) fn of_function(self) -> Option<FunctionPass> {
        match self {
            Self::Function(pass) => Some(pass),
            Self::Module(_) => None,
        }
    }
}

/// A pass in a list, with its preconditions, its postconditions and the facts that it invalidates.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name of the pass, which is also the name of its file.
    pub name: &'static str,
    /// The pass itself.
    pub pass: Pass,
    /// Preconditions. Without them the pass is still correct, but less effective.
    pub needs: &'static [Fact],
    /// Postconditions.
    pub gives: &'static [Fact],
    /// Facts that may no longer hold: a removed branch may leave memory that can be promoted.
    pub undoes: &'static [Fact],
}
