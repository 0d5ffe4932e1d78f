//! Bitcasts between vectors of different lengths, and between vectors and scalars, for `scalarizer`: combines the bits
//! of several lanes to one lane, or splits a lane. Separate because nothing else accesses the bits of a lane.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{EditError, Position};
use dxil_ir::{BinaryOp, CastOp, InstructionId, TypeId, Value};

use super::lanes::Lanes;
use super::role::{Bits, is_of_vector};
use super::vectors::vector;
use crate::error::{Result, invalid};

impl Lanes<'_, '_> {
    /// Computes the lanes of the result of a bitcast, or the scalar result, before the bitcast.
    pub(super) fn recast(&mut self, id: InstructionId, of: Value) -> Result<Vec<Value>> {
        let to = self.editor.type_of(id.into()).map_err(invalid)?;
        let from = self.editor.type_of(of).map_err(invalid)?;
        let bits = Bits::of(self.editor, from, to);
        let bits = bits.ok_or_else(|| invalid(EditError::Type { what: "operand of a bitcast" }))?;
        let types = &self.editor.context().types;
        let length = |ty| vector(types, ty).map_or(1, |(_, length)| length);
        let (to_length, from_length, element) = (length(to), length(from), types.scalar(to));
        self.spend(to_length.max(from_length).saturating_mul(4))?;
        let mut parts = Vec::new();
        for lane in 0..from_length {
            let part = if is_of_vector(self.editor, of) { self.lane(of, lane)? } else { of };
            // `lane` may have moved the cursor.
            self.editor.go_to(Position::Before(id)).map_err(invalid)?;
            let width = if bits.widens { bits.narrow } else { bits.wide };
            parts.push(self.integer(part, width)?);
        }
        let mut lanes = Vec::new();
        if bits.widens {
            let count = bits.count() as usize;
            for parts in parts.chunks(count) {
                let whole = self.join(parts, bits);
                lanes.push(self.bitcast(whole, element)?);
            }
        } else {
            for whole in parts {
                for position in 0..bits.count() {
                    let part = self.part(whole, position, bits);
                    lanes.push(self.bitcast(part, element)?);
                }
            }
        }
        Ok(lanes)
    }

    /// Bitcasts a value to an integer of `width` bits, the width of the value.
    fn integer(&mut self, value: Value, width: u32) -> Result<Value> {
        let ty = self.editor.module().types.int(width);
        self.bitcast(value, ty)
    }

    /// Bitcasts a value to another type, unless it has the type.
    fn bitcast(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let from = self.editor.type_of(value).map_err(invalid)?;
        Ok(if from == ty { value } else { self.editor.cast(CastOp::Bitcast, value, ty) })
    }

    /// Combines integers of `bits.narrow` bits to an integer of `bits.wide` bits; the first one has the lowest bits.
    fn join(&mut self, parts: &[Value], bits: Bits) -> Value {
        let wide = self.editor.module().types.int(bits.wide);
        let mut whole = None;
        for (position, part) in (0..).zip(parts) {
            let mut part = *part;
            if bits.narrow < bits.wide {
                part = self.editor.cast(CastOp::ZExt, part, wide);
            }
            if position > 0 {
                let by = self.editor.int(wide, i64::from(bits.narrow).saturating_mul(position));
                part = self.editor.binary(BinaryOp::Shl, part, by);
            }
            whole = Some(match whole {
                None => part,
                Some(whole) => self.editor.binary(BinaryOp::Or, whole, part),
            });
        }
        whole.unwrap_or_else(|| self.editor.undef(wide))
    }

    /// Extracts the integer of `bits.narrow` bits at `position` from an integer of `bits.wide` bits; position 0 has the
    /// lowest bits.
    fn part(&mut self, whole: Value, position: u32, bits: Bits) -> Value {
        let mut part = whole;
        if position > 0 {
            let ty = self.editor.module().types.int(bits.wide);
            let by = self.editor.int(ty, i64::from(bits.narrow).saturating_mul(position.into()));
            part = self.editor.binary(BinaryOp::LShr, whole, by);
        }
        if bits.narrow < bits.wide {
            let narrow = self.editor.module().types.int(bits.narrow);
            part = self.editor.cast(CastOp::Trunc, part, narrow);
        }
        part
    }
}
