//! What can be wrong with a bitstream. Separate because reader, writer and abbreviations share it.

use located::Kind;

use super::FIRST_ABBREVIATION;
use super::field::Field;
use crate::limits;

/// What can be wrong with a bitstream, or with what is to be written as one. Sizes are in bits where nothing else is
/// said; words have 32 bits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitstreamErrorKind {
    /// The input does not begin as LLVM bitcode does.
    #[error("not LLVM bitcode: begins with {found:02x?}, expected {expected:02x?}", expected = super::MAGIC)]
    BadMagic {
        /// The first four bytes, or as many as there are.
        found: Vec<u8>,
    },
    /// The stream ends too early.
    #[error("bitstream is truncated: {what} needs {needed} bits, but only {left} are left")]
    Truncated {
        /// What is cut.
        what: &'static str,
        /// Bits it needs.
        needed: u64,
        /// Bits there are.
        left: u64,
    },
    /// A block's content runs past the length in its header.
    #[error("{what} needs {needed} bits, but the block has only {left} left")]
    PastBlock {
        /// What is cut.
        what: &'static str,
        /// Bits it needs.
        needed: u64,
        /// Bits left in the block.
        left: u64,
    },
    /// A block is longer than what it lies in.
    #[error("block {id} has a length of {stated} 32-bit words, but only {left} are left")]
    BlockLength {
        /// The block's id.
        id: u32,
        /// The length in its header.
        stated: u32,
        /// Words left in the block or stream around it.
        left: u64,
    },
    /// A block ends before its length says so.
    #[error("block {id} ends after {found} 32-bit words, but the block header states {stated}")]
    BlockEnd {
        /// The block's id.
        id: u32,
        /// The length in its header.
        stated: u64,
        /// Words up to and with its END_BLOCK.
        found: u64,
    },
    /// Blocks nest too deep.
    #[error("blocks nest deeper than the limit of {limit} levels", limit = limits::BLOCK_DEPTH)]
    Depth,
    /// A block whose abbreviation ids have no bits, or too many.
    #[error("block {id} has abbreviation ids of {found} bits, expected 1 to 32")]
    AbbreviationWidth {
        /// The block's id.
        id: u32,
        /// Bits, as its header says.
        found: u32,
    },
    /// Something other than a block stands outside of all blocks.
    #[error("abbreviation id {found} at the top level, expected 1 (ENTER_SUBBLOCK)")]
    OutsideBlocks {
        /// The id.
        found: u32,
    },
    /// An abbreviation id that the block does not have.
    #[error("undefined abbreviation {found}: the block defines {defined}, starting at {first}", first = FIRST_ABBREVIATION)]
    UnknownAbbreviation {
        /// The id.
        found: u32,
        /// How many abbreviations the block has.
        defined: usize,
    },
    /// An abbreviation that defines nothing: there is no field for the record's code.
    #[error("abbreviation begins with {found}, expected a field for the record code")]
    NoCode {
        /// What it begins with.
        found: &'static str,
    },
    /// An encoding that the format does not have.
    #[error("abbreviation has encoding {found}, expected 1 to 5")]
    Encoding {
        /// The number.
        found: u64,
    },
    /// A field of more bits than the format allows.
    #[error("abbreviation has a field of {encoding} {found}, expected {expected} bits")]
    FieldWidth {
        /// `fixed` or `VBR`.
        encoding: &'static str,
        /// Bits it is said to have.
        found: u64,
        /// Bits it may have.
        expected: &'static str,
    },
    /// An array or blob with something other than its one element after it.
    #[error("abbreviation has {found} operands after {what}, expected {expected}")]
    AfterTail {
        /// `an array` or `a blob`.
        what: &'static str,
        /// Operands after it.
        found: u64,
        /// How many there may be.
        expected: u64,
    },
    /// An array of arrays or blobs.
    #[error("abbreviation has an array of {found}, expected a scalar element")]
    ArrayElement {
        /// What stands there.
        found: &'static str,
    },
    /// An array whose elements take no bits: its count would be bounded by nothing.
    #[error("array has {count} elements, but the abbreviation encodes each element in 0 bits")]
    ElementsWithoutBits {
        /// How many there are said to be.
        count: u32,
    },
    /// Abbreviations have too many operands in all.
    #[error("abbreviations have more operands than the limit of {limit}", limit = limits::ABBREVIATION_OPERANDS)]
    AbbreviationOperands,
    /// A number of more than 64 bits.
    #[error("{what} is a VBR{width} value of more than 64 bits")]
    Vbr {
        /// What is too large.
        what: &'static str,
        /// Bits of each of its pieces.
        width: u32,
    },
    /// A number of more than 32 bits where the format has no more.
    #[error("{what} is {found}, expected at most 32 bits")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its value.
        found: u64,
    },
    /// More operands, elements or bytes than the rest can hold.
    #[error("{count} {what} need at least {needed} bits, but only {left} are left")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there are said to be.
        count: u32,
        /// Bits that they take at least.
        needed: u64,
        /// Bits left in the block.
        left: u64,
    },
    /// A record has too many operands.
    #[error("record has {count} operands; the limit for a bitstream of this size is {limit}")]
    Operands {
        /// How many there are said to be.
        count: u32,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// Too many operands take no bits.
    #[error(
        "too many operands that are encoded in 0 bits; the limit for a bitstream of this size is {limit}"
    )]
    Literals {
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// An abbreviation in BLOCKINFO, and no record before it that says which block it is for.
    #[error("abbreviation in BLOCKINFO without a block id, expected SETBID before it")]
    NoSetBid,
    /// SETBID without a block id.
    #[error("SETBID record has no operand, expected a block id")]
    EmptySetBid,
    /// A block within BLOCKINFO.
    #[error("BLOCKINFO contains block {found}, expected only records and abbreviations")]
    BlockInBlockInfo {
        /// The inner block's id.
        found: u32,
    },
    /// BLOCKINFO is too long.
    #[error("BLOCKINFO has more records and abbreviations than the limit of {limit}", limit = limits::BLOCK_INFO_ITEMS)]
    BlockInfoItems,
    /// Reading: there is no block to be entered or skipped. Writing: no block is open.
    #[error("cannot {what} without an open block")]
    NoBlock {
        /// What was asked for.
        what: &'static str,
    },
    /// Writing: the stream is to end, and blocks are open.
    #[error("bitstream ends inside {open} open blocks")]
    OpenBlocks {
        /// How many are open.
        open: usize,
    },
    /// Writing: an id does not fit the block's abbreviation ids.
    #[error("abbreviation id {id} does not fit {width} bits")]
    IdWidth {
        /// The id.
        id: u32,
        /// Bits of the block's abbreviation ids.
        width: u32,
    },
    /// Writing: a value cannot be expressed in its field.
    #[error("operand {index} is {value}, which {field} of the abbreviation cannot encode")]
    FieldValue {
        /// Which operand, from 0; the code has none.
        index: usize,
        /// The value.
        value: u64,
        /// What the abbreviation has for it.
        field: Field,
    },
    /// Writing: a record's code cannot be expressed in its field.
    #[error("record code {code} cannot be encoded in {field} of the abbreviation")]
    FieldCode {
        /// The code.
        code: u32,
        /// What the abbreviation has for it.
        field: Field,
    },
    /// Writing: a record has more or fewer operands than its abbreviation.
    #[error("record has {found} operands, but the abbreviation has {expected}")]
    OperandCount {
        /// How many it has.
        found: usize,
        /// How many the abbreviation has, at least that where it ends in an array.
        expected: usize,
    },
    /// Writing: a record has a blob and its abbreviation does not, or the other way round.
    #[error("record and abbreviation must both have a blob, or neither")]
    BlobMismatch,
    /// Writing: a count or length does not fit.
    #[error("{what} is {value}, expected at most 32 bits")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// How much it is.
        value: usize,
    },
}

impl BitstreamErrorKind {
    /// A stable name such as `bitstream.truncated`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadMagic { .. } => "bitstream.bad-magic",
            Self::Truncated { .. } | Self::Count { .. } => "bitstream.truncated",
            Self::PastBlock { .. } | Self::BlockLength { .. } | Self::BlockEnd { .. } => {
                "bitstream.block-length"
            }
            Self::Depth => "bitstream.depth",
            Self::AbbreviationWidth { .. } => "bitstream.abbreviation-width",
            Self::OutsideBlocks { .. } => "bitstream.outside-blocks",
            Self::UnknownAbbreviation { .. } => "bitstream.unknown-abbreviation",
            Self::NoCode { .. }
            | Self::Encoding { .. }
            | Self::FieldWidth { .. }
            | Self::AfterTail { .. }
            | Self::ArrayElement { .. }
            | Self::ElementsWithoutBits { .. } => "bitstream.abbreviation",
            Self::AbbreviationOperands => "bitstream.abbreviation-operands",
            Self::Vbr { .. } | Self::TooLarge { .. } => "bitstream.vbr",
            Self::Operands { .. } => "bitstream.operands",
            Self::Literals { .. } => "bitstream.literals",
            Self::NoSetBid | Self::EmptySetBid | Self::BlockInBlockInfo { .. } => "bitstream.block-info",
            Self::BlockInfoItems => "bitstream.block-info-items",
            Self::NoBlock { .. } | Self::OpenBlocks { .. } => "bitstream.no-block",
            Self::IdWidth { .. } => "write.id-width",
            Self::FieldValue { .. } | Self::FieldCode { .. } => "write.field-value",
            Self::OperandCount { .. } => "write.operand-count",
            Self::BlobMismatch => "write.blob",
            Self::TooMany { .. } => "write.too-large",
        }
    }
}

impl Kind for BitstreamErrorKind {
    fn code(&self) -> &'static str {
        self.code()
    }
}
