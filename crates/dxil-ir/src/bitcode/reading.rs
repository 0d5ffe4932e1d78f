//! The module block, and what the readers of all blocks share: the stream, the record at hand, the numbers that were
//! given out so far.

use std::collections::HashMap;

use crate::arena::{Id as _, PackedOption};
use bstr::{BStr, BString};
use located::Frame;

use super::body_reader::{Gathered, LocalMetadata};
use super::modern::Modern;
use super::{BitcodeErrorKind, Result};
use crate::bitstream::{Block, Entry, Reader, Record};
use crate::encoding::Encoding;
use crate::error::IrError;
use crate::generated::bitcode::{block, module as code};
use crate::limits;
use crate::names::record_name;
use crate::{
    AttributeGroupId, AttributeListId, ConstantId, Dialect, GlobalId, MetadataId, Module, TypeId, Value,
};

/// Name of the block in errors.
const BLOCK: &str = "MODULE";

/// The module that `bitcode` holds; `offset` is where that lies in its file, for errors.
///
/// # Errors
///
/// The first thing that makes no sense, with its offset, bit and block.
pub fn read(bitcode: &[u8], offset: u64) -> Result<Module> {
    let mut reader = ModuleReader::new(Reader::new(bitcode, offset)?, bitcode.len());
    reader.enter_module()?;
    reader.read_module().map_err(|error| error.within(Frame::Node(BLOCK)))?;
    reader.finish()
}

/// What there is in a block.
pub(super) enum Item {
    /// A record, which is the reader's [`record`](ModuleReader::record).
    Record,
    /// A block with this id.
    Block(u32),
    /// Its end.
    End,
}

/// A module as it is read.
pub(super) struct ModuleReader<'a> {
    pub(super) stream: Reader<'a>,
    pub(super) record: Record<'a>,
    /// Whether that is what was read last.
    is_at_record: bool,
    /// Whether the module said that operands are relative numbers; without that they are not.
    pub(super) is_relative: bool,
    pub(super) module: Module,
    pub(super) encoding: Encoding,
    /// Types by number.
    pub(super) type_numbers: Vec<TypeId>,
    /// Structures that were referred to before they came.
    pub(super) forward_types: HashMap<u32, TypeId>,
    /// Groups of attributes by the numbers that records give them.
    pub(super) attribute_groups: HashMap<u64, AttributeGroupId>,
    /// Lists of attributes by number, from 1.
    pub(super) attribute_lists: Vec<AttributeListId>,
    /// Values by number: the module's, then those of the function at hand.
    pub(super) values: Vec<(Value, TypeId)>,
    pub(super) local_metadata: LocalMetadata,
    /// Sections and garbage collectors by number, from 1.
    pub(super) sections: Vec<BString>,
    pub(super) collectors: Vec<BString>,
    /// Numbers of values that globals refer to before these are known.
    pub(super) references: Vec<(GlobalId, Reference, u64)>,
    /// Functions whose bodies are yet to come.
    pub(super) undefined: std::collections::VecDeque<GlobalId>,
    /// Records and operands that there may still be.
    pub(super) records_left: usize,
    operands_left: usize,
    pub(super) gathered: Gathered,
    /// The constants of the block at hand; its memory is reused.
    pub(super) made_constants: Vec<PackedOption<ConstantId>>,
    pub(super) modern: Modern<'a>,
}

/// What a global refers to a constant for.
#[derive(Clone, Copy)]
pub(super) enum Reference {
    Initializer,
    Prologue,
    Prefix,
    Personality,
    Aliasee,
}

impl<'a> ModuleReader<'a> {
    /// Enters the module block. Skips the blocks before it, such as the identification of newer producers.
    pub(super) fn enter_module(&mut self) -> Result<()> {
        loop {
            match self.stream.next(&mut self.record)? {
                Entry::Block(Block { id: block::MODULE, .. }) => return self.stream.enter(),
                Entry::End => return Err(self.error(BitcodeErrorKind::Missing { what: "a module" })),
                Entry::Block(_)
                | Entry::Record
                | Entry::DefineAbbreviation(_)
                | Entry::BlockInfo
                | Entry::EndBlock => {}
            }
        }
    }

    pub(super) fn new(stream: Reader<'a>, len: usize) -> Self {
        Self {
            records_left: (len / limits::BYTES_PER_RECORD).saturating_add(limits::RECORDS_FREE),
            operands_left: len
                .saturating_mul(limits::OPERANDS_PER_BYTE_OF_MODULE)
                .saturating_add(limits::MODULE_OPERANDS_FREE),
            stream,
            record: Record::default(),
            is_at_record: false,
            is_relative: false,
            module: Module::default(),
            encoding: Encoding::default(),
            type_numbers: Vec::new(),
            forward_types: HashMap::new(),
            attribute_groups: HashMap::new(),
            attribute_lists: Vec::new(),
            values: Vec::new(),
            local_metadata: LocalMetadata::default(),
            sections: Vec::new(),
            collectors: Vec::new(),
            references: Vec::new(),
            undefined: std::collections::VecDeque::new(),
            gathered: Gathered::default(),
            made_constants: Vec::new(),
            modern: Modern::default(),
        }
    }

    fn read_module(&mut self) -> Result<()> {
        loop {
            match self.next(BLOCK)? {
                Item::Record => self.read_module_record()?,
                Item::Block(id) => self.read_block(id)?,
                Item::End => return Ok(()),
            }
        }
    }

    fn read_block(&mut self, id: u32) -> Result<()> {
        type Read<'a> = fn(&mut ModuleReader<'a>) -> Result<()>;
        let (name, read): (_, Read<'a>) = match id {
            block::PARAMATTR => ("PARAMATTR", Self::read_attribute_lists),
            block::PARAMATTR_GROUP => ("PARAMATTR_GROUP", Self::read_attribute_groups),
            block::TYPE_NEW => ("TYPE_NEW", Self::read_types),
            block::CONSTANTS => ("CONSTANTS", Self::read_module_constants),
            block::METADATA => ("METADATA", Self::read_metadata),
            block::VALUE_SYMTAB => ("VALUE_SYMTAB", Self::read_module_symbols),
            block::FUNCTION => ("FUNCTION", Self::read_function),
            block::USELIST => ("USELIST", Self::read_module_use_lists),
            _ => return Err(self.unknown_block(id, BLOCK)),
        };
        self.stream.enter()?;
        read(self).map_err(|error| error.within(Frame::Node(name)))
    }

    fn read_module_record(&mut self) -> Result<()> {
        match self.record.code {
            code::VERSION => {
                self.at_most(1)?;
                match self.number(0, "the version")? {
                    1 => self.is_relative = true,
                    found => return Err(self.error(BitcodeErrorKind::Version { found })),
                }
            }
            code::TRIPLE => self.module.triple = self.text(0, "the triple")?.into(),
            code::DATALAYOUT => self.module.data_layout = self.text(0, "the data layout")?.into(),
            code::ASM => self.module.inline_assembly = self.text(0, "the assembly")?.into(),
            code::SECTIONNAME => {
                let name = self.text(0, "a section's name")?.into();
                self.sections.push(name);
            }
            code::GCNAME => {
                let name = self.text(0, "a garbage collector's name")?.into();
                self.collectors.push(name);
            }
            code::COMDAT => self.read_comdat()?,
            code::GLOBALVAR => self.read_variable()?,
            code::FUNCTION => self.read_declaration()?,
            code::ALIAS => self.read_alias()?,
            _ => return Err(self.unknown_record(BLOCK)),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Module> {
        if let Some(missing) = self.undefined.front() {
            let name =
                self.module.globals.get(*missing).map(|global| global.name.to_string()).unwrap_or_default();
            return Err(self.error(BitcodeErrorKind::NoBody { name }));
        }
        self.resolve_references()?;
        self.check_metadata()?;
        self.encoding.known = self.module.known();
        self.encoding.types = self.type_numbers;
        self.encoding.attribute_lists = self.attribute_lists;
        self.module.encoding = Some(self.encoding);
        Ok(self.module)
    }

    /// The next thing in a block; `block` is its name.
    #[inline(always)]
    pub(super) fn next(&mut self, block: &'static str) -> Result<Item> {
        self.is_at_record = false;
        loop {
            return Ok(match self.stream.next(&mut self.record)? {
                Entry::Record => {
                    self.is_at_record = true;
                    // A blob is another way to lay out operands in LLVM 3.7.
                    if self.module.dialect == Dialect::Dxil37
                        && let Some(bytes) = self.record.blob.take()
                    {
                        self.record.operands.extend(bytes.iter().map(|byte| u64::from(*byte)));
                    }
                    self.spend()?;
                    Item::Record
                }
                Entry::Block(Block { id, .. }) => Item::Block(id),
                Entry::EndBlock => Item::End,
                // How records are laid out is the stream's affair.
                Entry::DefineAbbreviation(_) | Entry::BlockInfo => continue,
                Entry::End => return Err(self.error(BitcodeErrorKind::Missing { what: block })),
            });
        }
    }

    /// The next record of a block that has nothing but records; `false` where it ends.
    #[inline(never)]
    pub(super) fn next_record(&mut self, block: &'static str) -> Result<bool> {
        match self.next(block)? {
            Item::Record => Ok(true),
            Item::Block(id) => Err(self.unknown_block(id, block)),
            Item::End => Ok(false),
        }
    }

    /// Every record and every operand takes room in the module: more than any writer makes of so many bytes is refused.
    fn spend(&mut self) -> Result<()> {
        let left = self.operands_left.checked_sub(self.record.operands.len());
        match (left, self.records_left.checked_sub(1)) {
            (Some(operands), Some(records)) => {
                (self.operands_left, self.records_left) = (operands, records);
                Ok(())
            }
            _ => Err(self.error(BitcodeErrorKind::Crowded)),
        }
    }

    /// The same for a name of so many bytes that is copied for each that has it.
    pub(super) fn spend_copy(&mut self, len: usize) -> Result<()> {
        match self.operands_left.checked_sub(len) {
            Some(left) => {
                self.operands_left = left;
                Ok(())
            }
            None => Err(self.error(BitcodeErrorKind::Crowded)),
        }
    }

    /// Whether the record has so many operands and no more: nothing is passed over that may mean something.
    pub(super) fn at_most(&self, count: usize) -> Result<()> {
        match self.record.operands.len().checked_sub(count) {
            None | Some(0) => Ok(()),
            Some(operands) => Err(self.error(BitcodeErrorKind::Long { operands })),
        }
    }

    /// Operand `index` of the record.
    pub(super) fn number<N: TryFrom<u64>>(&self, index: usize, what: &'static str) -> Result<N> {
        let Some(found) = self.record.operands.get(index).copied() else {
            return Err(self.error(BitcodeErrorKind::Short { what, operands: self.record.operands.len() }));
        };
        N::try_from(found).map_err(|_| self.error(BitcodeErrorKind::TooLarge { what, found }))
    }

    /// The same, or `default` where the record ends before it.
    pub(super) fn number_or<N: TryFrom<u64>>(
        &self,
        index: usize,
        default: N,
        what: &'static str,
    ) -> Result<N> {
        if index < self.record.operands.len() { self.number(index, what) } else { Ok(default) }
    }

    /// A number with a word, from operand `index`.
    pub(super) fn coded<T>(
        &self,
        index: usize,
        what: &'static str,
        of: impl Fn(u64) -> Option<T>,
    ) -> Result<T> {
        let found = self.number(index, what)?;
        of(found).ok_or_else(|| self.error(BitcodeErrorKind::Unknown { what, found }))
    }

    /// The characters from operand `first` on.
    pub(super) fn text(&self, first: usize, what: &'static str) -> Result<Vec<u8>> {
        let operands = self.record.operands.get(first..).unwrap_or_default();
        bytes_of(operands).ok_or_else(|| self.error(BitcodeErrorKind::NotText { what }))
    }

    /// The type whose number is operand `index`.
    pub(super) fn type_at(&self, index: usize, what: &'static str) -> Result<TypeId> {
        self.type_of_number(self.number(index, what)?)
    }

    pub(super) fn type_of_number(&self, number: u64) -> Result<TypeId> {
        let id = usize::try_from(number).ok().and_then(|number| self.type_numbers.get(number));
        id.copied().ok_or_else(|| self.error(BitcodeErrorKind::NoSuchType { number }))
    }

    /// The value with this number.
    pub(super) fn value(&self, number: u64) -> Result<(Value, TypeId)> {
        let value = usize::try_from(number).ok().and_then(|number| self.values.get(number));
        value.copied().ok_or_else(|| self.error(BitcodeErrorKind::NoSuchValue { number }))
    }

    /// The metadata with this number, which may be yet to come as long as numbers go.
    pub(super) fn metadata_id(&self, number: u64) -> Result<MetadataId> {
        match usize::try_from(number) {
            Ok(index) if index < (Value::MAX as usize) => Ok(MetadataId::new(index)),
            _ => Err(self.error(BitcodeErrorKind::NoSuchMetadata { number })),
        }
    }

    /// An error at the record, or whatever else was read last.
    #[cold]
    pub(super) fn error(&self, kind: BitcodeErrorKind) -> IrError {
        let error = IrError::new(kind.into(), self.stream.entry_place());
        let block = self.stream.block_id().filter(|_| self.is_at_record);
        match block.and_then(|block| record_name(block, self.record.code)) {
            Some(name) => error.within(Frame::Node(name)),
            None => error,
        }
    }

    #[cold]
    pub(super) fn unknown_record(&self, block: &'static str) -> IrError {
        self.error(BitcodeErrorKind::UnknownRecord { code: self.record.code, block })
    }

    #[cold]
    pub(super) fn unknown_block(&self, id: u32, within: &'static str) -> IrError {
        self.error(BitcodeErrorKind::UnknownBlock { id, within })
    }
}

/// The bytes that operands are, if all of them are.
pub(super) fn bytes_of(operands: &[u64]) -> Option<Vec<u8>> {
    let all = operands.iter().fold(0, |all, operand| all | operand);
    let bytes = operands.iter().map(|operand| {
        let [byte, ..] = operand.to_le_bytes();
        byte
    });
    (all <= u64::from(u8::MAX)).then(|| bytes.collect())
}

/// A name among those of sections or collectors, by number from 1.
pub(super) fn named(names: &[BString], number: u64) -> Option<&BStr> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    names.get(index).map(|name| name.as_ref())
}
