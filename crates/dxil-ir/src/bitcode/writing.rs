//! The module block as it is written, and what the writers of all blocks share: the stream, the operands of the record
//! at hand, the numbers of everything.

use std::collections::HashMap;

use bstr::BStr;
use located::Place;

use super::abbreviations;
use super::canonical::{self, Completion};
use super::numbering::{FunctionNumbering, Numbering};
use super::{BitcodeErrorKind, Result};
use crate::bitstream::Writer;
use crate::encoding::Encoding;
use crate::error::{IrError, IrErrorKind};
use crate::flags::Takes;
use crate::generated::bitcode::{block, module as code};
use crate::{BlockId, Dialect, Flags, GlobalId, MetadataId, Module, TypeId, Value, ValueKind};

/// The bitcode of a module, as LLVM 3.7 writes it: in the orders that the module remembers.
///
/// # Errors
///
/// What LLVM 3.7 does not have, and ids that refer to nothing.
pub fn write(module: &Module) -> Result<Vec<u8>> {
    let canonical;
    let encoding = match &module.encoding {
        Some(stored) => stored,
        None => {
            canonical = canonical::orders(module);
            &canonical
        }
    };
    match write_in_order(module, encoding, false) {
        // Something that nothing referred to when the orders were taken, and something does now.
        Err(error) if matches!(error.kind(), IrErrorKind::Bitcode(BitcodeErrorKind::Dangling { .. })) => {
            write_in_order(module, encoding, true)
        }
        written => written,
    }
}

/// Writes a module with what the orders have and what is newer, or with `all` that it has.
fn write_in_order(module: &Module, encoding: &Encoding, all: bool) -> Result<Vec<u8>> {
    let mut completion = Completion::default();
    let mut writer = ModuleWriter {
        module,
        encoding,
        stream: Writer::new(),
        operands: Vec::new(),
        numbering: Numbering::new(module, encoding, all, &mut completion),
        completion,
        block_places: HashMap::new(),
        function: None,
    };
    if module.dialect != Dialect::Dxil37 {
        return Err(writer.error(BitcodeErrorKind::Modern { what: "a module with opaque pointers" }));
    }
    writer.write_module()?;
    writer.stream.finish()
}

/// A module as it is written.
pub(super) struct ModuleWriter<'m> {
    pub(super) module: &'m Module,
    pub(super) encoding: &'m Encoding,
    pub(super) stream: Writer,
    /// The operands of the record at hand.
    pub(super) operands: Vec<u64>,
    pub(super) numbering: Numbering,
    pub(super) completion: Completion,
    /// The places of the blocks of functions of which constants have the addresses of blocks.
    pub(super) block_places: HashMap<GlobalId, HashMap<BlockId, u64>>,
    /// The numbers of what belongs to the function at hand.
    pub(super) function: Option<FunctionNumbering>,
}

impl ModuleWriter<'_> {
    fn write_module(&mut self) -> Result<()> {
        self.stream.enter_block(block::MODULE, 3)?;
        self.operands.push(1);
        self.emit(code::VERSION, None)?;
        abbreviations::write_block_info(&mut self.stream, self.numbering.type_bits())?;
        self.write_attributes()?;
        self.write_types()?;
        self.write_comdats()?;
        self.write_module_info()?;
        self.write_module_constants()?;
        self.write_metadata()?;
        self.write_module_symbols()?;
        self.write_use_lists(&self.encoding.use_lists)?;
        self.write_functions()?;
        self.stream.exit_block()?;
        Ok(())
    }

    /// Writes the record at hand.
    pub(super) fn emit(&mut self, code: u32, abbreviation: Option<u32>) -> Result<()> {
        match abbreviation {
            Some(abbreviation) => self.stream.record_with(abbreviation, code, &self.operands)?,
            None => self.stream.record(code, &self.operands)?,
        }
        Ok(())
    }

    /// Writes a record of characters; an abbreviation for names holds only for those it can spell.
    pub(super) fn emit_text(&mut self, code: u32, text: &[u8], abbreviation: Option<u32>) -> Result<()> {
        let text: &BStr = text.into();
        self.operands.clear();
        self.operands.extend(text.iter().map(|byte| u64::from(*byte)));
        let spells = code != crate::generated::bitcode::types::STRUCT_NAME
            || text.iter().all(|byte| abbreviations::is_char6(*byte));
        self.emit(code, abbreviation.filter(|_| spells))
    }

    /// Appends the number of a type.
    pub(super) fn push_type(&mut self, id: TypeId) -> Result<()> {
        match self.numbering.ty(id) {
            Some(number) => self.operands.push(number),
            None => return Err(self.error(BitcodeErrorKind::Dangling { what: "type" })),
        }
        Ok(())
    }

    /// Appends the number of a value plus one, 0 for none.
    pub(super) fn push_optional(&mut self, value: Option<Value>) -> Result<()> {
        let number = match value {
            Some(value) => self.value_number(value)? + 1,
            None => 0,
        };
        self.operands.push(number);
        Ok(())
    }

    /// The number of a value.
    pub(super) fn value_number(&self, value: Value) -> Result<u64> {
        let number = match value.kind() {
            ValueKind::Constant(id) => self.numbering.constant(id),
            ValueKind::Global(id) => self.numbering.global(id),
            ValueKind::Metadata(id) => self.numbering.metadata_number(id),
            ValueKind::Argument(_) | ValueKind::Instruction(_) | ValueKind::LocalMetadata(_) => {
                self.function.as_ref().and_then(|function| function.value(value))
            }
            ValueKind::Forward(_) => None,
        };
        number.ok_or_else(|| self.error(BitcodeErrorKind::Dangling { what: "value" }))
    }

    pub(super) fn block_number(&self, block: BlockId) -> Result<u64> {
        let number = self.function.as_ref().and_then(|function| function.block(block));
        number.ok_or_else(|| self.error(BitcodeErrorKind::Dangling { what: "block" }))
    }

    /// The byte of assumptions of an operation.
    pub(super) fn flag_byte(&self, flags: Flags, takes: Takes) -> Result<u8> {
        flags.to_byte(takes).ok_or_else(|| self.modern_flag(flags))
    }

    /// Whether an address is `inbounds`, the one assumption of addresses in LLVM 3.7.
    pub(super) fn is_in_bounds(&self, flags: Flags) -> Result<bool> {
        match flags.without(Flags::INBOUNDS).is_empty() {
            true => Ok(flags.has(Flags::INBOUNDS)),
            false => Err(self.modern_flag(flags.without(Flags::INBOUNDS))),
        }
    }

    #[cold]
    fn modern_flag(&self, flags: Flags) -> IrError {
        let what = flags.words().last().unwrap_or("a flag");
        self.error(BitcodeErrorKind::Modern { what })
    }

    /// The number of a block of any function, as the address of a block has it.
    pub(super) fn block_place(&mut self, function: Value, block: BlockId) -> Result<u64> {
        let ValueKind::Global(id) = function.kind() else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "function" }));
        };
        let module = self.module;
        let places = self.block_places.entry(id).or_insert_with(|| {
            let body = module.globals.get(id).and_then(|global| global.body());
            body.into_iter().flat_map(|body| body.layout.iter().copied()).zip(0..).collect()
        });
        let place = places.get(&block).copied();
        place.ok_or_else(|| self.error(BitcodeErrorKind::Dangling { what: "block" }))
    }

    pub(super) fn metadata_number(&self, id: MetadataId) -> Result<u64> {
        let number = self.numbering.metadata_number(id);
        number.ok_or_else(|| self.error(BitcodeErrorKind::Dangling { what: "metadata" }))
    }

    /// An error about the module: there is no place in a file that it could be at.
    #[cold]
    pub(super) fn error(&self, kind: BitcodeErrorKind) -> IrError {
        IrError::new(kind.into(), Place::default())
    }
}
