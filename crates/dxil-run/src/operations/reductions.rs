//! Reductions of the elements of a vector: bits and the dot product. Separate from the scalar operations because their
//! operands have any number of registers.
//!
//! `FDot` rounds each product and each sum, from the first element to the last, as `Dot2` to `Dot4` do.

use dxil::ops::Opcode;

use super::float_functions;
use super::formats::Denormals;
use super::semantics::{Reduction, Semantics};
use crate::instruction::{Rule, Scalar};
use crate::lanes::map2;

/// Returns the semantics of a reduction for the scalar of its elements.
pub(crate) fn operation(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    let ones = u32::MAX >> (32 - scalar.bits().min(32));
    let reduction = match opcode {
        Opcode::VECTOR_REDUCE_AND if !scalar.is_float() => {
            Reduction::Bits(|a, b| map2(a, b, |a, b| a & b), Rule::Zero)
        }
        Opcode::VECTOR_REDUCE_OR if !scalar.is_float() => {
            Reduction::Bits(|a, b| map2(a, b, |a, b| a | b), Rule::Ones(ones))
        }
        Opcode::FDOT => float_functions::dot_product(scalar, denormals)?,
        _ => return None,
    };
    Some(Semantics::Reduce(reduction))
}
