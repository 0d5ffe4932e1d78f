//! The schema of debug info nodes: row types for the nodes of `tables/bitcode.toml`, their fields, and the assembly
//! syntax of each field. Separate because the generated table consists of these rows.

use crate::Dialect;
use crate::dwarf::Words;

/// What a node of debug information consists of.
#[derive(Debug, Clone, Copy)]
pub struct NodeRow {
    /// Its name in assembly, without the `!`.
    pub name: &'static str,
    /// The dialect that has it so: most nodes have a row a dialect.
    pub dialect: Dialect,
    /// The code of its record.
    pub code: u32,
    /// Whether it must be distinct.
    pub is_distinct: bool,
    /// Its fields, in the order of the record, behind the one that says whether it is distinct.
    pub fields: &'static [NodeField],
    /// Those of its fields that are metadata, in the order in which LLVM holds them.
    pub operands: &'static [u8],
    /// Those of its fields that stand in assembly, in that order.
    pub text: &'static [u8],
}

/// A field of a node.
#[derive(Debug, Clone, Copy)]
pub struct NodeField {
    /// Its name in assembly.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// How assembly says it.
    pub text: FieldText,
    /// When assembly says it.
    pub shown: Shown,
    /// What it is where assembly does not say it.
    pub default: u64,
    /// How many bits it has, if it is a number.
    pub bits: u8,
    /// Whether assembly must say it.
    pub is_required: bool,
}

/// What a field of a node holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Metadata or nothing: 0, or its number plus one.
    Node,
    /// Metadata: its number.
    Plain,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// All that follow: numbers.
    Rest,
    /// All that follow: metadata or nothing.
    Nodes,
}

impl FieldKind {
    /// Whether it is all that follow.
    pub fn is_open(self) -> bool {
        match self {
            Self::Rest | Self::Nodes => true,
            Self::Node | Self::Plain | Self::Number | Self::Flag => false,
        }
    }
}

/// How assembly says a field of a node.
#[derive(Debug, Clone, Copy)]
pub enum FieldText {
    /// What it refers to.
    Node,
    /// The same, never nothing.
    Plain,
    /// A string, in quotes; an empty one is nothing.
    Text,
    /// A string, in quotes.
    String,
    /// What it refers to, a constant integer as a number; 0 is nothing.
    Size,
    /// The same, where 0 is a number like others.
    Bound,
    /// What it refers to, an expression of one constant as a number.
    BoundExpression,
    /// A number.
    Number,
    /// A number of 64 bits with its sign.
    Integer,
    /// A number with its sign in the lowest bit.
    Signed,
    /// A number of 64 bits, with a sign unless the field `isUnsigned` says otherwise.
    Enumerator,
    /// `true` or `false`.
    Flag,
    /// One less than it is; 0 is nothing.
    Optional,
    /// The same by a word.
    OptionalWord(&'static Words),
    /// A word for a number.
    Word(&'static Words),
    /// Words for the bits of a number.
    Flags(&'static Words),
    /// Numbers.
    Rest,
    /// Nodes, in braces.
    Nodes,
}

/// When assembly says a field of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Where it is not the default.
    NotDefault,
    /// Always.
    Always,
    /// Never; it may be read.
    Never,
    /// Where it is not the default, or these bits of another field are not this.
    Unless {
        /// Which field.
        field: u8,
        /// Its bits.
        mask: u64,
        /// What they are where the field is left out.
        is: u64,
    },
}

impl NodeField {
    /// True where a number has no more bits than the field.
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
            // These have all bits, or are no numbers.
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
    /// Where a field stands among the node's.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// How many fields there are before those that are all that follow, and whether there are such.
    pub fn fixed_fields(&self) -> (usize, bool) {
        let is_open = self.fields.last().is_some_and(|last| last.kind.is_open());
        (self.fields.len() - usize::from(is_open), is_open)
    }

    /// The fields of a node of which assembly says nothing.
    pub fn defaults(&self) -> Vec<u64> {
        self.fields.iter().take(self.fixed_fields().0).map(|field| field.default).collect()
    }
}
