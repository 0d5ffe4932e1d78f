//! Metadata of modern bitcode. Strings and nodes of a module have the first numbers; the metadata of a function has the
//! next ones, which the next function has again.

use bstr::BString;

use super::super::body_reader::BodyReader;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use super::state::Entry;
use crate::bitstream::BitsOfBytes;
use crate::generated::bitcode::metadata as code;
use crate::globals::GlobalKind;
use crate::{MetadataId, NamedMetadata, Value, ValueKind};

/// Name of the block in errors.
const BLOCK: &str = "METADATA";
/// The width of the chunks of a string's length.
const LENGTH_WIDTH: u32 = 6;

impl ModuleReader<'_> {
    /// Reads a block of the module's metadata that was just entered.
    pub(super) fn read_modern_metadata(&mut self) -> Result<()> {
        let mut name = None;
        while self.next_record(BLOCK)? {
            match (self.record.code, name.take()) {
                (code::NAMED_NODE, Some(name)) => {
                    let numbers = std::mem::take(&mut self.record.operands);
                    let operands = numbers.iter().map(|number| self.metadata_of_module(*number));
                    let operands = operands.collect::<Result<Vec<_>>>()?;
                    self.record.operands = numbers;
                    self.module.named_metadata.push(NamedMetadata { name, operands });
                }
                (code::NAMED_NODE, None) => {
                    let kind = BitcodeErrorKind::Order { what: "a named metadata node", before: "its name" };
                    return Err(self.error(kind));
                }
                (_, Some(_)) => return Err(self.no_named_node()),
                (code::NAME, None) => {
                    name = Some(BString::from(self.text(0, "the name of a metadata node")?));
                }
                (code::GLOBAL_DECL_ATTACHMENT, None) => self.read_global_attachment()?,
                (_, None) => self.read_modern_node(None)?,
            }
        }
        if name.is_some() {
            return Err(self.no_named_node());
        }
        self.check_forward_metadata()?;
        self.modern.metadata.of_module = self.modern.metadata.entries.len();
        Ok(())
    }

    #[cold]
    fn no_named_node(&self) -> crate::IrError {
        self.error(BitcodeErrorKind::Missing { what: "a named metadata node after its name" })
    }

    fn check_forward_metadata(&self) -> Result<()> {
        match self.modern.metadata.forward.keys().min() {
            None => Ok(()),
            Some(number) => Err(self.error(BitcodeErrorKind::NoSuchMetadata { number: *number })),
        }
    }

    /// Reads a block of a function's metadata that was just entered.
    pub(super) fn read_modern_local_metadata(&mut self, reader: &mut BodyReader) -> Result<()> {
        while self.next_record(BLOCK)? {
            self.read_modern_node(Some(reader))?;
        }
        self.check_forward_metadata()
    }

    /// Forgets the metadata of a function.
    pub(super) fn end_modern_metadata(&mut self) {
        let metadata = &mut self.modern.metadata;
        metadata.entries.truncate(metadata.of_module);
        metadata.listed.clear();
    }

    /// Reads a record that adds metadata.
    fn read_modern_node(&mut self, reader: Option<&mut BodyReader>) -> Result<()> {
        match self.record.code {
            code::STRINGS => self.read_strings(),
            // For readers that load metadata lazily.
            code::INDEX_OFFSET | code::INDEX => Ok(()),
            code::STRING => {
                let text = self.text(0, "a string")?;
                let id = self.module.metadata.add_string_bytes(text.into_iter());
                self.add_metadata(Entry::Module(id))
            }
            code::VALUE => {
                let entry = self.value_entry(reader)?;
                self.add_metadata(entry)
            }
            code::ARG_LIST => self.read_argument_list(),
            code::NODE | code::DISTINCT_NODE => {
                let is_distinct = self.record.code == code::DISTINCT_NODE;
                let mut numbers = std::mem::take(&mut self.record.operands);
                for number in &mut numbers {
                    *number = self.optional_number(*number)?;
                }
                let id = self.new_node()?;
                self.module.metadata.define(id, None, is_distinct, &numbers);
                self.record.operands = numbers;
                Ok(())
            }
            _ => self.read_debug_node(),
        }
    }

    /// Reads the strings of a block: the lengths of all of them in a blob, then their characters.
    fn read_strings(&mut self) -> Result<()> {
        let count: usize = self.number(0, "the number of strings")?;
        let offset: usize = self.number(1, "the offset of the characters")?;
        let invalid = BitcodeErrorKind::NotText { what: "the strings of the metadata" };
        let blob = self.record.blob.unwrap_or_default();
        let Some((lengths, mut characters)) = blob.split_at_checked(offset) else {
            return Err(self.error(invalid));
        };
        self.spend_copy(characters.len())?;
        let mut lengths = BitsOfBytes::new(lengths);
        for _ in 0..count {
            let length = lengths.vbr(LENGTH_WIDTH).and_then(|length| usize::try_from(length).ok());
            let split = length.and_then(|length| characters.split_at_checked(length));
            let Some((string, rest)) = split else { return Err(self.error(invalid)) };
            characters = rest;
            self.spend_copy(1)?;
            let id = self.module.metadata.add_string_bytes(string.iter().copied());
            self.add_metadata(Entry::Module(id))?;
        }
        Ok(())
    }

    /// The value that a record states: a constant of the module, or a value of the function, which may follow.
    fn value_entry(&mut self, reader: Option<&mut BodyReader>) -> Result<Entry> {
        self.no_more_than(2)?;
        let ty = self.type_at(0, "the type of a value as metadata")?;
        let number: usize = self.number(1, "a value as metadata")?;
        let value = match (self.values.get(number).copied(), reader) {
            (Some((value, known)), _) => {
                if known != ty {
                    return Err(self.error(BitcodeErrorKind::OtherType { number: number as u64 }));
                }
                if value.kind().is_constant() {
                    let id = self.module.metadata.add_value(ty, value);
                    return Ok(Entry::Module(id));
                }
                value
            }
            (None, Some(reader)) => {
                reader.gathered.promised.push((number, ty));
                self.forward(reader, number)?
            }
            (None, None) => {
                return Err(self.error(BitcodeErrorKind::NoSuchValue { number: number as u64 }));
            }
        };
        Ok(Entry::Local(value, 0))
    }

    /// Reads `!DIArgList`, which refers to values by the numbers of their metadata.
    fn read_argument_list(&mut self) -> Result<()> {
        let first = self.modern.metadata.listed.len();
        for number in &self.record.operands {
            match self.entry(*number)? {
                Entry::Module(_) | Entry::Local(..) => self.modern.metadata.listed.push(*number),
                Entry::List(..) => {
                    return Err(self.error(BitcodeErrorKind::NoSuchMetadata { number: *number }));
                }
            }
        }
        let ends = u32::try_from(first).ok().zip(u32::try_from(self.modern.metadata.listed.len()).ok());
        let Some((first, end)) = ends else {
            return Err(self.error(BitcodeErrorKind::TooMany { what: "values as metadata" }));
        };
        self.add_metadata(Entry::List(first, end))
    }

    /// Adds a piece of metadata that is not a node, with the next number.
    fn add_metadata(&mut self, entry: Entry) -> Result<()> {
        let number = self.modern.metadata.entries.len() as u64;
        if self.modern.metadata.forward.contains_key(&number) {
            return Err(self.error(BitcodeErrorKind::ForwardMetadata { number }));
        }
        self.modern.metadata.entries.push(entry);
        Ok(())
    }

    /// Adds a node, with the next number. Earlier nodes may refer to it.
    pub(super) fn new_node(&mut self) -> Result<MetadataId> {
        let metadata = &mut self.modern.metadata;
        let forward = metadata.forward.remove(&(metadata.entries.len() as u64));
        let id = forward.unwrap_or_else(|| self.module.metadata.reserve());
        metadata.entries.push(Entry::Module(id));
        Ok(id)
    }

    /// The entry with this number.
    pub(super) fn entry(&self, number: u64) -> Result<Entry> {
        let entry = usize::try_from(number).ok().and_then(|index| self.modern.metadata.entries.get(index));
        entry.copied().ok_or_else(|| self.error(BitcodeErrorKind::NoSuchMetadata { number }))
    }

    /// The metadata of the module with this number, whose record may follow.
    pub(super) fn metadata_of_module(&mut self, number: u64) -> Result<MetadataId> {
        let metadata = &mut self.modern.metadata;
        let entry = usize::try_from(number).ok().and_then(|index| metadata.entries.get(index));
        match entry {
            Some(Entry::Module(id)) => Ok(*id),
            Some(Entry::Local(..) | Entry::List(..)) => {
                Err(self.error(BitcodeErrorKind::NoSuchMetadata { number }))
            }
            None if number < u64::from(Value::MAX) => {
                let table = &mut self.module.metadata;
                Ok(*metadata.forward.entry(number).or_insert_with(|| table.reserve()))
            }
            None => Err(self.error(BitcodeErrorKind::NoSuchMetadata { number })),
        }
    }

    /// The number plus one in the module of the metadata with a number plus one in the file; 0 is null.
    pub(super) fn optional_number(&mut self, number: u64) -> Result<u64> {
        match number.checked_sub(1) {
            None => Ok(0),
            Some(number) => Ok(u64::from(self.metadata_of_module(number)?.as_u32()) + 1),
        }
    }

    /// The metadata with this number, which must be known.
    pub(super) fn known_modern_metadata(&self, number: u64) -> Result<MetadataId> {
        match self.entry(number)? {
            Entry::Module(id) => Ok(id),
            Entry::Local(..) | Entry::List(..) => {
                Err(self.error(BitcodeErrorKind::NoSuchMetadata { number }))
            }
        }
    }

    /// The metadata with this number as an operand of an instruction.
    pub(super) fn modern_metadata_value(&mut self, reader: &mut BodyReader, number: u64) -> Result<Value> {
        let (value, index) = match self.entry(number)? {
            Entry::Module(id) => return Ok(id.into()),
            Entry::Local(value, index) => (value, index),
            Entry::List(..) => {
                return Err(self.error(BitcodeErrorKind::Unsupported { what: "`!DIArgList` as an operand" }));
            }
        };
        if let Some(index) = index.checked_sub(1) {
            return Ok(Value::new(ValueKind::LocalMetadata(index)));
        }
        let next = u32::try_from(reader.body.local_metadata.len()).ok().filter(|next| *next < Value::MAX);
        let Some(next) = next else {
            return Err(self.error(BitcodeErrorKind::TooMany { what: "values as metadata" }));
        };
        reader.body.local_metadata.push(value);
        let entries = &mut self.modern.metadata.entries;
        let entry = usize::try_from(number).ok().and_then(|number| entries.get_mut(number));
        if let Some(Entry::Local(_, index)) = entry {
            *index = next + 1;
        }
        Ok(Value::new(ValueKind::LocalMetadata(next)))
    }

    /// Reads the attachments of a variable or a declared function.
    fn read_global_attachment(&mut self) -> Result<()> {
        let number = self.number(0, "a global with attached metadata")?;
        let (value, _) = self.value(number)?;
        let ValueKind::Global(id) = value.kind() else {
            return Err(self.error(BitcodeErrorKind::NoSuchValue { number }));
        };
        let attached = self.attachments(1)?;
        if let Some(global) = self.module.globals.get_mut(id) {
            match &mut global.kind {
                GlobalKind::Alias(_) => {
                    return Err(self.error(BitcodeErrorKind::Unsupported { what: "metadata of an alias" }));
                }
                GlobalKind::Variable(_) | GlobalKind::Function(_) => global.metadata.extend(attached),
            }
        }
        Ok(())
    }

    /// The pairs of a kind and a node from operand `first` on.
    pub(super) fn attachments(&mut self, first: usize) -> Result<Vec<(u32, MetadataId)>> {
        let operands = std::mem::take(&mut self.record.operands);
        let mut attached = Vec::new();
        for pair in operands.get(first..).unwrap_or_default().chunks(2) {
            let [kind, node] = pair else {
                let what = "the node of an attachment";
                return Err(self.error(BitcodeErrorKind::Short { what, operands: operands.len() }));
            };
            attached.push((self.modern_kind(*kind)?, self.metadata_of_module(*node)?));
        }
        self.record.operands = operands;
        Ok(attached)
    }
}
