//! The shape of every reading error in the family: what went wrong (a kind with a stable code) and where
//! (offset in the whole file, and the path down to it). Separate because the crates above share it.

use std::fmt;

use crate::fourcc::FourCc;

/// A kind of error: its `Display` says what was found and what was expected.
pub trait Kind: fmt::Display + fmt::Debug {
    /// A stable name such as `part.truncated`, for tests, scripts and searches.
    fn code(&self) -> &'static str;
}

/// Where in the input, counted from the first byte of the whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Offset of the first byte at fault.
    pub offset: u64,
    /// How many bytes are at fault; 0 where the fault is that there are none.
    pub len: u64,
    /// The bit within the first byte, for bit streams.
    pub bit: u8,
}

/// One step of the path from the file to the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// A part of the container.
    Part(FourCc),
    /// A structure by name: a block, a table, a function.
    Node(&'static str),
    /// The n-th member of a list, from 0.
    Item(u64),
}

/// What it means to break a rule: one enumeration for all checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It is accepted, and likely not meant like that.
    Warning,
    /// It is not valid: a runtime or driver may refuse it, or do anything with it.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What and where; one word wide.
pub struct Error<K>(Box<Inner<K>>);

struct Inner<K> {
    kind: K,
    place: Place,
    /// From the fault outwards: frames are added as the error travels up.
    path: Vec<Frame>,
}

impl<K> Error<K> {
    /// An error at `place`, its path still empty.
    #[cold]
    pub fn new(kind: K, place: Place) -> Self {
        Self(Box::new(Inner { kind, place, path: Vec::new() }))
    }

    /// What went wrong.
    pub fn kind(&self) -> &K {
        &self.0.kind
    }

    /// Where it went wrong.
    pub fn place(&self) -> Place {
        self.0.place
    }

    /// The path from the file to the fault, outermost first.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = Frame> + '_ {
        self.0.path.iter().rev().copied()
    }

    /// The same error at another place: what was read was a piece of something larger.
    #[cold]
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.0.place = place;
        self
    }

    /// The same error, known to lie within `frame`.
    #[cold]
    #[must_use]
    pub fn within(mut self, frame: Frame) -> Self {
        self.0.path.push(frame);
        self
    }
}

/// Shown as `part PSV0 › Resources › 3`, as long as there is a path.
pub struct Path<'e, K>(&'e Error<K>);

impl<K> Error<K> {
    /// The path for people.
    pub fn path_text(&self) -> Path<'_, K> {
        Path(self)
    }
}

impl<K> fmt::Display for Path<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, frame) in self.0.path().enumerate() {
            if depth > 0 {
                f.write_str(" > ")?;
            }
            match frame {
                Frame::Part(name) => write!(f, "part {name}")?,
                Frame::Node(name) => f.write_str(name)?,
                Frame::Item(index) => write!(f, "{index}")?,
            }
        }
        Ok(())
    }
}

impl<K: Kind> fmt::Display for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, place, path } = &*self.0;
        write!(f, "[{}] {kind}, at {:#x}", kind.code(), place.offset)?;
        if place.bit > 0 {
            write!(f, ".{}", place.bit)?;
        }
        if !path.is_empty() {
            write!(f, " in {}", self.path_text())?;
        }
        Ok(())
    }
}

impl<K: Kind> fmt::Debug for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<K: Kind> std::error::Error for Error<K> {}

/// What can be wrong with a container or one of its parts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerErrorKind {
    /// The input has no bytes.
    #[error("the file is empty, expected a DirectX container")]
    Empty,
    /// The input does not begin with the container's magic.
    #[error("no DirectX container: begins with \"{found}\", expected \"{expected}\"", expected = FourCc::DXBC)]
    BadMagic {
        /// The first four bytes.
        found: FourCc,
    },
    /// The header, or the part offsets it announces, end past the input.
    #[error("the file ends within {what}: needs {needed} bytes, has {left}")]
    HeaderTruncated {
        /// What is cut.
        what: &'static str,
        /// Bytes it needs, from its first byte.
        needed: u64,
        /// Bytes there are.
        left: u64,
    },
    /// The header's total size ends past the input.
    #[error("the header gives a total size of {stated} bytes, the file has only {actual}")]
    TotalSize {
        /// The size in the header.
        stated: u32,
        /// The bytes there are.
        actual: u64,
    },
    /// The header's total size ends within the header.
    #[error("the header gives a total size of {stated} bytes, its own {least} are more")]
    TotalSizeBelowHeader {
        /// The size in the header.
        stated: u32,
        /// The header's size.
        least: u64,
    },
    /// The offset table would not fit.
    #[error(
        "{count} parts cannot fit: the offset table needs {needed} bytes, the container has {left} after its header"
    )]
    PartCount {
        /// The count in the header.
        count: u32,
        /// Bytes its table needs.
        needed: u64,
        /// Bytes after the header.
        left: u64,
    },
    /// A part header lies outside.
    #[error("part {index} lies at {offset:#x}, outside the container's parts at {first:#x} to {total:#x}")]
    PartOffset {
        /// Which part, from 0.
        index: u32,
        /// Its offset.
        offset: u32,
        /// The first byte after the offset table.
        first: u64,
        /// The container's total size.
        total: u32,
    },
    /// A part runs past the end.
    #[error("part {name} at {offset:#x} has {size} bytes, only {left} are left in the container")]
    PartSize {
        /// The part's name.
        name: FourCc,
        /// Its offset.
        offset: u32,
        /// The size in its header.
        size: u32,
        /// Bytes after its header.
        left: u64,
    },
    /// A part begins within an earlier one.
    #[error("part {name} at {offset:#x} overlaps {other}, which ends at {end:#x}")]
    PartOverlap {
        /// The later part in the table.
        name: FourCc,
        /// Its offset.
        offset: u32,
        /// The part before it in the table.
        other: FourCc,
        /// Where that one ends.
        end: u64,
    },
    /// A part lies before the one that precedes it in the table.
    #[error(
        "part {name} at {offset:#x} lies before {other} at {other_offset:#x}, which precedes it in the table"
    )]
    PartOrder {
        /// The later part in the table.
        name: FourCc,
        /// Its offset.
        offset: u32,
        /// The part before it in the table.
        other: FourCc,
        /// That one's offset.
        other_offset: u32,
    },
    /// A structure runs past the end of its part or record.
    #[error("{what}: needs {needed} bytes, {left} are left")]
    Truncated {
        /// The structure or field.
        what: &'static str,
        /// Bytes it needs.
        needed: u64,
        /// Bytes left.
        left: u64,
    },
    /// A count, size or offset asks for more than there is.
    #[error("{name} is {value}: {what} would take {needed} bytes, {left} are left")]
    TooMuch {
        /// The field that asks.
        name: &'static str,
        /// What it says.
        value: u32,
        /// What it asks for.
        what: &'static str,
        /// Bytes that takes.
        needed: u64,
        /// Bytes left.
        left: u64,
    },
    /// A reference leaves what it refers into.
    #[error("{what} refers to offset {offset:#x}, past the end at {limit:#x}")]
    Reference {
        /// The field that refers.
        what: &'static str,
        /// Where it points.
        offset: u64,
        /// The first offset that is too far.
        limit: u64,
    },
    /// A reference into a table of words leaves it.
    #[error("{what} refers to {count} entries from {index} on, the table has {len}")]
    IndexRun {
        /// The field that refers.
        what: &'static str,
        /// The first entry.
        index: u32,
        /// How many.
        count: u64,
        /// How many there are.
        len: u64,
    },
    /// A string has no NUL before the end of its table.
    #[error("{what} at offset {offset:#x} has no terminating NUL")]
    Unterminated {
        /// The field that refers to the string.
        what: &'static str,
        /// Where the string begins.
        offset: u64,
    },
    /// Records share so much that reading them would cost far more than the part is long.
    #[error(
        "{what}: records share more than {limit} bytes, which this program refuses: it could cost far more than the part is long"
    )]
    Sharing {
        /// What is shared.
        what: &'static str,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// Compressed bytes cannot be read.
    #[error("{what} cannot be decompressed: {cause}")]
    Compressed {
        /// What is compressed.
        what: &'static str,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// Compressed bytes stand for far more than they are.
    #[error("{what} would take {found} bytes uncompressed, this program stops at {limit}")]
    Inflated {
        /// What is compressed.
        what: &'static str,
        /// Bytes it would take.
        found: u64,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// A record is smaller than its oldest known form.
    #[error("{what} is {found}, expected at least {least}")]
    RecordSize {
        /// The record.
        what: &'static str,
        /// Its size in the file.
        found: u64,
        /// The size of its oldest form.
        least: u64,
    },
    /// A field has a value that leaves the rest of the part without meaning.
    #[error("{what} is {found}, expected {expected}")]
    Value {
        /// The field.
        what: &'static str,
        /// Its value.
        found: u64,
        /// What it may be.
        expected: &'static str,
    },
    /// The input does not begin with the magic of MSF files.
    #[error("no PDB: does not begin with \"Microsoft C/C++ MSF 7.00\"")]
    MsfMagic,
    /// An MSF file with blocks of a size that the format does not have.
    #[error("the block size is {found}, expected a power of two from 512 to 32768")]
    MsfBlockSize {
        /// The size in the superblock.
        found: u32,
    },
    /// A structure of an MSF file is longer than what should hold it.
    #[error("{what}: needs {needed} bytes, there are {left}")]
    MsfTruncated {
        /// The structure.
        what: &'static str,
        /// Bytes it needs.
        needed: u64,
        /// Bytes there are.
        left: u64,
    },
    /// A block that is referred to lies outside the file.
    #[error("{what} refers to block {block}, the file has {blocks}")]
    MsfBlock {
        /// What refers to it.
        what: &'static str,
        /// The block.
        block: u32,
        /// Whole blocks of the file.
        blocks: u64,
    },
    /// A block that is referred to is used by something else, or was used before.
    #[error("{what} refers to block {block}, which is in use")]
    MsfBlockReused {
        /// What refers to it.
        what: &'static str,
        /// The block.
        block: u32,
    },
    /// A PDB without a container: not that of a shader.
    #[error("the PDB holds no shader: no container in stream 5 of its {streams} streams")]
    NoContainer {
        /// How many streams there are.
        streams: u64,
    },
    /// Compressed bytes that do not decompress, or not in a way this crate knows.
    #[error("{what} cannot be decompressed: compression {how}, broken or not known")]
    Compression {
        /// What is compressed.
        what: &'static str,
        /// The number that says how.
        how: u32,
    },
    /// Compressed bytes say that they are far more than they are.
    #[error("{what} is {value}, of {stored} compressed bytes this program makes at most {limit}")]
    Expansion {
        /// The field that says it.
        what: &'static str,
        /// What it says.
        value: u32,
        /// The compressed bytes.
        stored: u64,
        /// The limit in force (see `limits.rs`).
        limit: u64,
    },
    /// A symbol lies in a part that is not there.
    #[error("a symbol lies in part {index}, there are {parts}")]
    Section {
        /// The section index, from 0.
        index: u64,
        /// How many parts there are.
        parts: u64,
    },
    /// No part names the functions that symbols are wanted of.
    #[error("no symbols can be made: {0}")]
    NoFunctions(&'static str),
    /// Writing: a value does not fit its field.
    #[error("{what} is {value}, its field holds at most {max}")]
    TooLarge {
        /// The field.
        what: &'static str,
        /// The value to be written.
        value: u64,
        /// The largest it holds.
        max: u64,
    },
    /// Writing: a string holds a NUL, which would end it early.
    #[error("{what} holds a NUL byte, which would end it early")]
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
            Self::Value { .. } => "part.value",
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

/// An error of this crate.
pub type ContainerError = Error<ContainerErrorKind>;

/// A result of this crate.
pub type Result<T> = std::result::Result<T, ContainerError>;
