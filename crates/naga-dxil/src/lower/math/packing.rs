//! Packed bytes, 16-bit integers and 16-bit floats: conversions and dot products. `Pack4x8` and `Unpack4x8` exist from
//! shader model 6.6 on, packed dot products from 6.4 on; shifts replace them before.

use dxil::emit::{Emitter, Operand, Result};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Value};
use naga::{MathFunction, Scalar};

use super::operations::{Rounding, unary, wrong_arguments};
use super::rounding::round;
use crate::lower::numeric::{
    Numeric, add, clamp, constant, constant_bits, divide_floats, int32, map1, maximum, minimum, multiply,
    scalar_type,
};

/// The format of the parts of a dword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    /// The number of bits of a part.
    bits: u32,
    is_signed: bool,
}

impl Parts {
    const I8: Self = Self { bits: 8, is_signed: true };
    const U8: Self = Self { bits: 8, is_signed: false };
    const I16: Self = Self { bits: 16, is_signed: true };
    const U16: Self = Self { bits: 16, is_signed: false };

    /// The largest integer of a part, for which normalized floats are 1.
    fn largest(self) -> u32 {
        (1 << (self.bits - u32::from(self.is_signed))) - 1
    }

    /// The offsets of the parts, in bits.
    fn offsets(self) -> impl Iterator<Item = i32> {
        let bits = self.bits.cast_signed();
        (0..32 / bits).map(move |index| index * bits)
    }
}

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    let [a] = arguments else { return dot(emit, fun, arguments) };
    match fun {
        MathFunction::QuantizeToF16 => map1(emit, a, |emit, value| {
            let half = emit.op(Opcode::LEGACY_F32_TO_F16, None, [value])?;
            emit.op(Opcode::LEGACY_F16_TO_F32, None, [half])
        }),
        MathFunction::Pack4x8snorm => pack_normalized(emit, a, Parts::I8),
        MathFunction::Pack4x8unorm => pack_normalized(emit, a, Parts::U8),
        MathFunction::Pack2x16snorm => pack_normalized(emit, a, Parts::I16),
        MathFunction::Pack2x16unorm => pack_normalized(emit, a, Parts::U16),
        MathFunction::Pack2x16float => {
            let halves = map1(emit, a, |emit, value| emit.op(Opcode::LEGACY_F32_TO_F16, None, [value]))?;
            Ok(vec![pack(emit, Parts::U16, &halves)])
        }
        MathFunction::Pack4xI8 | MathFunction::Pack4xU8 => pack_bytes(emit, &a.components),
        MathFunction::Pack4xI8Clamp => {
            let bounds = [-128, 127].map(|number| int32(emit, number));
            let clamped = map1(emit, a, |emit, value| clamp(emit, Scalar::I32, value, bounds))?;
            pack_bytes(emit, &clamped)
        }
        // The clamping mode of `Pack4x8` interprets the integers as signed ones.
        MathFunction::Pack4xU8Clamp => {
            let last = int32(emit, 255);
            let clamped = map1(emit, a, |emit, value| minimum(emit, Scalar::U32, value, last))?;
            pack_bytes(emit, &clamped)
        }
        MathFunction::Unpack4x8snorm => unpack_normalized(emit, a.component(0)?, Parts::I8),
        MathFunction::Unpack4x8unorm => unpack_normalized(emit, a.component(0)?, Parts::U8),
        MathFunction::Unpack2x16snorm => unpack_normalized(emit, a.component(0)?, Parts::I16),
        MathFunction::Unpack2x16unorm => unpack_normalized(emit, a.component(0)?, Parts::U16),
        MathFunction::Unpack2x16float => {
            let halves = unpack(emit, a.component(0)?, Parts::U16);
            halves.into_iter().map(|half| emit.op(Opcode::LEGACY_F16_TO_F32, None, [half])).collect()
        }
        MathFunction::Unpack4xI8 => unpack_bytes(emit, a.component(0)?, Parts::I8),
        MathFunction::Unpack4xU8 => unpack_bytes(emit, a.component(0)?, Parts::U8),
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// A dword of the low bits of integers.
fn pack(emit: &mut Emitter<'_>, parts: Parts, values: &[Value]) -> Value {
    let mask = constant_bits(emit, Scalar::U32, (1 << parts.bits) - 1);
    let mut dword = None;
    for (value, offset) in values.iter().zip(parts.offsets()) {
        let mut part = emit.binary(BinaryOp::And, *value, mask);
        if offset > 0 {
            let shift = int32(emit, offset);
            part = emit.binary(BinaryOp::Shl, part, shift);
        }
        dword = Some(dword.map_or(part, |dword| emit.binary(BinaryOp::Or, dword, part)));
    }
    dword.unwrap_or_else(|| int32(emit, 0))
}

/// The parts of a dword, extended to 32 bits.
fn unpack(emit: &mut Emitter<'_>, dword: Value, parts: Parts) -> Vec<Value> {
    let unused = 32 - parts.bits.cast_signed();
    let right = if parts.is_signed { BinaryOp::AShr } else { BinaryOp::LShr };
    let shift_right = int32(emit, unused);
    let part = |offset: i32| {
        let shift_left = int32(emit, unused - offset);
        let first = if offset == unused { dword } else { emit.binary(BinaryOp::Shl, dword, shift_left) };
        emit.binary(right, first, shift_right)
    };
    parts.offsets().map(part).collect()
}

/// A dword of the low bytes of four integers.
fn pack_bytes(emit: &mut Emitter<'_>, values: &[Value]) -> Result<Vec<Value>> {
    if !emit.target().has(6, 6) {
        return Ok(vec![pack(emit, Parts::U8, values)]);
    }
    /// `PackMode::Trunc`.
    const TRUNCATE: Operand = Operand::Int(0);
    let arguments = std::iter::once(TRUNCATE).chain(values.iter().map(|value| Operand::Value(*value)));
    Ok(vec![emit.op(Opcode::PACK4X8, OverloadKind::I32, arguments)?])
}

/// The bytes of a dword, extended to 32 bits.
fn unpack_bytes(emit: &mut Emitter<'_>, dword: Value, parts: Parts) -> Result<Vec<Value>> {
    if !emit.target().has(6, 6) {
        return Ok(unpack(emit, dword, parts));
    }
    // `UnpackMode` has the values Unsigned and Signed.
    let mode = Operand::from(parts.is_signed);
    let bytes = emit.op(Opcode::UNPACK4X8, OverloadKind::I32, [mode, dword.into()])?;
    emit.members(bytes, 4)
}

/// The floats, clamped to [-1, 1] or [0, 1] and rounded to multiples of the last bit with `floor(0.5 + x)`.
fn pack_normalized(emit: &mut Emitter<'_>, value: &Numeric, parts: Parts) -> Result<Vec<Value>> {
    let scalar = Scalar::F32;
    let [minus_one, half, one] = [-1.0, 0.5, 1.0].map(|number| constant(emit, scalar, number));
    let factor = constant(emit, scalar, parts.largest().into());
    let integer = scalar_type(emit, Scalar::I32);
    let integers = map1(emit, value, |emit, value| {
        let clamped = match parts.is_signed {
            true => clamp(emit, scalar, value, [minus_one, one])?,
            false => unary(emit, Opcode::SATURATE, scalar, value)?,
        };
        let scaled = multiply(emit, clamped, factor);
        let moved = add(emit, scaled, half);
        let rounded = round(emit, scalar, Rounding::Down, moved)?;
        let op = if parts.is_signed { CastOp::FpToSi } else { CastOp::FpToUi };
        Ok(emit.cast(op, rounded, integer))
    })?;
    Ok(vec![pack(emit, parts, &integers)])
}

/// The parts of a dword as floats in [-1, 1] or [0, 1]. The smallest signed integer is -1, too.
fn unpack_normalized(emit: &mut Emitter<'_>, dword: Value, parts: Parts) -> Result<Vec<Value>> {
    let scalar = Scalar::F32;
    let minus_one = constant(emit, scalar, -1.0);
    let largest = constant(emit, scalar, parts.largest().into());
    let ty = scalar_type(emit, scalar);
    let integers = unpack(emit, dword, parts);
    let normalized = |integer: Value| {
        let op = if parts.is_signed { CastOp::SiToFp } else { CastOp::UiToFp };
        let float = emit.cast(op, integer, ty);
        let normalized = divide_floats(emit, float, largest);
        match parts.is_signed {
            true => maximum(emit, scalar, normalized, minus_one),
            false => Ok(normalized),
        }
    };
    integers.into_iter().map(normalized).collect()
}

/// The dot product of the bytes of two dwords.
fn dot(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    let (parts, opcode) = match fun {
        MathFunction::Dot4I8Packed => (Parts::I8, Opcode::DOT4_ADD_I8_PACKED),
        MathFunction::Dot4U8Packed => (Parts::U8, Opcode::DOT4_ADD_U8_PACKED),
        _ => return Err(wrong_arguments(fun, arguments)),
    };
    let [a, b] = arguments else { return Err(wrong_arguments(fun, arguments)) };
    let (a, b) = (a.component(0)?, b.component(0)?);
    let zero = int32(emit, 0);
    if emit.target().has(6, 4) {
        return Ok(vec![emit.op(opcode, OverloadKind::I32, [zero, a, b])?]);
    }
    let (a, b) = (unpack(emit, a, parts), unpack(emit, b, parts));
    let mut sum = None;
    for (a, b) in a.into_iter().zip(b) {
        let product = multiply(emit, a, b);
        sum = Some(sum.map_or(product, |sum| add(emit, sum, product)));
    }
    Ok(vec![sum.unwrap_or(zero)])
}
