//! Conversions: LLVM's casts, and the operations that convert.

use dxil::ops::Opcode;
use dxil_ir::CastOp;

use super::Semantics;
use crate::error::{Result, RunErrorKind};
use crate::lanes::{Lanes, map1};
use crate::operations::integers::{cut, extend};
use crate::program::Scalar;

/// What a cast does.
pub(crate) fn cast(op: CastOp, from: Scalar, to: Scalar) -> Result<Semantics> {
    let what = || RunErrorKind::unsupported(format!("{} from {from:?} to {to:?}", op.word()));
    Ok(match (op, from, to) {
        (CastOp::ZExt, _, Scalar::I64) => Semantics::MapN(to_wide),
        (CastOp::ZExt, ..) => Semantics::Map1(|a| *a),
        (CastOp::SExt, Scalar::I1, Scalar::I32) => {
            Semantics::Map1(|a| map1(a, |a| extend(a, 1).cast_unsigned()))
        }
        (CastOp::Trunc, _, Scalar::I1) => Semantics::MapN(truncate::<1>),
        (CastOp::Trunc, _, Scalar::I8) => Semantics::MapN(truncate::<8>),
        (CastOp::Trunc, _, Scalar::I16) => Semantics::MapN(truncate::<16>),
        (CastOp::Trunc, _, Scalar::I32) => Semantics::MapN(truncate::<32>),
        _ => return Err(what()),
    })
}

fn to_wide(from: &[Lanes], to: &mut [Lanes]) {
    if let ([from], [low, high]) = (from, to) {
        (*low, *high) = (*from, crate::lanes::ZERO);
    }
}

fn truncate<const BITS: u32>(from: &[Lanes], to: &mut [Lanes]) {
    if let ([from, ..], [to]) = (from, to) {
        *to = map1(from, |word| cut(word, BITS));
    }
}

/// What an operation does.
pub(crate) fn operation(_opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    None
}
