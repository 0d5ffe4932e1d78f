//! LLVM's bitstream container, as version 3.7 writes it: nested blocks of records, each record a code and operands
//! in bits, most of them laid out by abbreviations that the stream defines on its way. What the records mean is not
//! known here.
//!
//! [`Reader`] hands out one [`Entry`] after the other, without recursion; [`Writer`] takes the same and writes the
//! bits that LLVM's writer would.
//!
//! ```
//! use dxil_ir::bitstream::{Abbreviation, Entry, Field, Reader, Record, Tail, Writer};
//!
//! let mut writer = Writer::new();
//! writer.enter_block(8, 3)?;
//! writer.record(1, &[1])?;
//! let name = writer.define_abbreviation(Abbreviation::new([Field::Literal(16)], Tail::Array(Field::Char6))?)?;
//! writer.record_with(name, 16, &b"main".map(u64::from))?;
//! writer.exit_block()?;
//! let bytes = writer.finish()?;
//!
//! let mut reader = Reader::new(&bytes, 0)?;
//! let mut record = Record::default();
//! loop {
//!     match reader.next(&mut record)? {
//!         Entry::Block(block) if block.id == 8 => reader.enter()?,
//!         Entry::Block(_) => reader.skip()?,
//!         Entry::Record if record.code == 16 => assert_eq!(record.operands, b"main".map(u64::from)),
//!         Entry::Record | Entry::DefineAbbreviation(_) | Entry::BlockInfo | Entry::EndBlock => {}
//!         Entry::End => break,
//!     }
//! }
//! # Ok::<(), dxil_ir::IrError>(())
//! ```
//!
//! Source of the format: LLVM's "Bitcode File Format", sections "Bitstream Format" and "Standard Blocks".

use az::SaturatingAs as _;

mod abbreviation;
mod bits;
mod block_info;
mod char6;
mod error;
mod field;
mod packed;
mod reader;
mod record;
mod writer;

pub use abbreviation::{Abbreviation, Tail};
pub use block_info::{BlockInfoBlock, BlockInfoItem};
pub use char6::is_char6;
pub use error::BitstreamErrorKind;
pub use field::Field;
pub(crate) use packed::BitsOfBytes;
pub use reader::{Block, Entry, Reader};
pub use record::Record;
pub use writer::Writer;

/// The first four bytes of a stream of LLVM bitcode.
pub const MAGIC: [u8; 4] = [0x42, 0x43, 0xc0, 0xde];

/// The block in which abbreviations are registered for other blocks.
pub const BLOCKINFO_BLOCK_ID: u32 = 0;

/// The record of BLOCKINFO that says which block the abbreviations after it are for.
pub const SETBID: u32 = 1;

/// The id of a block's first abbreviation: those registered in BLOCKINFO come first, then the block's own.
pub const FIRST_ABBREVIATION: u32 = 4;

/// Bits of an abbreviation id outside of all blocks.
const TOP_LEVEL_WIDTH: u32 = 2;

/// What stands where an abbreviation id is read, below [`FIRST_ABBREVIATION`].
mod id {
    pub(super) const END_BLOCK: u32 = 0;
    pub(super) const ENTER_SUBBLOCK: u32 = 1;
    pub(super) const DEFINE_ABBREV: u32 = 2;
    pub(super) const UNABBREV_RECORD: u32 = 3;
}

/// Bits of the numbers that every stream has, where they are not said by an abbreviation.
mod width {
    pub(super) const BLOCK_ID: u32 = 8;
    pub(super) const NEW_ABBREVIATION_WIDTH: u32 = 4;
    pub(super) const BLOCK_LENGTH: u32 = 32;
    pub(super) const OPERAND: u32 = 6;
    pub(super) const DEFINITION_COUNT: u32 = 5;
    pub(super) const DEFINITION_IS_LITERAL: u32 = 1;
    pub(super) const DEFINITION_LITERAL: u32 = 8;
    pub(super) const DEFINITION_ENCODING: u32 = 3;
    pub(super) const DEFINITION_DATA: u32 = 5;
    /// The widest field and abbreviation id.
    pub(super) const MAX: u32 = 32;
}

/// How many abbreviations there are, as an id counts them. There are never so many that it does not fit.
fn id_of(index: usize) -> u32 {
    index.saturating_as::<u32>().saturating_add(FIRST_ABBREVIATION)
}
