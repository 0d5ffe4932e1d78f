//! The pieces that assembly consists of, and how each is spelled; [`Lexer`](super::lexer::Lexer) finds them.
//!
//! Source: the lexers of LLVM 3.7 and LLVM 23.

use dxil_ir::{BinaryOp, CastOp};

/// A piece of assembly. What it says beyond its kind is the text that it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// The end of the text.
    End,
    /// Bytes that begin nothing.
    Bad,
    Equal,
    Comma,
    Star,
    Or,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenAngle,
    CloseAngle,
    Ellipsis,
    /// `%4`
    LocalNumber,
    /// `%x`, `%"a b"`
    LocalName,
    /// `@4`
    GlobalNumber,
    /// `@x`, `@"a b"`
    GlobalName,
    /// `$x`, `$"a b"`
    ComdatName,
    /// `!4`
    MetadataNumber,
    /// `!x`
    MetadataName,
    /// The `!` before a list or a string.
    Bang,
    /// `#4`
    Group,
    /// `#dbg_value`
    Record,
    /// `x:`, `"a b":`
    Label,
    /// `"x"`
    String,
    /// `-4`
    Integer,
    /// `u0x1F`, `s0xFF`
    HexInteger,
    /// `1.0e+00`
    Decimal,
    /// `0x3FF0000000000000`, `0xH3C00`
    Hex,
    /// `0x1.8p3`
    HexFloat,
    /// `f0x3F800000`
    BitPattern,
    /// `+inf`, `-nan(0x1)`
    SpecialFloat,
    /// What an instruction or a constant expression begins with.
    Operation(Operation),
    /// `i32`
    IntegerType,
    /// Any other word.
    Word,
}

/// What an instruction or a constant expression begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// And whether it is of floats.
    Binary(BinaryOp, bool),
    Cast(CastOp),
    Negate,
    Freeze,
    /// Whether it is of floats.
    Compare(bool),
    Select,
    ExtractElement,
    InsertElement,
    ShuffleVector,
    ExtractValue,
    InsertValue,
    Alloca,
    Load,
    Store,
    ElementPointer,
    CompareExchange,
    AtomicRmw,
    Fence,
    Phi,
    Call,
    TailCall,
    MustTailCall,
    NoTailCall,
    VariadicArgument,
    Return,
    Branch,
    Switch,
    Unreachable,
}

impl Operation {
    /// Whether constant expressions have it.
    pub(super) fn is_of_constants(self) -> bool {
        matches!(
            self,
            Self::Binary(..)
                | Self::Cast(_)
                | Self::Compare(_)
                | Self::Select
                | Self::ExtractElement
                | Self::InsertElement
                | Self::ShuffleVector
                | Self::ElementPointer
        )
    }

    /// Whether it ends a block.
    pub(super) fn ends_block(self) -> bool {
        matches!(self, Self::Return | Self::Branch | Self::Switch | Self::Unreachable)
    }
}
