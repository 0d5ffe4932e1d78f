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
    /// Its first byte; `None` for the border.
    place: Option<u64>,
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
        Self { all: [Tap { place: None, weight: 0.0 }; MAX_TAPS], count: 0 }
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

/// The greatest whole number that is not greater; what is no number is zero. Processors without an instruction for that
/// take long for `floor`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "what is too large is as far as one can go"
)]
#[inline]
fn floor(value: f64) -> i64 {
    let whole = value as i64;
    whole.saturating_sub(i64::from(whole as f64 > value)).clamp(-(1 << 40), 1 << 40)
}

/// The nearest whole number, of two the even one, from 0 to below a count.
fn layer(value: f64, count: u32) -> u32 {
    u32::try_from(cube::integer(value.round_ties_even()).max(0))
        .unwrap_or(u32::MAX)
        .min(count.saturating_sub(1))
}

/// The texels along an axis that a filter takes, and what share each has; `None` for the border.
#[derive(Debug, Clone, Copy)]
struct Along {
    texels: [(Option<u32>, f64); 2],
    count: usize,
}

impl Along {
    /// Of an axis that there is not.
    const NONE: Self = Self { texels: [(Some(0), 1.0), (None, 0.0)], count: 1 };

    #[inline]
    fn each(&self) -> &[(Option<u32>, f64)] {
        self.texels.get(..self.count).unwrap_or_default()
    }
}

/// The first texel along an axis, and how much of the second one there is.
#[inline]
fn first_along(place: f64, size: u32, offset: i64, filter: Filter) -> (i64, f64) {
    let place = place * f64::from(size);
    let place = if place.is_nan() { 0.0 } else { place };
    match filter {
        Filter::Point => (floor(place) + offset, 0.0),
        Filter::Linear => {
            let place = (place - 0.5).clamp(-1e12, 1e12);
            let first = floor(place);
            (first + offset, place - float(first))
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "places have some 40 bits")]
fn float(whole: i64) -> f64 {
    whole as f64
}

/// The texels along an axis.
#[inline]
fn along(place: f64, size: u32, offset: i64, filter: Filter, mode: AddressMode) -> Along {
    let (first, part) = first_along(place, size, offset, filter);
    let texel = mode.texel(first, size);
    match filter {
        Filter::Point => Along { texels: [(texel, 1.0), (None, 0.0)], count: 1 },
        Filter::Linear => {
            Along { texels: [(texel, 1.0 - part), (mode.texel(first + 1, size), part)], count: 2 }
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
        let number = |level: f64| usize::try_from(cube::integer(level)).unwrap_or(0);
        if is_integer {
            let nearest = number((reached + 0.5).floor());
            let taps = self.taps(at, offsets, nearest, filter);
            return taps.iter().next().map_or([0; 4], |tap| self.texel(tap).values);
        }
        let low = floor(reached);
        let (first, part) = (usize::try_from(low).unwrap_or(0), reached - float(low));
        let mut values = self.level_value(at, offsets, first, filter, reference);
        if part > 0.0 {
            let others = self.level_value(at, offsets, first + 1, filter, reference);
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
        let mut words = [0; 4];
        words.iter_mut().zip(values).for_each(|(word, value)| *word = narrow(value));
        words
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
        let is_cube = self.target.shape.is_cube;
        if !is_cube && reference.is_none() && self.sampler.reduction == Reduction::Average {
            return self.average(at, offsets, level, filter);
        }
        let mut values = None;
        let mut add = |tap: Tap| self.add(&mut values, &tap, reference);
        if is_cube {
            self.taps(at, offsets, level, filter).iter().for_each(|tap| add(*tap));
        } else {
            self.each_tap(at, offsets, level, filter, add);
        }
        values.unwrap_or_default()
    }

    /// The sum of texels by their weights, which most filters are: texel by texel nothing else is asked.
    fn average(&self, at: [f64; 4], offsets: [i64; 3], level: usize, filter: Filter) -> [f64; 4] {
        let (mut sum, mut is_first) = ([0.0; 4], true);
        self.each_tap(at, offsets, level, filter, |tap| {
            if tap.weight <= 0.0 {
                return;
            }
            for (sum, word) in sum.iter_mut().zip(self.texel(&tap).values) {
                let part = f64::from(f32::from_bits(word)) * tap.weight;
                // What is negative zero stays it.
                *sum = if is_first { part } else { *sum + part };
            }
            is_first = false;
        });
        sum
    }

    /// Adds a texel to what is made of those before it; `None` before the first one.
    #[inline]
    fn add(&self, values: &mut Option<[f64; 4]>, tap: &Tap, reference: Option<f64>) {
        if tap.weight <= 0.0 {
            return;
        }
        let mut words = self.texel(tap).values;
        if let Some(reference) = reference {
            words = [self.compare(reference, words); 4];
        }
        let reduction = self.sampler.reduction;
        let weight = if reduction == Reduction::Average { tap.weight } else { 1.0 };
        let mut texel = [0.0; 4];
        for (to, word) in texel.iter_mut().zip(words) {
            *to = f64::from(f32::from_bits(word)) * weight;
        }
        let Some(values) = values else {
            *values = Some(texel);
            return;
        };
        for (value, texel) in values.iter_mut().zip(texel) {
            *value = match reduction {
                Reduction::Average => *value + texel,
                Reduction::Minimum => value.smaller(texel),
                Reduction::Maximum => value.larger(texel),
            };
        }
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
        let one = |index: usize| tap(index).or(tap(0)).map_or(Gathered::default(), |tap| self.texel(tap));
        [one(2), one(3), one(1), one(0)]
    }

    /// The texels that a place stands for on a level, row by row.
    fn taps(&self, at: [f64; 4], offsets: [i64; 3], level: usize, filter: Filter) -> Taps {
        let mut taps = Taps::new();
        if !self.target.shape.is_cube {
            self.each_tap(at, offsets, level, filter, |tap| taps.push(tap));
            return taps;
        }
        let [x, y, z, w] = at;
        let cubes = self.layout.layers() / 6;
        let cube = if self.target.shape.is_array { layer(w, cubes) } else { 0 };
        self.cube_taps([x, y, z], cube, (level, filter), &mut taps);
        taps
    }

    /// Calls `visit` with the texels that a place stands for on a level of what is no cube, row by row.
    #[inline]
    fn each_tap(
        &self,
        [x, y, z, _]: [f64; 4],
        offsets: [i64; 3],
        level: usize,
        filter: Filter,
        mut visit: impl FnMut(Tap),
    ) {
        let shape = self.target.shape;
        let array = if shape.axes == 1 { y } else { z };
        let layer = if shape.is_array { layer(array, self.layout.layers()) } else { 0 };
        let Some(grid) = self.layout.grid(level, layer) else { return };
        let mut axes = [Along::NONE; 3];
        let places = [x, y, z].into_iter().zip(grid.size).zip(offsets).zip(self.sampler.address);
        for (axis, (((place, size), offset), mode)) in axes.iter_mut().zip(places).take(shape.axes) {
            *axis = along(place, size, offset, filter, mode);
        }
        let [across, down, deep] = &axes;
        for (z, share_z) in deep.each() {
            for (y, share_y) in down.each() {
                let row = if let (Some(y), Some(z)) = (*y, *z) { Some(grid.row(y, z)) } else { None };
                for (x, share_x) in across.each() {
                    let place =
                        if let (Some(row), Some(x)) = (row, *x) { Some(grid.texel(row, x)) } else { None };
                    visit(Tap { place, weight: share_x * share_y * share_z });
                }
            }
        }
    }

    fn cube_taps(&self, direction: [f64; 3], cube: u32, (level, filter): (usize, Filter), taps: &mut Taps) {
        let Some([size, ..]) = self.layout.level(level).map(|level| level.size) else { return };
        let (face, [u, v]) = cube::face(direction);
        let first = cube.saturating_mul(6);
        let tap = |face: u32, [x, y]: [u32; 2], weight| {
            let layer = first.saturating_add(face);
            Tap { place: self.layout.texel(level, [x, y, 0], layer, 0), weight }
        };
        let [(left, across), (top, down)] = [u, v].map(|place| first_along(place, size, 0, filter));
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
    #[inline]
    fn texel(&self, tap: &Tap) -> Gathered {
        let format = self.format();
        let bytes = self.layout.texel_bytes();
        let Some(place) = tap.place else { return self.border() };
        let words = self.target.target.memory.read_words(place, bytes);
        if let Some(places) = &self.places {
            places.borrow_mut().push(place);
        }
        self.bytes.set(self.bytes.get().wrapping_add(bytes.into()));
        let [low, high, ..] = words;
        Gathered { values: format.decode(words), raw: [low, high] }
    }

    /// The border's colour: of components that the format has, of the others what they always are.
    #[cold]
    fn border(&self) -> Gathered {
        let format = self.format();
        let mut values = format.decode([0; 4]);
        let count = format.components as usize;
        for (value, colour) in values.iter_mut().zip(self.sampler.border).take(count) {
            *value = match format.component {
                Component::Unsigned(_) | Component::Signed(_) => {
                    crate::lanes::low(cube::integer(f64::from(colour)).cast_unsigned())
                }
                _ => colour.to_bits(),
            };
        }
        let [low, high, ..] = format.encode(values);
        Gathered { values, raw: [low, high] }
    }
}
