//! What names and numbers refer to in a function: arguments, blocks, instructions. All of them may be referred to
//! before they are there.

mod blocks;
mod recovery;

use std::borrow::Cow;
use std::collections::BTreeMap;

use bstr::BStr;
use dxil_ir::debug_records::DebugRecord;
use dxil_ir::function::{Block, BodyRoom, Local};
use dxil_ir::instruction::OperandBundle;
use dxil_ir::{BlockId, Body, Dialect, Instruction, InstructionId, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use super::cursor::{Parser, Result};
use super::names;
use super::token::Token;
use crate::limits;

/// What is known of the function at hand.
pub(super) struct Locals<'s> {
    pub(super) body: Body,
    /// What has no name, by number, up to the first number that is left out.
    numbered: Vec<Slot>,
    /// What has no name behind that, and the next number there.
    sparse: HashMap<u32, Slot>,
    next_sparse: u32,
    named: HashMap<Cow<'s, [u8]>, Slot>,
    /// Values that are referred to and not there yet.
    forwards: Vec<Forward<'s>>,
    /// In order, so that most of what is defined is known by the first one not to be among them.
    forward_numbers: BTreeMap<Key<'s>, usize>,
    forward_blocks: BTreeMap<Key<'s>, (BlockId, usize)>,
    /// Whether the instruction at hand refers to one of them, and which instructions do.
    is_forward: bool,
    with_forwards: Vec<InstructionId>,
    local_metadata: HashMap<Value, u32>,
    /// The bundles of the call at hand.
    pub(super) bundles: Vec<OperandBundle>,
    /// What stands before the next instruction.
    pub(super) records: Vec<DebugRecord>,
    /// How many numbers may be left out yet, so that what follows a wrong number is not wrong as well.
    gaps: u32,
    /// Whether a line could not be read whose result is unknown: numbers may be missing from there on.
    may_lack_number: bool,
    /// Whether there was such a line at all, or a wrong number: what is missing may be what it defines.
    is_incomplete: bool,
    /// Whether numbers do not mean what the writer means.
    are_numbers_wrong: bool,
    /// What was defined last.
    last: Option<Key<'s>>,
    /// The block at hand, and its instructions so far.
    block: Option<BlockId>,
    instructions: Vec<InstructionId>,
    /// Where each instruction stands.
    pub(super) places: Vec<u32>,
}

/// What a name or a number is for.
#[derive(Clone, Copy)]
enum Slot {
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

/// What a line defines.
pub(super) enum Named<'s> {
    /// Something with this name or number, which stands at this offset.
    As(Key<'s>, usize),
    /// Something that has the next number, or nothing.
    Unnamed,
    /// Something that cannot be referred to: what is wrong with its name was told.
    Nothing,
}

/// A value that is referred to before it is there.
struct Forward<'s> {
    key: Key<'s>,
    ty: TypeId,
    start: usize,
    value: Option<Value>,
    /// Whether it was told that its types differ.
    is_told: bool,
}

/// Memory for one body after the other.
#[derive(Default)]
pub(super) struct Room {
    body: BodyRoom,
    numbered: Vec<Slot>,
    instructions: Vec<InstructionId>,
    places: Vec<u32>,
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

    fn slot(&self, key: &Key<'s>) -> Option<Slot> {
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
            true => u32::try_from(self.numbered.len()).unwrap_or(u32::MAX),
            false => self.next_sparse,
        }
    }

    fn add(&mut self, key: &Key<'s>, slot: Slot) {
        self.last = Some(key.clone());
        match key {
            Key::Number(number) => self.add_numbered(*number, slot),
            Key::Name(name) => {
                self.named.insert(name.clone(), slot);
            }
        }
    }

    /// Whether a number is the next one, and none was left out.
    #[inline]
    fn is_next(&self, number: u32) -> bool {
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

    fn add_numbered(&mut self, number: u32, slot: Slot) {
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
        self.places.push(u32::try_from(start).unwrap_or(u32::MAX));
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
    fn begin(&mut self, block: BlockId) {
        self.end_block();
        self.block = Some(block);
        self.body.layout.push(block);
    }

    fn end_block(&mut self) {
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
            let index = usize::try_from(index).unwrap_or(usize::MAX);
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

/// Whether a number may be among these: it does not come before all of them. Names come behind all numbers.
#[inline]
fn may_have_number<V>(forward: &BTreeMap<Key<'_>, V>, number: u32) -> bool {
    matches!(forward.first_key_value(), Some((Key::Number(first), _)) if *first <= number)
}

impl<'s> Parser<'s> {
    /// The function at hand, in a body.
    #[inline]
    pub(super) fn locals(&mut self) -> Result<&mut Locals<'s>> {
        match self.locals {
            Some(ref mut locals) => Ok(locals),
            None => Err(Box::new(super::Fault {
                offset: self.at.start,
                len: 1,
                message: "local value used outside of its function".to_owned(),
                hint: None,
                is_undefined: false,
                is_consequence: false,
            })),
        }
    }

    /// The name or number at hand, which is taken.
    #[inline]
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn key(&mut self) -> Result<Key<'s>> {
        match self.at.token {
            Token::LocalNumber => self.token_number().map(Key::Number),
            _ => Ok(Key::Name(names::name(self.take()))),
        }
    }

    /// Whether the token at hand is that of an argument, a block or an instruction.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn is_local(&self) -> bool {
        let key = match self.at.token {
            Token::LocalNumber => names::number(self.text()).map(Key::Number),
            Token::LocalName => Some(Key::Name(names::name(self.text()))),
            _ => None,
        };
        let locals = self.locals.as_ref();
        locals.zip(key).is_some_and(|(locals, key)| locals.slot(&key).is_some())
    }

    /// The argument or the instruction of a type that the token at hand refers to.
    #[inline]
    pub(super) fn local_value(&mut self, ty: TypeId) -> Result<Value> {
        // What is there already, by number, is most of all.
        if self.at.token == Token::LocalNumber
            && let Some(number) = names::number(self.text())
            && let Some(locals) = &self.locals
            && let Some(Slot::Value(value, found)) =
                usize::try_from(number).ok().and_then(|number| locals.numbered.get(number))
            && *found == ty
        {
            let value = *value;
            self.bump();
            return Ok(value);
        }
        let (start, len, before) = (self.at.start, self.text().len(), self.at.before);
        let key = self.key()?;
        if self.at.token == Token::Equal {
            // It is what the next line defines.
            self.seek(start);
            self.at.before = before;
            return Err(self.expected("a value"));
        }
        match self.locals()?.slot(&key) {
            Some(Slot::Value(value, found)) if found == ty => Ok(value),
            Some(Slot::Value(_, found)) => {
                let message =
                    format!("{key} has the type {}, expected {}", self.shown(found), self.shown(ty));
                let fault = self.mistaken(&key, start, len, message);
                // Once is enough: it may be the definition that is wrong.
                self.locals()?.set_broken(&key);
                Err(fault)
            }
            Some(Slot::Block(_)) => {
                Err(self.mistaken(&key, start, len, format!("{key} is a block, expected a value")))
            }
            Some(Slot::Broken) => Ok(self.module.undef(ty)),
            None => self.forward(key, ty, start),
        }
    }

    fn forward(&mut self, key: Key<'s>, ty: TypeId, start: usize) -> Result<Value> {
        let locals = self.locals()?;
        locals.is_forward = true;
        let next = locals.forwards.len();
        let index = *locals.forward_numbers.entry(key.clone()).or_insert(next);
        if index == next {
            locals.forwards.push(Forward { key: key.clone(), ty, start, value: None, is_told: false });
        }
        let mut is_told = false;
        let known = locals.forwards.get_mut(index).map(|forward| {
            is_told = forward.is_told;
            forward.is_told |= forward.ty != ty;
            forward.ty
        });
        let value = u32::try_from(index).map(|index| Value::new(ValueKind::Forward(index)));
        match (known, value) {
            (Some(known), Ok(value)) if known == ty => Ok(value),
            (known, _) => {
                let message = format!(
                    "{key} is used here as {} and before as {}",
                    self.shown(ty),
                    self.shown(known.unwrap_or(ty))
                );
                let mut fault = self.mistaken(&key, start, key.to_string().len(), message);
                fault.is_consequence |= is_told;
                Err(fault)
            }
        }
    }

    /// A value of the function as metadata.
    pub(super) fn local_as_metadata(&mut self, value: Value) -> Value {
        let Ok(locals) = self.locals() else { return value };
        let next = u32::try_from(locals.body.local_metadata.len()).unwrap_or(Value::MAX);
        let index = *locals.local_metadata.entry(value).or_insert(next);
        if index == next {
            locals.body.local_metadata.push(value);
        }
        Value::new(ValueKind::LocalMetadata(index))
    }

    /// What the line at hand defines: `%x =`.
    pub(super) fn result_name(&mut self) -> Result<Named<'s>> {
        if !matches!(self.at.token, Token::LocalName | Token::LocalNumber) {
            return Ok(Named::Unnamed);
        }
        let (start, len) = (self.at.start, self.text().len());
        let key = self.key()?;
        if let Err(fault) = self.expect(Token::Equal, "`=`") {
            // Alone in its line, it is no result.
            let is_on_line = self.is_on_line();
            let locals = self.locals()?;
            let is_new = is_on_line
                && match &key {
                    Key::Number(number) => *number == locals.next_number(),
                    Key::Name(_) => locals.slot(&key).is_none(),
                };
            let named = if is_new { Named::As(key, start) } else { Named::Unnamed };
            self.define_broken(&named, start);
            return Err(fault);
        }
        let may_be_sparse = self.is_modern();
        let locals = self.locals()?;
        match &key {
            // Modern LLVM may leave numbers out.
            Key::Number(number) if may_be_sparse && *number >= locals.next_number() => {}
            Key::Number(number) => {
                let (number, next) = (*number, locals.next_number());
                let is_known = std::mem::take(&mut locals.may_lack_number) && number > next;
                if number != next {
                    // A larger one is what the writer means from here on, a smaller one is meant to be the next.
                    locals.skip_to_number(number);
                    locals.are_numbers_wrong |= number < next;
                    let is_told = std::mem::replace(&mut locals.is_incomplete, true);
                    let key = Key::Number(locals.next_number());
                    if !(is_known || is_told) {
                        let message =
                            format!("wrong number: expected %{next}, the next one, found %{number}");
                        let fault = self.fault_at(start, len, message);
                        self.note(
                            fault.with_hint(
                                "unnamed arguments, basic blocks and values are numbered together",
                            ),
                        );
                    }
                    return Ok(Named::As(key, start));
                }
            }
            Key::Name(_) if locals.slot(&key).is_some() => {
                let fault = self.fault_at(start, len, format!("{key} is defined twice"));
                self.note(fault);
                return Ok(Named::Nothing);
            }
            Key::Name(_) => {}
        }
        Ok(Named::As(key, start))
    }

    /// Says that an argument or an instruction is what a name or a number refers to; without either, it has the next
    /// number.
    pub(super) fn define(&mut self, key: Option<Key<'s>>, value: Value, ty: TypeId) -> Result {
        let locals = self.locals()?;
        let key = key.unwrap_or_else(|| Key::Number(locals.next_number()));
        if let Key::Number(number) = key
            && locals.define_next(number, value, ty)
        {
            return Ok(());
        }
        if locals.slot(&key).is_some() {
            return Err(self.fault(format!("{key} is defined twice")));
        }
        if let Some(index) = locals.forward_numbers.remove(&key)
            && let Some(forward) = locals.forwards.get_mut(index)
        {
            forward.value = Some(value);
            let (expected, start) = (forward.ty, forward.start);
            if expected != ty {
                locals.add(&key, Slot::Value(value, ty));
                let message = format!(
                    "{key} is used here as {}, but has the type {}",
                    self.shown(expected),
                    self.shown(ty)
                );
                return Err(self.mistaken(&key, start, key.to_string().len(), message));
            }
        }
        if let Some((_, start)) = locals.forward_blocks.remove(&key) {
            locals.add(&key, Slot::Value(value, ty));
            let message = format!("{key} is used here as a block, but is a value");
            return Err(self.mistaken(&key, start, key.to_string().len(), message));
        }
        locals.add(&key, Slot::Value(value, ty));
        Ok(())
    }

    /// Says what was referred to and never came.
    pub(super) fn check_locals(&mut self) {
        let Some(locals) = self.locals.as_mut().filter(|locals| !locals.is_incomplete) else { return };
        let values = std::mem::take(&mut locals.forward_numbers).into_values().filter_map(|index| {
            let forward = locals.forwards.get(index)?;
            Some((forward.start, forward.key.to_string(), "value"))
        });
        let blocks = std::mem::take(&mut locals.forward_blocks).into_iter();
        let blocks = blocks.map(|(key, (_, start))| (start, key.to_string(), "block"));
        let mut missing: Vec<_> = values.chain(blocks).collect();
        missing.sort_unstable();
        for (start, key, what) in missing {
            let fault = self.fault_at(start, key.len(), format!("undefined {what} {key}"));
            self.note(fault);
        }
    }
}
