//! Two function bodies side by side, with the position of each block and instruction. Separate because values are
//! compared by position before all instructions are.

use crate::arena::{Id, IdMap};
use crate::function::Local;
use crate::{BlockId, Body, InstructionId, ValueKind};

/// Two bodies, and the position of every instruction and block.
pub(super) struct InBodies<'b> {
    pub(super) our: &'b Body,
    pub(super) their: &'b Body,
    pub(super) ours: Places,
    pub(super) theirs: Places,
}

/// The positions of instructions and blocks, from 1; 0 for those that are not in the layout.
pub(super) struct Places {
    instructions: IdMap<InstructionId, u32>,
    blocks: IdMap<BlockId, u32>,
}

impl Places {
    pub(super) fn of(body: &Body) -> Self {
        let mut places = Self { instructions: IdMap::new(), blocks: IdMap::new() };
        let instructions = body.in_order().map(|(_, id, _)| id);
        set_places(&mut places.instructions, instructions);
        set_places(&mut places.blocks, body.layout.iter().copied());
        places
    }

    pub(super) fn local(&self, local: Local) -> Option<Local> {
        Some(match local {
            Local::Block(block) => Local::Block(BlockId::from_u32(*self.blocks.get(block)?)),
            Local::Value(value) => Local::Value(match value.kind() {
                ValueKind::Instruction(id) => InstructionId::from_u32(*self.instructions.get(id)?).into(),
                ValueKind::Constant(_)
                | ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => value,
            }),
        })
    }
}

fn set_places<K: Id>(places: &mut IdMap<K, u32>, ids: impl Iterator<Item = K>) {
    for (place, id) in (1..).zip(ids) {
        places[id] = place;
    }
}

impl InBodies<'_> {
    /// Returns true if two instructions have the same position.
    pub(super) fn have_at_one_place(&self, our: InstructionId, their: InstructionId) -> bool {
        let place = self.ours.instructions.get(our).filter(|place| **place != 0);
        place.is_some() && place == self.theirs.instructions.get(their)
    }

    pub(super) fn same_blocks(&self, ours: &[BlockId], theirs: &[BlockId]) -> bool {
        let place = |(our, their): (&BlockId, &BlockId)| {
            let place = self.ours.blocks.get(*our).filter(|place| **place != 0);
            place.is_some() && place == self.theirs.blocks.get(*their)
        };
        ours.len() == theirs.len() && ours.iter().zip(theirs).all(place)
    }
}
