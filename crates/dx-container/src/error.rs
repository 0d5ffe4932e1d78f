//! The kinds of errors in containers and their parts. Separate because all parts share them.

use located::{Error, Kind};

use crate::enums::PdbInfoCompression;
use crate::fourcc::FourCc;

/// The kinds of errors in containers and their parts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerErrorKind {
    /// The input has no bytes.
    #[error("the file is empty, expected a DirectX container")]
    Empty,
    /// The input does not begin with the container's magic.
    #[error("not a DirectX container: file begins with \"{found}\", expected \"{expected}\"", expected = FourCc::DXBC)]
    BadMagic {
        /// The first four bytes.
        found: FourCc,
    },
    /// The file ends before the end of its header.
    #[error("file is truncated in {what}: expected {needed} bytes, found {left}")]
    HeaderTruncated {
        /// The truncated structure.
        what: &'static str,
        /// Bytes it needs, from its first byte.
        needed: u64,
        /// Bytes there are.
        left: u64,
    },
    /// The total size in the header exceeds the input.
    #[error("truncated: the container header states a total size of {stated} bytes, the file has {actual}")]
    TotalSize {
        /// The size in the header.
        stated: u32,
        /// The bytes there are.
        actual: u64,
    },
    /// The total size in the header is less than the header itself.
    #[error(
        "container header states a total size of {stated} bytes, expected at least the {least} bytes of the \
         header"
    )]
    TotalSizeBelowHeader {
        /// The size in the header.
        stated: u32,
        /// The header's size.
        least: u64,
    },
    /// The table of part offsets exceeds the container.
    #[error(
        "container header states {count} parts, whose offset table would need {needed} bytes, but only \
         {left} are left"
    )]
    PartCount {
        /// The count in the header.
        count: u32,
        /// Bytes its table needs.
        needed: u64,
        /// Bytes after the header.
        left: u64,
    },
    /// A part header lies outside the container.
    #[error("offset of part {index} is {offset:#x}, outside the part area from {first:#x} to {total:#x}")]
    PartOffset {
        /// The index of the part, from 0.
        index: u32,
        /// The offset.
        offset: u32,
        /// The first byte after the offset table.
        first: u64,
        /// The container's total size.
        total: u32,
    },
    /// A part extends beyond the end of the container.
    #[error(
        "part {name} at {offset:#x} states a size of {size} bytes, but only {left} are left in the container"
    )]
    PartSize {
        /// The part's name.
        name: FourCc,
        /// The offset.
        offset: u32,
        /// The size in its header.
        size: u32,
        /// Bytes after its header.
        left: u64,
    },
    /// A part begins within an earlier one.
    #[error("part {name} at {offset:#x} overlaps part {other}, which ends at {end:#x}")]
    PartOverlap {
        /// The later part in the table.
        name: FourCc,
        /// The offset.
        offset: u32,
        /// The part before it in the table.
        other: FourCc,
        /// The end of that part.
        end: u64,
    },
    /// A part lies before the one that precedes it in the table.
    #[error(
        "parts are out of order: the offset table lists {other} at {other_offset:#x} before {name} at \
         {offset:#x}"
    )]
    PartOrder {
        /// The later part in the table.
        name: FourCc,
        /// The offset.
        offset: u32,
        /// The part before it in the table.
        other: FourCc,
        /// That one's offset.
        other_offset: u32,
    },
    /// A structure extends beyond the end of its part or record.
    #[error("not enough data for {what}: expected {needed} bytes, found {left}")]
    Truncated {
        /// The structure or field.
        what: &'static str,
        /// Bytes it needs.
        needed: u64,
        /// Bytes left.
        left: u64,
    },
    /// A count, size or offset requires more data than there is.
    #[error("{name} is {value}: {what} would need {needed} bytes, but only {left} are left")]
    TooMuch {
        /// The field.
        name: &'static str,
        /// The value.
        value: u32,
        /// The data that it sizes or places.
        what: &'static str,
        /// The bytes that this takes.
        needed: u64,
        /// Bytes left.
        left: u64,
    },
    /// An offset lies beyond the data it refers to.
    #[error("{what} refers to offset {offset:#x} of {into}, which ends at {limit:#x}")]
    Reference {
        /// The field that refers.
        what: &'static str,
        /// The offset.
        offset: u64,
        /// The data that it refers to.
        into: &'static str,
        /// The end of that data.
        limit: u64,
    },
    /// A reference to a run of indices exceeds the index table.
    #[error("{what} refers to {}, but the index table has {len} entries", index_run(*index, *count))]
    IndexRun {
        /// The field that refers.
        what: &'static str,
        /// The first entry.
        index: u32,
        /// The number of entries referred to.
        count: u64,
        /// The number of entries in the table.
        len: u64,
    },
    /// A string has no NUL byte before the end of its table.
    #[error("{what} at offset {offset:#x} has no terminating NUL byte")]
    Unterminated {
        /// The field that refers to the string.
        what: &'static str,
        /// The offset of the string.
        offset: u64,
    },
    /// Records refer to the same data so often that reading them would cost far more than the part's size.
    #[error(
        "too many references to the same data in {what}: the total exceeds {limit}, the limit for a file of \
         this size"
    )]
    Sharing {
        /// The shared data.
        what: &'static str,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// Compressed data is corrupt.
    #[error("{what} cannot be decompressed: {cause}")]
    Compressed {
        /// The compressed data.
        what: &'static str,
        /// The cause.
        cause: &'static str,
    },
    /// Compressed data expands to more than the limit.
    #[error("{what} would need {found} bytes uncompressed, more than the limit of {limit}")]
    Inflated {
        /// The compressed data.
        what: &'static str,
        /// Bytes it would take.
        found: u64,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// The size of a record is less than that of its oldest known form.
    #[error("{what} is {found}, expected at least {least}")]
    RecordSize {
        /// The field that states the size.
        what: &'static str,
        /// The size in the file.
        found: u64,
        /// The size of the oldest form.
        least: u64,
    },
    /// A field has an invalid value, so that the rest of the part cannot be read.
    #[error("{what} is {found}, expected {expected}")]
    Value {
        /// The field.
        what: &'static str,
        /// The value.
        found: u64,
        /// The valid values.
        expected: &'static str,
    },
    /// A size or count contradicts the data that it describes.
    #[error("{what} is {found}, expected {expected}")]
    Mismatch {
        /// The field.
        what: &'static str,
        /// The value.
        found: u64,
        /// The value that follows from the data.
        expected: u64,
    },
    /// Something occurs twice that may occur once.
    #[error("{what} {name} occurs twice, expected at most once")]
    Repeated {
        /// The kind of thing.
        what: &'static str,
        /// The name.
        name: &'static str,
    },
    /// The input does not begin with the magic of MSF files.
    #[error("not a PDB: file does not begin with \"Microsoft C/C++ MSF 7.00\"")]
    MsfMagic,
    /// The block size of an MSF file is invalid.
    #[error("MSF block size is {found}, expected a power of two from 512 to 32768")]
    MsfBlockSize {
        /// The size in the superblock.
        found: u32,
    },
    /// A structure of an MSF file exceeds the data that holds it.
    #[error("not enough data for {what}: expected {needed} bytes, found {left}")]
    MsfTruncated {
        /// The structure.
        what: &'static str,
        /// Bytes it needs.
        needed: u64,
        /// Bytes there are.
        left: u64,
    },
    /// A block that is referred to lies outside the file.
    #[error("{what} refers to block {block}, but the file has {blocks} blocks, counted from 0")]
    MsfBlock {
        /// The field that refers to it.
        what: &'static str,
        /// The block.
        block: u32,
        /// Whole blocks of the file.
        blocks: u64,
    },
    /// A block is referred to twice.
    #[error("{what} refers to block {block}, which is already in use")]
    MsfBlockReused {
        /// The field that refers to it.
        what: &'static str,
        /// The block.
        block: u32,
    },
    /// A PDB without a container, so not that of a shader.
    #[error("not a shader PDB: stream 5 is not a DirectX container (the file has {streams} streams)")]
    NoContainer {
        /// The number of streams in the file.
        streams: u64,
    },
    /// Data is compressed with an unknown method, or corrupt.
    #[error("{what} cannot be decompressed: {}", compression_fault(*how))]
    Compression {
        /// The compressed data.
        what: &'static str,
        /// The compression type in the file.
        how: u32,
    },
    /// The stated size of compressed data exceeds the limit.
    #[error("{what} is {value}, more than the limit of {limit} for {stored} compressed bytes")]
    Expansion {
        /// The field.
        what: &'static str,
        /// The value.
        value: u32,
        /// The number of compressed bytes.
        stored: u64,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// The section index of a symbol is invalid.
    #[error("section index of a symbol is {index}, expected less than {parts}, the number of parts")]
    Section {
        /// The section index, from 0.
        index: u64,
        /// The number of parts in the container.
        parts: u64,
    },
    /// No part names the functions to create symbols for.
    #[error("cannot create a symbol table: {0}")]
    NoFunctions(&'static str),
    /// Writing: a value does not fit its field.
    #[error("{what} is {value}, but the field holds at most {max}")]
    TooLarge {
        /// The field.
        what: &'static str,
        /// The value to be written.
        value: u64,
        /// The largest it holds.
        max: u64,
    },
    /// Writing: a string contains a NUL byte, which would end it early.
    #[error("{what} contains a NUL byte, which would end the string early")]
    NulInText {
        /// The string.
        what: &'static str,
    },
}

impl Kind for ContainerErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Empty => "container.empty",
            Self::BadMagic { .. } => "container.bad-magic",
            Self::HeaderTruncated { .. } => "container.truncated",
            Self::TotalSize { .. } | Self::TotalSizeBelowHeader { .. } => "container.total-size",
            Self::PartCount { .. } => "container.part-count",
            Self::PartOffset { .. } => "container.part-offset",
            Self::PartSize { .. } => "container.part-size",
            Self::PartOverlap { .. } => "container.part-overlap",
            Self::PartOrder { .. } => "container.part-order",
            Self::Truncated { .. } | Self::TooMuch { .. } => "part.truncated",
            Self::Reference { .. } => "part.reference",
            Self::IndexRun { .. } => "part.index-run",
            Self::Unterminated { .. } => "part.unterminated",
            Self::Sharing { .. } => "part.sharing",
            Self::Compressed { .. } => "part.compressed",
            Self::Inflated { .. } => "part.inflated",
            Self::RecordSize { .. } => "part.record-size",
            Self::Value { .. } | Self::Mismatch { .. } | Self::Repeated { .. } => "part.value",
            Self::MsfMagic => "pdb.bad-magic",
            Self::MsfBlockSize { .. } => "pdb.block-size",
            Self::MsfTruncated { .. } => "pdb.truncated",
            Self::MsfBlock { .. } => "pdb.block",
            Self::MsfBlockReused { .. } => "pdb.block-reused",
            Self::NoContainer { .. } => "pdb.no-container",
            Self::Section { .. } => "symbols.section",
            Self::NoFunctions(_) => "symbols.no-functions",
            Self::Compression { .. } => "part.compression",
            Self::Expansion { .. } => "part.expansion",
            Self::TooLarge { .. } => "write.too-large",
            Self::NulInText { .. } => "write.nul-in-text",
        }
    }
}

/// A run of indices: `index 4`, `indices 4 to 7`.
fn index_run(first: u32, count: u64) -> String {
    match count {
        ..=1 => format!("index {first}"),
        _ => format!("indices {first} to {}", u64::from(first).saturating_add(count - 1)),
    }
}

/// What is wrong with data of PDBI that does not decompress.
fn compression_fault(how: u32) -> String {
    match PdbInfoCompression(how) {
        PdbInfoCompression::ZLIB => "the zlib data is corrupt or truncated".to_owned(),
        PdbInfoCompression(how) => {
            format!("compression type {how} is unknown, expected 0 (none) or 1 (zlib)")
        }
    }
}

/// The error type of this crate.
pub type ContainerError = Error<ContainerErrorKind>;

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, ContainerError>;
