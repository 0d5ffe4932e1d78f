//! Sampling: levels, filters, edges, comparisons.

use super::{Access, Step};
use crate::descriptor::{Clamp, Sampler};
use crate::fault::Result;

/// Where a lane samples.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Coordinates; those that are not there are zero.
    at: [f32; 3],
    layer: u32,
    offset: [i32; 3],
    bias: f32,
    comparison: f32,
    /// The level that is given, or the least one.
    level: Option<f32>,
    least: f32,
    /// Where derivatives begin among addresses.
    slopes: u16,
}

impl Step<'_, '_> {
    pub(super) fn sample(&mut self, access: &Access<'_>) -> Result<()> {
        let sampler = self.sampler(access)?;
        if access.fields.d16 {
            return self.unsupported();
        }
        let is_gather = self.row.name.contains("gather4");
        let mut results = Vec::new();
        for lane in self.wave.lanes() {
            let place = self.place_of(access, lane);
            let level = self.level_of(access, &sampler, lane, &place);
            let texel = match is_gather {
                true => self.gather(access, &sampler, &place, level)?,
                false => self.filter(access, &sampler, &place, level)?,
            };
            results.push((lane, texel));
        }
        for (lane, texel) in results {
            if is_gather {
                for (at, component) in (0..).zip(texel) {
                    self.wave.set_vector(access.fields.data + at, lane, component);
                }
            } else {
                self.put_texel(access, lane, texel);
            }
        }
        Ok(())
    }

    /// The level that would be sampled, clamped and not.
    pub(super) fn image_level(&mut self, access: &Access<'_>) -> Result<()> {
        let sampler = self.sampler(access)?;
        let mut results = Vec::new();
        for lane in self.wave.lanes() {
            let place = self.place_of(access, lane);
            let level = self.slope_level(access, lane, &place);
            let last = f32::from(access.image.levels[1]);
            let clamped = level.clamp(sampler.lod[0], sampler.lod[1].max(sampler.lod[0])).clamp(0.0, last);
            results.push((lane, [clamped, level]));
        }
        for (lane, levels) in results {
            let asked = (0..2).filter(|at| access.fields.mask >> at & 1 != 0);
            for (at, component) in (0..).zip(asked) {
                let level: f32 = levels[component];
                self.wave.set_vector(access.fields.data + at, lane, level.to_bits());
            }
        }
        Ok(())
    }

    fn sampler(&self, access: &Access<'_>) -> Result<Sampler> {
        self.touch(access.fields.sampler, 4)?;
        let words = [0, 1, 2, 3].map(|at| self.wave.scalar(access.fields.sampler + at));
        Ok(Sampler::parse(words))
    }

    /// Reads addresses in their order.
    fn place_of(&self, access: &Access<'_>, lane: usize) -> Place {
        let shape = &access.shape;
        let mut next = 0;
        let mut word = || {
            next += 1;
            self.coordinate(access.fields, next - 1, lane)
        };
        let mut place = Place::default();
        if shape.has_offset {
            let word = word();
            place.offset = [0, 8, 16].map(|at| ((word >> at) << 26) as i32 >> 26);
        }
        if shape.has_bias {
            place.bias = f32::from_bits(word());
        }
        if shape.has_comparison {
            place.comparison = f32::from_bits(word());
        }
        place.slopes =
            u16::from(shape.has_offset) + u16::from(shape.has_bias) + u16::from(shape.has_comparison);
        (0..shape.derivatives).for_each(|_| {
            word();
        });
        let coordinates: Vec<f32> = (0..shape.coordinates).map(|_| f32::from_bits(word())).collect();
        let given = |at: usize| coordinates.get(at).copied().unwrap_or_default();
        let layer = |at: usize| (libm::rintf(given(at)).max(0.0) as u32).min(access.image.layers - 1);
        match access.fields.dimension {
            0 => place.at[0] = given(0),
            1 => place.at = [given(0), given(1), 0.0],
            2 => place.at = [given(0), given(1), given(2)],
            // Coordinates on a face are 1 to 2.
            3 => (place.at, place.layer) = ([given(0) - 1.0, given(1) - 1.0, 0.0], layer(2)),
            4 => (place.at, place.layer) = ([given(0), 0.0, 0.0], layer(1)),
            _ => (place.at, place.layer) = ([given(0), given(1), 0.0], layer(2)),
        }
        if shape.has_level {
            place.level = Some(f32::from_bits(word()));
        } else if shape.is_zero {
            place.level = Some(0.0);
        }
        if shape.has_clamp {
            place.least = f32::from_bits(word());
        }
        place
    }

    fn level_of(&self, access: &Access<'_>, sampler: &Sampler, lane: usize, place: &Place) -> f32 {
        let level = match place.level {
            Some(level) => level,
            None => self.slope_level(access, lane, place) + sampler.bias + place.bias,
        };
        let level = if level.is_nan() { 0.0 } else { level };
        level.clamp(sampler.lod[0].max(place.least), sampler.lod[1].max(sampler.lod[0]).max(place.least))
    }

    /// The level that derivatives ask for, those given or those between lanes of a quad.
    fn slope_level(&self, access: &Access<'_>, lane: usize, place: &Place) -> f32 {
        let shape = &access.shape;
        let size = access.image.level_size(access.image.levels[0].into());
        let count =
            usize::from(shape.derivatives / 2).max(if shape.has_derivatives { 0 } else { axes(access) });
        let slopes: [Vec<f32>; 2] = if shape.has_derivatives {
            let slope =
                |at: usize| f32::from_bits(self.coordinate(access.fields, place.slopes + at as u16, lane));
            [(0..count).map(slope).collect(), (count..2 * count).map(slope).collect()]
        } else {
            let at = |lane: usize| self.place_of(access, lane).at;
            let first = at(lane & !3);
            [1, 2].map(|other| {
                let other = at(lane & !3 | other);
                (0..count).map(|axis| other[axis] - first[axis]).collect()
            })
        };
        let length = |slopes: &[f32]| {
            let texels = slopes.iter().zip(size).map(|(slope, size)| f64::from(*slope) * f64::from(size));
            libm::sqrt(texels.map(|along| along * along).sum())
        };
        let longest = length(&slopes[0]).max(length(&slopes[1]));
        libm::log2(longest) as f32
    }

    fn filter(&self, access: &Access<'_>, sampler: &Sampler, place: &Place, level: f32) -> Result<[u32; 4]> {
        let [first, last] = access.image.levels.map(f32::from);
        let is_linear = sampler.linear[if level > 0.0 { 1 } else { 0 }];
        let level = level.clamp(0.0, (last - first).max(0.0));
        if !sampler.linear[2] {
            // Halves go to the smaller level.
            let nearest = libm::floorf(level + 0.5).min((last - first).max(0.0));
            let values = self.level_filtered(access, sampler, place, nearest as u32, is_linear)?;
            return Ok(self.result(access, values));
        }
        let below = libm::floorf(level);
        let weight = level - below;
        let mut values = self.level_filtered(access, sampler, place, below as u32, is_linear)?;
        if weight > 0.0 {
            let above = self.level_filtered(access, sampler, place, below as u32 + 1, is_linear)?;
            for (value, above) in values.iter_mut().zip(above) {
                *value = *value * (1.0 - weight) + above * weight;
            }
        }
        Ok(self.result(access, values))
    }

    /// Integers stay what they are: they are not mixed.
    fn result(&self, access: &Access<'_>, values: [f32; 4]) -> [u32; 4] {
        let is_integer = access.format.is_integer() && !access.shape.has_comparison;
        values.map(|value| if is_integer { value as i64 as u32 } else { value.to_bits() })
    }

    /// The texels around a place in a level, mixed or the nearest one.
    fn level_filtered(
        &self,
        access: &Access<'_>,
        sampler: &Sampler,
        place: &Place,
        level: u32,
        is_linear: bool,
    ) -> Result<[f32; 4]> {
        let level = level + u32::from(access.image.levels[0]);
        let size = access.image.level_size(level);
        let axes = axes(access);
        let (mut low, mut weights) = ([0_i64; 3], [0.0_f32; 3]);
        for axis in 0..axes {
            let scale = if sampler.unnormalized || access.fields.unorm { 1.0 } else { size[axis] as f32 };
            let at = place.at[axis] * scale + place.offset[axis] as f32 - if is_linear { 0.5 } else { 0.0 };
            let floor = libm::floorf(at);
            // Far beyond all texels it makes no difference how far.
            low[axis] = floor.clamp(-1e9, 1e9) as i64;
            // Weights have eight bits.
            weights[axis] = libm::rintf((at - floor) * 256.0) / 256.0;
        }
        if !is_linear {
            return self.fetch(access, sampler, place, low, level);
        }
        let mut sum = [0.0; 4];
        for corner in 0..1_usize << axes {
            let mut at = low;
            let mut weight = 1.0;
            for axis in 0..axes {
                let is_high = corner >> axis & 1 != 0;
                at[axis] += i64::from(is_high);
                weight *= if is_high { weights[axis] } else { 1.0 - weights[axis] };
            }
            if weight > 0.0 {
                let texel = self.fetch(access, sampler, place, at, level)?;
                for (sum, value) in sum.iter_mut().zip(texel) {
                    *sum += weight * value;
                }
            }
        }
        Ok(sum)
    }

    /// One component of the four texels around a place.
    fn gather(&self, access: &Access<'_>, sampler: &Sampler, place: &Place, level: f32) -> Result<[u32; 4]> {
        let [first, last] = access.image.levels.map(f32::from);
        let level = libm::floorf(level.clamp(0.0, (last - first).max(0.0)) + 0.5) as u32
            + u32::from(access.image.levels[0]);
        let size = access.image.level_size(level);
        let mut low = [0_i64; 3];
        for axis in 0..2 {
            let at = place.at[axis] * size[axis] as f32 + place.offset[axis] as f32 - 0.5;
            low[axis] = libm::floorf(at).clamp(-1e9, 1e9) as i64;
        }
        let component = access.fields.mask.trailing_zeros() as usize & 3;
        let selected = usize::from(access.image.selects[component] & 3);
        let corners = [[0, 1], [1, 1], [1, 0], [0, 0]];
        let mut result = [0; 4];
        for (result, [x, y]) in result.iter_mut().zip(corners) {
            let texel = self.fetch(access, sampler, place, [low[0] + x, low[1] + y, 0], level)?;
            *result = self.result(access, texel)[if access.shape.has_comparison { 0 } else { selected }];
        }
        Ok(result)
    }

    /// A texel, or what lies beyond an edge; compared, if that is asked for.
    fn fetch(
        &self,
        access: &Access<'_>,
        sampler: &Sampler,
        place: &Place,
        at: [i64; 3],
        level: u32,
    ) -> Result<[f32; 4]> {
        let size = access.image.level_size(level);
        let mut texel = [0; 3];
        let mut is_border = false;
        for axis in 0..axes(access) {
            match clamped(sampler.clamp[axis], at[axis], size[axis].into()) {
                Some(index) => texel[axis] = index as u32,
                None => is_border = true,
            }
        }
        let values = if is_border {
            match sampler.border {
                0 => [0.0; 4],
                1 => [0.0, 0.0, 0.0, 1.0],
                _ => [1.0; 4],
            }
        } else {
            let bytes = access.format.bytes() as u64;
            let components = self.texel_at(access, access.image.texel(texel, place.layer, level, bytes))?;
            let is_integer = access.format.is_integer();
            components.map(|component| if is_integer { component as f32 } else { f32::from_bits(component) })
        };
        if !access.shape.has_comparison {
            return Ok(values);
        }
        let (given, found) = (place.comparison, values[0]);
        let holds = match sampler.comparison {
            0 => false,
            1 => given < found,
            2 => given == found,
            3 => given <= found,
            4 => given > found,
            5 => given != found,
            6 => given >= found,
            _ => true,
        };
        Ok([if holds { 1.0 } else { 0.0 }; 4])
    }
}

/// Axes along which texels are mixed.
fn axes(access: &Access<'_>) -> usize {
    match access.fields.dimension {
        0 | 4 => 1,
        2 => 3,
        _ => 2,
    }
}

/// The texel that an index stands for.
fn clamped(clamp: Clamp, index: i64, size: i64) -> Option<i64> {
    let mirrored = |index: i64| {
        let index = index.rem_euclid(2 * size);
        index.min(2 * size - 1 - index)
    };
    match clamp {
        Clamp::Wrap => Some(index.rem_euclid(size)),
        Clamp::Mirror => Some(mirrored(index)),
        Clamp::LastTexel => Some(index.clamp(0, size - 1)),
        Clamp::MirrorOnceLastTexel => Some(if index < 0 { -index - 1 } else { index }.min(size - 1)),
        Clamp::Border => (0..size).contains(&index).then_some(index),
    }
}
