//! Metadata that is attached to instructions while a function is edited: by instruction. Separate because bodies keep
//! it as one list, which nobody wants to go through for each instruction.

use hashbrown::HashMap;

use crate::{InstructionId, MetadataId};

use super::order::Order;
use super::{Changed, EditError, Editor};

/// The metadata of a function's instructions.
#[derive(Debug, Default)]
pub(super) struct Attached {
    /// The body's list, as it was.
    stored: Vec<(InstructionId, u32, MetadataId)>,
    of: HashMap<InstructionId, Vec<(u32, MetadataId)>>,
    is_changed: bool,
}

impl Attached {
    /// That of a body.
    pub(super) fn new(stored: Vec<(InstructionId, u32, MetadataId)>) -> Self {
        let mut of = HashMap::<_, Vec<_>>::new();
        for (id, kind, node) in &stored {
            of.entry(*id).or_default().push((*kind, *node));
        }
        Self { stored, of, is_changed: false }
    }

    /// The same as bodies keep it, of the instructions that have a place.
    pub(super) fn into_body(self, order: &Order) -> Vec<(InstructionId, u32, MetadataId)> {
        let Self { mut stored, of, is_changed } = self;
        if !is_changed {
            return stored;
        }
        stored.clear();
        for id in order.blocks().flat_map(|block| order.instructions(block)) {
            stored.extend(of.get(&id).into_iter().flatten().map(|(kind, node)| (id, *kind, *node)));
        }
        stored
    }

    /// What an instruction has: kind and node, in the order in which they were attached.
    pub(super) fn of(&self, id: InstructionId) -> &[(u32, MetadataId)] {
        self.of.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Attaches a node behind what an instruction has.
    pub(super) fn add(&mut self, id: InstructionId, kind: u32, node: MetadataId) {
        self.is_changed = true;
        self.of.entry(id).or_default().push((kind, node));
    }

    /// Attaches a node in the place of those of its kind, or takes these away. Says whether that changes anything.
    fn set(&mut self, id: InstructionId, kind: u32, node: Option<MetadataId>) -> bool {
        let is_of_kind = |(of, _): &(u32, MetadataId)| *of == kind;
        // The last one counts, as in LLVM.
        if self.of(id).iter().rfind(|of| is_of_kind(of)).map(|(_, node)| *node) == node {
            return false;
        }
        let all = self.of.entry(id).or_default();
        let place = all.iter().position(is_of_kind).unwrap_or(all.len());
        all.retain(|of| !is_of_kind(of));
        if let Some(node) = node {
            all.insert(place, (kind, node));
        }
        self.is_changed = true;
        true
    }
}

impl Editor<'_> {
    /// The metadata attached to an instruction: kind and node.
    pub fn attachments(&self, id: InstructionId) -> impl Iterator<Item = (u32, MetadataId)> + '_ {
        let of_it = self.block_of(id).map(|_| self.attached.of(id));
        of_it.into_iter().flatten().copied()
    }

    /// Attaches metadata of a kind to an instruction in the place of what it has of that kind, or takes that away.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction.
    pub fn set_attachment(
        &mut self,
        instruction: InstructionId,
        kind: u32,
        node: Option<MetadataId>,
    ) -> Result<(), EditError> {
        self.placed(instruction)?;
        self.write_attachment(instruction, kind, node);
        Ok(())
    }

    /// The same for an instruction that the function has.
    pub(super) fn write_attachment(
        &mut self,
        instruction: InstructionId,
        kind: u32,
        node: Option<MetadataId>,
    ) {
        if self.attached.set(instruction, kind, node) {
            self.note(Changed::Values);
        }
    }
}
