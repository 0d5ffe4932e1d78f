//! What can be wrong with a module's records, or with a module that is to be written.

use crate::limits;

/// What can be wrong with the records of a module, or with a module that is to be written as such.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitcodeErrorKind {
    /// A block that this place does not have.
    #[error("block {id} is not known in {within}")]
    UnknownBlock {
        /// Its id.
        id: u32,
        /// The block around it.
        within: &'static str,
    },
    /// A record that the block does not have.
    #[error("record {code} is not known in a {block} block")]
    UnknownRecord {
        /// Its code.
        code: u32,
        /// The block it lies in.
        block: &'static str,
    },
    /// A version of the records that LLVM 3.7 does not write.
    #[error("the module's version is {found}, expected 1: operands by relative numbers")]
    Version {
        /// The version.
        found: u64,
    },
    /// Something that has to be there is not.
    #[error("{what} is missing")]
    Missing {
        /// What.
        what: &'static str,
    },
    /// Something before what it needs.
    #[error("{what} comes before {before}")]
    Order {
        /// What.
        what: &'static str,
        /// What it needs.
        before: &'static str,
    },
    /// A record that ends too early.
    #[error("the record has {operands} operands, which do not reach to {what}")]
    Short {
        /// What is missing.
        what: &'static str,
        /// How many operands there are.
        operands: usize,
    },
    /// A record that goes on.
    #[error("the record has {operands} operands more than it needs")]
    Long {
        /// How many.
        operands: usize,
    },
    /// A number that does not fit.
    #[error("{what} is {found}, which is too large")]
    TooLarge {
        /// What it says.
        what: &'static str,
        /// The number.
        found: u64,
    },
    /// A number that has no meaning.
    #[error("{what} is {found}, which is not known")]
    Unknown {
        /// What it says.
        what: &'static str,
        /// The number.
        found: u64,
    },
    /// Characters that are no bytes, or without end.
    #[error("{what} is no text")]
    NotText {
        /// What it is.
        what: &'static str,
    },
    /// A type that is not there.
    #[error("type {number} is not there")]
    NoSuchType {
        /// Its number.
        number: u64,
    },
    /// A type that was used before it was there, and is no structure.
    #[error("type {number} was referred to before it was there, which only a structure with a name may be")]
    ForwardType {
        /// Its number.
        number: u32,
    },
    /// More or fewer types than announced.
    #[error("there are {found} types, expected {expected}")]
    Types {
        /// As announced.
        expected: u64,
        /// As found.
        found: u64,
    },
    /// A type that an instruction gives and the module does not have.
    #[error("the module does not have {what}")]
    MissingType {
        /// Which.
        what: &'static str,
    },
    /// A value that is not there.
    #[error("value {number} is not there")]
    NoSuchValue {
        /// Its number.
        number: u64,
    },
    /// A value of another type than was said of it.
    #[error("value {number} does not have the type that was said of it")]
    OtherType {
        /// Its number.
        number: u64,
    },
    /// A value that is no constant, where one has to be.
    #[error("value {number} is no constant")]
    NotConstant {
        /// Its number.
        number: u64,
    },
    /// A value that cannot have a name.
    #[error("value {number} cannot have a name")]
    Unnamable {
        /// Its number.
        number: u64,
    },
    /// A block of a function that is not there.
    #[error("basic block {number} is not there")]
    NoSuchBlock {
        /// Its number.
        number: u64,
    },
    /// An instruction that is not there.
    #[error("instruction {number} is not there")]
    NoSuchInstruction {
        /// Its number.
        number: u64,
    },
    /// Metadata that is not there.
    #[error("metadata {number} is not there")]
    NoSuchMetadata {
        /// Its number.
        number: u64,
    },
    /// Attributes that are not there.
    #[error("attributes {number} are not there")]
    NoSuchAttributes {
        /// Their number.
        number: u64,
    },
    /// Things that refer to each other in a circle.
    #[error("{what} refer to each other in a circle")]
    Circle {
        /// What.
        what: &'static str,
    },
    /// A node of debug information with too few or too many fields.
    #[error("{name} has {found} fields, expected {expected}")]
    Fields {
        /// Its name.
        name: &'static str,
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A type that is no pointer.
    #[error("{what} is no pointer")]
    NotPointer {
        /// Of what.
        what: &'static str,
    },
    /// A type that is no vector.
    #[error("{what} is no vector")]
    NotVector {
        /// Of what.
        what: &'static str,
    },
    /// A type that is no function.
    #[error("{what} is no function")]
    NotFunction {
        /// Of what.
        what: &'static str,
    },
    /// Indices that lead nowhere.
    #[error("the indices of {what} lead to nothing")]
    BadIndices {
        /// Of what.
        what: &'static str,
    },
    /// More or fewer blocks than announced.
    #[error("the function has {found} basic blocks, expected {expected}")]
    Blocks {
        /// As announced.
        expected: usize,
        /// As found, up to here.
        found: usize,
    },
    /// A body that no function was declared for.
    #[error("a body without a function: all that were declared have one")]
    NoFunction,
    /// A function without the body that was announced.
    #[error("function {name} has no body, although it was declared to have one")]
    NoBody {
        /// Its name.
        name: String,
    },
    /// More records or operands than the size of the module lets expect.
    #[error(
        "the module has more records than one for {} bytes, or more operands than {} a byte, which this program refuses",
        limits::BYTES_PER_RECORD,
        limits::OPERANDS_PER_BYTE_OF_MODULE
    )]
    Crowded,
    /// More than ids can count.
    #[error("there are more {what} than this program can count")]
    TooMany {
        /// Of what.
        what: &'static str,
    },
    /// An id that refers to nothing in the module.
    #[error("a {what} is referred to that the module does not have")]
    Dangling {
        /// What.
        what: &'static str,
    },
    /// What LLVM 3.7 does not have.
    #[error("{what} cannot be written: LLVM 3.7 does not have it")]
    Modern {
        /// What.
        what: &'static str,
    },
    /// What this program does not do.
    #[error("{what} is not supported")]
    Unsupported {
        /// What.
        what: &'static str,
    },
}

impl BitcodeErrorKind {
    /// The stable name of this kind of error.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::UnknownBlock { .. } => "bitcode.block",
            Self::UnknownRecord { .. } => "bitcode.record",
            Self::Version { .. } => "bitcode.version",
            Self::Missing { .. } | Self::NoBody { .. } | Self::NoFunction => "bitcode.missing",
            Self::Order { .. } => "bitcode.order",
            Self::Short { .. } | Self::Long { .. } | Self::Fields { .. } => "bitcode.operands",
            Self::TooLarge { .. } | Self::Unknown { .. } | Self::NotText { .. } | Self::TooMany { .. } => {
                "bitcode.value"
            }
            Self::NoSuchType { .. }
            | Self::ForwardType { .. }
            | Self::Types { .. }
            | Self::MissingType { .. } => "bitcode.type",
            Self::NoSuchValue { .. }
            | Self::NotConstant { .. }
            | Self::Unnamable { .. }
            | Self::NoSuchBlock { .. }
            | Self::NoSuchInstruction { .. }
            | Self::NoSuchMetadata { .. }
            | Self::NoSuchAttributes { .. }
            | Self::Dangling { .. } => "bitcode.reference",
            Self::Circle { .. } => "bitcode.circle",
            Self::Crowded => "bitcode.crowded",
            Self::NotPointer { .. }
            | Self::NotVector { .. }
            | Self::NotFunction { .. }
            | Self::BadIndices { .. }
            | Self::OtherType { .. } => "bitcode.operand-type",
            Self::Blocks { .. } => "bitcode.basic-blocks",
            Self::Modern { .. } | Self::Unsupported { .. } => "bitcode.unsupported",
        }
    }
}
