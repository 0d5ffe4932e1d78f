//! Values: replacing them, and erasing the instructions that give them.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use crate::arena::IdMap;
use crate::builder::Build as _;
use crate::constants::ConstantKind;
use crate::uses::Use;
use crate::{Body, CastOp, GlobalId, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};

use super::{Changed, EditError, Editor, has_side_effects};

/// What is known of an instruction while those are looked for that nothing depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Life {
    /// Nothing yet.
    #[default]
    Unmet,
    /// That it does nothing by itself, and nothing that was met needs it.
    Passed,
    /// That it stays.
    Needed,
}

/// Which instructions do more than give a value: [`has_side_effects`], which remembers functions.
#[derive(Debug, Default)]
pub(super) struct SideEffects {
    /// Most calls are of few functions.
    known: IdMap<GlobalId, Option<bool>>,
}

impl SideEffects {
    pub(super) fn has(&mut self, module: &Module, op: &Op) -> bool {
        if let Op::Call { callee, attributes, .. } = op
            && attributes.is_none()
            && let ValueKind::Global(id) = callee.kind()
        {
            return *self.known[id].get_or_insert_with(|| has_side_effects(module, op));
        }
        has_side_effects(module, op)
    }
}

/// Which instructions of a body something depends on which `stays`; a call with bundles of operands always does.
pub(super) struct Lives<'b, F> {
    body: &'b Body,
    stays: F,
    known: IdMap<InstructionId, Life>,
    waiting: Vec<InstructionId>,
}

impl<'b, F: FnMut(&Op) -> bool> Lives<'b, F> {
    /// Nothing is known yet.
    pub(super) fn of(body: &'b Body, stays: F) -> Self {
        let mut known = IdMap::new();
        known.resize(body.instructions.len());
        Self { body, stays, known, waiting: Vec::new() }
    }

    /// Takes note of an instruction. From the last on: most values are used behind where they are computed.
    #[inline]
    pub(super) fn meet(&mut self, id: InstructionId) {
        let Some(instruction) = self.body.instructions.get(id) else { return };
        let bundles = &self.body.bundles;
        let is_needed = self.known[id] != Life::Unmet
            || (self.stays)(&instruction.op)
            || !bundles.is_empty() && bundles.contains_key(&id);
        if !is_needed {
            self.known[id] = Life::Passed;
            return;
        }
        self.known[id] = Life::Needed;
        self.need(&instruction.op);
        while let Some(id) = self.waiting.pop() {
            if let Some(instruction) = self.body.instructions.get(id) {
                self.need(&instruction.op);
            }
        }
    }

    /// Takes note of what an operation depends on.
    #[inline]
    fn need(&mut self, op: &Op) {
        for list in op.operand_lists(&self.body.lists) {
            for operand in list {
                let ValueKind::Instruction(id) = operand.kind() else { continue };
                // One that is yet to come is met there.
                if std::mem::replace(&mut self.known[id], Life::Needed) == Life::Passed {
                    self.waiting.push(id);
                }
            }
        }
    }

    /// Whether nothing depends on an instruction that was met.
    pub(super) fn is_dead(&self, id: InstructionId) -> bool {
        self.known[id] == Life::Passed
    }

    /// All instructions that were met and that nothing depends on.
    pub(super) fn dead(&self) -> impl Iterator<Item = InstructionId> + '_ {
        self.known.iter().filter(|(_, life)| **life == Life::Passed).map(|(id, _)| id)
    }
}

impl Editor<'_> {
    /// Puts `new` in the place of `old` wherever an instruction of the function uses it, as metadata too. Takes time
    /// that grows with the uses. Says how many operands that were.
    ///
    /// # Errors
    ///
    /// `new` does not exist or has another type, an operand has to stay what it is or cannot be `new`, or a user stands
    /// before `new` in its block; that `new` dominates uses in other blocks is for the caller to know.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) -> Result<usize, EditError> {
        self.same_type(old, new)?;
        if old == new {
            return Ok(0);
        }
        let only_called = self.only_called(new);
        for at in self.values.of(old) {
            self.operand_fits(at, old, new, only_called)?;
        }
        Ok(self.substitute(old, new))
    }

    /// Puts another value in the place of one operand; of a phi, in the place of what it is for that predecessor.
    ///
    /// # Errors
    ///
    /// Those of [`replace_all_uses`](Self::replace_all_uses), and an operand that the instruction does not have.
    pub fn set_operand(
        &mut self,
        instruction: InstructionId,
        operand: u32,
        new: Value,
    ) -> Result<(), EditError> {
        self.placed(instruction)?;
        let index = operand as usize;
        let old = self.op(instruction).and_then(|op| op.operand(&self.body.lists, index));
        let old = old.ok_or(EditError::NoSuchIndex { what: "operand", index })?;
        self.same_type(old, new)?;
        if old == new {
            return Ok(());
        }
        self.operand_fits(Use { instruction, operand }, old, new, self.only_called(new))?;
        match self.incoming(instruction).get(index) {
            Some((block, _)) => _ = self.set_entries(instruction, new, *block),
            None => self.write_operand(Use { instruction, operand }, new),
        }
        Ok(())
    }

    /// Takes out an instruction that nothing uses but metadata, which says then that its value is gone.
    ///
    /// # Errors
    ///
    /// The function does not have it, it is a terminator, or something uses it.
    pub fn erase(&mut self, id: InstructionId) -> Result<(), EditError> {
        self.placed(id)?;
        if self.op(id).is_some_and(Op::is_terminator) {
            return Err(EditError::Fixed { instruction: id, what: "the terminator of its block" });
        }
        if self.values.of(id.into()).any(|at| at.instruction != id) {
            return Err(EditError::Fixed { instruction: id, what: "used" });
        }
        self.discard(id);
        Ok(())
    }

    /// Puts a value in the place of an instruction's everywhere, and takes the instruction out.
    ///
    /// # Errors
    ///
    /// Those of [`replace_all_uses`](Self::replace_all_uses) and [`erase`](Self::erase).
    pub fn replace_and_erase(&mut self, id: InstructionId, new: Value) -> Result<usize, EditError> {
        self.placed(id)?;
        if self.op(id).is_some_and(Op::is_terminator) {
            return Err(EditError::Fixed { instruction: id, what: "the terminator of its block" });
        }
        if new == id.into() {
            return Err(EditError::Fixed { instruction: id, what: "the same as its replacement" });
        }
        let count = self.replace_all_uses(id.into(), new)?;
        self.discard(id);
        Ok(count)
    }

    /// Takes out an instruction, and of its operands those that nothing uses then and that have no side effects, and
    /// so on. Says how many those are together.
    ///
    /// # Errors
    ///
    /// Those of [`erase`](Self::erase).
    pub fn erase_with_operands(&mut self, id: InstructionId) -> Result<usize, EditError> {
        let mut waiting = self.operands(id);
        self.erase(id)?;
        let mut count = 1;
        while let Some(value) = waiting.pop() {
            let ValueKind::Instruction(id) = value.kind() else { continue };
            let is_dead = !self.must_stay(id) && !self.is_used(value);
            if is_dead {
                waiting.extend(self.operands(id));
                self.discard(id);
                count += 1;
            }
        }
        Ok(count)
    }

    /// Takes out all instructions that nothing with side effects depends on, phis that only use each other among them.
    /// Blocks and edges stay. Says how many those are.
    pub fn remove_dead_instructions(&mut self) -> usize {
        let mut effects = SideEffects::default();
        self.remove_dead_instructions_but(|module, op| effects.has(module, op))
    }

    /// The same by the word of somebody who knows more about side effects: what functions that are only declared do,
    /// say.
    pub fn remove_dead_instructions_but(&mut self, stays: impl FnMut(&Module, &Op) -> bool) -> usize {
        let dead = self.dead_instructions(stays);
        dead.iter().rev().for_each(|id| self.discard(*id));
        dead.len()
    }

    /// The instructions that nothing depends on which `stays`, in order; a call with bundles of operands always does.
    pub fn dead_instructions(&self, mut stays: impl FnMut(&Module, &Op) -> bool) -> Vec<InstructionId> {
        let all = self.all_instructions();
        let mut lives = Lives::of(&self.body, |op| stays(self.module, op));
        all.iter().rev().for_each(|id| lives.meet(*id));
        all.into_iter().filter(|id| lives.is_dead(*id)).collect()
    }

    /// Whether an instruction must stay although nothing uses it. A call with bundles of operands must: what those do
    /// is for whoever gave them a meaning to know.
    fn must_stay(&self, id: InstructionId) -> bool {
        self.body.bundles.contains_key(&id) || self.op(id).is_none_or(|op| has_side_effects(self.module, op))
    }

    /// Gives a call other attributes.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, or it is no call.
    pub fn set_call_attributes(
        &mut self,
        call: InstructionId,
        attributes: Option<crate::AttributeListId>,
    ) -> Result<(), EditError> {
        let block = self.placed(call)?;
        match self.body.instructions.get_mut(call).map(|data| &mut data.op) {
            Some(Op::Call { attributes: known, .. }) => {
                if *known != attributes.into() {
                    *known = attributes.into();
                    self.touch(block);
                }
                Ok(())
            }
            _ => Err(EditError::Kind { instruction: call, expected: "a call" }),
        }
    }

    /// Puts `new` in the place of `old`, whatever they are.
    pub(super) fn substitute(&mut self, old: Value, new: Value) -> usize {
        let of_metadata = if self.local_metadata.is_empty() { 0 } else { self.metadata_uses(old).count() };
        let count = self.replace_operands(old, new) + of_metadata;
        self.replace_metadata_uses(old, new);
        if self.records.replace(old, new) {
            self.note(Changed::Values);
        }
        count
    }

    fn same_type(&self, old: Value, new: Value) -> Result<(), EditError> {
        if !self.exists(new) {
            return Err(EditError::NoSuchValue { what: "the replacement value" });
        }
        if self.type_of(old)? == self.type_of(new)? {
            Ok(())
        } else {
            Err(EditError::Type { what: "the replacement value" })
        }
    }

    /// Whether an operand may be another value of its type; of that, it is given whether it may only be called.
    fn operand_fits(
        &self,
        at: Use,
        old: Value,
        new: Value,
        only_called: Option<&'static str>,
    ) -> Result<(), EditError> {
        let Use { instruction, operand } = at;
        let Some(op) = self.op(instruction) else { return Err(EditError::NoSuchInstruction { instruction }) };
        if self.is_fixed(instruction, op, operand, old) {
            return Err(EditError::FixedOperand { instruction, operand });
        }
        if let Some(what) = only_called
            && !self.is_callee(op, operand)
        {
            return Err(EditError::Operand { instruction, operand, what });
        }
        if let ValueKind::Instruction(definition) = new.kind()
            && !matches!(op, Op::Phi(..))
            && !self.is_before(definition, instruction)
            && self.block_of(definition) == self.block_of(instruction)
        {
            return Err(EditError::Order { user: instruction, definition });
        }
        Ok(())
    }

    fn is_callee(&self, op: &Op, operand: u32) -> bool {
        matches!(op, Op::Call { arguments, .. } if usize::try_from(operand) == Ok(arguments.len(&self.body.lists.values)))
    }

    /// What a value is that may only be called.
    fn only_called(&self, value: Value) -> Option<&'static str> {
        match value.kind() {
            ValueKind::Global(id) => {
                self.is_intrinsic(id).then_some("an LLVM intrinsic, which may only be called")
            }
            ValueKind::Constant(id) => {
                let kind = self.module.constants.get(id).map(|constant| &constant.kind);
                matches!(kind, Some(ConstantKind::InlineAssembly { .. }))
                    .then_some("inline assembly, which may only be called")
            }
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        }
    }

    fn is_pointer(&self, value: Value) -> bool {
        let ty = self.module.type_of(None, value);
        ty.is_some_and(|ty| matches!(self.module.types.get(ty), Some(crate::Type::Pointer(..))))
    }

    fn is_intrinsic(&self, id: crate::GlobalId) -> bool {
        self.module.globals.get(id).is_some_and(|global| global.name.starts_with(b"llvm."))
    }

    /// Whether an operand says what an instruction is rather than what it works on.
    fn is_fixed(&self, id: InstructionId, op: &Op, operand: u32, value: Value) -> bool {
        let index = operand as usize;
        match op {
            Op::Switch { .. } => index > 0,
            Op::ShuffleVector(_) => index == 2,
            Op::ElementPointer { source, operands, .. } => {
                self.is_member_index(*source, operands.as_slice(&self.body.lists.values), index)
            }
            // What is returned behind such a call is what it gives.
            Op::Return(_) | Op::Cast(CastOp::Bitcast, _) => self.is_behind_must_tail_call(id),
            Op::Call { callee, .. } => match callee.kind() {
                ValueKind::Global(callee) => {
                    // Of addresses, none says what an intrinsic is.
                    let is_number = matches!(value.kind(), ValueKind::Constant(_)) && !self.is_pointer(value);
                    (is_number || self.is_callee(op, operand)) && self.is_intrinsic(callee)
                }
                // That it is called as what it is was looked at; inline assembly has its own rules.
                ValueKind::Constant(_) => self.is_callee(op, operand),
                ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => false,
            },
            Op::Binary { .. }
            | Op::Negate(_)
            | Op::Freeze(_)
            | Op::Cast(..)
            | Op::Compare { .. }
            | Op::Select(_)
            | Op::ExtractElement(_)
            | Op::InsertElement(_)
            | Op::ExtractValue(..)
            | Op::InsertValue(..)
            | Op::Alloca { .. }
            | Op::Load(..)
            | Op::Store(..)
            | Op::CompareExchange { .. }
            | Op::AtomicRmw { .. }
            | Op::Fence(..)
            | Op::Phi(..)
            | Op::VariadicArgument(_)
            | Op::Branch(_)
            | Op::ConditionalBranch(..)
            | Op::Unreachable => false,
        }
    }

    /// Whether an operand of an address says which member of a structure it is of.
    fn is_member_index(&self, source: TypeId, operands: &[Value], index: usize) -> bool {
        let types = &self.module.types;
        let mut ty = source;
        for (at, operand) in operands.iter().enumerate().skip(2) {
            let is_structure = types.members(ty).is_some();
            if at == index {
                return is_structure;
            }
            let number = if is_structure { self.module.integer(*operand) } else { Some(0) };
            let Some(element) = number.and_then(|number| types.element(ty, number)) else { return true };
            ty = element;
        }
        false
    }

    /// Whether a value gives nothing.
    pub(super) fn is_void(&self, ty: TypeId) -> bool {
        self.module.types.get(ty) == Some(&Type::Void)
    }
}
