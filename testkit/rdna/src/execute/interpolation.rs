//! Attributes of the primitive that a pixel is of: what its first vertex says, and by how much the others differ.

use super::Step;
use crate::fault::Result;
use crate::instruction::{Interpolation, VECTOR};

impl Step<'_, '_> {
    pub(super) fn interpolation(&mut self, fields: &Interpolation) -> Result<()> {
        let Some(primitive) = &self.wave.primitive else {
            return self.fault("the wave is not of a primitive");
        };
        // M0 says where attributes are.
        if self.wave.m0() != primitive.mask {
            return self.fault("M0 is not what the wave was started with");
        }
        let attribute = primitive.attributes.get(usize::from(fields.attribute));
        let Some(corners) = attribute.map(|attribute| attribute[usize::from(fields.channel & 3)]) else {
            return self.fault(format!("there is no attribute {}", fields.attribute));
        };
        let [first, by_i, by_j] = corners;
        self.touch_written(VECTOR + fields.destination, 1)?;
        let is_move = self.row.name.contains("_mov_");
        if !is_move {
            self.touch(VECTOR + fields.source, 1)?;
        }
        let [first_number, by_i_number, by_j_number] = corners.map(f32::from_bits);
        for lane in self.wave.lanes() {
            let place = f32::from_bits(self.wave.vector(fields.source, lane));
            let before = f32::from_bits(self.wave.vector(fields.destination, lane));
            let value = match (self.row.name.contains("_p1_"), is_move, fields.source) {
                (_, true, 0) => by_i,
                (_, true, 1) => by_j,
                (_, true, 2) => first,
                (_, true, _) => return self.fault("there is no such parameter"),
                (true, ..) => libm::fmaf(by_i_number, place, first_number).to_bits(),
                (false, ..) => libm::fmaf(by_j_number, place, before).to_bits(),
            };
            self.wave.set_vector(fields.destination, lane, value);
        }
        Ok(())
    }
}
