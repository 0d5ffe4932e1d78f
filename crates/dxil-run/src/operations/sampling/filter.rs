//! Filters: the texels around a place, what each weighs, and what is made of them.

use std::cell::{Cell, RefCell};

use super::cube;
use crate::operations::extremes::Extreme as _;
use crate::resources::access::TextureTarget;
use crate::resources::format::{narrow, within};
use crate::resources::texture::Layout;
use crate::resources::{AddressMode, Component, Filter, Format, Reduction, Sampler};

/// A texture, and how it is sampled.
pub(super) struct Source<'t> {
    pub(super) target: &'t TextureTarget<'t>,
    pub(super) sampler: &'t Sampler,
    pub(super) layout: Layout,
    /// Bytes read since somebody asked.
    bytes: Cell<u64>,
    /// The first bytes of the texels that were read, where that is to be noted.
    places: Option<RefCell<Vec<u64>>>,
}

/// A texel that a filter takes.
#[derive(Debug, Clone, Copy)]
struct Tap {
    /// Where it is along each axis; `None` for the border.
    at: Option<[u32; 3]>,
    layer: u32,
    weight: f64,
}

/// A texel that was gathered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Gathered {
    /// As shaders see it.
    pub(super) values: [u32; 4],
    /// As it lies in memory, if it has no more than 64 bits.
    pub(super) raw: [u32; 2],
}

/// The most texels that one level is made of.
const MAX_TAPS: usize = 8;

/// The taps of a level.
struct Taps {
    all: [Tap; MAX_TAPS],
    count: usize,
}

impl Taps {
    fn new() -> Self {
        Self { all: [Tap { at: None, layer: 0, weight: 0.0 }; MAX_TAPS], count: 0 }
    }

    fn push(&mut self, tap: Tap) {
        if let Some(to) = self.all.get_mut(self.count) {
            *to = tap;
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Tap> {
        self.all.iter().take(self.count)
    }
}

/// The whole part of a number that has none but that; what is no number is zero.
#[expect(clippy::cast_possible_truncation, reason = "what is too large is as far as one can go")]
pub(super) fn integer(value: f64) -> i64 {
    (value as i64).clamp(-(1 << 40), 1 << 40)
}

/// The nearest whole number, of two the even one, from 0 to below a count.
fn layer(value: f64, count: u32) -> u32 {
    u32::try_from(integer(value.round_ties_even()).max(0)).unwrap_or(u32::MAX).min(count.saturating_sub(1))
}

/// The texels along an axis: the first one, and how much of the second one there is.
fn along(place: f64, size: u32, offset: i64, filter: Filter) -> (i64, f64) {
    let place = place * f64::from(size);
    let place = if place.is_nan() { 0.0 } else { place };
    match filter {
        Filter::Point => (integer(place.floor()) + offset, 0.0),
        Filter::Linear => {
            let place = (place - 0.5).clamp(-1e12, 1e12);
            (integer(place.floor()) + offset, place - place.floor())
        }
    }
}

impl<'t> Source<'t> {
    pub(super) fn new(target: &'t TextureTarget<'t>, sampler: &'t Sampler, notes_reads: bool) -> Self {
        let places = notes_reads.then(RefCell::default);
        Self { target, sampler, layout: target.texture.layout(), bytes: Cell::new(0), places }
    }

    /// The bytes read since somebody asked.
    pub(super) fn take_bytes(&self) -> u64 {
        self.bytes.take()
    }

    /// The first bytes of the texels that were read since somebody asked, where these are noted.
    pub(super) fn take_places(&self) -> Vec<u64> {
        self.places.as_ref().map(RefCell::take).unwrap_or_default()
    }

    fn format(&self) -> Format {
        self.target.texture.format
    }

    /// What sampling at a place gives, with levels within what the sampler allows.
    pub(super) fn sample(
        &self,
        at: [f64; 4],
        offsets: [i64; 3],
        level: f64,
        reference: Option<f64>,
    ) -> [u32; 4] {
        let is_integer = self.format().is_integer();
        let mut filter = if level <= 0.0 { self.sampler.mag } else { self.sampler.min };
        if is_integer {
            filter = Filter::Point;
        }
        let reached = self.reached(level);
        let number = |level: f64| usize::try_from(integer(level)).unwrap_or(0);
        if is_integer {
            let nearest = number((reached + 0.5).floor());
            let taps = self.taps(at, offsets, nearest, filter);
            return taps.iter().next().map_or([0; 4], |tap| self.texel(nearest, tap).values);
        }
        let (low, part) = (reached.floor(), reached - reached.floor());
        let mut values = self.level_value(at, offsets, number(low), filter, reference);
        if part > 0.0 {
            let others = self.level_value(at, offsets, number(low) + 1, filter, reference);
            for (value, other) in values.iter_mut().zip(others) {
                *value = match self.sampler.reduction {
                    Reduction::Average => *value * (1.0 - part) + other * part,
                    Reduction::Minimum => value.smaller(other),
                    Reduction::Maximum => value.larger(other),
                };
            }
        }
        let [first, ..] = values;
        if reference.is_some() {
            // A comparison gives one component.
            values = [first, 0.0, 0.0, 1.0];
        }
        values.map(narrow)
    }

    /// What one level gives.
    fn level_value(
        &self,
        at: [f64; 4],
        offsets: [i64; 3],
        level: usize,
        filter: Filter,
        reference: Option<f64>,
    ) -> [f64; 4] {
        let taps = self.taps(at, offsets, level, filter);
        let mut values: Option<[f64; 4]> = None;
        for tap in taps.iter().filter(|tap| tap.weight > 0.0) {
            let words = self.texel(level, tap).values;
            let texel = match reference {
                Some(reference) => [f32::from_bits(self.compare(reference, words)); 4],
                None => words.map(f32::from_bits),
            };
            let texel = texel.map(f64::from);
            let reduction = self.sampler.reduction;
            let Some(values) = &mut values else {
                let is_average = reduction == Reduction::Average;
                values = Some(if is_average { texel.map(|value| value * tap.weight) } else { texel });
                continue;
            };
            for (value, texel) in values.iter_mut().zip(texel) {
                *value = match reduction {
                    Reduction::Average => *value + texel * tap.weight,
                    Reduction::Minimum => value.smaller(texel),
                    Reduction::Maximum => value.larger(texel),
                };
            }
        }
        values.unwrap_or_default()
    }

    /// Compares what is given with a texel: 1 where it holds, as a float.
    pub(super) fn compare(&self, reference: f64, texel: [u32; 4]) -> u32 {
        let [first, ..] = texel;
        let is_normalized = self.format().is_unsigned_normalized();
        let reference = if is_normalized { within(reference, 1.0) } else { reference };
        let reference = f32::from_bits(narrow(reference));
        let comparison = self.sampler.comparison.unwrap_or(crate::resources::Comparison::Never);
        if comparison.holds(reference, f32::from_bits(first)) { 1.0_f32.to_bits() } else { 0 }
    }

    /// The four texels around a place on the largest level: bottom left, bottom right, top right, top left.
    pub(super) fn gather(&self, at: [f64; 4], offsets: [i64; 3]) -> [Gathered; 4] {
        let taps = self.taps(at, offsets, 0, Filter::Linear);
        // Taps come row by row; a corner of a cube has no fourth one.
        let tap = |index: usize| taps.all.get(index).filter(|_| index < taps.count);
        let one = |index: usize| tap(index).or(tap(0)).map_or(Gathered::default(), |tap| self.texel(0, tap));
        [one(2), one(3), one(1), one(0)]
    }

    /// The texels that a place stands for on a level, row by row.
    fn taps(&self, [x, y, z, w]: [f64; 4], offsets: [i64; 3], level: usize, filter: Filter) -> Taps {
        let mut taps = Taps::new();
        let Some(size) = self.layout.level(level).map(|level| level.size) else { return taps };
        let shape = self.target.shape;
        if shape.is_cube {
            let cube = if shape.is_array { layer(w, self.layout.layers() / 6) } else { 0 };
            self.cube_taps([x, y, z], (cube, size), filter, &mut taps);
            return taps;
        }
        let array = match shape.axes {
            _ if !shape.is_array => 0.0,
            1 => y,
            _ => z,
        };
        let layer = layer(array, self.layout.layers());
        let mut axes = [(0, 0.0); 3];
        let places = [x, y, z].into_iter().zip(size).zip(offsets);
        for (axis, ((place, size), offset)) in axes.iter_mut().zip(places).take(shape.axes) {
            *axis = along(place, size, offset, filter);
        }
        let resolve = |axis: usize, index: i64| -> Option<u32> {
            if axis >= shape.axes {
                return Some(0);
            }
            let mode = self.sampler.address.get(axis).copied().unwrap_or(AddressMode::Clamp);
            mode.texel(index, size.get(axis).copied().unwrap_or(1))
        };
        let is_linear = filter == Filter::Linear;
        let steps = |axis: usize| if is_linear && axis < shape.axes { 2_i64 } else { 1 };
        let [(left, across), (top, down), (front, deep)] = axes;
        let share = |step: i64, part: f64| if step == 0 { 1.0 - part } else { part };
        for step_z in 0..steps(2) {
            for step_y in 0..steps(1) {
                for step_x in 0..steps(0) {
                    let at =
                        [resolve(0, left + step_x), resolve(1, top + step_y), resolve(2, front + step_z)];
                    let [Some(x), Some(y), Some(z)] = at else {
                        let weight = share(step_x, across) * share(step_y, down) * share(step_z, deep);
                        taps.push(Tap { at: None, layer, weight });
                        continue;
                    };
                    let weight = share(step_x, across) * share(step_y, down) * share(step_z, deep);
                    taps.push(Tap { at: Some([x, y, z]), layer, weight });
                }
            }
        }
        taps
    }

    fn cube_taps(
        &self,
        direction: [f64; 3],
        (cube, [size, ..]): (u32, [u32; 3]),
        filter: Filter,
        taps: &mut Taps,
    ) {
        let (face, [u, v]) = cube::face(direction);
        let first = cube.saturating_mul(6);
        let tap = |face: u32, [x, y]: [u32; 2], weight| Tap {
            at: Some([x, y, 0]),
            layer: first.saturating_add(face),
            weight,
        };
        let [(left, across), (top, down)] = [along(u, size, 0, filter), along(v, size, 0, filter)];
        if filter == Filter::Point {
            let [x, y] = [left, top].map(|along| AddressMode::Clamp.texel(along, size).unwrap_or(0));
            taps.push(tap(face, [x, y], 1.0));
            return;
        }
        let mut missing = 0.0;
        for (step_y, share_y) in [(0, 1.0 - down), (1, down)] {
            for (step_x, share_x) in [(0, 1.0 - across), (1, across)] {
                let weight = share_x * share_y;
                match cube::texel(face, [left + step_x, top + step_y], size) {
                    Some((face, at)) => taps.push(tap(face, at, weight)),
                    None => missing += weight,
                }
            }
        }
        // At a corner three texels meet: what would be the fourth one's is theirs.
        if missing > 0.0 {
            let count = taps.count;
            taps.all.iter_mut().take(count).for_each(|tap| tap.weight += missing / 3.0);
        }
    }

    /// A texel, or the border.
    fn texel(&self, level: usize, tap: &Tap) -> Gathered {
        let format = self.format();
        let bytes = format.bytes();
        let Some(at) = tap.at else { return self.border() };
        let Some(place) = self.layout.texel(level, at, tap.layer, 0) else { return Gathered::default() };
        let words = self.target.target.memory.read_words(place, bytes);
        if let Some(places) = &self.places {
            places.borrow_mut().push(place);
        }
        self.bytes.set(self.bytes.get().saturating_add(bytes.into()));
        let [low, high, ..] = words;
        Gathered { values: format.decode(words), raw: [low, high] }
    }

    /// The border's colour: of components that the format has, of the others what they always are.
    fn border(&self) -> Gathered {
        let format = self.format();
        let mut values = format.decode([0; 4]);
        let count = usize::try_from(format.components).unwrap_or(4);
        for (value, colour) in values.iter_mut().zip(self.sampler.border).take(count) {
            *value = match format.component {
                Component::Unsigned(_) | Component::Signed(_) => {
                    crate::lanes::low(integer(f64::from(colour)).cast_unsigned())
                }
                _ => colour.to_bits(),
            };
        }
        let [low, high, ..] = format.encode(values);
        Gathered { values, raw: [low, high] }
    }
}
