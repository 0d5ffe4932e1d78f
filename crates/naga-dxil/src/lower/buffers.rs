//! Loads and stores of scalars in uniform and storage buffers. Separate from memory because their layout is given, and
//! because constant buffers are read by rows of 16 bytes.

use dxil::emit::{AtomicOp, Operand};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Value};
use naga::{Scalar, ScalarKind};

use crate::error::{Fault, Result};
use crate::lower::lowering::Lower;
use crate::lower::numeric::overload;
use crate::lower::places::{Buffer, Offset};

impl Lower<'_, '_> {
    /// Loads consecutive scalars.
    pub(super) fn load_buffer(
        &mut self,
        buffer: &Buffer,
        offset: Offset,
        scalar: Scalar,
        count: usize,
    ) -> Result<Vec<Value>> {
        if scalar.kind == ScalarKind::Bool {
            return Err(Fault::malformed("a bool in a buffer"));
        }
        let width = u32::from(scalar.width);
        let mut values = Vec::with_capacity(count);
        match buffer.is_uniform {
            true => {
                for at in 0..u32::try_from(count).map_err(Fault::malformed)? {
                    values.push(self.load_uniform(buffer, offset.plus(at * width), scalar)?);
                }
                // Loads of the same row differ in the member of the result only; dce and drivers merge them.
            }
            false if width == 8 && !self.has_model(6, 3) => {
                let words = Scalar { kind: ScalarKind::Uint, width: 4 };
                let words = self.load_buffer(buffer, offset, words, 2 * count)?;
                for pair in words.chunks_exact(2) {
                    if let [low, high] = *pair {
                        values.push(self.joined(low, high, scalar)?);
                    }
                }
            }
            false => {
                // An access has at most 16 bytes.
                let most = (16 / width).min(4);
                let count = u32::try_from(count).map_err(Fault::malformed)?;
                for first in (0..count).step_by(most as usize) {
                    let address = self.operand(offset.plus(first * width));
                    let part = most.min(count - first);
                    values.extend(self.emit.load_from(buffer.handle, overload(scalar), [address], part)?);
                }
            }
        }
        Ok(values)
    }

    /// Loads a scalar from a row of a constant buffer.
    fn load_uniform(&mut self, buffer: &Buffer, offset: Offset, scalar: Scalar) -> Result<Value> {
        let kind = overload(scalar);
        let width = u32::from(scalar.width);
        let constant = |offset: Offset| (Operand::from(offset.constant / 16), offset.constant % 16 / width);
        let four = self.emit.value(4);
        let (row, component) = match offset.variable {
            None => constant(offset),
            Some(variable) if offset.alignment >= 16 => {
                let (row, component) = constant(offset);
                let mut first = self.emit.binary(BinaryOp::LShr, variable, four);
                if row != Operand::Int(0) {
                    let row = self.emit.value(row);
                    first = self.emit.binary(BinaryOp::Add, first, row);
                }
                (first.into(), component)
            }
            Some(_) => return self.load_unaligned_uniform(buffer, offset, scalar),
        };
        let row = self.emit.cbuffer_row(buffer.handle, kind, row)?;
        row.get(component as usize).copied().ok_or_else(|| Fault::malformed("an unaligned scalar"))
    }

    /// Loads a scalar whose component in the row is variable: all components of the row, and selects.
    fn load_unaligned_uniform(&mut self, buffer: &Buffer, offset: Offset, scalar: Scalar) -> Result<Value> {
        let bytes = self.operand(offset);
        let bytes = self.emit.value(bytes);
        let four = self.emit.value(4);
        let row = self.emit.binary(BinaryOp::LShr, bytes, four);
        let (mask, shift) = (self.emit.value(15), self.emit.value(u32::from(scalar.width).trailing_zeros()));
        let within = self.emit.binary(BinaryOp::And, bytes, mask);
        let component = self.emit.binary(BinaryOp::LShr, within, shift);
        let row = self.emit.cbuffer_row(buffer.handle, overload(scalar), row)?;
        self.chosen(&row, component)
    }

    /// The value of the list with this variable index; the last one for an index out of bounds.
    pub(super) fn chosen(&mut self, values: &[Value], index: Value) -> Result<Value> {
        let (last, rest) = values.split_last().ok_or_else(|| Fault::malformed("an empty vector"))?;
        let mut chosen = *last;
        for (at, value) in rest.iter().enumerate().rev() {
            let at = self.emit.value(at);
            let is_here = self.emit.compare(Predicate::IntEq, index, at);
            chosen = self.emit.select(is_here, *value, chosen);
        }
        Ok(chosen)
    }

    /// Stores consecutive scalars to a storage buffer.
    pub(super) fn store_buffer(
        &mut self,
        buffer: &Buffer,
        offset: Offset,
        scalar: Scalar,
        values: &[Value],
    ) -> Result<()> {
        let mut width = u32::from(scalar.width);
        let mut words = Vec::new();
        let values = match width == 8 && !self.has_model(6, 3) {
            false => values,
            true => {
                width = 4;
                for value in values {
                    words.extend(self.split(*value, scalar)?);
                }
                &words
            }
        };
        let most = (16 / width).min(4) as usize;
        let mut at = offset;
        for part in values.chunks(most) {
            let address = self.operand(at);
            self.emit.store_to(buffer.handle, [address], part)?;
            at = at.plus(width * u32::try_from(part.len()).map_err(Fault::malformed)?);
        }
        Ok(())
    }

    /// A 64-bit scalar of two words.
    fn joined(&mut self, low: Value, high: Value, scalar: Scalar) -> Result<Value> {
        if scalar.kind == ScalarKind::Float {
            return Ok(self.emit.op(Opcode::MAKE_DOUBLE, OverloadKind::F64, [low, high])?);
        }
        let i64 = self.emit.scalar(OverloadKind::I64);
        let [low, high] = [low, high].map(|half| self.emit.cast(CastOp::ZExt, half, i64));
        let bits = self.emit.int(i64, 32);
        let high = self.emit.binary(BinaryOp::Shl, high, bits);
        Ok(self.emit.binary(BinaryOp::Or, low, high))
    }

    /// The two words of a 64-bit scalar.
    fn split(&mut self, value: Value, scalar: Scalar) -> Result<Vec<Value>> {
        if scalar.kind == ScalarKind::Float {
            let halves = self.emit.op(Opcode::SPLIT_DOUBLE, OverloadKind::F64, [value])?;
            return Ok(self.emit.members(halves, 2)?);
        }
        let (i32, i64) = (self.emit.scalar(OverloadKind::I32), self.emit.scalar(OverloadKind::I64));
        let bits = self.emit.int(i64, 32);
        let high = self.emit.binary(BinaryOp::LShr, value, bits);
        Ok([value, high].map(|half| self.emit.cast(CastOp::Trunc, half, i32)).to_vec())
    }

    /// An atomic operation on a storage buffer; returns the value before.
    pub(super) fn atomic_buffer(
        &mut self,
        buffer: &Buffer,
        offset: Offset,
        op: AtomicOp,
        value: Value,
    ) -> Result<Value> {
        let address = self.operand(offset);
        Ok(self.emit.atomic_on(buffer.handle, op, [address], value)?)
    }
}
