//! The cursor of a session: where instructions are inserted. Separate because all the positions and what an insertion
//! there means stand here.

use crate::builder::{Build, BuildControlFlow, BuildError, Parts};
use crate::function::{DebugLocation, Local};
use crate::{
    BlockId, Body, Flags, Instruction, InstructionId, MetadataId, Module, Op, TypeId, Value, ValueKind,
};

use super::terminators::RETURNED;
use super::{Changed, EditError, Editor};

/// Where instructions are inserted, one behind the other. Where one cannot be, it goes elsewhere in the block: a phi
/// goes behind the phis of the block, what is no phi goes no further up than behind them, nothing goes behind a
/// terminator or between a `musttail` call and its return, and a terminator takes the place of the block's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Position {
    /// Before an instruction, which what is inserted shares its place in the source with.
    Before(InstructionId),
    /// Behind an instruction that is no terminator, with its place in the source.
    After(InstructionId),
    /// At the beginning of a block, behind its phis.
    Start(BlockId),
    /// At the end of a block, before its terminator if it has one; before a `musttail` call that it returns.
    End(BlockId),
}

impl Editor<'_> {
    /// Moves the cursor. What the session begins with is the end of the entry block.
    ///
    /// # Errors
    ///
    /// The function does not have the block or instruction, or the instruction is a terminator or a `musttail` call
    /// that one would have to go behind.
    pub fn go_to(&mut self, position: Position) -> Result<(), EditError> {
        let (block, next) = match position {
            Position::Before(id) => (self.placed(id)?, Some(id)),
            Position::After(id) => {
                let block = self.placed(id)?;
                if self.op(id).is_some_and(Op::is_terminator) {
                    return Err(EditError::Fixed {
                        instruction: id,
                        what: "a terminator, after which no instruction can follow",
                    });
                }
                let next = self.next(id);
                if next.is_some_and(|next| self.is_behind_must_tail_call(next)) {
                    return Err(EditError::Fixed { instruction: id, what: RETURNED });
                }
                (block, next)
            }
            Position::Start(block) => {
                self.known(block)?;
                (block, self.instructions(block).find(|id| !self.is_phi(*id)))
            }
            Position::End(block) => {
                self.known(block)?;
                (block, None)
            }
        };
        (self.block, self.next) = (Some(block), next);
        if let Position::Before(id) | Position::After(id) = position {
            self.location = self.instruction(id).and_then(|instruction| instruction.location.expand());
        }
        Ok(())
    }

    /// The block at which the cursor stands; `None` in a function without blocks.
    pub fn cursor_block(&self) -> Option<BlockId> {
        let of_next = self.next.and_then(|next| self.block_of(next));
        of_next.or_else(|| self.block.filter(|block| self.order.has_block(*block))).or_else(|| self.entry())
    }

    /// A place in the source, as instructions name it.
    pub fn location(&self, instruction: InstructionId) -> Option<DebugLocation> {
        let location = self.instruction(instruction)?.location.expand()?;
        self.body.location(location).copied()
    }

    /// Gives an instruction another place in the source; `None` for nowhere.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction.
    pub fn set_location_of(
        &mut self,
        instruction: InstructionId,
        location: Option<DebugLocation>,
    ) -> Result<(), EditError> {
        self.placed(instruction)?;
        let location = location.map(|location| self.body.intern_location(location)).into();
        if let Some(data) = self.body.instructions.get_mut(instruction)
            && data.location != location
        {
            data.location = location;
            self.note(Changed::Values);
        }
        Ok(())
    }

    pub(super) fn is_phi(&self, id: InstructionId) -> bool {
        matches!(self.op(id), Some(Op::Phi(..)))
    }

    /// What an instruction that is no phi is inserted before.
    fn insertion_point(&mut self, block: BlockId) -> Option<InstructionId> {
        while let Some(id) = self.next.filter(|id| self.is_phi(*id)) {
            // What is inserted next goes behind what is inserted now.
            (self.block, self.next) = (Some(block), self.next(id));
        }
        let next = self.next.filter(|next| self.block_of(*next) == Some(block));
        match next.or_else(|| self.terminator(block)) {
            Some(next) if self.is_behind_must_tail_call(next) => self.must_tail_call(block),
            next => next,
        }
    }

    /// Moves an instruction to the cursor. That its operands are there and that its users come behind it is for the
    /// caller to know.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, or it is a phi, a terminator, or a `musttail` call or the cast
    /// behind it, which are where they have to be.
    pub fn move_here(&mut self, id: InstructionId) -> Result<(), EditError> {
        let from = self.placed(id)?;
        let block = self.cursor_block().ok_or(EditError::NoPosition)?;
        if self.is_phi(id) || self.op(id).is_some_and(Op::is_terminator) {
            return Err(EditError::Fixed { instruction: id, what: "a phi or a terminator" });
        }
        if self.is_behind_must_tail_call(id) || self.must_tail_call(from) == Some(id) {
            return Err(EditError::Fixed { instruction: id, what: RETURNED });
        }
        let next = self.insertion_point(block);
        if next == Some(id) {
            return Ok(());
        }
        if self.next == Some(id) {
            self.next = self.order.next(id);
        }
        self.records.leave(id, from, self.order.next(id));
        self.order.remove(id);
        if next.is_none() {
            self.records.enter(id, block);
        }
        self.order.insert(id, block, next);
        self.touch(from);
        self.touch(block);
        Ok(())
    }
}

impl Parts for Editor<'_> {
    fn parts(&mut self) -> (&mut Module, &mut Body) {
        (self.module, &mut self.body)
    }
}

impl Build for Editor<'_> {
    fn type_of(&self, value: Value) -> Result<TypeId, BuildError> {
        let ty = self.module.type_of(Some((&self.body, self.function_type)), value);
        let is_erased = matches!(value.kind(), ValueKind::Instruction(id) if self.block_of(id).is_none());
        ty.filter(|_| !is_erased).ok_or(BuildError::Missing { what: "a value" })
    }

    fn set_location(&mut self, location: Option<DebugLocation>) {
        self.location = location.map(|location| self.body.intern_location(location));
    }

    fn add(&mut self, op: Op, ty: TypeId) -> InstructionId {
        let block = self.cursor_block().unwrap_or_else(|| self.add_block());
        let instruction = Instruction { location: self.location.into(), ..Instruction::new(op, ty) };
        if instruction.op.is_terminator() {
            return self.install_terminator(block, instruction);
        }
        if matches!(instruction.op, Op::Phi(..)) {
            return self.install_phi(block, instruction);
        }
        let next = self.insertion_point(block);
        self.place(instruction, block, next)
    }

    fn set_flags(&mut self, value: Value, flags: Flags) {
        let ValueKind::Instruction(id) = value.kind() else { return };
        if self.block_of(id).is_some()
            && let Some(instruction) = self.body.instructions.get_mut(id)
            && instruction.flags != flags
        {
            instruction.flags = flags;
            self.note(Changed::Values);
        }
    }

    fn as_metadata(&mut self, value: Value) -> Value {
        self.metadata_of(value)
    }

    /// Attaches metadata in the place of what the instruction has of that kind.
    fn attach(&mut self, instruction: InstructionId, kind: &str, node: MetadataId) {
        let kind = self.module.metadata_kind(kind);
        if self.block_of(instruction).is_some() {
            self.write_attachment(instruction, kind, Some(node));
        }
    }

    /// Gives a name that nothing else in the function has: this one, or this one with a number.
    fn name(&mut self, local: impl Into<Local>, name: &str) {
        let local = local.into();
        if self.has_local(local) && self.name_of(local) != Some(name.into()) {
            self.forget_name(local);
            self.note(Changed::Values);
            self.set_unique_name(local, name.into());
        }
    }
}

impl BuildControlFlow for Editor<'_> {
    /// Adds an incoming value to a phi; without effect if `block` is not a predecessor.
    fn add_incoming(&mut self, phi: InstructionId, value: Value, block: BlockId) {
        self.set_entries(phi, value, block);
    }
}

impl Editor<'_> {
    /// Whether something can have a name.
    fn has_local(&self, local: Local) -> bool {
        match local {
            Local::Block(block) => self.order.has_block(block),
            Local::Value(value) => match value.kind() {
                ValueKind::Argument(index) => index < self.parameters,
                ValueKind::Instruction(id) => {
                    let ty =
                        self.instruction(id).and_then(|instruction| self.module.types.get(instruction.ty));
                    ty.is_some_and(|ty| *ty != crate::Type::Void)
                }
                ValueKind::Constant(_)
                | ValueKind::Global(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => false,
            },
        }
    }
}
