//! Copies of blocks, with maps from what was copied to its copies. Separate because inlining and cloning share all of
//! it.

use hashbrown::{HashMap, HashSet};

use crate::arena::{IdMap, PackedOption};
use crate::debug_records::DebugRecord;
use crate::{BlockId, Body, Instruction, InstructionId, MetadataId, Op, Value, ValueKind};

use super::copied_metadata::CopiedMetadata;
use super::{EditError, Editor};

/// What was copied, and what each thing became.
#[derive(Debug, Clone, Default)]
pub struct Copies {
    blocks: IdMap<BlockId, PackedOption<BlockId>>,
    values: HashMap<Value, Value>,
}

impl Copies {
    /// The copy of a block; `None` if it was not copied.
    pub fn block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.get(block)?.expand()
    }

    /// What a value became: itself, if it was not copied.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The copy of an instruction; `None` if it was not copied.
    pub fn instruction(&self, id: InstructionId) -> Option<InstructionId> {
        match self.values.get(&Value::from(id))?.kind() {
            ValueKind::Instruction(copy) => Some(copy),
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        }
    }

    /// Says what a value is in copies that are yet to be made.
    pub fn map_value(&mut self, value: Value, copy: Value) {
        self.values.insert(value, copy);
    }
}

/// A block that was copied.
pub(super) struct Copied {
    source: BlockId,
    pub(super) block: BlockId,
    /// Each instruction and its copy.
    pub(super) instructions: Vec<(InstructionId, InstructionId)>,
}

impl Editor<'_> {
    /// Copies blocks, behind the last one. Where a copied instruction uses a value or a block that was copied, or that
    /// `copies` has a value for, the copy uses that. Edges to blocks that were not copied lead there, and phis there
    /// have entries for them; edges from blocks that were not copied lead to the originals alone, so that nothing leads
    /// to the copies until somebody makes it. `inlined_at` is put around the places in the source. Scopes of
    /// `!alias.scope` and `!noalias` and each `DIAssignID` are others in the copies, because they say what holds of one
    /// run of the blocks.
    ///
    /// # Errors
    ///
    /// The function does not have a block, or it is said twice.
    pub fn copy_blocks(
        &mut self,
        blocks: &[BlockId],
        copies: &mut Copies,
        inlined_at: Option<MetadataId>,
    ) -> Result<(), EditError> {
        let mut known = HashSet::new();
        for block in blocks {
            self.known(*block)?;
            if !known.insert(*block) {
                return Err(EditError::Malformed {
                    what: "the list of blocks to copy contains a block twice",
                });
            }
        }
        // Copying reads what it does not write: blocks that are there, with names and metadata of their own.
        let source = self.detached(blocks);
        for block in self.add_copies(&source, blocks, None, copies, inlined_at) {
            self.enter_targets(&block, copies);
        }
        Ok(())
    }

    /// A body that has blocks of this one, with their ids.
    fn detached(&self, blocks: &[BlockId]) -> Body {
        let mut source = Body::default();
        source.local_metadata.clone_from(&self.body.local_metadata);
        let nothing = Instruction::new(Op::Unreachable, crate::TypeId::from_u32(0));
        let mut wanted = IdMap::<InstructionId, Option<Instruction>>::new();
        for _ in self.body.blocks.keys() {
            source.blocks.push(crate::function::Block::default());
        }
        for block in blocks {
            let ids: Vec<_> = self.instructions(*block).collect();
            for id in &ids {
                let Some(data) = self.body.instructions.get(*id) else { continue };
                let op = data.op.copied(&self.body.lists, &mut source.lists);
                let location = data.location.expand().and_then(|id| self.body.location(id));
                let location = location.map(|location| source.intern_location(*location)).into();
                wanted[*id] = Some(Instruction { op, ty: data.ty, flags: data.flags, location });
                for record in self.records.before(*id) {
                    let location = self.body.location(record.location).copied().unwrap_or_default();
                    let location = source.intern_location(location);
                    source.debug_records.add(*id, [DebugRecord { location, kind: record.kind.clone() }]);
                }
                let attached = self.attached.of(*id).iter();
                source.attachments.extend(attached.map(|(kind, node)| (*id, *kind, *node)));
                if let Some(bundles) = self.body.bundles.get(id) {
                    source.bundles.insert(*id, bundles.clone());
                }
                if let Some(name) = self.name_of(Value::from(*id)) {
                    source.names.insert(Value::from(*id).into(), name.to_owned());
                }
            }
            if let Some(data) = source.blocks.get_mut(*block) {
                data.instructions = source.lists.instructions.list_of(&ids);
            }
            if let Some(name) = self.name_of(*block) {
                source.names.insert((*block).into(), name.to_owned());
            }
            source.layout.push(*block);
        }
        let all = wanted.values().map(|data| data.clone().unwrap_or_else(|| nothing.clone()));
        source.instructions = all.collect();
        source
    }

    /// Copies blocks of a body of the same module before `before`, or behind the last block. Entries of phis for blocks
    /// that are not copied are left out.
    pub(super) fn add_copies(
        &mut self,
        source: &Body,
        blocks: &[BlockId],
        before: Option<BlockId>,
        copies: &mut Copies,
        inlined_at: Option<MetadataId>,
    ) -> Vec<Copied> {
        let mut copied = Vec::with_capacity(blocks.len());
        let mut metadata = CopiedMetadata::new(inlined_at);
        for block in blocks {
            let new = self.new_block(before);
            copies.blocks[*block] = new.into();
            if let Some(name) = source.name((*block).into()) {
                self.set_unique_name(new.into(), name);
            }
            let instructions = self.copy_instructions(source, *block, (new, None), copies, &mut metadata);
            copied.push(Copied { block: new, source: *block, instructions });
        }
        self.finish_copies(source, &copied, copies, &mut metadata);
        copied
    }

    /// Copies the instructions of a block without phis before one of another block.
    pub(super) fn insert_copies_before(
        &mut self,
        source: &Body,
        of: BlockId,
        at: (BlockId, InstructionId),
        copies: &mut Copies,
        inlined_at: Option<MetadataId>,
    ) -> Copied {
        let mut metadata = CopiedMetadata::new(inlined_at);
        let (block, next) = at;
        let instructions = self.copy_instructions(source, of, (block, Some(next)), copies, &mut metadata);
        let copied = Copied { block, source: of, instructions };
        self.finish_copies(source, std::slice::from_ref(&copied), copies, &mut metadata);
        copied
    }

    /// Copies the instructions of a block, which use what was copied until [`finish_copies`](Self::finish_copies).
    fn copy_instructions(
        &mut self,
        source: &Body,
        of: BlockId,
        (block, next): (BlockId, Option<InstructionId>),
        copies: &mut Copies,
        metadata: &mut CopiedMetadata,
    ) -> Vec<(InstructionId, InstructionId)> {
        let mut instructions = Vec::new();
        for id in source.instructions_of(of) {
            let Some(data) = source.instructions.get(*id) else { continue };
            let op = data.op.copied(&source.lists, &mut self.body.lists);
            let location = data.location.expand().and_then(|id| self.copied_location(source, id, metadata));
            let copy = Instruction { op, ty: data.ty, flags: data.flags, location: location.into() };
            let copy = self.body.instructions.push(copy);
            self.order.insert(copy, block, next);
            copies.map_value((*id).into(), copy.into());
            if let Some(name) = source.name(Value::from(*id).into()) {
                self.set_unique_name(Value::from(copy).into(), name);
            }
            if let Some(bundles) = source.bundles.get(id) {
                self.body.bundles.insert(copy, bundles.clone());
            }
            instructions.push((*id, copy));
        }
        self.touch(block);
        instructions
    }

    /// Makes copies use each other, and gives them records and metadata.
    fn finish_copies(
        &mut self,
        source: &Body,
        copied: &[Copied],
        copies: &Copies,
        metadata: &mut CopiedMetadata,
    ) {
        for (id, copy) in copied.iter().flat_map(|block| &block.instructions) {
            self.follow_copies(source, *copy, copies, metadata);
            for record in source.debug_records.before(*id) {
                let Some(location) = self.copied_location(source, record.location, metadata) else {
                    continue;
                };
                let mut record = DebugRecord { location, kind: record.kind.clone() };
                record.each_value_mut(&mut |value| *value = copies.value(*value));
                record.each_metadata_mut(&mut |id| *id = metadata.of_operand(self.module, *id));
                self.records.add(*copy, record);
            }
        }
        for (id, kind, node) in &source.attachments {
            if let Some(copy) = copies.instruction(*id) {
                let node = metadata.attached(self.module, *kind, *node);
                self.attached.add(copy, *kind, node);
            }
        }
    }

    /// Makes the copy of an instruction use copies.
    fn follow_copies(
        &mut self,
        source: &Body,
        copy: InstructionId,
        copies: &Copies,
        metadata: &mut CopiedMetadata,
    ) {
        let mut operands = self.operands(copy);
        let is_declaration = self.declares_scopes(copy);
        for value in &mut operands {
            *value = match value.kind() {
                ValueKind::LocalMetadata(index) => {
                    let index = index as usize;
                    let of = source.local_metadata.get(index).map(|of| copies.value(*of));
                    of.map_or(*value, |of| self.metadata_of(of))
                }
                ValueKind::Metadata(id) if is_declaration => metadata.of_scopes(self.module, id).into(),
                ValueKind::Metadata(id) => metadata.of_operand(self.module, id).into(),
                ValueKind::Constant(_)
                | ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Forward(_) => copies.value(*value),
            };
        }
        let Body { instructions, lists, .. } = &mut self.body;
        let Some(data) = instructions.get_mut(copy) else { return };
        let mut operands = operands.into_iter();
        data.op.map_operands(lists, |value| operands.next().unwrap_or(value));
        if !matches!(data.op, Op::Phi(..)) {
            let mut index = 0;
            while let Some(block) = data.op.block_mut(lists, index) {
                *block = copies.block(*block).unwrap_or(*block);
                index += 1;
            }
            self.relink(copy);
            return;
        }
        let incoming = self.incoming(copy).into_iter();
        let entries: Vec<_> =
            incoming.filter_map(|(from, value)| Some((copies.block(from)?, value))).collect();
        self.set_all_entries(copy, &entries);
    }

    /// Gives phis of blocks that were not copied entries for the edges from a copy.
    fn enter_targets(&mut self, copied: &Copied, copies: &Copies) {
        let mut targets = self.successors(copied.block);
        targets.sort_unstable();
        for edges in targets.chunk_by(|one, other| one == other) {
            let Some(target) = edges.first() else { continue };
            for phi in self.phis(*target).collect::<Vec<_>>() {
                let incoming = self.incoming(phi);
                // The copies of phis have their entries.
                if incoming.iter().any(|(from, _)| *from == copied.block) {
                    continue;
                }
                let of_source = incoming.iter().find(|(from, _)| *from == copied.source);
                let value = of_source.map(|(_, value)| copies.value(*value));
                self.resize_entries(phi, copied.block, edges.len(), value);
            }
        }
    }
}
