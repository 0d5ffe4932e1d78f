//! Casts between vectors of different lengths, and between vectors and scalars: the bits of several lanes are one lane,
//! or the other way about. Separate because nothing else looks into a lane.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{EditError, Position};
use dxil_ir::{BinaryOp, CastOp, InstructionId, TypeId, Value};

use super::lanes::Lanes;
use super::role::{Bits, is_of_vector};
use super::vectors::vector;
use crate::error::{Result, invalid};

impl Lanes<'_, '_> {
    /// The lanes of what a cast gives, or the scalar, at the cursor: in front of it.
    pub(super) fn recast(&mut self, id: InstructionId, of: Value) -> Result<Vec<Value>> {
        let to = self.editor.type_of(id.into()).map_err(invalid)?;
        let from = self.editor.type_of(of).map_err(invalid)?;
        let bits = Bits::of(self.editor, from, to);
        let bits = bits.ok_or_else(|| invalid(EditError::Type { what: "operand of a bitcast" }))?;
        let types = &self.editor.context().types;
        let length = |ty| vector(types, ty).map_or(1, |(_, length)| length);
        let (given, taken, element) = (length(to), length(from), types.scalar(to));
        self.spend(given.max(taken).saturating_mul(4))?;
        let mut parts = Vec::new();
        for lane in 0..taken {
            let part = if is_of_vector(self.editor, of) { self.lane(of, lane)? } else { of };
            // A lane may have been taken elsewhere.
            self.editor.go_to(Position::Before(id)).map_err(invalid)?;
            let width = if bits.widens { bits.narrow } else { bits.wide };
            parts.push(self.integer(part, width)?);
        }
        let mut lanes = Vec::new();
        if bits.widens {
            let count = bits.count() as usize;
            for parts in parts.chunks(count) {
                let whole = self.join(parts, bits);
                lanes.push(self.cast_back(whole, element)?);
            }
        } else {
            for whole in parts {
                for place in 0..bits.count() {
                    let part = self.part(whole, place, bits);
                    lanes.push(self.cast_back(part, element)?);
                }
            }
        }
        Ok(lanes)
    }

    fn integer(&mut self, value: Value, width: u32) -> Result<Value> {
        let ty = self.editor.module().types.int(width);
        self.cast_back(value, ty)
    }

    /// The same bits as another type.
    fn cast_back(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let from = self.editor.type_of(value).map_err(invalid)?;
        Ok(if from == ty { value } else { self.editor.cast(CastOp::Bitcast, value, ty) })
    }

    /// One integer of several, the first of which has its lowest bits.
    fn join(&mut self, parts: &[Value], bits: Bits) -> Value {
        let wide = self.editor.module().types.int(bits.wide);
        let mut whole = None;
        for (place, part) in (0..).zip(parts) {
            let mut part = *part;
            if bits.narrow < bits.wide {
                part = self.editor.cast(CastOp::ZExt, part, wide);
            }
            if place > 0 {
                let by = self.editor.int(wide, i64::from(bits.narrow).saturating_mul(place));
                part = self.editor.binary(BinaryOp::Shl, part, by);
            }
            whole = Some(match whole {
                None => part,
                Some(whole) => self.editor.binary(BinaryOp::Or, whole, part),
            });
        }
        whole.unwrap_or_else(|| self.editor.undef(wide))
    }

    /// One of the integers that a wider one is made of.
    fn part(&mut self, whole: Value, place: u32, bits: Bits) -> Value {
        let mut part = whole;
        if place > 0 {
            let ty = self.editor.module().types.int(bits.wide);
            let by = self.editor.int(ty, i64::from(bits.narrow).saturating_mul(place.into()));
            part = self.editor.binary(BinaryOp::LShr, whole, by);
        }
        if bits.narrow < bits.wide {
            let narrow = self.editor.module().types.int(bits.narrow);
            part = self.editor.cast(CastOp::Trunc, part, narrow);
        }
        part
    }
}
