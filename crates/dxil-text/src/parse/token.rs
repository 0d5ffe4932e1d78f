//! The pieces that assembly consists of. Separate so that the patterns stand in one place: `logos` makes a machine of
//! them.
//!
//! Source: LLVM 3.7's lexer.

use dxil_ir::{BinaryOp, CastOp};
use logos::Logos;

/// A piece of assembly. What it says beyond its kind is the text that it was made of.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(utf8 = false)]
#[logos(skip(b"[ \t\r\n]+"))]
#[logos(skip(b";[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    /// The end of the text.
    End,
    /// Bytes that begin nothing.
    Bad,
    #[token("=")]
    Equal,
    #[token(",")]
    Comma,
    #[token("*")]
    Star,
    #[token("|")]
    Or,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("<")]
    OpenAngle,
    #[token(">")]
    CloseAngle,
    #[token("...")]
    Ellipsis,
    /// `%4`
    #[regex(b"%[0-9]+")]
    LocalNumber,
    /// `%x`, `%"a b"`
    #[regex(b"%[-a-zA-Z$._][-a-zA-Z$._0-9]*")]
    #[regex(b"%\"[^\"]*\"")]
    LocalName,
    /// `@4`
    #[regex(b"@[0-9]+")]
    GlobalNumber,
    /// `@x`, `@"a b"`
    #[regex(b"@[-a-zA-Z$._][-a-zA-Z$._0-9]*")]
    #[regex(b"@\"[^\"]*\"")]
    GlobalName,
    /// `$x`, `$"a b"`
    #[regex(b"[$][-a-zA-Z$._][-a-zA-Z$._0-9]*")]
    #[regex(b"[$]\"[^\"]*\"")]
    ComdatName,
    /// `!4`
    #[regex(b"![0-9]+")]
    MetadataNumber,
    /// `!x`
    #[regex(b"![-a-zA-Z$._\\\\][-a-zA-Z$._0-9\\\\]*")]
    MetadataName,
    /// The `!` before a list or a string.
    #[token("!")]
    Bang,
    /// `#4`
    #[regex(b"#[0-9]+")]
    Group,
    /// `x:`, `"a b":`
    #[regex(b"[-a-zA-Z$._0-9]+:", priority = 20)]
    #[regex(b"\"[^\"]*\":")]
    Label,
    /// `"x"`
    #[regex(b"\"[^\"]*\"")]
    String,
    /// `-4`
    #[regex(b"-?[0-9]+", priority = 10)]
    Integer,
    /// `u0x1F`, `s0xFF`
    #[regex(b"[us]0x[0-9A-Fa-f]+", priority = 10)]
    HexInteger,
    /// `1.0e+00`
    #[regex(b"[-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?")]
    Decimal,
    /// `0x3FF0000000000000`, `0xH3C00`
    #[regex(b"0x[HKLMR]?[0-9A-Fa-f]+")]
    Hex,
    /// What an instruction or a constant expression begins with.
    #[token("add", |_| Operation::Binary(BinaryOp::Add, false))]
    #[token("fadd", |_| Operation::Binary(BinaryOp::Add, true))]
    #[token("sub", |_| Operation::Binary(BinaryOp::Sub, false))]
    #[token("fsub", |_| Operation::Binary(BinaryOp::Sub, true))]
    #[token("mul", |_| Operation::Binary(BinaryOp::Mul, false))]
    #[token("fmul", |_| Operation::Binary(BinaryOp::Mul, true))]
    #[token("udiv", |_| Operation::Binary(BinaryOp::UDiv, false))]
    #[token("sdiv", |_| Operation::Binary(BinaryOp::SDiv, false))]
    #[token("fdiv", |_| Operation::Binary(BinaryOp::SDiv, true))]
    #[token("urem", |_| Operation::Binary(BinaryOp::URem, false))]
    #[token("srem", |_| Operation::Binary(BinaryOp::SRem, false))]
    #[token("frem", |_| Operation::Binary(BinaryOp::SRem, true))]
    #[token("shl", |_| Operation::Binary(BinaryOp::Shl, false))]
    #[token("lshr", |_| Operation::Binary(BinaryOp::LShr, false))]
    #[token("ashr", |_| Operation::Binary(BinaryOp::AShr, false))]
    #[token("and", |_| Operation::Binary(BinaryOp::And, false))]
    #[token("or", |_| Operation::Binary(BinaryOp::Or, false))]
    #[token("xor", |_| Operation::Binary(BinaryOp::Xor, false))]
    #[token("trunc", |_| Operation::Cast(CastOp::Trunc))]
    #[token("zext", |_| Operation::Cast(CastOp::ZExt))]
    #[token("sext", |_| Operation::Cast(CastOp::SExt))]
    #[token("fptoui", |_| Operation::Cast(CastOp::FpToUi))]
    #[token("fptosi", |_| Operation::Cast(CastOp::FpToSi))]
    #[token("uitofp", |_| Operation::Cast(CastOp::UiToFp))]
    #[token("sitofp", |_| Operation::Cast(CastOp::SiToFp))]
    #[token("fptrunc", |_| Operation::Cast(CastOp::FpTrunc))]
    #[token("fpext", |_| Operation::Cast(CastOp::FpExt))]
    #[token("ptrtoint", |_| Operation::Cast(CastOp::PtrToInt))]
    #[token("inttoptr", |_| Operation::Cast(CastOp::IntToPtr))]
    #[token("bitcast", |_| Operation::Cast(CastOp::Bitcast))]
    #[token("addrspacecast", |_| Operation::Cast(CastOp::AddrSpaceCast))]
    #[token("ptrtoaddr", |_| Operation::Cast(CastOp::PtrToAddr))]
    #[token("fneg", |_| Operation::Negate)]
    #[token("freeze", |_| Operation::Freeze)]
    #[token("icmp", |_| Operation::Compare(false))]
    #[token("fcmp", |_| Operation::Compare(true))]
    #[token("select", |_| Operation::Select)]
    #[token("extractelement", |_| Operation::ExtractElement)]
    #[token("insertelement", |_| Operation::InsertElement)]
    #[token("shufflevector", |_| Operation::ShuffleVector)]
    #[token("extractvalue", |_| Operation::ExtractValue)]
    #[token("insertvalue", |_| Operation::InsertValue)]
    #[token("alloca", |_| Operation::Alloca)]
    #[token("load", |_| Operation::Load)]
    #[token("store", |_| Operation::Store)]
    #[token("getelementptr", |_| Operation::ElementPointer)]
    #[token("cmpxchg", |_| Operation::CompareExchange)]
    #[token("atomicrmw", |_| Operation::AtomicRmw)]
    #[token("fence", |_| Operation::Fence)]
    #[token("phi", |_| Operation::Phi)]
    #[token("call", |_| Operation::Call)]
    #[token("tail", |_| Operation::TailCall)]
    #[token("musttail", |_| Operation::MustTailCall)]
    #[token("notail", |_| Operation::NoTailCall)]
    #[token("va_arg", |_| Operation::VariadicArgument)]
    #[token("ret", |_| Operation::Return)]
    #[token("br", |_| Operation::Branch)]
    #[token("switch", |_| Operation::Switch)]
    #[token("unreachable", |_| Operation::Unreachable)]
    Operation(Operation),
    /// Any other word.
    #[regex(b"[a-zA-Z_][a-zA-Z0-9_.]*")]
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
