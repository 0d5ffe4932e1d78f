//! The dialects that support each type, constant and instruction. Separate because the verifier, the printer, the
//! parser and the writer use the same table. The rows of attributes and debug nodes have their own dialects.

use crate::constants::ConstantKind;
pub use crate::dialect::Dialects;
use crate::instruction::TailCall;
use crate::{CastOp, Op, RmwOp, Type};

/// The spelling of a type, constant or instruction in assembly, and the dialects that support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// The name in assembly.
    pub name: &'static str,
    /// The dialects that support it.
    pub dialects: Dialects,
}

const fn both(name: &'static str) -> Spelling {
    Spelling { name, dialects: Dialects::BOTH }
}

const fn old(name: &'static str) -> Spelling {
    Spelling { name, dialects: Dialects::DXIL37 }
}

const fn modern(name: &'static str) -> Spelling {
    Spelling { name, dialects: Dialects::MODERN }
}

impl Type {
    /// What it is called, and the dialects that have it.
    pub fn word(&self) -> Spelling {
        match self {
            Self::Void => both("void"),
            Self::Half => both("half"),
            Self::BFloat => modern("bfloat"),
            Self::Float => both("float"),
            Self::Double => both("double"),
            Self::OtherFloat(_) => both(self.other_float().unwrap_or("a float")),
            Self::Mmx => old("x86_mmx"),
            Self::Label => both("label"),
            Self::Metadata => both("metadata"),
            Self::Token => modern("token"),
            Self::Integer(_) => both("an integer"),
            Self::Pointer(pointee, _) => match pointee.expand() {
                Some(_) => old("a typed pointer"),
                None => modern("ptr"),
            },
            Self::Function { .. } => both("a function type"),
            Self::Literal { .. } | Self::Named(_) => both("a structure"),
            Self::Array(..) => both("an array"),
            Self::Vector(..) => both("a vector"),
            Self::Target(_) => modern("a target type"),
        }
    }
}

impl ConstantKind {
    /// What it is called, and the dialects that have it.
    pub fn word(&self) -> Spelling {
        match self {
            Self::Null => both("null"),
            Self::Undef => both("undef"),
            Self::Poison => modern("poison"),
            Self::Integer(_) | Self::Wide(_) | Self::Float(_) => both("a number"),
            Self::Aggregate(_) => both("an aggregate"),
            Self::Bytes(_) | Self::Data(_) => both("an array of numbers"),
            Self::Binary { op, .. } => match op {
                crate::BinaryOp::Add | crate::BinaryOp::Sub | crate::BinaryOp::Xor => both(op.word()),
                crate::BinaryOp::Mul
                | crate::BinaryOp::UDiv
                | crate::BinaryOp::SDiv
                | crate::BinaryOp::URem
                | crate::BinaryOp::SRem
                | crate::BinaryOp::Shl
                | crate::BinaryOp::LShr
                | crate::BinaryOp::AShr
                | crate::BinaryOp::And
                | crate::BinaryOp::Or => old(op.word()),
            },
            Self::Cast(op, _) => match op {
                CastOp::PtrToAddr => modern(op.word()),
                CastOp::Trunc
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::Bitcast
                | CastOp::AddrSpaceCast => both(op.word()),
                CastOp::ZExt
                | CastOp::SExt
                | CastOp::FpToUi
                | CastOp::FpToSi
                | CastOp::UiToFp
                | CastOp::SiToFp
                | CastOp::FpTrunc
                | CastOp::FpExt => old(op.word()),
            },
            Self::ElementPointer { .. } => both("getelementptr"),
            Self::Select(_) => old("select"),
            Self::ExtractElement(_) => both("extractelement"),
            Self::InsertElement(_) => both("insertelement"),
            Self::ShuffleVector(_) => both("shufflevector"),
            Self::Compare(predicate, _) => old(if predicate.is_float() { "fcmp" } else { "icmp" }),
            Self::BlockAddress(..) => both("blockaddress"),
            Self::InlineAssembly { .. } => both("asm"),
        }
    }
}

impl Op {
    /// What it is called, and the dialects that have it.
    #[inline]
    pub fn word(&self) -> Spelling {
        match self {
            Self::Binary { op, .. } => both(op.word()),
            Self::Negate(_) => modern("fneg"),
            Self::Freeze(_) => modern("freeze"),
            Self::Cast(CastOp::PtrToAddr, _) => modern("ptrtoaddr"),
            Self::Cast(op, _) => both(op.word()),
            Self::Compare { predicate, .. } => both(if predicate.is_float() { "fcmp" } else { "icmp" }),
            Self::Select(_) => both("select"),
            Self::ExtractElement(_) => both("extractelement"),
            Self::InsertElement(_) => both("insertelement"),
            Self::ShuffleVector(_) => both("shufflevector"),
            Self::ExtractValue(..) => both("extractvalue"),
            Self::InsertValue(..) => both("insertvalue"),
            Self::Alloca { .. } => both("alloca"),
            Self::Load(..) => both("load"),
            Self::Store(..) => both("store"),
            Self::ElementPointer { .. } => both("getelementptr"),
            Self::CompareExchange { .. } => both("cmpxchg"),
            Self::AtomicRmw { op, .. } => op.in_atomicrmw(),
            Self::Fence(..) => both("fence"),
            Self::Phi(..) => both("phi"),
            Self::Call { tail: TailCall::NoTail, .. } => modern("notail call"),
            Self::Call { .. } => both("call"),
            Self::VariadicArgument(_) => both("va_arg"),
            Self::Return(_) => both("ret"),
            Self::Branch(_) | Self::ConditionalBranch(..) => both("br"),
            Self::Switch { .. } => both("switch"),
            Self::Unreachable => both("unreachable"),
        }
    }
}

impl RmwOp {
    /// What `atomicrmw` with it is called, and the dialects that have it.
    pub fn in_atomicrmw(self) -> Spelling {
        match self {
            Self::Exchange
            | Self::Add
            | Self::Sub
            | Self::And
            | Self::Nand
            | Self::Or
            | Self::Xor
            | Self::Max
            | Self::Min
            | Self::UMax
            | Self::UMin => both("atomicrmw"),
            Self::FAdd => modern("atomicrmw fadd"),
            Self::FSub => modern("atomicrmw fsub"),
            Self::FMax => modern("atomicrmw fmax"),
            Self::FMin => modern("atomicrmw fmin"),
            Self::UIncWrap => modern("atomicrmw uinc_wrap"),
            Self::UDecWrap => modern("atomicrmw udec_wrap"),
            Self::USubCond => modern("atomicrmw usub_cond"),
            Self::USubSat => modern("atomicrmw usub_sat"),
            Self::FMaximum => modern("atomicrmw fmaximum"),
            Self::FMinimum => modern("atomicrmw fminimum"),
        }
    }
}
