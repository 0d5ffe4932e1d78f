//! Symbol tables: the names of a module's globals, and of what a function consists of.

use bstr::{BStr, BString};

use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result, abbreviations};
use crate::function::Local;
use crate::generated::bitcode::{block, value_symtab as code};
use crate::{BlockId, Body, ValueKind};

/// Name of the block in errors.
const BLOCK: &str = "VALUE_SYMTAB";

impl ModuleReader<'_> {
    /// Reads the names of the module's globals.
    pub(super) fn read_module_symbols(&mut self) -> Result<()> {
        while self.next_record(BLOCK)? {
            if self.record.code != code::ENTRY {
                return Err(self.unknown_record(BLOCK));
            }
            let number = self.number(0, "a named value")?;
            let name = self.text(1, "a name")?;
            let (value, _) = self.value(number)?;
            let global = match value.kind() {
                ValueKind::Global(id) => self.module.globals.get_mut(id),
                ValueKind::Constant(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => None,
            };
            match global {
                Some(global) => global.name = name.into(),
                None => return Err(self.error(BitcodeErrorKind::Unnamable { number })),
            }
        }
        Ok(())
    }

    /// Reads the names of a function's arguments, instructions and blocks.
    pub(super) fn read_function_symbols(&mut self, body: &mut Body) -> Result<()> {
        while self.next_record(BLOCK)? {
            let number: u64 = self.number(0, "a named value")?;
            let name = BString::from(self.text(1, "a name")?);
            let local = match self.record.code {
                code::ENTRY => {
                    let (value, _) = self.value(number)?;
                    match value.kind() {
                        ValueKind::Argument(_) | ValueKind::Instruction(_) => Local::Value(value),
                        ValueKind::Constant(_)
                        | ValueKind::Global(_)
                        | ValueKind::Metadata(_)
                        | ValueKind::LocalMetadata(_)
                        | ValueKind::Forward(_) => {
                            return Err(self.error(BitcodeErrorKind::Unnamable { number }));
                        }
                    }
                }
                code::BBENTRY => match u32::try_from(number).map(BlockId::from_u32) {
                    Ok(block) if body.blocks.has(block) => Local::Block(block),
                    _ => return Err(self.error(BitcodeErrorKind::NoSuchBlock { number })),
                },
                _ => return Err(self.unknown_record(BLOCK)),
            };
            body.names.insert(local, name);
        }
        Ok(())
    }
}

impl ModuleWriter<'_> {
    /// Writes the names of the globals.
    pub(super) fn write_module_symbols(&mut self) -> Result<()> {
        let module = self.module;
        let mut names = Vec::new();
        for (id, global) in module.globals.iter().filter(|(_, global)| !global.name.is_empty()) {
            names.push(Symbol::new(global.name.as_ref(), false, self.value_number(id.into())?));
        }
        self.write_symbols(names)
    }

    /// Writes the names of what a function consists of.
    pub(super) fn write_function_symbols(&mut self, body: &Body) -> Result<()> {
        let mut names = Vec::new();
        for (local, name) in &body.names {
            let (is_block, number) = match local {
                Local::Block(block) => (true, self.block_number(*block)?),
                Local::Value(value) => (false, self.value_number(*value)?),
            };
            names.push(Symbol::new(name.as_ref(), is_block, number));
        }
        self.write_symbols(names)
    }

    /// Names stand in the order of their bytes.
    fn write_symbols(&mut self, mut names: Vec<Symbol<'_>>) -> Result<()> {
        if names.is_empty() {
            return Ok(());
        }
        names.sort_unstable();
        self.stream.enter_block(block::VALUE_SYMTAB, 4)?;
        for Symbol { name, is_block, number, .. } in names {
            let is_char6 = name.iter().all(|byte| abbreviations::is_char6(*byte));
            let abbreviation = match (is_block, is_char6, name.is_ascii()) {
                (true, true, _) => abbreviations::SYMBOLS_BLOCK_CHAR6,
                (false, true, _) => abbreviations::SYMBOLS_CHAR6,
                (false, false, true) => abbreviations::SYMBOLS_ASCII,
                _ => abbreviations::SYMBOLS_BYTES,
            };
            self.operands.clear();
            self.operands.push(number);
            self.operands.extend(name.iter().map(|byte| u64::from(*byte)));
            self.emit(if is_block { code::BBENTRY } else { code::ENTRY }, Some(abbreviation))?;
        }
        self.stream.exit_block()?;
        Ok(())
    }
}

/// A name to be written. Most differ in their first bytes, which compare as one number.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Symbol<'m> {
    start: u64,
    name: &'m BStr,
    is_block: bool,
    number: u64,
}

impl<'m> Symbol<'m> {
    fn new(name: &'m BStr, is_block: bool, number: u64) -> Self {
        let mut start = [0; 8];
        start.iter_mut().zip(name.iter()).for_each(|(to, byte)| *to = *byte);
        Self { start: u64::from_be_bytes(start), name, is_block, number }
    }
}
