//! Metadata: strings, values, tuples and nodes of debug information, by number.
//!
//! A node of debug information is a row of `tables/bitcode.toml`, which names its fields, and as many numbers. That is
//! how bitcode has it, and all that anyone needs who prints, parses, copies or checks one.

mod content;
mod schema;

use std::hash::BuildHasher as _;

use crate::arena::{Arena, Id as _, id};
use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::{Dialect, TypeId, Value};
pub use crate::generated::bitcode::NODES;
use crate::generated::bitcode::{METADATA_KINDS_DXIL37, METADATA_KINDS_MODERN};
pub use content::Content;
pub(crate) use schema::{Encoding, NodeRecord, RecordHead, RecordOperand};
pub use schema::{FieldKind, FieldText, NodeField, NodeRow, Shown};

id! {
    /// A piece of metadata.
    pub struct MetadataId, "metadata"
}

impl NodeRow {
    /// The row of a dialect's node by its name in assembly, without the `!`, and its place in [`NODES`].
    pub fn named(dialect: Dialect, name: &[u8]) -> Option<(u8, &'static Self)> {
        let mut rows = (0..).zip(&NODES);
        rows.find(|(_, row)| row.dialect == dialect && row.name.as_bytes() == name)
    }
}

/// The kinds of metadata that every module of a dialect has, by number.
pub fn fixed_kinds(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Dxil37 => &METADATA_KINDS_DXIL37,
        Dialect::Modern => &METADATA_KINDS_MODERN,
    }
}

/// A run of numbers or bytes of [`MetadataTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    start: u32,
    len: u32,
}

/// A piece of metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metadata {
    /// A string: [`MetadataTable::string`].
    String(Span),
    /// A constant or a global.
    Value(TypeId, Value),
    /// A list of others: [`MetadataTable::numbers`], each 0 for nothing or a number plus one.
    Tuple {
        /// Whether it is itself, whatever it lists.
        is_distinct: bool,
        /// What it lists.
        operands: Span,
    },
    /// A node of debug information.
    Node {
        /// Which row of [`NODES`].
        row: u8,
        /// Whether it is itself, whatever its fields hold.
        is_distinct: bool,
        /// Its fields: [`MetadataTable::numbers`].
        fields: Span,
    },
}

impl Metadata {
    /// The row of a node of debug information.
    pub fn row(self) -> Option<&'static NodeRow> {
        match self {
            Self::Node { row, .. } => NODES.get(usize::from(row)),
            Self::String(_) | Self::Value(..) | Self::Tuple { .. } => None,
        }
    }
}

/// The metadata of a module. Ids are good even before there is anything with them: nodes refer to each other in
/// circles.
#[derive(Debug, Clone, Default)]
pub struct MetadataTable {
    metadata: Arena<MetadataId, Metadata>,
    numbers: Vec<u64>,
    bytes: Vec<u8>,
    interned: Interned,
}

/// What there is already, as far as anybody has asked.
#[derive(Debug, Clone, Default)]
struct Interned {
    /// How much of the metadata is in the maps.
    count: usize,
    strings: HashTable<MetadataId>,
    values: HashMap<(TypeId, Value), MetadataId>,
    /// Tuples and nodes that are not themselves.
    lists: HashTable<MetadataId>,
    /// Seeded at random, so that no file can make all of them fall into one place.
    hasher: DefaultHashBuilder,
}

impl MetadataTable {
    /// Adds a string.
    pub fn add_string(&mut self, text: &BStr) -> MetadataId {
        let span = self.bytes(text.iter().copied());
        self.metadata.push(Metadata::String(span))
    }

    /// Adds a string whose bytes come one by one.
    pub(crate) fn add_string_bytes(&mut self, bytes: impl Iterator<Item = u8>) -> MetadataId {
        let span = self.bytes(bytes);
        self.metadata.push(Metadata::String(span))
    }

    /// Adds a constant or a global.
    pub fn add_value(&mut self, ty: TypeId, value: Value) -> MetadataId {
        self.metadata.push(Metadata::Value(ty, value))
    }

    /// Adds a list of others.
    pub fn add_tuple(
        &mut self,
        is_distinct: bool,
        operands: impl IntoIterator<Item = Option<MetadataId>>,
    ) -> MetadataId {
        let span = self.span(operands.into_iter().map(number_of));
        self.metadata.push(Metadata::Tuple { is_distinct, operands: span })
    }

    /// Adds a piece that is to be a list or a node, so that others can refer to it: until
    /// [`define_tuple`](Self::define_tuple) or [`define_node`](Self::define_node) say more, an empty list.
    pub fn reserve(&mut self) -> MetadataId {
        let operands = self.span(std::iter::empty());
        self.metadata.push(Metadata::Tuple { is_distinct: true, operands })
    }

    /// Says that a piece that was reserved is a list of others.
    pub fn define_tuple(
        &mut self,
        id: MetadataId,
        is_distinct: bool,
        operands: impl IntoIterator<Item = Option<MetadataId>>,
    ) {
        let operands = self.span(operands.into_iter().map(number_of));
        if let Some(metadata) = self.metadata.get_mut(id) {
            *metadata = Metadata::Tuple { is_distinct, operands };
        }
    }

    /// Says that a piece that was reserved is a node of debug information, by the numbers that its record holds.
    pub fn define_node(&mut self, id: MetadataId, row: u8, is_distinct: bool, fields: &[u64]) {
        let fields = self.span(fields.iter().copied());
        if let Some(metadata) = self.metadata.get_mut(id) {
            *metadata = Metadata::Node { row, is_distinct, fields };
        }
    }

    /// Adds a list of others by their numbers plus one.
    pub(crate) fn add_tuple_numbers(&mut self, is_distinct: bool, operands: &[u64]) -> MetadataId {
        let operands = self.span(operands.iter().copied());
        self.metadata.push(Metadata::Tuple { is_distinct, operands })
    }

    /// Adds a node of debug information by the numbers that its record holds.
    pub fn add_node(&mut self, row: u8, is_distinct: bool, fields: &[u64]) -> MetadataId {
        let fields = self.span(fields.iter().copied());
        self.metadata.push(Metadata::Node { row, is_distinct, fields })
    }

    /// The id of a string, if it is there.
    pub(crate) fn find_string(&mut self, text: &BStr) -> Option<MetadataId> {
        self.catch_up();
        let Interned { strings, hasher, .. } = &self.interned;
        strings.find(hasher.hash_one(text), |id| self.string_of(*id) == Some(text)).copied()
    }

    /// The id of a constant or a global, if it is there.
    pub(crate) fn find_value(&mut self, ty: TypeId, value: Value) -> Option<MetadataId> {
        self.catch_up();
        self.interned.values.get(&(ty, value)).copied()
    }

    /// The id of a tuple, or of a node of debug information of this row, by its numbers; of one that is not distinct,
    /// if it is there.
    pub(crate) fn find_list(&mut self, row: Option<u8>, numbers: &[u64]) -> Option<MetadataId> {
        self.catch_up();
        let (Interned { lists, hasher, .. }, list) = (&self.interned, (row, numbers));
        lists.find(hasher.hash_one(list), |id| self.list_of(*id) == Some(list)).copied()
    }

    /// The id of a string, which is added if it is new.
    pub fn intern_string(&mut self, text: &BStr) -> MetadataId {
        self.find_string(text).unwrap_or_else(|| self.add_string(text))
    }

    /// The id of a constant or a global, which is added if it is new.
    pub fn intern_value(&mut self, ty: TypeId, value: Value) -> MetadataId {
        self.find_value(ty, value).unwrap_or_else(|| self.add_value(ty, value))
    }

    /// The id of a list that is not itself, which is added if it is new.
    pub fn intern_tuple(&mut self, operands: &[Option<MetadataId>]) -> MetadataId {
        let numbers: Vec<u64> = operands.iter().copied().map(number_of).collect();
        self.intern_list(None, &numbers)
    }

    /// The id of a node of debug information that is not itself, which is added if it is new.
    pub fn intern_node(&mut self, row: u8, fields: &[u64]) -> MetadataId {
        self.intern_list(Some(row), fields)
    }

    /// The id of a tuple, or of a node of this row, that is not distinct, which is added if it is new.
    pub fn intern_list(&mut self, row: Option<u8>, numbers: &[u64]) -> MetadataId {
        self.find_list(row, numbers).unwrap_or_else(|| {
            let id = self.reserve();
            self.define(id, row, false, numbers);
            id
        })
    }

    /// Says that a piece that was reserved, or is a tuple or a node, is what the numbers of a tuple say, or those of a
    /// node of this row.
    pub fn define(&mut self, id: MetadataId, row: Option<u8>, is_distinct: bool, numbers: &[u64]) {
        let span = self.span(numbers.iter().copied());
        if let Some(metadata) = self.metadata.get_mut(id) {
            *metadata = match row {
                None => Metadata::Tuple { is_distinct, operands: span },
                Some(row) => Metadata::Node { row, is_distinct, fields: span },
            };
        }
    }

    /// Changes the constants and globals that metadata is of, with their types.
    pub(crate) fn each_typed_value_mut(&mut self, mut visit: impl FnMut(&mut TypeId, &mut Value)) {
        for metadata in self.metadata.values_mut() {
            if let Metadata::Value(ty, value) = metadata {
                visit(ty, value);
            }
        }
        self.interned = Interned::default();
    }

    /// Puts what was added since the last time into the maps.
    fn catch_up(&mut self) {
        if self.interned.count == self.metadata.len() {
            return;
        }
        let mut interned = std::mem::take(&mut self.interned);
        let Interned { count, strings, values, lists, hasher } = &mut interned;
        for id in (*count..self.metadata.len()).map(MetadataId::new) {
            if let Some(Metadata::Value(ty, value)) = self.get(id) {
                values.entry((ty, value)).or_insert(id);
            } else if let Some(string) = self.string_of(id) {
                let is_same = |known: &MetadataId| self.string_of(*known) == Some(string);
                let hash = |id: &MetadataId| hasher.hash_one(self.string_of(*id).unwrap_or_default());
                strings.entry(hasher.hash_one(string), is_same, hash).or_insert(id);
            } else if let Some(list) = self.list_of(id) {
                let is_same = |known: &MetadataId| self.list_of(*known) == Some(list);
                let hash = |id: &MetadataId| hasher.hash_one(self.list_of(*id).unwrap_or_default());
                lists.entry(hasher.hash_one(list), is_same, hash).or_insert(id);
            }
        }
        *count = self.metadata.len();
        self.interned = interned;
    }

    /// The string that an id is, if it is one.
    fn string_of(&self, id: MetadataId) -> Option<&BStr> {
        let Metadata::String(span) = self.get(id)? else { return None };
        Some(self.string(span))
    }

    /// The row and the numbers of a tuple or a node that is not itself.
    fn list_of(&self, id: MetadataId) -> Option<(Option<u8>, &[u64])> {
        match self.get(id)? {
            Metadata::Tuple { is_distinct: false, operands } => Some((None, self.numbers(operands))),
            Metadata::Node { row, is_distinct: false, fields } => Some((Some(row), self.numbers(fields))),
            Metadata::String(_) | Metadata::Value(..) | Metadata::Tuple { .. } | Metadata::Node { .. } => {
                None
            }
        }
    }

    /// The metadata of an id.
    pub fn get(&self, id: MetadataId) -> Option<Metadata> {
        self.metadata.get(id).copied()
    }

    /// A string of this table.
    pub fn string(&self, span: Span) -> &BStr {
        let start = span.start as usize;
        let len = span.len as usize;
        self.bytes.get(start..start.saturating_add(len)).unwrap_or_default().as_bstr()
    }

    /// The numbers of a tuple or a node of this table.
    pub fn numbers(&self, span: Span) -> &[u64] {
        let start = span.start as usize;
        let len = span.len as usize;
        self.numbers.get(start..start.saturating_add(len)).unwrap_or_default()
    }

    /// What a tuple or a node refers to, one by one, in the order in which LLVM holds it; the inner `None` is nothing,
    /// the outer one the end.
    pub fn operand(&self, id: MetadataId, index: usize) -> Option<Option<MetadataId>> {
        match self.get(id)? {
            Metadata::Tuple { operands, .. } => {
                self.numbers(operands).get(index).map(|number| node_of(*number))
            }
            Metadata::Node { row, fields, .. } => {
                let row = NODES.get(usize::from(row))?;
                let last = row.operands.len().checked_sub(1)?;
                // All behind the last one belong to it, if it is open.
                let behind = index.saturating_sub(last);
                let field = usize::from(*row.operands.get(index.min(last))?);
                let kind = row.fields.get(field)?.kind;
                let number = *self.numbers(fields).get(field + behind)?;
                if behind > 0 && kind != FieldKind::Nodes {
                    return None;
                }
                Some(match kind {
                    FieldKind::Plain => usize::try_from(number).ok().map(MetadataId::new),
                    FieldKind::Node
                    | FieldKind::Nodes
                    | FieldKind::Number
                    | FieldKind::Flag
                    | FieldKind::Rest => node_of(number),
                })
            }
            Metadata::String(_) | Metadata::Value(..) => None,
        }
    }

    /// Calls `visit` with each constant or global in it.
    pub(crate) fn each_value_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        for metadata in self.metadata.values_mut() {
            if let Metadata::Value(_, value) = metadata {
                visit(value);
            }
        }
        // What is known of values may be wrong now.
        self.interned = Interned::default();
    }

    /// All metadata in the order in which it was added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (MetadataId, Metadata)> + '_ {
        self.metadata.iter().map(|(id, metadata)| (id, *metadata))
    }

    /// How many numbers and how many bytes all pieces have together.
    pub fn sizes(&self) -> (usize, usize) {
        (self.numbers.len(), self.bytes.len())
    }

    /// How much there is in all of them: pieces, what they refer to, and the bytes of strings.
    pub fn size(&self) -> usize {
        self.metadata.len() + self.numbers.len() + self.bytes.len()
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.metadata.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.metadata.is_empty()
    }

    fn span(&mut self, numbers: impl Iterator<Item = u64>) -> Span {
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        span(start, self.numbers.len())
    }

    fn bytes(&mut self, bytes: impl Iterator<Item = u8>) -> Span {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        span(start, self.bytes.len())
    }
}

fn span(start: usize, end: usize) -> Span {
    let word = |number: usize| number.saturating_as::<u32>();
    Span { start: word(start), len: word(end - start) }
}

/// How tuples and nodes refer to metadata: 0 for nothing.
pub fn number_of(id: Option<MetadataId>) -> u64 {
    id.map_or(0, |id| u64::from(id.as_u32()) + 1)
}

/// What such a number refers to.
pub fn node_of(number: u64) -> Option<MetadataId> {
    Some(MetadataId::new(usize::try_from(number.checked_sub(1)?).ok()?))
}
