//! State of the reader of a function body: the body, forward references, and the numbers of function-local metadata.
//! Separate because the module reader owns it and the readers of all inner blocks extend it.

use crate::function::BodyRoom;
use crate::{Body, DebugLocationId, InstructionId, MetadataId, TypeId};

/// Buffers of the body reader, reused for all bodies.
#[derive(Default)]
pub(super) struct Gathered {
    /// Instructions with forward references.
    pub(super) forward: Vec<InstructionId>,
    /// The declared types of forward references, by value number.
    pub(super) promised: Vec<(usize, TypeId)>,
    pub(super) room: BodyRoom,
}

/// A body that is being read.
pub(super) struct BodyReader {
    pub(super) body: Body,
    /// The value number after the last argument; forward references are relative to it.
    pub(super) first: usize,
    /// The index of the block that instructions are appended to.
    pub(super) current: usize,
    /// The first instruction of the current block.
    pub(super) block_start: u32,
    /// `void` and `i1`, if the module has them.
    pub(super) void: Option<TypeId>,
    pub(super) truth: Option<TypeId>,
    /// The debug location of the previous instruction.
    pub(super) last_location: Option<DebugLocationId>,
    pub(super) gathered: Gathered,
}

impl BodyReader {
    /// Ends the current block with its terminator.
    pub(super) fn end_block(&mut self, last: InstructionId) {
        let Body { blocks, layout, lists, .. } = &mut self.body;
        let block = layout.get(self.current).and_then(|block| blocks.get_mut(*block));
        if let Some(block) = block {
            let ids = (self.block_start..last.as_u32() + 1).map(InstructionId::from_u32);
            block.instructions = lists.instructions.list(ids);
        }
        self.current += 1;
        self.block_start = last.as_u32() + 1;
    }

    /// Clears the buffers of a complete body for the next body.
    pub(super) fn release(&mut self) {
        let Self { body, gathered, .. } = self;
        gathered.forward.clear();
        gathered.promised.clear();
        gathered.room = body.leave_room().unwrap_or_default();
    }
}

/// The metadata numbers of the function that is being read.
#[derive(Default)]
pub(super) struct LocalMetadata {
    /// The size of the module's metadata before the first node of a function.
    pub(super) outside: Option<usize>,
    /// The function's metadata by number; the numbers follow the module's.
    pub(super) entries: Vec<Entry>,
    /// The number of entries that nodes refer to.
    pub(super) referred: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Entry {
    Node(MetadataId),
    /// A function-local value, by index.
    Value(u32),
}

impl LocalMetadata {
    /// Clears the entries at the end of a function.
    pub(super) fn end_function(&mut self) {
        self.entries.clear();
        self.referred = 0;
    }

    /// Returns true if a function had nodes: later metadata numbers then differ from the module's numbers.
    pub(super) fn has_nodes(&self) -> bool {
        self.outside.is_some()
    }
}
