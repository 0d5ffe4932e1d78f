//! The state of a function while it is inlined: the values of its expressions, its variables and its result. Separate
//! from the emission of calls because all methods of the lowering use the frame.

use std::rc::Rc;

use dxil_ir::BlockId;
use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle, LocalVariable};

use crate::error::{Fault, Result};
use crate::lower::accesses::{Accesses, FunctionAccesses};
use crate::lower::numeric::Values;
use crate::lower::places::{Memory, Place, RayQuery};
use crate::lower::subject::Subject;

/// The state of a function that is inlined.
#[derive(Debug)]
pub(super) struct Frame<'n> {
    pub(super) function: &'n Function,
    pub(super) info: &'n FunctionInfo,
    pub(super) accesses: &'n FunctionAccesses,
    pub(super) arguments: Vec<Lowered>,
    /// The values of the evaluated expressions, by index.
    values: Vec<Option<Lowered>>,
    /// The variables, by index.
    pub(super) locals: Vec<Local>,
    /// The blocks that `break` and `continue` go to, the innermost last.
    pub(super) targets: Vec<Targets>,
    pub(super) result: FunctionResult,
}

/// A variable of a function.
#[derive(Debug, Clone)]
pub(super) enum Local {
    Memory(Rc<Memory>),
    RayQuery(RayQuery),
}

/// The value of an expression.
#[derive(Debug, Clone)]
pub(super) enum Lowered {
    Values(Values),
    Place(Place),
}

/// The targets of `break` and `continue` of a loop or switch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Targets {
    pub(super) merge: BlockId,
    /// `None` for a switch outside of loops.
    pub(super) continuing: Option<BlockId>,
}

/// The destination of the result of a function.
#[derive(Debug, Clone)]
pub(super) enum FunctionResult {
    /// The function returns at its end only.
    AtEnd(Option<Values>),
    /// Each `return` stores the result and jumps to the block.
    Stored(Option<Place>, BlockId),
}

impl<'n> Frame<'n> {
    pub(super) fn of_entry(subject: &Subject<'n>, accesses: &'n Accesses) -> Self {
        let info = subject.info.get_entry_point(subject.index);
        Self::new(&subject.entry.function, info, &accesses.entry, Vec::new())
    }

    pub(super) fn new(
        function: &'n Function,
        info: &'n FunctionInfo,
        accesses: &'n FunctionAccesses,
        arguments: Vec<Lowered>,
    ) -> Self {
        let values = vec![None; function.expressions.len()];
        let result = FunctionResult::AtEnd(None);
        let (locals, targets) = (Vec::new(), Vec::new());
        Self { function, info, accesses, arguments, values, locals, targets, result }
    }

    pub(super) fn known(&self, handle: Handle<Expression>) -> Option<&Lowered> {
        self.values.get(handle.index())?.as_ref()
    }

    pub(super) fn define(&mut self, handle: Handle<Expression>, lowered: Lowered) {
        if let Some(value) = self.values.get_mut(handle.index()) {
            *value = Some(lowered);
        }
    }

    pub(super) fn local(&self, variable: Handle<LocalVariable>) -> Result<Local> {
        let local = self.locals.get(variable.index()).cloned();
        local.ok_or_else(|| Fault::malformed("a variable without memory"))
    }
}
