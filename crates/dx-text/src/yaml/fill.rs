//! Parts from their fields in YAML, put together by the decoder of the part.
//!
//! The decoder walks a buffer of the part's size, zeros at first, and says where each field lies; the value in
//! the YAML is written there, into a second buffer, and the decoder is told it ([`Filler::supplied`]), so that it
//! goes on as if it had read counts, sizes and texts already. Then it walks the second buffer: now it sees what it
//! looks up elsewhere, such as strings by their offsets, and says more. When a pass changes nothing, all fields
//! are in place. A last pass, in which nothing is supplied, checks that every key was read and every value fits.

use std::ops::Range;

use dx_container::fields::{Field, Filler, Group, Show, Sink, Value};
use dx_container::parts::PartView;
use dx_container::reader::{Payload, Reader};
use located::Place;

use super::fields::Names;
use super::tree::{Content, Node};
use super::values;
use crate::error::{Result, TextError, TextErrorKind, error};
use crate::limits;

/// The decoder of a part or of another structure, as far as its fields are concerned.
pub(super) type Decoder = fn(&mut Reader<'_, '_>) -> dx_container::Result<()>;

/// The decoder of the part that the payload of the reader is.
pub(super) fn decode_part(r: &mut Reader<'_, '_>) -> dx_container::Result<()> {
    PartView::decode(r).map(drop)
}

/// The bytes of which `decode` reads these `fields`; `zeros` has its name, stage, and as many zeros as it has bytes.
pub(super) fn fill(fields: &Node, zeros: Payload<'_>, decode: Decoder) -> Result<Vec<u8>> {
    if !matches!(fields.content, Content::Map(_)) {
        return Err(fields.expected("Fields", "a mapping"));
    }
    let mut bytes = zeros.bytes.to_vec();
    for _ in 0..limits::PASSES {
        let filled = pass(fields, Payload { bytes: &bytes, ..zeros }, false, decode)?;
        if filled == bytes {
            break;
        }
        bytes = filled;
    }
    if pass(fields, Payload { bytes: &bytes, ..zeros }, true, decode)? == bytes {
        return Ok(bytes);
    }
    let text =
        "sizes and offsets contradict each other: no layout of the part satisfies all fields".to_owned();
    Err(error(TextErrorKind::Contradiction(text), fields.place))
}

/// One walk; `last` is the one that checks.
fn pass(fields: &Node, payload: Payload<'_>, last: bool, decode: Decoder) -> Result<Vec<u8>> {
    let mut fill = Fill {
        bytes: vec![0; payload.bytes.len()],
        taken: vec![0; payload.bytes.len()],
        frames: vec![Frame::new(Group::Record("Fields"), Some(fields))],
        error: None,
        supplied: None,
        last,
    };
    let walked = decode(&mut Reader::filling(payload, &mut fill));
    if !last {
        return Ok(fill.bytes);
    }
    match (fill.error.take(), walked) {
        // A value that is wrong in itself says more than what came of it.
        (Some(error), _) => return Err(error),
        (None, Err(cause)) => {
            return Err(error(TextErrorKind::Container(cause.kind().clone()), fields.place));
        }
        (None, Ok(())) => fill.check_used(),
    }
    fill.error.map_or(Ok(fill.bytes), Err)
}

/// Writes each reported field's value to where it lies.
struct Fill<'y> {
    bytes: Vec<u8>,
    /// The bits of each byte that a field has taken. The first to come keeps its place: what a decoder reads
    /// first (headers, counts, offsets) tells where the rest will lie, and the rest may lie wrong for a while.
    taken: Vec<u8>,
    frames: Vec<Frame<'y>>,
    /// The first thing found wrong; only what the last pass finds is wrong for certain.
    error: Option<TextError>,
    /// The value of the field reported last.
    supplied: Option<u64>,
    last: bool,
}

/// An open group and what the YAML has for it.
struct Frame<'y> {
    name: &'static str,
    node: Option<&'y Node>,
    names: Names,
    /// Members that were read; the one to look at first.
    used: Vec<bool>,
    next: usize,
    /// Of a table of strings: the bytes it takes up, as far as they were reported.
    region: Option<Range<usize>>,
}

impl<'y> Frame<'y> {
    fn new(group: Group, node: Option<&'y Node>) -> Self {
        let name = match group {
            Group::Record(name) | Group::List(name) => name,
            Group::Item(_) => "the member",
        };
        let len = match node.map(|node| &node.content) {
            Some(Content::Map(members)) => members.len(),
            Some(Content::List(members)) => members.len(),
            _ => 0,
        };
        Self { name, node, names: Names::default(), used: vec![false; len], next: 0, region: None }
    }

    /// The value under `key`, marked as read. Keys come in their order, so the search goes on where it was.
    fn take(&mut self, key: &str) -> Option<&'y Node> {
        let Content::Map(members) = &self.node?.content else { return None };
        let at = (self.next..members.len()).chain(0..self.next);
        let index =
            at.into_iter().find(|&index| members.get(index).is_some_and(|(other, _)| other.name == key))?;
        self.next = index + 1;
        self.use_member(index);
        members.get(index).map(|(_, node)| node)
    }

    fn use_member(&mut self, index: usize) {
        if let Some(used) = self.used.get_mut(index) {
            *used = true;
        }
    }

    /// A member that nothing has read.
    fn unused(&self) -> Option<(String, Place)> {
        let index = self.used.iter().position(|used| !used)?;
        match &self.node?.content {
            Content::Map(members) => {
                members.get(index).map(|(key, _)| (format!("key {}", key.name), key.place))
            }
            Content::List(members) => members.get(index).map(|node| (format!("member {index}"), node.place)),
            _ => None,
        }
    }
}

impl Fill<'_> {
    fn fail(&mut self, error: TextError) {
        self.error.get_or_insert(error);
    }

    fn check_used(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.close_frame(frame);
        }
    }

    fn close_frame(&mut self, frame: Frame<'_>) {
        if let (Some(region), Some(node)) = (&frame.region, frame.node) {
            self.write_table(region.clone(), node);
        } else if self.last
            && let Some((what, place)) = frame.unused()
        {
            self.fail(error(TextErrorKind::UnusedKey(what), place));
        }
    }

    /// Fails where `node` cannot be what `group` is.
    fn check_kind(&mut self, group: Group, node: &Node) {
        let (fits, expected) = match (group, &node.content) {
            // A table of strings is a record to the decoder and a list in YAML: its fields will tell.
            (Group::Record(_), content) => {
                let fits = matches!(content, Content::Map(_) | Content::List(_) | Content::Numbers(_));
                (fits, "a mapping, or a list of strings for a string table")
            }
            (Group::List(_), Content::Numbers(numbers)) => (numbers.is_empty(), "a list of mappings"),
            (Group::List(_), content) => {
                (matches!(content, Content::List(_) | Content::Null), "a list of mappings")
            }
            (Group::Item(_), content) => (matches!(content, Content::Map(_)), "a mapping"),
        };
        if !fits {
            let what = match group {
                Group::Record(name) | Group::List(name) => name.to_owned(),
                Group::Item(index) => format!("member {index}"),
            };
            self.fail(node.expected(&what, expected));
        }
    }

    /// Writes `from` at the start of `range`; what is longer than the range grows into what follows, which the
    /// next pass will find in its new place.
    fn write(&mut self, range: &Range<usize>, from: &[u8]) {
        let bytes = self.bytes.get_mut(range.start..).unwrap_or_default();
        let taken = self.taken.get_mut(range.start..).unwrap_or_default();
        let places = bytes.iter_mut().zip(taken);
        places.zip(from).for_each(|((byte, taken), from)| place_bits(byte, taken, 0xff, *from));
    }

    fn write_field(&mut self, field: &Field<'_>, node: &Node) {
        match encode(field, node) {
            Ok(bytes) => {
                self.supplied = supply(field, &bytes);
                if let Some((low, width)) = field.bits {
                    self.write_bits(field, node, low, width, &bytes);
                } else {
                    self.check_length(field, node, bytes.len());
                    self.write(&field.range, &bytes);
                }
            }
            Err(error) => self.fail(error),
        }
    }

    fn write_bits(&mut self, field: &Field<'_>, node: &Node, low: u8, width: u8, bytes: &[u8]) {
        let value = bytes.first().copied().unwrap_or_default();
        if u16::from(value) >= 1 << width {
            self.fail(node.expected(field.name, &format!("a {width}-bit number")));
        } else if let (Some(byte), Some(taken)) =
            (self.bytes.get_mut(field.range.start), self.taken.get_mut(field.range.start))
        {
            place_bits(byte, taken, (0xff >> (8 - width)) << low, value << low);
        }
    }

    /// In the last pass every value has its place: text and bytes must fit it.
    fn check_length(&mut self, field: &Field<'_>, node: &Node, len: usize) {
        let room = field.range.len();
        let fits = match field.value {
            Value::Text(_) => len == room || len + 1 == room,
            _ => len == room,
        };
        if self.last && !fits {
            let text = format!(
                "{} has {len} bytes, but the part has space for {room}: check the size of the field and the \
                 offsets",
                field.name
            );
            self.fail(error(TextErrorKind::Contradiction(text), node.place));
        }
    }

    /// A table of strings: each with its NUL, then the filler.
    fn write_table(&mut self, region: Range<usize>, node: &Node) {
        let mut bytes = Vec::new();
        match &node.content {
            Content::List(members) => {
                for (index, member) in members.iter().enumerate() {
                    match values::text(member) {
                        // The last list of numbers is what fills the table up; it has no NUL.
                        Some(filler)
                            if index + 1 == members.len()
                                && matches!(member.content, Content::Numbers(_)) =>
                        {
                            bytes.extend(filler);
                        }
                        Some(text) => {
                            bytes.extend(text);
                            bytes.push(0);
                        }
                        None => return self.fail(member.expected("a string", "text or a list of bytes")),
                    }
                }
            }
            Content::Numbers(numbers) if numbers.is_empty() => {}
            _ => return self.fail(node.expected("the string table", "a list of strings")),
        }
        if self.last && bytes.len() > region.len() {
            let text =
                format!("strings have {} bytes, but the string table has {}", bytes.len(), region.len());
            return self.fail(error(TextErrorKind::Contradiction(text), node.place));
        }
        self.write(&region, &bytes);
    }
}

impl<'a> Sink<'a> for Fill<'_> {
    fn field(&mut self, field: Field<'a>) {
        self.supplied = None;
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(node) = frame.node
            && matches!(node.content, Content::List(_) | Content::Numbers(_))
        {
            if !matches!(field.show, Show::Table | Show::Filler) {
                let error = node.expected(frame.name, "a mapping");
                return self.fail(error);
            }
            let region = frame.region.get_or_insert(field.range.clone());
            region.end = region.end.max(field.range.end);
            return;
        }
        let key = frame.names.key(field.name);
        if field.range.is_empty() {
            return;
        }
        if let Some(node) = frame.take(&key) {
            self.write_field(&field, node);
        }
    }

    fn open(&mut self, group: Group) {
        let Some(frame) = self.frames.last_mut() else { return };
        let node = match group {
            Group::Record(name) | Group::List(name) => {
                let key = frame.names.key(name);
                frame.take(&key)
            }
            Group::Item(index) => {
                frame.use_member(index);
                match frame.node.map(|node| &node.content) {
                    Some(Content::List(members)) => members.get(index),
                    _ => None,
                }
            }
        };
        if self.last
            && let Some(node) = node
        {
            self.check_kind(group, node);
        }
        self.frames.push(Frame::new(group, node));
    }

    fn close(&mut self) {
        if self.frames.len() > 1
            && let Some(frame) = self.frames.pop()
        {
            self.close_frame(frame);
        }
    }
}

impl Filler<'_> for Fill<'_> {
    fn needs_references(&self) -> bool {
        self.last
    }

    fn supplied(&self) -> Option<u64> {
        self.supplied.filter(|_| !self.last)
    }
}

/// Takes those bits of `mask` that are free and gives them the value they have in `bits`.
fn place_bits(byte: &mut u8, taken: &mut u8, mask: u8, bits: u8) {
    let free = mask & !*taken;
    *byte |= bits & free;
    *taken |= free;
}

/// The value that is supplied to the decoder: the number, or the size of the text in bytes.
fn supply(field: &Field<'_>, bytes: &[u8]) -> Option<u64> {
    match (field.value, field.show) {
        (Value::Text(_), _) => Some(bytes.len() as u64 + 1),
        // Text may come to stand where there is nothing yet.
        (_, Show::Reserved) => None,
        (Value::Number(_), _) => {
            Some(bytes.iter().take(8).rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        }
        _ => None,
    }
}

/// The bytes of a value, as many as the field has unless it is text or bytes.
fn encode(field: &Field<'_>, node: &Node) -> Result<Vec<u8>> {
    let width = field.range.len().min(8);
    let number = |number: u64| number.to_le_bytes().into_iter().take(width).collect::<Vec<u8>>();
    let max = if width >= 8 { u64::MAX } else { (1 << (8 * width)) - 1 };
    match field.value {
        // While its table is not there yet, a reference is a plain number.
        Value::Number(_) if is_null(node) && matches!(field.show, Show::Plain) => Ok(number(NULL)),
        Value::TextAt(..) | Value::WordsAt(..) | Value::TextsAt(..) | Value::BytesAt(..) if is_null(node) => {
            Ok(number(NULL))
        }
        // An offset and a size; while a part is put together, the number that both make.
        Value::Number(_) | Value::BytesAt(..)
            if field.range.len() == 8
                && matches!(node.content, Content::Numbers(_))
                && !matches!(field.show, Show::Flags(_)) =>
        {
            let halves = words_of(field, node)?;
            if halves.len() == 8 {
                Ok(halves)
            } else {
                Err(node.expected(field.name, "an offset and a size"))
            }
        }
        // What is reserved until there is text: names that stand in a record or elsewhere begin so.
        Value::Number(_) if matches!((&node.content, field.show), (Content::Text(_), Show::Reserved)) => {
            Ok(values::text(node).unwrap_or_default())
        }
        Value::Number(_) => number_of(field, node, max).map(number),
        Value::BytesAt(..) => Err(node.expected(field.name, "an offset and a size")),
        Value::TextAt(..) | Value::WordsAt(..) | Value::TextsAt(..) | Value::ItemAt(..) => {
            node.number(field.name, max).map(number)
        }
        Value::Float(_) => {
            values::float(node, field.name).map(|float| float.to_bits().to_le_bytes().to_vec())
        }
        Value::Bytes(_) => node.bytes(field.name),
        // It has no bytes of its own, so that nothing is ever written for it.
        Value::Inflated(_) => Ok(Vec::new()),
        Value::Text(_) => {
            values::text(node).ok_or_else(|| node.expected(field.name, "text or a list of bytes"))
        }
        Value::Words(_) => words_of(field, node),
    }
}

/// The offset of a reference that refers to nothing; where a size follows, that is zero.
const NULL: u64 = 0xffff_ffff;

/// A reference that refers to nothing: what it will be shown as once its table is there.
fn is_null(node: &Node) -> bool {
    matches!(&node.content, Content::Text(text) if text == "none")
}

fn words_of(field: &Field<'_>, node: &Node) -> Result<Vec<u8>> {
    let words = values::words(node, field.name)?;
    Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

fn number_of(field: &Field<'_>, node: &Node, max: u64) -> Result<u64> {
    match (&node.content, field.show) {
        (_, Show::Enum(names) | Show::Special(names)) => values::named(node, field.name, names, max),
        (Content::Number(number), _) if *number <= max => Ok(*number),
        (Content::Bool(value), Show::Bool) => Ok(u64::from(*value)),
        (Content::Numbers(numbers), Show::Flags(_)) => {
            Ok(numbers.iter().fold(0, |word, number| word | number))
        }
        (Content::List(members), Show::Flags(names)) => members.iter().try_fold(0, |word, member| {
            let bit = match &member.content {
                Content::Text(text) => values::value_of(names, text),
                Content::Number(number) => Some(*number),
                _ => None,
            };
            bit.map(|bit| word | bit).ok_or_else(|| member.expected(field.name, &values::one_of(names)))
        }),
        (_, Show::Flags(names)) => {
            Err(node.expected(field.name, &format!("a list; {}", values::one_of(names))))
        }
        _ => node.number(field.name, max),
    }
}
