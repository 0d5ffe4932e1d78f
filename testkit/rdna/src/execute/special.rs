//! Vector operations that read more than the operands of a lane: other lanes, masks, VCC, M0.

use super::Step;
use crate::fault::Result;
use crate::instruction::{Source, VCC, VECTOR, Vector};
use crate::operation::{class_of, div_scale};
use crate::table::Type;

impl Step<'_, '_> {
    pub(super) fn special(&mut self, fields: &Vector) -> Result<()> {
        match self.row.name.replace("v_dual_", "v_").as_str() {
            "v_nop" | "v_pipeflush" => Ok(()),
            "v_readfirstlane_b32" | "v_readlane_b32" => self.read_lane(fields),
            "v_writelane_b32" => self.write_lane(fields),
            "v_cndmask_b32" | "v_cndmask_b16" => self.choose(fields),
            "v_mbcnt_lo_u32_b32" => self.count_before(fields, 0),
            "v_mbcnt_hi_u32_b32" => self.count_before(fields, 32),
            "v_swap_b32" | "v_swap_b16" => self.swap(fields),
            "v_permlane16_b32" => self.permute(fields, 0),
            "v_permlanex16_b32" => self.permute(fields, 16),
            "v_permlane64_b32" => self.permute_halves(fields),
            "v_movrels_b32" | "v_movreld_b32" | "v_movrelsd_b32" => self.move_vector(fields),
            name if name.contains("_co_") => self.carry(fields),
            name if name.starts_with("v_div_scale") => self.scale_quotient(fields),
            name if name.starts_with("v_div_fmas") => self.add_quotient(fields),
            "v_mad_u64_u32" | "v_mad_i64_i32" => self.multiply_wide(fields),
            name if name.contains("_class_") => self.classify(fields),
            _ => self.unsupported(),
        }
    }

    /// A lane's value to a scalar register: the first active one's, or of the number that is given.
    fn read_lane(&mut self, fields: &Vector) -> Result<()> {
        let lane = if self.row.name == "v_readlane_b32" {
            self.wave.scalar_source(fields.sources[1], Type::Bits(32), false)? as usize
                % self.wave.size as usize
        } else {
            self.wave.lanes().next().unwrap_or_default()
        };
        let value = self.wave.source(fields.sources[0], Type::Bits(32), lane, false)?;
        self.wave.set_scalar(fields.destination, value as u32);
        Ok(())
    }

    fn write_lane(&mut self, fields: &Vector) -> Result<()> {
        let [value, lane] =
            [0, 1].map(|index: usize| self.wave.scalar_source(fields.sources[index], Type::Bits(32), false));
        let lane = lane? as usize % self.wave.size as usize;
        self.wave.set_vector(fields.destination - VECTOR, lane, value? as u32);
        Ok(())
    }

    fn choose(&mut self, fields: &Vector) -> Result<()> {
        let (result, types) = self.types();
        let mask = self.wave.scalar_source(fields.sources[2], Type::Mask, false)?;
        let mut results = Vec::new();
        for (lane, from) in self.crossings(fields) {
            let [a, b, _] = self.operands(fields, &types[..2], lane, from)?;
            results.push((lane, if mask >> lane & 1 != 0 { b } else { a }));
        }
        for (lane, value) in results {
            self.put(fields, result, lane, value);
        }
        Ok(())
    }

    /// Counts bits of lanes before each.
    fn count_before(&mut self, fields: &Vector, first: usize) -> Result<()> {
        for lane in self.wave.lanes() {
            let [mask, add, _] = self.operands(fields, &[Type::Bits(32); 2], lane, Some(lane))?;
            let before = lane.saturating_sub(first).min(32);
            let counted = (mask as u32 & ((1_u64 << before) - 1) as u32).count_ones();
            self.wave.set_result(
                fields.destination,
                Type::Bits(32),
                false,
                lane,
                u64::from(counted.wrapping_add(add as u32)),
            );
        }
        Ok(())
    }

    fn swap(&mut self, fields: &Vector) -> Result<()> {
        let of = self.row.result();
        let Some(register) = fields.sources[0].vector() else { return self.unsupported() };
        let destination = Source { code: fields.destination, literal: 0, high: fields.high };
        self.touch(VECTOR + register, 1)?;
        for lane in self.wave.lanes() {
            let [a, b] =
                [fields.sources[0], destination].map(|source| self.wave.source(source, of, lane, false));
            let (a, b) = (a?, b?);
            self.wave.set_result(fields.destination, of, fields.high, lane, a);
            self.wave.set_result(VECTOR + register, of, fields.sources[0].high, lane, b);
        }
        Ok(())
    }

    /// Any lane of the row, or of the other row of the pair, four bits for each lane in two scalar operands.
    fn permute(&mut self, fields: &Vector, across: usize) -> Result<()> {
        let [low, high] =
            [1, 2].map(|index: usize| self.wave.scalar_source(fields.sources[index], Type::Bits(32), false));
        let selectors = (low? & 0xffff_ffff) | high? << 32;
        let (reads_inactive, is_zero) = (fields.select & 1 != 0, fields.select & 2 != 0);
        let mut results = Vec::new();
        for lane in self.wave.lanes() {
            let from = (lane & !15 ^ across) | (selectors >> (4 * (lane & 15)) & 15) as usize;
            if reads_inactive || self.wave.is_active(from) {
                results.push((lane, self.wave.source(fields.sources[0], Type::Bits(32), from, false)?));
            } else if is_zero {
                results.push((lane, 0));
            }
        }
        for (lane, value) in results {
            self.wave.set_result(fields.destination, Type::Bits(32), false, lane, value);
        }
        Ok(())
    }

    /// The lane of the other half of the wave.
    fn permute_halves(&mut self, fields: &Vector) -> Result<()> {
        if self.wave.size == 32 {
            return Ok(());
        }
        let values: Vec<_> = (0..64_usize)
            .map(|lane| self.wave.source(fields.sources[0], Type::Bits(32), lane ^ 32, false))
            .collect();
        for lane in self.wave.lanes() {
            self.wave.set_result(fields.destination, Type::Bits(32), false, lane, values[lane].clone()?);
        }
        Ok(())
    }

    /// Moves from or to a register that M0 says.
    fn move_vector(&mut self, fields: &Vector) -> Result<()> {
        let m0 = u16::try_from(self.wave.m0()).unwrap_or(u16::MAX);
        let which = &self.row.name["v_movrel".len()..];
        let mut source = fields.sources[0];
        let mut destination = fields.destination;
        if which.starts_with('s') {
            source.code = source.code.saturating_add(m0);
        }
        if which.starts_with('d') || which.starts_with("sd") {
            destination = destination.saturating_add(m0);
        }
        if source.code >= 512 || destination >= 512 {
            return self.fault(format!("M0 is {m0:#x}, beyond all registers"));
        }
        self.touch_source(source, 1)?;
        self.touch(destination, 1)?;
        for lane in self.wave.lanes() {
            let value = self.wave.source(source, Type::Bits(32), lane, false)?;
            self.wave.set_result(destination, Type::Bits(32), false, lane, value);
        }
        Ok(())
    }

    /// Sums and differences with a carry for each lane, in and out.
    fn carry(&mut self, fields: &Vector) -> Result<()> {
        let name = self.row.name;
        let carried = if name.contains("_ci_") {
            self.wave.scalar_source(fields.sources[2], Type::Mask, false)?
        } else {
            0
        };
        let mut results = Vec::new();
        // Lanes that are not active keep no carry.
        let mut carries = 0;
        for (lane, from) in self.crossings(fields) {
            let [a, b, _] = self.operands(fields, &[Type::Bits(32); 2], lane, from)?;
            let carry = carried >> lane & 1;
            let (a, b) = if name.starts_with("v_subrev") { (b, a) } else { (a, b) };
            let (sum, overflows) = if name.starts_with("v_add") {
                (a + b + carry, a + b + carry > 0xffff_ffff)
            } else {
                (a.wrapping_sub(b).wrapping_sub(carry), b + carry > a)
            };
            let clamped = match (fields.clamp && overflows, name.starts_with("v_add")) {
                (true, true) => 0xffff_ffff,
                (true, false) => 0,
                _ => sum & 0xffff_ffff,
            };
            results.push((lane, clamped));
            carries |= u64::from(overflows) << lane;
        }
        for (lane, value) in results {
            self.put(fields, Type::Bits(32), lane, value);
        }
        self.wave.set_mask(fields.second, carries);
        Ok(())
    }

    fn scale_quotient(&mut self, fields: &Vector) -> Result<()> {
        let (result, types) = self.types();
        let is_double = result == Type::Float(64);
        let width = if is_double { [11, 52] } else { [8, 23] };
        let value =
            |bits: u64| if is_double { f64::from_bits(bits) } else { f32::from_bits(bits as u32).into() };
        let (mut results, mut scaled) = (Vec::new(), 0);
        for lane in self.wave.lanes() {
            let [a, b, c] = self.operands(fields, &types, lane, Some(lane))?.map(value);
            let (value, is_scaled) = div_scale(a, b, c, width);
            let bits = if is_double { value.to_bits() } else { (value as f32).to_bits().into() };
            results.push((lane, bits));
            scaled |= u64::from(is_scaled) << lane;
        }
        for (lane, value) in results {
            self.wave.set_result(fields.destination, result, false, lane, value);
        }
        self.wave.set_mask(fields.second, scaled);
        Ok(())
    }

    /// A product and a sum, scaled back where VCC says that the quotient was scaled.
    fn add_quotient(&mut self, fields: &Vector) -> Result<()> {
        let (result, types) = self.types();
        let vcc = self.wave.mask(VCC);
        let mut results = Vec::new();
        for lane in self.wave.lanes() {
            let operands = self.operands(fields, &types, lane, Some(lane))?;
            let is_scaled = vcc >> lane & 1 != 0;
            // What was made smaller is large still, what was made larger is small.
            let bits = if result == Type::Float(64) {
                let [a, b, c] = operands.map(f64::from_bits);
                let by = if libm::ilogb(c) > 0 { 128 } else { -128 };
                let sum = libm::fma(a, b, c);
                (if is_scaled { libm::ldexp(sum, by) } else { sum }).to_bits()
            } else {
                let [a, b, c] = operands.map(|bits| f32::from_bits(bits as u32));
                let by = if libm::ilogbf(c) > 0 { 64 } else { -64 };
                let sum = libm::fmaf(a, b, c);
                (if is_scaled { libm::ldexp(sum.into(), by) as f32 } else { sum }).to_bits().into()
            };
            results.push((lane, self.finished(fields, result, bits)));
        }
        for (lane, value) in results {
            self.wave.set_result(fields.destination, result, false, lane, value);
        }
        Ok(())
    }

    fn multiply_wide(&mut self, fields: &Vector) -> Result<()> {
        let types = self.types().1;
        let is_signed = self.row.name == "v_mad_i64_i32";
        let (mut results, mut carries) = (Vec::new(), 0);
        for lane in self.wave.lanes() {
            let [a, b, c] = self.operands(fields, &types, lane, Some(lane))?;
            let (sum, overflows) = if is_signed {
                let sum = i128::from(a as i32) * i128::from(b as i32) + i128::from(c as i64);
                (sum as u64, i64::try_from(sum).is_err())
            } else {
                let sum = u128::from(a as u32) * u128::from(b as u32) + u128::from(c);
                (sum as u64, u64::try_from(sum).is_err())
            };
            results.push((lane, sum));
            carries |= u64::from(overflows) << lane;
        }
        for (lane, value) in results {
            self.wave.set_result(fields.destination, Type::Bits(64), false, lane, value);
        }
        self.wave.set_mask(fields.second, carries);
        Ok(())
    }

    /// Whether a float is of the kinds that the bits of the second operand say.
    fn classify(&mut self, fields: &Vector) -> Result<()> {
        let types = self.types().1;
        let mut lanes = 0;
        for (lane, from) in self.crossings(fields) {
            let [a, kinds, _] = self.operands(fields, &types, lane, from)?;
            let (value, is_quiet, smallest) = match types[0] {
                Type::Float(64) => (f64::from_bits(a), a >> 51 & 1 != 0, f64::MIN_POSITIVE),
                Type::Float(16) => (crate::half::value(a as u16), a >> 9 & 1 != 0, crate::half::value(0x400)),
                _ => (f32::from_bits(a as u32).into(), a >> 22 & 1 != 0, f32::MIN_POSITIVE.into()),
            };
            lanes |= (kinds >> class_of(value, is_quiet, smallest) & 1) << lane;
        }
        self.set_lanes(fields, lanes);
        Ok(())
    }
}
