//! Counts, reversals and fields of bits. `Countbits`, `Bfrev`, `FirstbitLo` and `FirstbitHi` operate on 32 bits: 16-bit
//! integers are extended, and 64-bit integers are split into halves. The operations for bit fields are not used,
//! because they have only 5 bits for offsets and widths, and are 32-bit only.

use dxil::emit::{Emitter, Result};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Predicate, Value};
use naga::{MathFunction, Scalar};

use super::operations::wrong_arguments;
use crate::lower::numeric::{
    Numeric, add, bit_width, bits_of, constant, constant_bits, int32, is_signed, map1, map2, minimum, resize,
    subtract,
};

/// Lowers a function of this file.
pub(super) fn lower(emit: &mut Emitter<'_>, fun: MathFunction, arguments: &[Numeric]) -> Result<Vec<Value>> {
    match (fun, arguments) {
        (MathFunction::ReverseBits, [a]) => map1(emit, a, |emit, value| reverse(emit, a.scalar, value)),
        (MathFunction::ExtractBits, [a, offset, count]) => {
            let field = Field::clamped(emit, a.scalar, [offset.component(0)?, count.component(0)?])?;
            map1(emit, a, |emit, value| Ok(field.extract(emit, value)))
        }
        (MathFunction::InsertBits, [a, inserted, offset, count]) => {
            let field = Field::clamped(emit, a.scalar, [offset.component(0)?, count.component(0)?])?;
            let mask = field.mask(emit);
            map2(emit, [a, inserted], |emit, value, inserted| Ok(field.insert(emit, mask, [value, inserted])))
        }
        (_, [a]) => {
            let count = match fun {
                MathFunction::CountOneBits => count_ones,
                MathFunction::CountLeadingZeros => count_leading_zeros,
                MathFunction::CountTrailingZeros => count_trailing_zeros,
                MathFunction::FirstLeadingBit => first_leading_bit,
                MathFunction::FirstTrailingBit => first_trailing_bit,
                _ => return Err(wrong_arguments(fun, arguments)),
            };
            map1(emit, a, |emit, value| {
                let count = count(emit, a.scalar, value)?;
                Ok(resize(emit, Scalar::I32, count, a.scalar))
            })
        }
        _ => Err(wrong_arguments(fun, arguments)),
    }
}

/// The low and the high half of a 64-bit integer.
fn halves(emit: &mut Emitter<'_>, value: Value) -> [Value; 2] {
    let width = constant(emit, Scalar::U64, 32.0);
    let high = emit.binary(BinaryOp::LShr, value, width);
    [value, high].map(|half| resize(emit, Scalar::U64, half, Scalar::U32))
}

/// An operation on 32 bits with an `i32` result.
fn operation(emit: &mut Emitter<'_>, opcode: Opcode, value: Value) -> Result<Value> {
    emit.op(opcode, OverloadKind::I32, [value])
}

/// The count of an operation that returns -1 for zero, with 32 instead of -1.
fn count_of(emit: &mut Emitter<'_>, opcode: Opcode, value: Value) -> Result<Value> {
    let count = operation(emit, opcode, value)?;
    let width = int32(emit, 32);
    minimum(emit, Scalar::U32, count, width)
}

/// An integer of up to 32 bits, extended to 32 bits with zeros.
fn extended(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Value {
    resize(emit, bits_of(scalar), value, Scalar::U32)
}

/// `value == 0` for 32 bits.
fn is_zero(emit: &mut Emitter<'_>, value: Value) -> Value {
    let zero = int32(emit, 0);
    emit.compare(Predicate::IntEq, value, zero)
}

fn reverse(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    if bit_width(scalar) == 64 {
        let [low, high] = halves(emit, value);
        let (low, high) = (operation(emit, Opcode::BFREV, low)?, operation(emit, Opcode::BFREV, high)?);
        let [low, high] = [low, high].map(|half| resize(emit, Scalar::U32, half, Scalar::U64));
        let width = constant(emit, Scalar::U64, 32.0);
        let low = emit.binary(BinaryOp::Shl, low, width);
        return Ok(emit.binary(BinaryOp::Or, low, high));
    }
    let dword = extended(emit, scalar, value);
    let reversed = operation(emit, Opcode::BFREV, dword)?;
    if bit_width(scalar) == 32 {
        return Ok(reversed);
    }
    let unused = constant(emit, Scalar::U32, f64::from(32 - bit_width(scalar)));
    let reversed = emit.binary(BinaryOp::LShr, reversed, unused);
    Ok(resize(emit, Scalar::U32, reversed, scalar))
}

fn count_ones(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    if bit_width(scalar) != 64 {
        let dword = extended(emit, scalar, value);
        return operation(emit, Opcode::COUNTBITS, dword);
    }
    let [low, high] = halves(emit, value);
    let (low, high) = (operation(emit, Opcode::COUNTBITS, low)?, operation(emit, Opcode::COUNTBITS, high)?);
    Ok(add(emit, low, high))
}

/// `FirstbitHi` counts from the highest bit.
fn count_leading_zeros(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    let width = int32(emit, 32);
    if bit_width(scalar) != 64 {
        let dword = extended(emit, scalar, value);
        let count = count_of(emit, Opcode::FIRSTBIT_HI, dword)?;
        let unused = 32_u32.saturating_sub(bit_width(scalar));
        let unused = constant(emit, Scalar::U32, unused.into());
        return Ok(if bit_width(scalar) == 32 { count } else { subtract(emit, count, unused) });
    }
    let [low, high] = halves(emit, value);
    let count_of_low = count_of(emit, Opcode::FIRSTBIT_HI, low)?;
    let beyond = add(emit, count_of_low, width);
    let count_of_high = operation(emit, Opcode::FIRSTBIT_HI, high)?;
    let is_zero = is_zero(emit, high);
    Ok(emit.select(is_zero, beyond, count_of_high))
}

fn count_trailing_zeros(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    let width = int32(emit, 32);
    match bit_width(scalar) {
        64 => {
            let [low, high] = halves(emit, value);
            let count_of_high = count_of(emit, Opcode::FIRSTBIT_LO, high)?;
            let beyond = add(emit, count_of_high, width);
            let count_of_low = operation(emit, Opcode::FIRSTBIT_LO, low)?;
            let is_zero = is_zero(emit, low);
            Ok(emit.select(is_zero, beyond, count_of_low))
        }
        32 => count_of(emit, Opcode::FIRSTBIT_LO, value),
        width => {
            let dword = extended(emit, scalar, value);
            let end = constant_bits(emit, Scalar::U32, 1 << width);
            let ended = emit.binary(BinaryOp::Or, dword, end);
            operation(emit, Opcode::FIRSTBIT_LO, ended)
        }
    }
}

/// The index of the highest bit that differs from the sign bit, or of the highest 1 of unsigned integers; -1 if no bit
/// does.
fn first_leading_bit(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    let [last, last_of_64] = [31, 63].map(|index| int32(emit, index));
    if bit_width(scalar) != 64 {
        let opcode = if is_signed(scalar) { Opcode::FIRSTBIT_SHI } else { Opcode::FIRSTBIT_HI };
        let dword = resize(emit, scalar, value, Scalar::U32);
        let count = count_of(emit, opcode, dword)?;
        return Ok(subtract(emit, last, count));
    }
    let magnitude = match is_signed(scalar) {
        true => {
            let shift = constant(emit, scalar, 63.0);
            let sign = emit.binary(BinaryOp::AShr, value, shift);
            emit.binary(BinaryOp::Xor, value, sign)
        }
        false => value,
    };
    let count = count_leading_zeros(emit, Scalar::U64, magnitude)?;
    Ok(subtract(emit, last_of_64, count))
}

/// The index of the lowest 1, or -1 for zero.
fn first_trailing_bit(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Result<Value> {
    if bit_width(scalar) != 64 {
        let dword = extended(emit, scalar, value);
        return operation(emit, Opcode::FIRSTBIT_LO, dword);
    }
    let [low, high] = halves(emit, value);
    let width = int32(emit, 32);
    let (first, second) =
        (operation(emit, Opcode::FIRSTBIT_LO, low)?, operation(emit, Opcode::FIRSTBIT_LO, high)?);
    let beyond = add(emit, second, width);
    let is_high_zero = is_zero(emit, high);
    let of_high = emit.select(is_high_zero, second, beyond);
    let is_low_zero = is_zero(emit, low);
    Ok(emit.select(is_low_zero, of_high, first))
}

/// A field of bits of an integer. The offset and the number of bits are clamped to the width.
#[derive(Debug, Clone, Copy)]
struct Field {
    scalar: Scalar,
    /// The offset, if the field is not empty.
    offset: Value,
    /// The width of the integer minus the number of bits, if the field is not empty.
    unused: Value,
    /// The number of bits above the field, if it is not empty.
    above: Value,
    /// An `i1`.
    is_empty: Value,
}

impl Field {
    /// The field with an offset and a number of bits of type `u32`.
    fn clamped(emit: &mut Emitter<'_>, scalar: Scalar, [offset, count]: [Value; 2]) -> Result<Self> {
        let width = constant(emit, Scalar::U32, bit_width(scalar).into());
        let mask = constant(emit, Scalar::U32, f64::from(bit_width(scalar).saturating_sub(1)));
        let offset = minimum(emit, Scalar::U32, offset, width)?;
        let rest = subtract(emit, width, offset);
        let count = minimum(emit, Scalar::U32, count, rest)?;
        let is_empty = is_zero(emit, count);
        let unused = subtract(emit, width, count);
        let above = subtract(emit, rest, count);
        // Shifts by the width are undefined.
        let [offset, unused, above] = [offset, unused, above].map(|shift| {
            let shift = emit.binary(BinaryOp::And, shift, mask);
            resize(emit, Scalar::U32, shift, scalar)
        });
        Ok(Self { scalar, offset, unused, above, is_empty })
    }

    /// The bits of the field, with the sign of the field for signed integers; 0 if the field is empty.
    fn extract(self, emit: &mut Emitter<'_>, value: Value) -> Value {
        let zero = constant(emit, self.scalar, 0.0);
        let right = if is_signed(self.scalar) { BinaryOp::AShr } else { BinaryOp::LShr };
        let first = emit.binary(BinaryOp::Shl, value, self.above);
        let field = emit.binary(right, first, self.unused);
        emit.select(self.is_empty, zero, field)
    }

    /// The integer whose bits of the field are 1.
    fn mask(self, emit: &mut Emitter<'_>) -> Value {
        let [zero, ones] = [0, u64::MAX].map(|bits| constant_bits(emit, self.scalar, bits));
        let mask = emit.binary(BinaryOp::LShr, ones, self.unused);
        let mask = emit.binary(BinaryOp::Shl, mask, self.offset);
        emit.select(self.is_empty, zero, mask)
    }

    /// The value with other bits in the field.
    fn insert(self, emit: &mut Emitter<'_>, mask: Value, [value, inserted]: [Value; 2]) -> Value {
        let ones = constant_bits(emit, self.scalar, u64::MAX);
        let shifted = emit.binary(BinaryOp::Shl, inserted, self.offset);
        let inserted = emit.binary(BinaryOp::And, shifted, mask);
        let rest = emit.binary(BinaryOp::Xor, mask, ones);
        let kept = emit.binary(BinaryOp::And, value, rest);
        emit.binary(BinaryOp::Or, kept, inserted)
    }
}
