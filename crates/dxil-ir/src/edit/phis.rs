//! Phis. Separate from other values because their entries belong to edges.

use std::collections::{HashMap, HashSet};

use crate::builder::Build as _;
use crate::list::List;
use crate::uses::Use;
use crate::{BlockId, Body, Instruction, InstructionId, Op, TypeId, Value};

use super::{Changed, EditError, Editor};

impl Editor<'_> {
    /// Adds a phi to a block, with a value for each predecessor.
    ///
    /// # Errors
    ///
    /// The function does not have the block, it has no predecessors, one of them has no value or another block has one,
    /// or a value is not of the type.
    pub fn add_phi(
        &mut self,
        block: BlockId,
        ty: TypeId,
        incoming: &[(BlockId, Value)],
    ) -> Result<InstructionId, EditError> {
        self.known(block)?;
        let predecessors = self.predecessors(block);
        if predecessors.is_empty() {
            return Err(EditError::Predecessors { block, found: 0, expected: "some" });
        }
        let values: HashMap<BlockId, Value> = incoming.iter().copied().collect();
        if predecessors.iter().any(|from| !values.contains_key(from)) {
            return Err(EditError::NoSuchValue { what: "the value of a phi for a predecessor" });
        }
        let known: HashSet<BlockId> = predecessors.into_iter().collect();
        for (from, value) in incoming {
            if !known.contains(from) {
                return Err(EditError::NoSuchBlock { block: *from });
            }
            if self.type_of(*value)? != ty {
                return Err(EditError::Type { what: "the value of a phi" });
            }
        }
        let location = self.location.into();
        let op = Op::Phi(List::new(), List::new());
        Ok(self.place_phi(block, Instruction { location, ..Instruction::new(op, ty) }, &values))
    }

    /// Adds phis to a block, one of each type, each of which is `undef` wherever one comes from. Takes time that grows
    /// with the phis and the edges into the block, as adding one alone does.
    ///
    /// # Errors
    ///
    /// The function does not have the block.
    pub fn add_phis(&mut self, block: BlockId, types: &[TypeId]) -> Result<Vec<InstructionId>, EditError> {
        self.known(block)?;
        let predecessors = self.predecessors(block);
        let next = self.instructions(block).find(|id| !self.is_phi(*id));
        let location = self.location.into();
        let mut phis = Vec::with_capacity(types.len());
        for ty in types {
            let undef = self.undef(*ty);
            let values = vec![undef; predecessors.len()];
            let op = Op::Phi(self.value_list(&values), self.block_list(&predecessors));
            phis.push(self.place(Instruction { location, ..Instruction::new(op, *ty) }, block, next));
        }
        Ok(phis)
    }

    /// Says what a phi is for all blocks that one may come from at one time: for those that `incoming` does not name it
    /// stays what it is.
    ///
    /// # Errors
    ///
    /// It is no phi, or a value does not exist or is not of its type.
    pub fn fill_phi(
        &mut self,
        phi: InstructionId,
        incoming: &HashMap<BlockId, Value>,
    ) -> Result<(), EditError> {
        self.placed(phi)?;
        if !self.is_phi(phi) {
            return Err(EditError::Kind { instruction: phi, expected: "a phi" });
        }
        let ty = self.instruction(phi).map(|instruction| instruction.ty);
        let mut entries = self.incoming(phi);
        for (block, value) in &mut entries {
            let Some(new) = incoming.get(block) else { continue };
            if Some(self.type_of(*new)?) != ty {
                return Err(EditError::Type { what: "the value of a phi" });
            }
            if !self.exists(*new) {
                return Err(EditError::NoSuchValue { what: "the value of a phi" });
            }
            *value = *new;
        }
        self.other_uses.extend(entries.iter().map(|(_, value)| *value));
        self.set_all_entries(phi, &entries);
        Ok(())
    }

    /// Says what a phi is where one comes from `block`, by whichever edge.
    ///
    /// # Errors
    ///
    /// It is no phi, one does not come from the block, or the value is not of its type.
    pub fn set_incoming(
        &mut self,
        phi: InstructionId,
        block: BlockId,
        value: Value,
    ) -> Result<(), EditError> {
        self.placed(phi)?;
        if !self.is_phi(phi) {
            return Err(EditError::Kind { instruction: phi, expected: "a phi" });
        }
        let ty = self.instruction(phi).map(|instruction| instruction.ty);
        if Some(self.type_of(value)?) != ty {
            return Err(EditError::Type { what: "the value of a phi" });
        }
        if !self.exists(value) {
            return Err(EditError::NoSuchValue { what: "the value of a phi" });
        }
        if self.set_entries(phi, value, block) { Ok(()) } else { Err(EditError::NoSuchBlock { block }) }
    }

    /// Puts the one value that a phi has, itself aside, in its place; says which, or `None` where it has several and
    /// stays.
    ///
    /// # Errors
    ///
    /// It is no phi.
    pub fn fold_phi(&mut self, phi: InstructionId) -> Result<Option<Value>, EditError> {
        self.placed(phi)?;
        if !self.is_phi(phi) {
            return Err(EditError::Kind { instruction: phi, expected: "a phi" });
        }
        let incoming = self.incoming(phi);
        let mut others = incoming.iter().map(|(_, value)| *value).filter(|value| *value != phi.into());
        let first = others.next();
        if first.is_some_and(|first| others.any(|other| other != first)) {
            return Ok(None);
        }
        let value = match first {
            Some(value) => value,
            // It is in a circle that nothing leads into.
            None => {
                let ty = self.type_of(phi.into())?;
                self.undef(ty)
            }
        };
        self.substitute(phi.into(), value);
        self.discard(phi);
        Ok(Some(value))
    }

    /// Adds a phi behind those of a block, with an entry for each edge: what it says already, or `undef`.
    pub(super) fn install_phi(&mut self, block: BlockId, instruction: Instruction) -> InstructionId {
        let Op::Phi(values, blocks) = &instruction.op else {
            return self.place(instruction, block, None);
        };
        let lists = &self.body.lists;
        let (values, blocks) = (values.as_slice(&lists.values), blocks.as_slice(&lists.blocks));
        // Where it says several things of a block, the first counts.
        let said = blocks.iter().copied().zip(values.iter().copied()).rev().collect();
        self.place_phi(block, instruction, &said)
    }

    /// Adds a phi behind those of a block, with an entry for each edge: what is said of where it comes from, or
    /// `undef`.
    fn place_phi(
        &mut self,
        block: BlockId,
        instruction: Instruction,
        said: &HashMap<BlockId, Value>,
    ) -> InstructionId {
        let predecessors = self.predecessors(block);
        let undef = self.undef(instruction.ty);
        let values: Vec<_> =
            predecessors.iter().map(|from| said.get(from).copied().unwrap_or(undef)).collect();
        let op = Op::Phi(self.value_list(&values), self.block_list(&predecessors));
        let next = self.instructions(block).find(|id| !self.is_phi(*id));
        self.place(Instruction { op, ..instruction }, block, next)
    }

    /// Says what a phi is where one comes from `block`. Says whether one does.
    pub(super) fn set_entries(&mut self, phi: InstructionId, value: Value, block: BlockId) -> bool {
        let mut is_there = false;
        for (operand, (from, old)) in (0..).zip(self.incoming(phi)) {
            if from == block {
                is_there = true;
                if old != value {
                    self.write_operand(Use { instruction: phi, operand }, value);
                }
            }
        }
        is_there
    }

    /// Gives a phi so many entries for a block: `value`, or that of those that it has, or `undef`.
    pub(super) fn resize_entries(
        &mut self,
        phi: InstructionId,
        block: BlockId,
        count: usize,
        value: Option<Value>,
    ) {
        let mut incoming = self.incoming(phi);
        let known = incoming.iter().find(|(from, _)| *from == block).map(|(_, value)| *value);
        let mut left = count;
        incoming.retain(|(from, _)| {
            let stays = *from != block || left > 0;
            left -= usize::from(*from == block && left > 0);
            stays
        });
        if left > 0 {
            let value = value.or(known).unwrap_or_else(|| {
                let ty = self.instruction(phi).map(|instruction| instruction.ty);
                let ty = ty.unwrap_or_else(|| self.module.types.void());
                self.undef(ty)
            });
            incoming.extend(std::iter::repeat_n((block, value), left));
        }
        self.set_all_entries(phi, &incoming);
    }

    /// Puts `undef` in the place of a phi that has lost its last entry.
    pub(super) fn drop_empty_phi(&mut self, phi: InstructionId) {
        if self.incoming(phi).is_empty()
            && let Ok(ty) = self.type_of(phi.into())
        {
            let undef = self.undef(ty);
            self.substitute(phi.into(), undef);
            self.discard(phi);
        }
    }

    /// Gives a phi other entries.
    pub(super) fn set_all_entries(&mut self, phi: InstructionId, incoming: &[(BlockId, Value)]) {
        let Body { instructions, lists, .. } = &mut self.body;
        let Some(Op::Phi(values, blocks)) = instructions.get_mut(phi).map(|data| &mut data.op) else {
            return;
        };
        *values = lists.values.list(incoming.iter().map(|(_, value)| *value));
        *blocks = lists.blocks.list(incoming.iter().map(|(block, _)| *block));
        self.relink(phi);
        self.note(Changed::Values);
    }
}
