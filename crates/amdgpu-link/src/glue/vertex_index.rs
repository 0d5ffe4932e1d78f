//! The index of the element that a lane loads: by vertex, by instance or by a divisor of instances. Separate from the
//! loads because several loads share an index.

use az::SaturatingAs as _;

use super::FetchEntry;
use super::registers::Vgprs;
use crate::error::{ErrorKind, Result};
use crate::isa::encode::{Assembler, Sgpr, Vgpr};
use crate::isa::{V_ADD_NC_U32, V_LSHRREV_B32, V_MOV_B32, V_MUL_HI_U32, V_SUB_NC_U32};
use crate::state::{InputRate, VertexInput};

/// The registers of indices.
pub(super) struct VertexIndex<'a> {
    entry: &'a FetchEntry,
    /// The index by vertex.
    vertex: Option<Vgpr>,
    /// The rate of the current index by instance, and its register.
    instance: Option<(u32, Vgpr)>,
    /// A scratch register for divisions.
    scratch: Option<Vgpr>,
    /// A pair of registers: an index some elements on, and the part of an offset that exceeds a load's immediate.
    moved: Option<(Moved, Vgpr)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Moved {
    rate: InputRate,
    elements: u32,
    offset: u32,
}

impl<'a> VertexIndex<'a> {
    pub(super) fn new(entry: &'a FetchEntry) -> Self {
        Self { entry, vertex: None, instance: None, scratch: None, moved: None }
    }

    /// The register of the index `elements` further. With an `offset` other than 0, the next register holds that.
    pub(super) fn of(
        &mut self,
        input: &VertexInput,
        elements: u32,
        offset: u32,
        code: &mut Assembler,
        vgprs: &mut Vgprs,
    ) -> Result<Vgpr> {
        let base = self.of_rate(input, code, vgprs)?;
        if elements == 0 && offset == 0 {
            return Ok(base);
        }
        let wanted = Moved { rate: input.rate, elements, offset };
        let pair = match self.moved {
            Some((moved, pair)) if moved == wanted => return Ok(pair),
            Some((_, pair)) => pair,
            None => vgprs.take(2)?,
        };
        if elements == 0 {
            code.vop1(&V_MOV_B32, pair, Some(base.into()));
        } else {
            code.vop2(&V_ADD_NC_U32, pair, elements.into(), base);
        }
        if offset != 0 {
            code.vop1(&V_MOV_B32, pair.plus(1), Some(offset.into()));
        }
        self.moved = Some((wanted, pair));
        Ok(pair)
    }

    /// The register of the index for the rate of `input`.
    pub(super) fn of_rate(
        &mut self,
        input: &VertexInput,
        code: &mut Assembler,
        vgprs: &mut Vgprs,
    ) -> Result<Vgpr> {
        match (input.rate, self.vertex, self.instance) {
            (InputRate::Vertex, Some(register), _) => Ok(register),
            (InputRate::Vertex, None, _) => {
                let first = given(input, "base vertex", self.entry.base_vertex)?;
                let (result, vertex) = (vgprs.take(1)?, vgprs.given(self.entry.vertex_id)?);
                code.vop2(&V_ADD_NC_U32, result, first.into(), vertex);
                self.vertex = Some(result);
                Ok(result)
            }
            (InputRate::Instance(rate), _, Some((held, register))) if held == rate => Ok(register),
            (InputRate::Instance(rate), _, held) => {
                let first = given(input, "base instance", self.entry.base_instance)?;
                let result = match held {
                    Some((_, register)) => register,
                    None => vgprs.take(1)?,
                };
                self.instance(rate, first, result, code, vgprs)?;
                self.instance = Some((rate, result));
                Ok(result)
            }
        }
    }

    fn instance(
        &mut self,
        rate: u32,
        first: Sgpr,
        result: Vgpr,
        code: &mut Assembler,
        vgprs: &mut Vgprs,
    ) -> Result<()> {
        let instance = vgprs.given(self.entry.instance_id)?;
        match rate {
            0 => code.vop1(&V_MOV_B32, result, Some(first.into())),
            1 => code.vop2(&V_ADD_NC_U32, result, first.into(), instance),
            _ if rate.is_power_of_two() => {
                code.vop2(&V_LSHRREV_B32, result, rate.trailing_zeros().into(), instance);
                code.vop2(&V_ADD_NC_U32, result, first.into(), result);
            }
            _ => {
                let scratch = match self.scratch {
                    Some(register) => register,
                    None => vgprs.take(1)?,
                };
                self.scratch = Some(scratch);
                let (factor, shift) = reciprocal(rate);
                code.vop3(&V_MUL_HI_U32, result, [factor.into(), instance.into()]);
                code.vop2(&V_SUB_NC_U32, scratch, instance.into(), result);
                code.vop2(&V_LSHRREV_B32, scratch, 1.into(), scratch);
                code.vop2(&V_ADD_NC_U32, scratch, result.into(), scratch);
                code.vop2(&V_LSHRREV_B32, result, shift.into(), scratch);
                code.vop2(&V_ADD_NC_U32, result, first.into(), result);
            }
        }
        Ok(())
    }
}

/// Factor and shift of a division by `divisor`, at least 3 and not a power of two: with `t` the high half of `n *
/// factor`, the quotient is `(t + ((n - t) >> 1)) >> shift`. The true factor has 33 bits; the addition is for its top
/// bit, always set.
fn reciprocal(divisor: u32) -> (u32, u32) {
    let bits = u32::BITS - divisor.saturating_sub(1).leading_zeros();
    let rest = (1_u64 << bits) - u64::from(divisor);
    let factor = (rest << 32).checked_div(u64::from(divisor)).unwrap_or(0) + 1;
    (factor.saturating_as::<u32>(), bits.saturating_sub(1))
}

/// An initial scalar register of the body, which `needs` names.
fn given(input: &VertexInput, needs: &'static str, register: Option<u32>) -> Result<Sgpr> {
    let register = register.and_then(|register| u8::try_from(register).ok());
    register.map(Sgpr).ok_or_else(|| {
        let location = input.location;
        ErrorKind::VertexNeeds { location, needs }.unplaced()
    })
}

#[cfg(test)]
mod tests {
    use super::reciprocal;

    fn divide(n: u32, divisor: u32) -> u32 {
        let (factor, shift) = reciprocal(divisor);
        let high = u32::try_from((u64::from(factor) * u64::from(n)) >> 32).unwrap();
        (high + ((n - high) >> 1)) >> shift
    }

    #[test]
    fn quotients_are_right_at_every_edge() {
        let divisors = (3..5000_u32).chain((0..31).flat_map(|bit| {
            let power = 1_u32 << bit;
            [power.wrapping_sub(1), power + 1, power | power >> 1, u32::MAX - power]
        }));
        for divisor in divisors.filter(|divisor| *divisor > 2 && !divisor.is_power_of_two()) {
            let edges = (0..64).chain([u32::MAX / divisor, u32::MAX / divisor / 2, 1, 2, 3, 65_535]);
            for quotient in edges {
                let edge = divisor.wrapping_mul(quotient);
                for n in [edge, edge.wrapping_sub(1), edge.wrapping_add(1), u32::MAX - quotient, 1 << 31] {
                    assert_eq!(divide(n, divisor), n / divisor, "{n} / {divisor}");
                }
            }
        }
    }
}
