//! Vector operations that compute a result for each lane of operands: modifiers, halves, DPP and SDWA.

use super::Step;
use crate::fault::Result;
use crate::half;
use crate::instruction::{Crossing, EXEC, Form, VECTOR, Vector};
use crate::operation::Operation;
use crate::table::{Encoding, Row, Type};
use crate::wave::LANES;

/// Functions that know no denormals, whatever the mode is.
const WITHOUT_DENORMALS: [&str; 8] = [
    "v_exp_f32",
    "v_log_f32",
    "v_rcp_f32",
    "v_rcp_iflag_f32",
    "v_rsq_f32",
    "v_sqrt_f32",
    "v_sin_f32",
    "v_cos_f32",
];

/// Functions that look at the bits of floats.
const WITH_DENORMALS: [&str; 6] = [
    "v_frexp_mant_f32",
    "v_frexp_exp_i32_f32",
    "v_div_scale_f32",
    "v_div_fixup_f32",
    "v_cmp_class_f32",
    "v_cmpx_class_f32",
];

/// Whether denormals of 32 bits, and of 64 and 16 bits, are read and written.
#[derive(Clone, Copy)]
struct Denormals {
    single: [bool; 2],
    other: [bool; 2],
}

impl Step<'_, '_> {
    pub(super) fn vector(&mut self, fields: &Vector) -> Result<()> {
        self.touch_vector(fields)?;
        match self.row.operation {
            Operation::Compare(compare) => self.compare(fields, compare),
            _ if fields.form == Form::Packed => self.packed(fields),
            Operation::Other => self.special(fields),
            operation => self.each(fields, operation),
        }
    }

    pub(super) fn dual(&mut self, x: &Vector, other: &'static Row, y: &Vector) -> Result<()> {
        // Both read before one writes.
        let before = self.wave.vectors.get(usize::from(x.destination - VECTOR)).copied();
        self.touch_vector(y)?;
        self.vector(x)?;
        let after = self.wave.vectors.get(usize::from(x.destination - VECTOR)).copied();
        let (Some(before), Some(after)) = (before, after) else { return self.fault("no such register") };
        self.wave.vectors[usize::from(x.destination - VECTOR)] = before;
        self.row = other;
        self.vector(y)?;
        self.wave.vectors[usize::from(x.destination - VECTOR)] = after;
        Ok(())
    }

    fn touch_vector(&self, fields: &Vector) -> Result<()> {
        if self.wave.flight.is_empty() {
            return Ok(());
        }
        let types = self.types();
        self.touch_written(fields.destination, types.0.registers().max(1))?;
        for (source, of) in fields.sources.iter().zip(types.1) {
            self.touch_source(*source, of.registers())?;
        }
        Ok(())
    }

    /// The types of result and sources. Halves of instructions have no row of their own for them.
    pub(super) fn types(&self) -> (Type, Vec<Type>) {
        if matches!(self.row.encoding, Encoding::VopdX | Encoding::VopdY) {
            let is_float = self.row.name.ends_with("f32") || self.row.name.ends_with("f16");
            let of = if is_float { Type::Float(32) } else { Type::Bits(32) };
            let of = if self.row.name.contains("dot2acc") { Type::Bits(32) } else { of };
            let mut types = vec![of; 3];
            if self.row.name.contains("cndmask") {
                types[2] = Type::Mask;
            } else {
                types.truncate(crate::print::halves_sources(self.row));
            }
            return (of, types);
        }
        (self.row.result(), self.row.sources().to_vec())
    }

    fn denormals(&self) -> Denormals {
        let mode = self.wave.mode;
        let bit = |at: u32| mode >> at & 1 != 0;
        let name = self.row.name;
        // A half is a mode for what is read, a half for what is written.
        let mut denormals = Denormals { single: [bit(4), bit(5)], other: [bit(6), bit(7)] };
        if WITHOUT_DENORMALS.contains(&name) {
            denormals.single = [false; 2];
        } else if WITH_DENORMALS.contains(&name) {
            denormals.single = [true; 2];
        }
        denormals
    }

    /// An operand of a lane with its modifiers, of whatever lane it is read.
    pub(super) fn operand(&self, fields: &Vector, index: usize, of: Type, lane: usize) -> Result<u64> {
        let source = fields.sources[index];
        let signed = self.row.name.ends_with("i64");
        let mut bits = self.wave.source(source, of, lane, signed)?;
        if let Crossing::Sdwa { sources, signs, .. } = fields.crossing
            && let Some(which) = sources.get(index)
        {
            let whole = self.wave.source(source, Type::Bits(32), lane, signed)?;
            bits = selected(whole as u32, *which, signs >> index & 1 != 0);
            if of.is_half() {
                bits &= 0xffff;
            }
        }
        Ok(self.modified(fields, index, of, bits))
    }

    /// A sign that is removed or changed, a denormal that is none.
    fn modified(&self, fields: &Vector, index: usize, of: Type, mut bits: u64) -> u64 {
        let sign = sign(of);
        if fields.absolute >> index & 1 != 0 {
            bits &= !sign;
        }
        if fields.negate >> index & 1 != 0 {
            bits ^= sign;
        }
        self.flushed(of, bits, 0)
    }

    /// Zero for a denormal that the mode does not have, read (0) or written (1).
    fn flushed(&self, of: Type, bits: u64, at: usize) -> u64 {
        let exponent = match of {
            Type::Float(16) => 0x7c00,
            Type::Float(32) => 0x7f80_0000,
            Type::Float(_) => 0x7ff0_0000_0000_0000,
            _ => return bits,
        };
        if bits & exponent != 0 || bits & !sign(of) == 0 {
            return bits;
        }
        let denormals = self.denormals();
        let keeps = if of == Type::Float(32) { denormals.single } else { denormals.other };
        if keeps[at] { bits } else { bits & sign(of) }
    }

    /// A result with its modifiers.
    pub(super) fn finished(&self, fields: &Vector, of: Type, bits: u64) -> u64 {
        let Type::Float(width) = of else { return bits };
        let mut bits = bits;
        if fields.scale != 0 || fields.clamp {
            let value = match width {
                16 => half::value(bits as u16),
                32 => f32::from_bits(bits as u32).into(),
                _ => f64::from_bits(bits),
            };
            let scaled = value * [1.0, 2.0, 4.0, 0.5][usize::from(fields.scale & 3)];
            let value = match fields.clamp {
                true if scaled.is_nan() => 0.0,
                true => scaled.clamp(0.0, 1.0),
                false => scaled,
            };
            bits = match width {
                16 => half::nearest(value).into(),
                32 => (value as f32).to_bits().into(),
                _ => value.to_bits(),
            };
        }
        self.flushed(of, bits, 1)
    }

    /// The lane that a lane reads its first operand from; none where it reads zero.
    fn crossed(&self, crossing: Crossing, lane: usize) -> Option<usize> {
        let is_there = |from: usize, inactive: bool| {
            (from < self.wave.size as usize && (inactive || self.wave.is_active(from))).then_some(from)
        };
        match crossing {
            Crossing::None | Crossing::Sdwa { .. } => Some(lane),
            Crossing::Dpp8 { selectors, inactive } => {
                is_there(lane & !7 | (selectors >> (3 * (lane & 7)) & 7) as usize, inactive)
            }
            Crossing::Dpp { control, inactive, .. } => {
                let (row, at, by) = (lane & !15, lane & 15, usize::from(control & 15));
                let from = match control {
                    0..=0xff => lane & !3 | usize::from(control >> (2 * (lane & 3)) & 3),
                    0x101..=0x10f if at + by < 16 => lane + by,
                    0x111..=0x11f if at >= by => lane - by,
                    0x121..=0x12f => row | (at + 16 - by) & 15,
                    0x140 => row | (15 - at),
                    0x141 => lane & !7 | (7 - (lane & 7)),
                    0x150..=0x15f => row | by,
                    0x160..=0x16f => row | at ^ by,
                    _ => return None,
                };
                is_there(from, inactive)
            }
        }
    }

    /// For each lane that is written, the lane that the first operand is of. Where there is none, the operand is zero,
    /// or the lane is not written.
    pub(super) fn crossings(&self, fields: &Vector) -> Vec<(usize, Option<usize>)> {
        let lanes = self.wave.lanes();
        if matches!(fields.crossing, Crossing::None | Crossing::Sdwa { .. }) {
            return lanes.map(|lane| (lane, Some(lane))).collect();
        }
        let is_written = |lane: usize, from: Option<usize>| match fields.crossing {
            Crossing::Dpp { row_mask, bank_mask, bound, .. } => {
                let (row, bank) = (lane / 16 % 4, lane / 4 % 4);
                row_mask >> row & 1 != 0 && bank_mask >> bank & 1 != 0 && (bound || from.is_some())
            }
            _ => true,
        };
        let all = lanes.map(|lane| (lane, self.crossed(fields.crossing, lane)));
        all.filter(|(lane, from)| is_written(*lane, *from)).collect()
    }

    /// All operands of a lane whose first one is of another lane.
    pub(super) fn operands(
        &self,
        fields: &Vector,
        types: &[Type],
        lane: usize,
        from: Option<usize>,
    ) -> Result<[u64; 3]> {
        let mut values = [0; 3];
        for (index, (value, of)) in values.iter_mut().zip(types).enumerate() {
            *value = match (index, from) {
                (0, None) => 0,
                (0, Some(from)) => self.operand(fields, 0, *of, from)?,
                _ => self.operand(fields, index, *of, lane)?,
            };
        }
        // What is added to is the result itself.
        if self.accumulates() {
            let (result, _) = self.types();
            let source =
                crate::instruction::Source { code: fields.destination, literal: 0, high: fields.high };
            values[2] = self.flushed(result, self.wave.source(source, result, lane, false)?, 0);
        }
        Ok(values)
    }

    fn accumulates(&self) -> bool {
        ["fmac", "dot2acc", "dot4c"].iter().any(|word| self.row.name.contains(word))
    }

    fn each(&mut self, fields: &Vector, operation: Operation) -> Result<()> {
        let (result, types) = self.types();
        let mut results = Vec::with_capacity(LANES);
        for (lane, from) in self.crossings(fields) {
            let operands = self.operands(fields, &types, lane, from)?;
            results.push((lane, self.finished(fields, result, computed(operation, operands, fields.clamp))));
        }
        for (lane, value) in results {
            self.put(fields, result, lane, value);
        }
        Ok(())
    }

    /// Writes a result where it belongs.
    pub(super) fn put(&mut self, fields: &Vector, of: Type, lane: usize, value: u64) {
        let Crossing::Sdwa { destination, unused, .. } = fields.crossing else {
            self.wave.set_result(fields.destination, of, fields.high, lane, value);
            return;
        };
        let Some(register) = fields.destination.checked_sub(VECTOR) else { return };
        let (width, at) = match destination {
            0..=3 => (8, u32::from(destination) * 8),
            4 | 5 => (16, u32::from(destination - 4) * 16),
            _ => (32, 0),
        };
        let mask = ((1_u64 << width) - 1) as u32;
        let (value, old) = (value as u32, self.wave.vector(register, lane));
        let placed = (value & mask) << at;
        let new = match unused {
            _ if width == 32 => value,
            1 => {
                placed
                    | if value >> (width - 1) & 1 != 0 { !(((1_u64 << (at + width)) - 1) as u32) } else { 0 }
            }
            2 => old & !(mask << at) | placed,
            _ => placed,
        };
        self.wave.set_vector(register, lane, new);
    }

    /// A bit for each lane, to a register or to EXEC.
    fn compare(&mut self, fields: &Vector, compare: fn([u64; 2]) -> bool) -> Result<()> {
        let types = self.types().1;
        let mut lanes = 0;
        for (lane, from) in self.crossings(fields) {
            let [a, b, _] = self.operands(fields, &types, lane, from)?;
            lanes |= u64::from(compare([a, b])) << lane;
        }
        self.set_lanes(fields, lanes);
        Ok(())
    }

    pub(super) fn set_lanes(&mut self, fields: &Vector, lanes: u64) {
        let register = if self.row.name.starts_with("v_cmpx") { EXEC } else { fields.destination };
        self.wave.set_mask(register, lanes);
    }

    /// Two halves at once, or sums of products of parts.
    fn packed(&mut self, fields: &Vector) -> Result<()> {
        let types = self.row.sources().to_vec();
        if types.contains(&Type::Mixed) {
            return self.mixed(fields);
        }
        let mut results = Vec::with_capacity(LANES);
        for (lane, from) in self.crossings(fields) {
            let mut words = [0; 3];
            for (index, (word, of)) in words.iter_mut().zip(&types).enumerate() {
                let lane = if index == 0 { from } else { Some(lane) };
                let of = if *of == Type::Float(32) { Type::Bits(32) } else { *of };
                *word =
                    lane.map_or(Ok(0), |lane| self.wave.source(fields.sources[index], of, lane, false))?;
            }
            if self.row.name == "v_pk_fmac_f16" {
                words[2] = self.wave.vector(fields.destination - VECTOR, lane).into();
            }
            results.push((lane, self.packed_result(fields, &types, words)?));
        }
        for (lane, value) in results {
            self.put(fields, Type::Bits(32), lane, value);
        }
        Ok(())
    }

    fn packed_result(&self, fields: &Vector, types: &[Type], words: [u64; 3]) -> Result<u64> {
        if let "v_dot4_i32_iu8" | "v_dot8_i32_iu4" = self.row.name {
            // Which of both has signs is said where floats are negated.
            let [first, second] = [0, 1].map(|at| fields.negate >> at & 1 != 0);
            let sum = if self.row.name.ends_with("iu8") {
                crate::operation::sum::<4>
            } else {
                crate::operation::sum::<8>
            };
            let sum = sum(words[0], words[1], u64::from(words[2] as u32), first, second);
            let clamped = if fields.clamp { sum.clamp(i32::MIN.into(), i32::MAX.into()) } else { sum };
            return Ok((clamped as u32).into());
        }
        let of = match types.first() {
            Some(Type::Halves { float: true }) => Type::Float(16),
            Some(Type::Halves { float: false }) => Type::Bits(16),
            _ => Type::Bits(32),
        };
        let is_dot = !self.row.name.starts_with("v_pk_");
        let chosen = |high: bool| {
            let mut operands = [0; 3];
            for (index, (operand, word)) in operands.iter_mut().zip(words).enumerate() {
                let (select, negate) = if high {
                    (fields.select_high, fields.negate_high)
                } else {
                    (fields.select, fields.negate)
                };
                let half = if select >> index & 1 != 0 { word >> 16 } else { word } & 0xffff;
                let negated =
                    if negate >> index & 1 != 0 && of == Type::Float(16) { half ^ 0x8000 } else { half };
                *operand = self.flushed(of, negated, 0);
            }
            operands
        };
        if is_dot {
            let mut operands = words;
            if matches!(types.first(), Some(Type::Halves { .. })) {
                let [low, high] = [chosen(false), chosen(true)];
                operands = [low[0] | high[0] << 16, low[1] | high[1] << 16, words[2]];
                if fields.negate >> 2 & 1 != 0 {
                    operands[2] ^= 0x8000_0000;
                }
            }
            let result = computed(self.row.operation, operands, fields.clamp);
            return Ok(self.finished(fields, self.row.result(), result));
        }
        if matches!(self.row.operation, Operation::Other) {
            return self.unsupported();
        }
        let half = |high: bool| {
            let result = computed(self.row.operation, chosen(high), fields.clamp);
            self.finished(fields, of, result & 0xffff) & 0xffff
        };
        Ok(half(false) | half(true) << 16)
    }

    /// Floats of 32 bits, of which some are read from halves.
    fn mixed(&mut self, fields: &Vector) -> Result<()> {
        let result = self.row.result();
        let mut results = Vec::with_capacity(LANES);
        for (lane, from) in self.crossings(fields) {
            let mut operands = [0; 3];
            for (index, operand) in operands.iter_mut().enumerate() {
                let source = fields.sources[index];
                let is_half = fields.select_high >> index & 1 != 0;
                let lane = if index == 0 { from } else { Some(lane) };
                // Constants are floats of the size that is asked for.
                let of = if is_half { Type::Halves { float: true } } else { Type::Float(32) };
                let word = lane.map_or(Ok(0), |lane| self.wave.source(source, of, lane, false))?;
                let value = if is_half {
                    let half = if fields.select >> index & 1 != 0 { word >> 16 } else { word };
                    (half::value(half as u16) as f32).to_bits().into()
                } else {
                    word
                };
                let value = if fields.negate_high >> index & 1 != 0 { value & 0x7fff_ffff } else { value };
                let value = if fields.negate >> index & 1 != 0 { value ^ 0x8000_0000 } else { value };
                *operand = self.flushed(Type::Float(32), value, 0);
            }
            results.push((
                lane,
                self.finished(fields, result, computed(self.row.operation, operands, fields.clamp)),
            ));
        }
        for (lane, value) in results {
            self.put(fields, result, lane, value);
        }
        Ok(())
    }
}

/// The bit of the sign.
fn sign(of: Type) -> u64 {
    match of {
        Type::Float(16) | Type::Bits(16) => 0x8000,
        Type::Float(64) | Type::Bits(64) => 1 << 63,
        _ => 0x8000_0000,
    }
}

/// Bytes or a half of a word.
fn selected(word: u32, which: u8, signed: bool) -> u64 {
    let (at, width) = match which {
        0..=3 => (u32::from(which) * 8, 8),
        4 | 5 => (u32::from(which - 4) * 16, 16),
        _ => return word.into(),
    };
    let field = word << (32 - at - width);
    u64::from(if signed { (field as i32 >> (32 - width)) as u32 } else { field >> (32 - width) })
}

/// What an operation makes of operands.
pub(super) fn computed(operation: Operation, operands: [u64; 3], clamp: bool) -> u64 {
    match operation {
        Operation::Lane(of) => of(operands),
        Operation::Clamped { of, low, high } => {
            let result = of(operands);
            // Integers of 16 bits are kept as such.
            let bits = if clamp { result.clamp(low, high) } else { result } as u64;
            if high <= 0xffff { bits & 0xffff } else { bits & 0xffff_ffff }
        }
        _ => 0,
    }
}
