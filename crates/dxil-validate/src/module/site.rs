//! An instruction under examination: where it is, and the questions that checks ask of its operands.

use std::fmt;

use dxil::ops::Call;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Body, Global, GlobalId, Instruction, InstructionId, Op, Type, TypeId, Value, ValueKind};

use super::context::Context;
use crate::report::{Place, Report};
use crate::rule::Rule;

/// An instruction, and where it is.
#[derive(Clone, Copy)]
pub(super) struct Site<'c, 'm> {
    pub(super) context: &'c Context<'m>,
    pub(super) function: GlobalId,
    pub(super) global: &'m Global,
    pub(super) body: &'m Body,
    /// Which block, in the order of the body.
    pub(super) block: u32,
    /// Which instruction of it.
    pub(super) index: u32,
    pub(super) id: InstructionId,
    pub(super) instruction: &'m Instruction,
}

impl<'c, 'm> Site<'c, 'm> {
    /// All instructions of a body, in order.
    pub(super) fn all(
        context: &'c Context<'m>,
        function: GlobalId,
        global: &'m Global,
        body: &'m Body,
    ) -> impl Iterator<Item = Self> {
        (0..).zip(&body.layout).flat_map(move |(block, id)| {
            (0..).zip(body.instructions_of(*id)).filter_map(move |(index, id)| {
                let instruction = body.instructions.get(*id)?;
                Some(Self { context, function, global, body, block, index, id: *id, instruction })
            })
        })
    }

    /// Calls `check` with the same. As loops, which are faster: for those that look at all code.
    #[inline]
    pub(super) fn each(
        context: &'c Context<'m>,
        (function, global, body): (GlobalId, &'m Global, &'m Body),
        mut check: impl FnMut(Self),
    ) {
        for (block, id) in (0..).zip(&body.layout) {
            for (index, id) in (0..).zip(body.instructions_of(*id)) {
                if let Some(instruction) = body.instructions.get(*id) {
                    check(Self { context, function, global, body, block, index, id: *id, instruction });
                }
            }
        }
    }

    /// The instruction before it in its block.
    pub(super) fn before(&self) -> Option<&'m Instruction> {
        let block = self.body.layout.get(usize::try_from(self.block).ok()?)?;
        let index = usize::try_from(self.index).ok()?.checked_sub(1)?;
        self.body.instructions.get(*self.body.instructions_of(*block).get(index)?)
    }

    pub(super) fn place(&self) -> Place {
        let Self { function, block, index, id, .. } = *self;
        Place::Module(IrPlace::Instruction { function, block, index, id })
    }

    /// Reports a finding here.
    pub(super) fn find(&self, report: &mut Report, rule: Rule, message: fmt::Arguments<'_>) {
        report.add(rule, self.place(), message);
    }

    /// The call of an operation that it is; `None` too where it is a wrong one, which is told elsewhere.
    pub(super) fn call(&self) -> Option<Call<'m>> {
        Call::of(self.context.module, (self.body, self.global.value_type), self.instruction).ok().flatten()
    }

    pub(super) fn type_of(&self, value: Value) -> Option<TypeId> {
        self.context.module.type_of(Some((self.body, self.global.value_type)), value)
    }

    /// What the type of a value is.
    pub(super) fn kind_of(&self, value: Value) -> Option<&'m Type> {
        self.context.ty(self.type_of(value)?)
    }

    pub(super) fn is_undef(&self, value: Value) -> bool {
        self.context.is_undef(value)
    }

    /// The instruction of the same body that a value is the result of.
    pub(super) fn definition(&self, value: Value) -> Option<(InstructionId, &'m Op)> {
        match value.kind() {
            ValueKind::Instruction(id) => Some((id, &self.body.instructions.get(id)?.op)),
            _ => None,
        }
    }
}
