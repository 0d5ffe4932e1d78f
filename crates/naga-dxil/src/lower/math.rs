//! The numeric built-in functions of naga ([`MathFunction`]). Separate from expressions because the functions depend
//! only on the types and values of their arguments.
//!
//! The functions have the semantics of WGSL, and the accuracy of WGSL 15.7.4 ("Floating Point Accuracy") if the driver
//! has the accuracy of Direct3D for operations. Instructions have no fast-math flags. DXIL has no 64-bit overloads of
//! roundings, roots, dot products and transcendental operations: [`doubles`] computes roundings and roots, and the
//! transcendental functions of `f64` are errors.

use dxil::emit::{Emitter, Result};
use dxil_ir::Value;
use naga::MathFunction;

use super::numeric::Numeric;

mod bits;
mod comparison;
mod decomposition;
mod doubles;
mod exponential;
mod geometry;
mod interpolation;
mod matrices;
mod operations;
mod packing;
mod rounding;
#[cfg(test)]
mod tests;
mod trigonometry;

/// Lowers a call of a function. Returns the components of the result; the components of a matrix are in the order of
/// its columns. For `Modf` and `Frexp`, the components of the second member follow the components of the first one.
pub(crate) fn math(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    use MathFunction as Fun;
    match fun {
        Fun::Abs | Fun::Min | Fun::Max | Fun::Clamp | Fun::Saturate | Fun::Sign => {
            comparison::lower(emit, fun, arguments)
        }
        Fun::Cos | Fun::Cosh | Fun::Sin | Fun::Sinh | Fun::Tan | Fun::Tanh => {
            trigonometry::lower(emit, fun, arguments)
        }
        Fun::Acos | Fun::Asin | Fun::Atan | Fun::Atan2 | Fun::Asinh | Fun::Acosh | Fun::Atanh => {
            trigonometry::lower(emit, fun, arguments)
        }
        Fun::Radians | Fun::Degrees => trigonometry::lower(emit, fun, arguments),
        Fun::Ceil | Fun::Floor | Fun::Round | Fun::Fract | Fun::Trunc | Fun::Modf => {
            rounding::lower(emit, fun, arguments)
        }
        Fun::Frexp | Fun::Ldexp => decomposition::lower(emit, fun, arguments),
        Fun::Exp | Fun::Exp2 | Fun::Log | Fun::Log2 | Fun::Pow | Fun::Sqrt | Fun::InverseSqrt => {
            exponential::lower(emit, fun, arguments)
        }
        Fun::Dot | Fun::Cross | Fun::Distance | Fun::Length | Fun::Normalize => {
            geometry::lower(emit, fun, arguments)
        }
        Fun::FaceForward | Fun::Reflect | Fun::Refract => geometry::lower(emit, fun, arguments),
        Fun::Fma | Fun::Mix | Fun::Step | Fun::SmoothStep => interpolation::lower(emit, fun, arguments),
        Fun::Outer | Fun::Inverse | Fun::Transpose | Fun::Determinant => {
            matrices::lower(emit, fun, arguments)
        }
        Fun::CountTrailingZeros | Fun::CountLeadingZeros | Fun::CountOneBits | Fun::ReverseBits => {
            bits::lower(emit, fun, arguments)
        }
        Fun::ExtractBits | Fun::InsertBits | Fun::FirstTrailingBit | Fun::FirstLeadingBit => {
            bits::lower(emit, fun, arguments)
        }
        Fun::QuantizeToF16 | Fun::Dot4I8Packed | Fun::Dot4U8Packed => packing::lower(emit, fun, arguments),
        Fun::Pack4x8snorm | Fun::Pack4x8unorm | Fun::Pack2x16snorm | Fun::Pack2x16unorm => {
            packing::lower(emit, fun, arguments)
        }
        Fun::Pack2x16float | Fun::Pack4xI8 | Fun::Pack4xU8 | Fun::Pack4xI8Clamp | Fun::Pack4xU8Clamp => {
            packing::lower(emit, fun, arguments)
        }
        Fun::Unpack4x8snorm | Fun::Unpack4x8unorm | Fun::Unpack2x16snorm | Fun::Unpack2x16unorm => {
            packing::lower(emit, fun, arguments)
        }
        Fun::Unpack2x16float | Fun::Unpack4xI8 | Fun::Unpack4xU8 => packing::lower(emit, fun, arguments),
    }
}
