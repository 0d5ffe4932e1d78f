//! Metadata that is attached to instructions while a function is edited: by instruction. Separate because bodies keep
//! it as one list, which nobody wants to go through for each instruction.

use hashbrown::HashMap;

use crate::{InstructionId, MetadataId};

use super::order::Order;

/// The metadata that is attached to a function's instructions.
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
    pub(super) fn set(&mut self, id: InstructionId, kind: u32, node: Option<MetadataId>) -> bool {
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
