//! The schema of debug info nodes: row types for the nodes of `tables/bitcode.toml`, their fields, and the assembly
//! syntax of each field. Separate because the generated table consists of these rows.

use crate::Dialect;
use crate::dwarf::Words;

/// The schema of a debug info node.
#[derive(Debug, Clone, Copy)]
pub struct NodeRow {
    /// The name in assembly, without the `!`.
    pub name: &'static str,
    /// The dialect with this schema: most nodes have one row per dialect.
    pub dialect: Dialect,
    /// The record code.
    pub code: u32,
    /// True if the node must be distinct.
    pub is_distinct: bool,
    /// The fields in record order, without the leading distinct flag.
    pub fields: &'static [NodeField],
    /// The indices of the metadata fields, in LLVM's operand order.
    pub operands: &'static [u8],
    /// The indices of the fields in assembly, in assembly order.
    pub text: &'static [u8],
}

/// A field of a debug info node.
#[derive(Debug, Clone, Copy)]
pub struct NodeField {
    /// The name in assembly.
    pub name: &'static str,
    /// The kind of value.
    pub kind: FieldKind,
    /// The syntax in assembly.
    pub text: FieldText,
    /// The condition under which assembly prints the field.
    pub shown: Shown,
    /// The value of a field that assembly omits.
    pub default: u64,
    /// The width in bits of an integer field.
    pub bits: u8,
    /// True if assembly must contain the field.
    pub is_required: bool,
}

/// The kind of value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Optional metadata: 0 for null, else the metadata number plus one.
    Node,
    /// Metadata that is never null: the metadata number.
    Plain,
    /// An integer.
    Number,
    /// A Boolean.
    Flag,
    /// The remaining operands: integers.
    Rest,
    /// The remaining operands: optional metadata.
    Nodes,
}

impl FieldKind {
    /// Returns true if the field stands for all remaining operands.
    pub fn is_open(self) -> bool {
        match self {
            Self::Rest | Self::Nodes => true,
            Self::Node | Self::Plain | Self::Number | Self::Flag => false,
        }
    }
}

/// The assembly syntax of a field.
#[derive(Debug, Clone, Copy)]
pub enum FieldText {
    /// A reference to metadata.
    Node,
    /// A reference to metadata that is never null.
    Plain,
    /// A quoted string; the empty string is null.
    Text,
    /// A quoted string.
    String,
    /// A reference to metadata; a constant integer is printed as an integer, and 0 is null.
    Size,
    /// Like [`Size`](Self::Size), but 0 is an integer.
    Bound,
    /// A reference to metadata; an expression of one constant is printed as an integer.
    BoundExpression,
    /// An unsigned integer.
    Number,
    /// A signed 64-bit integer.
    Integer,
    /// A signed integer, encoded with the sign in the lowest bit.
    Signed,
    /// A 64-bit integer, signed unless the field `isUnsigned` is set.
    Enumerator,
    /// `true` or `false`.
    Flag,
    /// An optional integer, encoded plus one; 0 is null.
    Optional,
    /// Like [`Optional`](Self::Optional), but printed by its spelling.
    OptionalWord(&'static Words),
    /// An enumerator, printed by its spelling.
    Word(&'static Words),
    /// Flags, printed by the spelling of each bit.
    Flags(&'static Words),
    /// A list of integers.
    Rest,
    /// A list of nodes in braces.
    Nodes,
}

/// The condition under which assembly prints a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The value is not the default.
    NotDefault,
    /// Always.
    Always,
    /// Never printed, but accepted by the parser.
    Never,
    /// The value is not the default, or masked bits of another field differ from `is`.
    Unless {
        /// The index of the other field.
        field: u8,
        /// The mask of the bits.
        mask: u64,
        /// The value of the bits for which the field is omitted.
        is: u64,
    },
}

/// The record of a modern debug info node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeRecord {
    /// The index of the node's row.
    pub(crate) row: u8,
    /// The record code.
    pub(crate) code: u32,
    /// The first operand.
    pub(crate) head: RecordHead,
    /// The number of operands after the first one that every writer has.
    pub(crate) required: usize,
    /// The operands after the first one.
    pub(crate) operands: &'static [RecordOperand],
}

/// The first operand of the record of a modern node; bit 0 is set if the node is distinct.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordHead {
    /// Bits that are set in every record.
    pub(crate) fixed: u64,
    /// The bit that is set if sizes are metadata references.
    pub(crate) size: u64,
    /// The index of the field in bit 1.
    pub(crate) flag: Option<u8>,
}

/// An operand of the record of a modern node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RecordOperand {
    /// An operand without a meaning.
    Ignored,
    /// The encoding and the index of a field.
    Field(Encoding, u8),
}

/// The encoding of a field in the record of a modern node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Encoding {
    /// The value of the field.
    Plain,
    /// All remaining operands: the words of an integer. Its width is the first operand after the head.
    Wide,
    /// The word count and the width of an integer, then the words.
    Words,
    /// The bits of the five fields from this one on.
    PointerAuthentication,
    /// An integer of which the largest value means that the field is absent.
    OrInvalid,
    /// A language; bit 63 is set if the next field holds the value instead.
    NamedLanguage,
}

impl NodeField {
    /// Returns true if an integer fits into the field.
    pub fn fits(&self, number: u64) -> bool {
        let unused = u32::from(64_u8.saturating_sub(self.bits));
        let fits = |number: u64| number << unused >> unused == number;
        match self.text {
            FieldText::Integer => {
                let number = number.cast_signed();
                number << unused >> unused == number
            }
            FieldText::Optional | FieldText::OptionalWord(_) => fits(number.saturating_sub(1)),
            FieldText::Number | FieldText::Word(_) | FieldText::Flags(_) => fits(number),
            // 64-bit fields, and fields that are not integers.
            FieldText::Node
            | FieldText::Plain
            | FieldText::Text
            | FieldText::String
            | FieldText::Size
            | FieldText::Bound
            | FieldText::BoundExpression
            | FieldText::Signed
            | FieldText::Enumerator
            | FieldText::Flag
            | FieldText::Rest
            | FieldText::Nodes => true,
        }
    }
}

impl NodeRow {
    /// The index of a field by name.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// The number of fields before the remaining operands, and whether there are remaining operands.
    pub fn fixed_fields(&self) -> (usize, bool) {
        let is_open = self.fields.last().is_some_and(|last| last.kind.is_open());
        (self.fields.len() - usize::from(is_open), is_open)
    }

    /// The default values of the fixed fields.
    pub fn defaults(&self) -> Vec<u64> {
        self.fields.iter().take(self.fixed_fields().0).map(|field| field.default).collect()
    }
}
