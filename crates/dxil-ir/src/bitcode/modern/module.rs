//! The module block of modern bitcode, and the blocks of names in it.

use bstr::{BString, ByteSlice as _};
use located::Frame;

use super::super::reading::{Item, ModuleReader};
use super::super::{BitcodeErrorKind, Result};
use super::state::{Kind, Modern};
use super::stream::surroundings;
use crate::bitstream::Reader;
use crate::data_layout::{self, address_space};
use crate::generated::bitcode::{
    block, metadata_kind, module as code, operand_bundle_tags, sync_scope_names,
};
use crate::metadata::fixed_kinds;
use crate::{Dialect, Module, SyncScope};

/// Name of the block in errors.
const BLOCK: &str = "MODULE";
/// The version of modules whose names are in the string table.
const VERSION: u64 = 2;

/// Reads the module of LLVM 15 to 23 in `bitcode`, which begins with the magic of a bitcode stream. `offset` is the
/// offset of the bitcode in the file, for errors.
///
/// # Errors
///
/// The first record that is invalid, that the producer wrote with unknown operands, or that the dialect cannot
/// represent.
pub fn read_modern(bitcode: &[u8], offset: u64) -> Result<Module> {
    let stream = Reader::new(bitcode, offset)?;
    let around = surroundings(stream.clone())?;
    let mut reader = ModuleReader::new(stream, bitcode.len());
    let mut module = Module::dxil();
    module.dialect = Dialect::Modern;
    module.triple.clear();
    module.data_layout.clear();
    module.metadata_kinds = fixed_kinds(Dialect::Modern).iter().copied().map(BString::from).collect();
    reader.module = module;
    reader.modern = Modern { producer: around.producer, strings: around.strings, ..Modern::default() };
    reader.enter_module()?;
    reader.read_modern_module().map_err(|error| error.within(Frame::Node(BLOCK)))?;
    reader.finish_modern()
}

impl ModuleReader<'_> {
    fn read_modern_module(&mut self) -> Result<()> {
        loop {
            match self.next(BLOCK)? {
                Item::Record => self.read_modern_record()?,
                Item::Block(id) => self.read_modern_block(id)?,
                Item::End => return Ok(()),
            }
        }
    }

    fn read_modern_block(&mut self, id: u32) -> Result<()> {
        type Read<'a> = fn(&mut ModuleReader<'a>) -> Result<()>;
        let (name, read): (_, Read<'_>) = match id {
            block::PARAMATTR => ("PARAMATTR", Self::read_attribute_lists),
            block::PARAMATTR_GROUP => ("PARAMATTR_GROUP", Self::read_modern_attribute_groups),
            block::TYPE_NEW => ("TYPE_NEW", Self::read_modern_types),
            block::CONSTANTS => ("CONSTANTS", Self::read_modern_constants),
            block::METADATA => ("METADATA", Self::read_modern_metadata),
            block::METADATA_KIND => ("METADATA_KIND", Self::read_metadata_kinds),
            block::OPERAND_BUNDLE_TAGS => ("OPERAND_BUNDLE_TAGS", Self::read_bundle_tags),
            block::SYNC_SCOPE_NAMES => ("SYNC_SCOPE_NAMES", Self::read_sync_scopes),
            block::FUNCTION => ("FUNCTION", Self::read_modern_function),
            // The names of a modern module are in its string table; its symbol table has the offsets of functions.
            // Use lists and summaries do not belong to the program.
            block::VALUE_SYMTAB
            | block::USELIST
            | block::GLOBALVAL_SUMMARY
            | block::FULL_LTO_GLOBALVAL_SUMMARY => return self.stream.skip(),
            _ => return Err(self.unknown_block(id, BLOCK)),
        };
        self.stream.enter()?;
        read(self).map_err(|error| error.within(Frame::Node(name)))
    }

    fn read_modern_record(&mut self) -> Result<()> {
        if !self.is_relative && self.record.code != code::VERSION {
            return Err(self.error(BitcodeErrorKind::Missing { what: "the version of the module" }));
        }
        match self.record.code {
            code::VERSION => match self.number(0, "the version")? {
                VERSION => {
                    self.is_relative = true;
                    self.no_more_than(1)?;
                }
                found => return Err(self.error(BitcodeErrorKind::ModernVersion { found })),
            },
            code::TRIPLE => self.module.triple = self.text(0, "the triple")?.into(),
            code::DATALAYOUT => {
                let layout = BString::from(self.text(0, "the data layout")?);
                if data_layout::check(&layout).is_err() {
                    return Err(self.error(BitcodeErrorKind::Unsupported { what: "this data layout" }));
                }
                self.modern.alloca_space = address_space(&layout, b'A');
                self.module.data_layout = layout;
            }
            code::SOURCE_FILENAME => {
                self.module.source_filename = self.text(0, "the name of the source file")?.into();
            }
            code::ASM => {
                let mut assembly = self.text(0, "the assembly")?;
                if !assembly.is_empty() && !assembly.ends_with(b"\n") {
                    assembly.push(b'\n');
                }
                self.module.inline_assembly = assembly.into();
            }
            code::SECTIONNAME => {
                let name = self.text(0, "a section's name")?.into();
                self.sections.push(name);
            }
            code::GCNAME => {
                let name = self.text(0, "a garbage collector's name")?.into();
                self.collectors.push(name);
            }
            code::COMDAT => self.read_modern_comdat()?,
            code::GLOBALVAR => self.read_modern_variable()?,
            code::FUNCTION => self.read_modern_declaration()?,
            code::ALIAS_NEW => self.read_modern_alias()?,
            // Offsets and hashes for readers that load functions lazily.
            code::VSTOFFSET | code::HASH | code::GUIDLIST => {}
            code::IFUNC => return Err(self.error(BitcodeErrorKind::Unsupported { what: "`ifunc`" })),
            code::ASM_PROPERTY => {
                let what = "a property of the module-level assembly";
                return Err(self.error(BitcodeErrorKind::Unsupported { what }));
            }
            _ => return Err(self.unknown_modern_record(BLOCK)),
        }
        Ok(())
    }

    /// Reads the block of metadata kinds that was just entered.
    fn read_metadata_kinds(&mut self) -> Result<()> {
        while self.next_record("METADATA_KIND")? {
            if self.record.code != metadata_kind::KIND {
                return Err(self.unknown_modern_record("METADATA_KIND"));
            }
            let number = self.number(0, "a metadata kind")?;
            // Most kinds have the number that LLVM assigns to them. These kinds need no copy of the name.
            let name = self.record.operands.get(1..).unwrap_or_default();
            let fixed = u32::try_from(number).ok().filter(|fixed| {
                let fixed = fixed_kinds(Dialect::Modern).get(*fixed as usize);
                fixed.is_some_and(|fixed| fixed.bytes().map(u64::from).eq(name.iter().copied()))
            });
            let kind = match fixed {
                Some(fixed) => Kind::Used(fixed),
                None => Kind::Named(self.text(1, "a metadata kind")?.into()),
            };
            self.modern.kinds.insert(number, kind);
        }
        Ok(())
    }

    fn read_bundle_tags(&mut self) -> Result<()> {
        while self.next_record("OPERAND_BUNDLE_TAGS")? {
            if self.record.code != operand_bundle_tags::TAG {
                return Err(self.unknown_modern_record("OPERAND_BUNDLE_TAGS"));
            }
            let tag = self.text(0, "the tag of an operand bundle")?.into();
            self.modern.bundle_tags.push(tag);
        }
        Ok(())
    }

    fn read_sync_scopes(&mut self) -> Result<()> {
        while self.next_record("SYNC_SCOPE_NAMES")? {
            if self.record.code != sync_scope_names::NAME {
                return Err(self.unknown_modern_record("SYNC_SCOPE_NAMES"));
            }
            let name = self.text(0, "a synchronization scope")?;
            let scope = match &*name {
                b"singlethread" => Some(SyncScope::SINGLE_THREAD),
                b"" => Some(SyncScope::SYSTEM),
                name => self.module.sync_scope(name.as_bstr()),
            };
            let Some(scope) = scope else {
                return Err(self.error(BitcodeErrorKind::TooMany { what: "synchronization scopes" }));
            };
            self.modern.scopes.push(scope);
        }
        Ok(())
    }

    /// The number in the module of a metadata kind of the file.
    pub(super) fn modern_kind(&mut self, number: u64) -> Result<u32> {
        match self.modern.kinds.get_mut(&number) {
            Some(Kind::Used(kind)) => Ok(*kind),
            Some(kind @ Kind::Named(_)) => {
                let Kind::Named(name) = std::mem::replace(kind, Kind::Used(0)) else { return Ok(0) };
                let of_module = self.module.metadata_kind_of(name);
                *kind = Kind::Used(of_module);
                Ok(of_module)
            }
            None => Err(self.error(BitcodeErrorKind::Unknown { what: "a metadata kind", found: number })),
        }
    }

    /// Checks that the operands from position `known` on are zero: later versions of LLVM append operands.
    pub(super) fn no_more_than(&self, known: usize) -> Result<()> {
        let rest = self.record.operands.get(known..).unwrap_or_default();
        match rest.iter().position(|operand| *operand != 0) {
            None => Ok(()),
            Some(index) => Err(self.error(self.unknown_operand(known + index))),
        }
    }

    pub(super) fn unknown_operand(&self, operand: usize) -> BitcodeErrorKind {
        BitcodeErrorKind::UnknownOperand { operand, producer: self.modern.producer.clone() }
    }

    #[cold]
    pub(super) fn unknown_modern_record(&self, block: &'static str) -> crate::IrError {
        let (code, producer) = (self.record.code, self.modern.producer.clone());
        self.error(BitcodeErrorKind::UnknownModernRecord { code, block, producer })
    }

    fn finish_modern(mut self) -> Result<Module> {
        if let Some(missing) = self.undefined.front() {
            let name =
                self.module.globals.get(*missing).map(|global| global.name.to_string()).unwrap_or_default();
            return Err(self.error(BitcodeErrorKind::NoBody { name }));
        }
        self.resolve_references()?;
        if !self.modern.debug_intrinsics.is_empty() {
            let unused = &self.modern.debug_intrinsics;
            self.module.remove_unused_globals(|id| unused.contains_key(&id));
        }
        Ok(self.module)
    }
}
