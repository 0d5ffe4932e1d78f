//! What can be wrong with a module's records, or with a module that is to be written.

use crate::limits;

/// What can be wrong with the records of a module, or with a module that is to be written as such.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitcodeErrorKind {
    /// A block that this place does not have.
    #[error("unknown block {id} in {within}")]
    UnknownBlock {
        /// Its id.
        id: u32,
        /// The block around it.
        within: &'static str,
    },
    /// A record that the block does not have.
    #[error("unknown record code {code} in block {block}")]
    UnknownRecord {
        /// Its code.
        code: u32,
        /// The block it lies in.
        block: &'static str,
    },
    /// A version of the records that LLVM 3.7 does not write.
    #[error("module version is {found}, expected 1 (relative operand numbers)")]
    Version {
        /// The version.
        found: u64,
    },
    /// A version of modern bitcode without a string table, or an unknown one.
    #[error(
        "module version is {found}, expected 2 (LLVM 5 and later); convert the file with a newer llvm-as"
    )]
    ModernVersion {
        /// The version.
        found: u64,
    },
    /// An epoch of bitcode that no release of LLVM has.
    #[error("bitcode epoch is {found}, expected 0")]
    Epoch {
        /// The epoch.
        found: u64,
    },
    /// An operand of a later version of LLVM, which is not zero.
    #[error("operand {operand} of the record is unknown; the producer is {producer}")]
    UnknownOperand {
        /// The position of the operand.
        operand: usize,
        /// The producer of the bitcode.
        producer: String,
    },
    /// A record of a later version of LLVM.
    #[error("unknown record code {code} in block {block}; the producer is {producer}")]
    UnknownModernRecord {
        /// The record code.
        code: u32,
        /// The block that contains the record.
        block: &'static str,
        /// The producer of the bitcode.
        producer: String,
    },
    /// An attribute of a later version of LLVM.
    #[error("unknown attribute kind {code}; the producer is {producer}")]
    UnknownAttribute {
        /// The code of the attribute.
        code: u64,
        /// The producer of the bitcode.
        producer: String,
    },
    /// An attribute whose value has another form than LLVM 15 to 23 write.
    #[error("attribute `{what}` has the unsupported encoding {form}")]
    AttributeForm {
        /// The spelling of the attribute.
        what: &'static str,
        /// The form in the record.
        form: u64,
    },
    /// A name outside of the string table.
    #[error("name with {size} bytes at offset {offset} is outside of the string table of {table} bytes")]
    StringTable {
        /// The offset of the name.
        offset: u64,
        /// The size of the name.
        size: u64,
        /// The size of the string table.
        table: usize,
    },
    /// A field of a debug node with a value that does not fit.
    #[error("field `{field}` of {name} is out of range")]
    FieldValue {
        /// The name of the node.
        name: &'static str,
        /// The name of the field.
        field: &'static str,
    },
    /// A string or a value to which a node refers before its record.
    #[error("metadata {number} is used before its definition, expected a node")]
    ForwardMetadata {
        /// The number of the metadata.
        number: u64,
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
    #[error("record has {operands} operands, but {what} is missing")]
    Short {
        /// What is missing.
        what: &'static str,
        /// How many operands there are.
        operands: usize,
    },
    /// A record that goes on.
    #[error("record has too many operands: {operands} more than expected")]
    Long {
        /// How many.
        operands: usize,
    },
    /// A number that does not fit.
    #[error("{what} is out of range: {found}")]
    TooLarge {
        /// What it says.
        what: &'static str,
        /// The number.
        found: u64,
    },
    /// A number that has no meaning.
    #[error("{what} has the invalid value {found}")]
    Unknown {
        /// What it says.
        what: &'static str,
        /// The number.
        found: u64,
    },
    /// Characters that are no bytes, or without end.
    #[error("{what} is not valid text")]
    NotText {
        /// What it is.
        what: &'static str,
    },
    /// A type that is not there.
    #[error("undefined type {number}")]
    NoSuchType {
        /// Its number.
        number: u64,
    },
    /// A type that was used before it was there, and is no structure.
    #[error("type {number} is used before its definition, expected a named struct")]
    ForwardType {
        /// Its number.
        number: u32,
    },
    /// More or fewer types than announced.
    #[error("type table has {found} types, expected {expected}")]
    Types {
        /// As announced.
        expected: u64,
        /// As found.
        found: u64,
    },
    /// A type that an instruction gives and the module does not have.
    #[error("type table has no {what}")]
    MissingType {
        /// Which.
        what: &'static str,
    },
    /// A value that is not there.
    #[error("undefined value {number}")]
    NoSuchValue {
        /// Its number.
        number: u64,
    },
    /// A value of another type than was said of it.
    #[error("value {number} does not have the type that the record states")]
    OtherType {
        /// Its number.
        number: u64,
    },
    /// A value that is no constant, where one has to be.
    #[error("value {number} is not a constant")]
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
    #[error("undefined basic block {number}")]
    NoSuchBlock {
        /// Its number.
        number: u64,
    },
    /// An instruction that is not there.
    #[error("undefined instruction {number}")]
    NoSuchInstruction {
        /// Its number.
        number: u64,
    },
    /// Metadata that is not there.
    #[error("undefined metadata node {number}")]
    NoSuchMetadata {
        /// Its number.
        number: u64,
    },
    /// Attributes that are not there.
    #[error("undefined attribute list {number}")]
    NoSuchAttributes {
        /// Their number.
        number: u64,
    },
    /// Things that refer to each other in a circle.
    #[error("circular reference among {what}")]
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
    #[error("{what} is not a pointer")]
    NotPointer {
        /// Of what.
        what: &'static str,
    },
    /// A type that is no vector.
    #[error("{what} is not a vector")]
    NotVector {
        /// Of what.
        what: &'static str,
    },
    /// A type that is no function.
    #[error("{what} is not a function type")]
    NotFunction {
        /// Of what.
        what: &'static str,
    },
    /// Indices that lead nowhere.
    #[error("indices of {what} select a member that does not exist")]
    BadIndices {
        /// Of what.
        what: &'static str,
    },
    /// More or fewer blocks than announced.
    #[error("function has {found} basic blocks, expected {expected}")]
    Blocks {
        /// As announced.
        expected: usize,
        /// As found, up to here.
        found: usize,
    },
    /// A body that no function was declared for.
    #[error("function block has no matching function record")]
    NoFunction,
    /// A function without the body that was announced.
    #[error(
        "function {name} is marked as a definition, but the module has no function block for this function"
    )]
    NoBody {
        /// Its name.
        name: String,
    },
    /// More records or operands than the size of the module lets expect.
    #[error(
        "module has more than one record per {} bytes or more than {} operands per byte, which is not \
         supported",
        limits::BYTES_PER_RECORD,
        limits::OPERANDS_PER_BYTE_OF_MODULE
    )]
    Crowded,
    /// More than ids can count.
    #[error("too many {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
    },
    /// An id that refers to nothing in the module.
    #[error("reference to a {what} that does not exist")]
    Dangling {
        /// What.
        what: &'static str,
    },
    /// What LLVM 3.7 does not have.
    #[error("{what} cannot be written as LLVM 3.7 bitcode")]
    Modern {
        /// What.
        what: &'static str,
    },
    /// An attribute that LLVM 3.7 does not have, or not in this form.
    #[error("attribute `{what}` cannot be written as LLVM 3.7 bitcode")]
    ModernAttribute {
        /// Its word.
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
            Self::UnknownRecord { .. } | Self::UnknownModernRecord { .. } => "bitcode.record",
            Self::Version { .. } | Self::ModernVersion { .. } | Self::Epoch { .. } => "bitcode.version",
            Self::Missing { .. } | Self::NoBody { .. } | Self::NoFunction => "bitcode.missing",
            Self::Order { .. } => "bitcode.order",
            Self::Short { .. } | Self::Long { .. } | Self::Fields { .. } | Self::UnknownOperand { .. } => {
                "bitcode.operands"
            }
            Self::FieldValue { .. }
            | Self::StringTable { .. }
            | Self::TooLarge { .. }
            | Self::Unknown { .. }
            | Self::NotText { .. }
            | Self::TooMany { .. } => "bitcode.value",
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
            | Self::ForwardMetadata { .. }
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
            Self::Modern { .. }
            | Self::ModernAttribute { .. }
            | Self::UnknownAttribute { .. }
            | Self::AttributeForm { .. }
            | Self::Unsupported { .. } => "bitcode.unsupported",
        }
    }
}
