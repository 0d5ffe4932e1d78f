//! The names and numbers of a function: arguments, blocks and instructions. Separate from their syntax, because the
//! parser's state holds them. All of them may be referred to before they are defined.

use std::borrow::Cow;
use std::collections::BTreeMap;

use az::SaturatingAs as _;
use bstr::BStr;
use dxil_ir::debug_records::DebugRecord;
use dxil_ir::function::{Block, BodyRoom, Local};
use dxil_ir::instruction::OperandBundle;
use dxil_ir::{BlockId, Body, Dialect, Instruction, InstructionId, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::limits;

/// What is known of the function at hand.
pub(super) struct Locals<'s> {
    pub(super) body: Body,
    /// What has no name, by number, up to the first number that is left out.
    pub(super) numbered: Vec<Slot>,
    /// What has no name behind that, and the next number there.
    pub(super) sparse: HashMap<u32, Slot>,
    pub(super) next_sparse: u32,
    pub(super) named: HashMap<Cow<'s, [u8]>, Slot>,
    /// Values that are referred to and not there yet.
    pub(super) forwards: Vec<Forward<'s>>,
    /// In order, so that most of what is defined is known by the first one not to be among them.
    pub(super) forward_numbers: BTreeMap<Key<'s>, usize>,
    pub(super) forward_blocks: BTreeMap<Key<'s>, (BlockId, usize)>,
    /// True if the current instruction has a forward reference.
    pub(super) is_forward: bool,
    /// The instructions with forward references.
    pub(super) with_forwards: Vec<InstructionId>,
    pub(super) local_metadata: HashMap<Value, u32>,
    /// The bundles of the call at hand.
    pub(super) bundles: Vec<OperandBundle>,
    /// What stands before the next instruction.
    pub(super) records: Vec<DebugRecord>,
    /// How many numbers may be left out yet, so that what follows a wrong number is not wrong as well.
    pub(super) gaps: u32,
    /// True if a line could not be read whose result is unknown: numbers may be missing from there on.
    pub(super) may_lack_number: bool,
    /// True if there was such a line at all, or a wrong number: what is missing may be what it defines.
    pub(super) is_incomplete: bool,
    /// True if numbers do not mean what the writer means.
    pub(super) are_numbers_wrong: bool,
    /// What was defined last.
    pub(super) last: Option<Key<'s>>,
    /// The block at hand, and its instructions so far.
    pub(super) block: Option<BlockId>,
    pub(super) instructions: Vec<InstructionId>,
    /// Where each instruction stands.
    pub(super) places: Vec<u32>,
}

/// What a name or a number is for.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    Value(Value, TypeId),
    Block(BlockId),
    /// An instruction that could not be read: what refers to it is not at fault.
    Broken,
}

/// A name or a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key<'s> {
    Number(u32),
    Name(Cow<'s, [u8]>),
}

/// A value that is referred to before it is there.
pub(super) struct Forward<'s> {
    pub(super) key: Key<'s>,
    pub(super) ty: TypeId,
    pub(super) start: usize,
    pub(super) value: Option<Value>,
    /// True if an error about its types was reported.
    pub(super) is_told: bool,
}

/// Memory for one body after the other.
#[derive(Default)]
pub(super) struct Room {
    pub(super) body: BodyRoom,
    pub(super) numbered: Vec<Slot>,
    pub(super) instructions: Vec<InstructionId>,
    pub(super) places: Vec<u32>,
}

impl std::fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "%{number}"),
            Self::Name(name) => {
                let mut spelled = String::new();
                crate::print::names::name(&mut spelled, BStr::new(name), Dialect::Dxil37);
                write!(f, "%{spelled}")
            }
        }
    }
}

impl<'s> Locals<'s> {
    /// Of a body that is read in this memory.
    pub(super) fn new(room: Room) -> Self {
        let Room { body, numbered, instructions, places } = room;
        Self {
            body: Body::in_room(body),
            numbered,
            sparse: HashMap::new(),
            next_sparse: 0,
            named: HashMap::new(),
            forwards: Vec::new(),
            forward_numbers: BTreeMap::new(),
            forward_blocks: BTreeMap::new(),
            is_forward: false,
            with_forwards: Vec::new(),
            local_metadata: HashMap::new(),
            bundles: Vec::new(),
            records: Vec::new(),
            gaps: limits::GAPS,
            may_lack_number: false,
            is_incomplete: false,
            are_numbers_wrong: false,
            last: None,
            block: None,
            instructions,
            places,
        }
    }

    pub(super) fn slot(&self, key: &Key<'s>) -> Option<Slot> {
        match key {
            Key::Number(number) => {
                let known = self.numbered.get(usize::try_from(*number).ok()?);
                known.or_else(|| self.sparse.get(number)).copied()
            }
            Key::Name(name) => self.named.get(name).copied(),
        }
    }

    /// The number of the next thing without a name.
    pub(super) fn next_number(&self) -> u32 {
        match self.sparse.is_empty() {
            true => self.numbered.len().saturating_as::<u32>(),
            false => self.next_sparse,
        }
    }

    pub(super) fn add(&mut self, key: &Key<'s>, slot: Slot) {
        self.last = Some(key.clone());
        match key {
            Key::Number(number) => self.add_numbered(*number, slot),
            Key::Name(name) => {
                self.named.insert(name.clone(), slot);
            }
        }
    }

    /// True if a number is the next one, and none was left out.
    #[inline]
    pub(super) fn is_next(&self, number: u32) -> bool {
        self.sparse.is_empty() && usize::try_from(number) == Ok(self.numbered.len())
    }

    /// Says what a number refers to, if it is the next one and nothing refers to it yet, as of most. Says whether it
    /// is.
    #[inline]
    pub(super) fn define_next(&mut self, number: u32, value: Value, ty: TypeId) -> bool {
        let is_new = self.is_next(number)
            && !may_have_number(&self.forward_numbers, number)
            && !may_have_number(&self.forward_blocks, number);
        if is_new {
            self.numbered.push(Slot::Value(value, ty));
            self.last = Some(Key::Number(number));
        }
        is_new
    }

    pub(super) fn add_numbered(&mut self, number: u32, slot: Slot) {
        if self.is_next(number) {
            self.numbered.push(slot);
        } else {
            self.sparse.insert(number, slot);
            self.next_sparse = number.saturating_add(1);
        }
    }

    /// Adds an instruction to the block at hand.
    pub(super) fn add_instruction(&mut self, instruction: Instruction, start: usize) -> InstructionId {
        let id = self.body.instructions.push(instruction);
        self.places.push(start.saturating_as::<u32>());
        self.instructions.push(id);
        if !self.records.is_empty() {
            self.body.debug_records.add(id, std::mem::take(&mut self.records));
        }
        if std::mem::take(&mut self.is_forward) {
            self.with_forwards.push(id);
        }
        if !self.bundles.is_empty() {
            self.body.bundles.insert(id, std::mem::take(&mut self.bundles));
        }
        id
    }

    /// Adds blocks that something refers to already.
    pub(super) fn create_blocks(&mut self, mut blocks: Vec<(Key<'s>, BlockId, usize)>) {
        blocks.sort_unstable_by_key(|(_, block, _)| *block);
        for (key, _, start) in blocks {
            let block = self.body.blocks.push(Block::default());
            self.forward_blocks.insert(key, (block, start));
        }
    }

    /// Begins a block.
    pub(super) fn begin(&mut self, block: BlockId) {
        self.end_block();
        self.block = Some(block);
        self.body.layout.push(block);
    }

    pub(super) fn end_block(&mut self) {
        let Some(block) = self.block.take() else { return };
        let list = self.body.lists.instructions.list_of(&self.instructions);
        self.instructions.clear();
        if let Some(block) = self.body.blocks.get_mut(block) {
            block.instructions = list;
        }
    }

    /// The body, once all of it was read, where its instructions stand, and the memory for another one.
    pub(super) fn finish(mut self) -> (Body, Vec<u32>, Room) {
        self.end_block();
        let Self { body, forwards, with_forwards, .. } = &mut self;
        let resolved = |value: Value| {
            let ValueKind::Forward(index) = value.kind() else { return value };
            let index = index as usize;
            forwards.get(index).and_then(|forward| forward.value).unwrap_or(value)
        };
        for id in with_forwards {
            if let Some(instruction) = body.instructions.get_mut(*id) {
                instruction.op.map_operands(&mut body.lists, resolved);
            }
        }
        body.debug_records.each_value_mut(&mut |value| *value = resolved(*value));
        if body.local_metadata.iter().any(|value| matches!(value.kind(), ValueKind::Forward(_))) {
            body.local_metadata.iter_mut().for_each(|value| *value = resolved(*value));
            body.number_local_metadata();
        }
        let Self { mut body, mut numbered, named, mut places, instructions, .. } = self;
        body.names.reserve(named.len());
        for (name, slot) in named {
            let local = match slot {
                Slot::Value(value, _) => Local::Value(value),
                Slot::Block(block) => Local::Block(block),
                Slot::Broken => continue,
            };
            body.names.insert(local, name.as_ref().into());
        }
        numbered.clear();
        let mut room = Room { numbered, instructions, ..Room::default() };
        if let Some(left) = body.leave_room() {
            room.body = left;
            room.places = places.clone();
            std::mem::swap(&mut room.places, &mut places);
            room.places.clear();
        }
        (body, places, room)
    }
}

/// True if the map may contain a number, which is then not less than the first key. Names sort after all numbers.
#[inline]
pub(super) fn may_have_number<V>(forward: &BTreeMap<Key<'_>, V>, number: u32) -> bool {
    matches!(forward.first_key_value(), Some((Key::Number(first), _)) if *first <= number)
}
