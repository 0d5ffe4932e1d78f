//! The blocks of a bitcode stream besides the module: identification and string table. Separate from the module,
//! because its names refer to the string table, which follows it.

use super::super::{BitcodeErrorKind, Result};
use crate::bitstream::{Block, Entry, MAGIC, Reader, Record};
use crate::error::IrError;
use crate::generated::bitcode::{block, identification, module, strtab};

/// The version of modules whose names are in the string table.
const VERSION_STRTAB: u64 = 2;
/// The first byte after the magic number: the abbreviation ENTER_SUBBLOCK (1) in 2 bits, then IDENTIFICATION_BLOCK_ID.
const IDENTIFICATION: u8 = 1 | 13 << 2;
/// The epoch of all releases of LLVM: other epochs are incompatible.
const EPOCH: u64 = 0;
/// Bytes of the producer that errors contain.
const PRODUCER: usize = 64;

/// The blocks around the module.
#[derive(Default)]
pub(super) struct Surroundings<'a> {
    /// The producer in the identification block, such as `LLVM22.1.8`.
    pub(super) producer: String,
    /// The string table.
    pub(super) strings: &'a [u8],
}

/// Returns true if `bitcode` contains a module of LLVM 5 or later, which stores names in a string table: the module
/// version is 2 or higher. Only the first records of the module are read; if they are missing, an identification block
/// at the start decides.
pub fn is_modern(bitcode: &[u8]) -> bool {
    match version(bitcode) {
        Some(version) => version >= VERSION_STRTAB,
        None => bitcode.get(MAGIC.len()) == Some(&IDENTIFICATION),
    }
}

/// The version of the first module: 0 for a module without version record. `None` if the stream ends before.
fn version(bitcode: &[u8]) -> Option<u64> {
    let mut reader = Reader::new(bitcode, 0).ok()?;
    let mut record = Record::default();
    loop {
        match reader.next(&mut record).ok()? {
            Entry::Block(Block { id: block::MODULE, .. }) if reader.depth() == 0 => reader.enter().ok()?,
            Entry::Block(_) => reader.skip().ok()?,
            Entry::Record if record.code == module::VERSION => return record.operands.first().copied(),
            Entry::Record | Entry::DefineAbbreviation(_) | Entry::BlockInfo => {}
            Entry::EndBlock => return Some(0),
            Entry::End => return None,
        }
    }
}

/// Returns the producer in the identification block of modern bitcode, such as `LLVM22.1.8`; `None` if a block around
/// the module is invalid.
pub fn producer(bitcode: &[u8]) -> Option<String> {
    let producer = surroundings(Reader::new(bitcode, 0).ok()?).ok()?.producer;
    (!producer.is_empty()).then_some(producer)
}

/// Reads the blocks around the module, without the module itself.
///
/// # Errors
///
/// Errors of the stream; an unknown epoch, or a second module.
pub(super) fn surroundings(mut reader: Reader<'_>) -> Result<Surroundings<'_>> {
    let mut found = Surroundings::default();
    let mut record = Record::default();
    let mut modules = 0;
    let mut inside = None;
    loop {
        match reader.next(&mut record)? {
            Entry::End => return Ok(found),
            Entry::EndBlock => inside = None,
            Entry::Block(Block { id, .. }) => match (inside, id) {
                (None, block::IDENTIFICATION | block::STRTAB) => {
                    reader.enter()?;
                    inside = Some(id);
                }
                _ => {
                    modules += usize::from(inside.is_none() && id == block::MODULE);
                    if modules > 1 {
                        return Err(error(
                            &reader,
                            BitcodeErrorKind::Unsupported { what: "a second module" },
                        ));
                    }
                    reader.skip()?;
                }
            },
            Entry::Record => match (inside, record.code) {
                (Some(block::IDENTIFICATION), identification::STRING) => {
                    let characters = record.operands.iter().take(PRODUCER);
                    let characters = characters.filter_map(|code| char::from_u32(u32::try_from(*code).ok()?));
                    found.producer = characters.filter(|character| !character.is_control()).collect();
                }
                (Some(block::IDENTIFICATION), identification::EPOCH) => {
                    let epoch = record.operands.first().copied().unwrap_or(EPOCH);
                    if epoch != EPOCH {
                        return Err(error(&reader, BitcodeErrorKind::Epoch { found: epoch }));
                    }
                }
                (Some(block::STRTAB), strtab::BLOB) => {
                    found.strings = record.blob.take().unwrap_or_default();
                }
                _ => {}
            },
            Entry::DefineAbbreviation(_) | Entry::BlockInfo => {}
        }
    }
}

#[cold]
fn error(reader: &Reader<'_>, kind: BitcodeErrorKind) -> IrError {
    IrError::new(kind.into(), reader.entry_place())
}
