//! Elements of vectors at an index that differs from lane to lane. An index beyond the vector is reported; the element
//! is then zero, and the vector is unchanged.

use crate::findings::FindingKind;
use crate::instruction::Register;
use crate::lanes::{self, Lanes};
use crate::program::Context;
use crate::resources::access::which;

impl Context<'_> {
    /// Executes an `extractelement`: each lane reads the registers of its element.
    #[inline(never)]
    pub(crate) fn extract_element(&mut self, to: &[Register], from: &[Register], index: Register) {
        let width = to.len().max(1);
        for block in 0..self.blocks() {
            let (indices, inside) = self.indices(index, from.len() / width, (block, "reads"));
            let mut results = [(lanes::ZERO, 0); 2];
            for lane in lanes::each(inside) {
                let first = (lanes::get(&indices, lane) as usize).saturating_mul(width);
                let parts = from.get(first..).unwrap_or_default();
                for (register, (words, undefined)) in parts.iter().zip(&mut results).take(width) {
                    lanes::set(words, lane, lanes::get(self.read(*register, block), lane));
                    *undefined |= self.wave.undefined(*register, block) & (1 << lane);
                }
            }
            for (to, (words, undefined)) in to.iter().zip(&results) {
                self.wave.write(*to, block, words);
                if self.checks.all {
                    self.wave.set_undefined(*to, block, *undefined);
                }
            }
        }
    }

    /// Executes an `insertelement`: `from` has the registers of the vector, followed by the registers of the element.
    #[inline(never)]
    pub(crate) fn insert_element(&mut self, to: &[Register], from: &[Register], index: Register) {
        let (vector, element) = from.split_at_checked(to.len()).unwrap_or((from, &[]));
        let width = element.len().max(1);
        for block in 0..self.blocks() {
            let (indices, inside) = self.indices(index, to.len() / width, (block, "writes"));
            for (to, from) in to.iter().zip(vector) {
                self.wave.copy(*to, *from, block);
                if self.checks.all {
                    let undefined = self.wave.undefined(*from, block);
                    self.wave.set_undefined(*to, block, undefined);
                }
            }
            for lane in lanes::each(inside) {
                let first = (lanes::get(&indices, lane) as usize).saturating_mul(width);
                for (to, from) in to.get(first..).unwrap_or_default().iter().zip(element) {
                    let word = lanes::get(self.read(*from, block), lane);
                    self.wave.set_lane(*to, (block, lane), word);
                    if self.checks.all {
                        let bit = 1 << lane;
                        let undefined = self.wave.undefined(*to, block) & !bit;
                        let undefined = undefined | self.wave.undefined(*from, block) & bit;
                        self.wave.set_undefined(*to, block, undefined);
                    }
                }
            }
        }
    }

    /// The indices of a block's lanes, and the active lanes whose index is within the vector.
    fn indices(
        &mut self,
        index: Register,
        count: usize,
        (block, verb): (usize, &'static str),
    ) -> (Lanes, u32) {
        let (indices, active) = (*self.read(index, block), self.active(block));
        let outside = which(&indices, |index| index as usize >= count) & active;
        if self.checks.all {
            for lane in lanes::each(self.wave.undefined(index, block) & active) {
                self.report(FindingKind::Undefined, block, lane, || {
                    "index of a vector element is undefined".to_owned()
                });
            }
            for lane in lanes::each(outside) {
                let index = lanes::get(&indices, lane);
                self.report(FindingKind::OutOfBounds, block, lane, || {
                    format!("{verb} element {index} of a vector with {count} elements")
                });
            }
        }
        (indices, active & !outside)
    }
}
