//! Interpolation: what the vertices of a primitive say of each place in it. Computed in 64 bits from the corners as
//! they are rasterized, and rounded once.
//!
//! A primitive that was clipped has other corners than vertices: each corner says what share each vertex has of it.

use std::ops::Deref;
use std::sync::Arc;

use dx_container::enums::InterpolationMode;
use dxil::half;

use crate::instruction::Scalar;

/// Units of a pixel in which corners and places are measured: Direct3D's 8 bits.
pub const SUBPIXELS: i32 = 256;

/// Where the centre of a pixel is, along x and y.
pub const CENTRE: i32 = SUBPIXELS / 2;

/// A corner of what is rasterized.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    /// Where it is in the target, in subpixels.
    pub at: [i64; 2],
    /// Its depth.
    pub depth: f64,
    /// One by its fourth coordinate.
    pub by_w: f64,
    /// What share each vertex of the primitive has of it.
    pub shares: [f64; 3],
}

/// The corners of what is rasterized: three of a triangle, two of a line, one of a point.
#[derive(Debug, Clone, Default)]
pub struct Corners {
    all: Vec<Corner>,
    /// Of a triangle, what share each corner has of a place, on the screen.
    shares: [Linear; 3],
    /// Whether it is a triangle whose corners are the vertices, in their order.
    are_vertices: bool,
}

/// A number that is linear on the screen: so much more for each subpixel across and down, and the rest.
#[derive(Debug, Clone, Copy, Default)]
struct Linear {
    across: i64,
    down: i64,
    rest: i64,
}

impl From<Vec<Corner>> for Corners {
    fn from(all: Vec<Corner>) -> Self {
        let mut shares = [Linear::default(); 3];
        if let [a, b, c] = all.as_slice() {
            // Whichever way it turns, what is inside has shares that are not negative.
            let sign = if beside(a.at, b.at, c.at) < 0 { -1 } else { 1 };
            for (share, (from, to)) in shares.iter_mut().zip([(b, c), (c, a), (a, b)]) {
                // See `beside`, of a place that is left open.
                let ([ax, ay], [bx, by]) = (from.at, to.at);
                let (across, down) = (sign * (ay - by), sign * (bx - ax));
                *share = Linear { across, down, rest: -(across * ax + down * ay) };
            }
        }
        let vertices = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let are_vertices = all.iter().map(|corner| &corner.shares).eq(&vertices);
        Self { all, shares, are_vertices }
    }
}

impl Deref for Corners {
    type Target = [Corner];

    fn deref(&self) -> &[Corner] {
        &self.all
    }
}

/// A vertex that a stage gave: its scalars, and where it comes from.
#[derive(Debug, Clone, Default)]
pub struct Shaded {
    /// The scalars of the outputs.
    pub scalars: Arc<[u32]>,
    /// The number in the draw, in its patch, among those that a lane of a geometry shader emitted, or in its group.
    pub number: u32,
    /// The number of the instance, the patch, the primitive or the group.
    pub of: u32,
    /// The vertices of that patch or primitive.
    pub from: Option<Arc<[Self]>>,
}

impl Deref for Shaded {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.scalars
    }
}

/// What is rasterized, and what its vertices say.
#[derive(Debug, Clone, Default)]
pub struct Primitive {
    /// Its corners.
    pub corners: Corners,
    /// The scalars of each vertex, vertex by vertex, as the pixel shader numbers its inputs.
    pub attributes: Arc<[u32]>,
    /// Scalars of a vertex.
    pub scalars: usize,
    /// The vertices themselves, where a pixel is watched.
    pub vertices: Vec<Shaded>,
    /// Its number in the draw's instance.
    pub id: u32,
    /// Whether its front is seen.
    pub is_front: bool,
    /// What is added to its depths.
    pub bias: f64,
    /// The least and the greatest depth of its viewport.
    pub depths: [f64; 2],
    /// The layer of the targets that it is drawn to.
    pub layer: u32,
}

impl Primitive {
    /// What share each corner has of a place, on the screen: in no unit, their sum is the whole.
    #[inline]
    fn screen_shares(&self, place: [i64; 2]) -> [f64; 3] {
        match self.corners.all.as_slice() {
            [_, _, _] => {
                let [x, y] = place;
                let [a, b, c] = &self.corners.shares;
                let share = |of: &Linear| as_float(of.across * x + of.down * y + of.rest);
                [share(a), share(b), share(c)]
            }
            [a, b] => {
                // Along the line: the place as it is nearest to it.
                let along = |place: [i64; 2]| {
                    let x = (b.at[0] - a.at[0]) * (place[0] - a.at[0]);
                    let y = (b.at[1] - a.at[1]) * (place[1] - a.at[1]);
                    as_float(x + y)
                };
                let whole = along(b.at);
                let part = along(place).clamp(0.0, whole);
                if whole > 0.0 { [whole - part, part, 0.0] } else { [1.0, 0.0, 0.0] }
            }
            _ => [1.0, 0.0, 0.0],
        }
    }

    /// A number that is linear on the screen.
    #[inline]
    fn on_screen(&self, place: [i64; 2], number: impl Fn(&Corner) -> f64) -> f64 {
        let shares = self.screen_shares(place);
        if let [a, b, c] = self.corners.all.as_slice() {
            let [of_a, of_b, of_c] = shares;
            let sum = of_a * number(a) + of_b * number(b) + of_c * number(c);
            return sum / (of_a + of_b + of_c);
        }
        let (mut sum, mut whole) = (0.0, 0.0);
        for (corner, share) in self.corners.iter().zip(shares) {
            sum += share * number(corner);
            whole += share;
        }
        sum / whole
    }

    /// The third coordinate at a place, with what is added to depths.
    #[inline]
    pub fn z(&self, place: [i64; 2]) -> f64 {
        self.on_screen(place, |corner| corner.depth) + self.bias
    }

    /// The depth at a place.
    #[inline]
    pub fn depth(&self, place: [i64; 2]) -> f64 {
        self.within_viewport(self.z(place))
    }

    /// A depth within those of the viewport; what is not a number is the nearest one.
    #[inline]
    pub fn within_viewport(&self, depth: f64) -> f64 {
        let [near, far] = self.depths;
        depth.max(near).min(far)
    }

    /// The fourth coordinate at a place.
    #[inline]
    pub fn w(&self, place: [i64; 2]) -> f64 {
        1.0 / self.on_screen(place, |corner| corner.by_w)
    }

    /// What share each vertex has of a place: with perspective, or as on the screen.
    pub fn shares(&self, place: [i64; 2], has_perspective: bool) -> [f64; 3] {
        let (mut shares, mut whole) = ([0.0; 3], 0.0);
        if self.corners.are_vertices {
            shares = self.screen_shares(place);
            for (share, corner) in shares.iter_mut().zip(self.corners.iter()) {
                *share = if has_perspective { *share * corner.by_w } else { *share };
                whole += *share;
            }
            shares.iter_mut().for_each(|share| *share /= whole);
            return shares;
        }
        for (corner, share) in self.corners.iter().zip(self.screen_shares(place)) {
            let share = if has_perspective { share * corner.by_w } else { share };
            shares.iter_mut().zip(corner.shares).for_each(|(sum, of_vertex)| *sum += share * of_vertex);
            whole += share;
        }
        shares.map(|share| share / whole)
    }

    /// What a vertex says.
    #[inline]
    pub fn at_vertex(&self, vertex: usize, scalar: usize) -> u32 {
        if scalar >= self.scalars {
            return 0;
        }
        let vertex = vertex.saturating_mul(self.scalars);
        self.attributes.get(vertex.saturating_add(scalar)).copied().unwrap_or(0)
    }

    /// An attribute at a place.
    pub fn attribute(&self, scalar: usize, mode: InterpolationMode, place: [i64; 2], kind: Scalar) -> u32 {
        if mode == InterpolationMode::CONSTANT || !kind.is_float() {
            return self.at_vertex(0, scalar);
        }
        self.weighted(scalar, self.shares(place, has_perspective(mode)), kind)
    }

    /// An attribute at several places, of which each vertex has a share.
    pub fn weigh(&self, scalar: usize, shares: &[[f64; 3]], kind: Scalar, words: &mut [u32]) {
        let mut numbers = [0.0; 3];
        for (vertex, to) in numbers.iter_mut().enumerate() {
            *to = number(self.at_vertex(vertex, scalar), kind);
        }
        let [a, b, c] = numbers;
        let is_finite = a.is_finite() && b.is_finite() && c.is_finite();
        for (to, shares) in words.iter_mut().zip(shares) {
            *to = match shares {
                [of_a, of_b, of_c] if is_finite => word(0.0 + of_a * a + of_b * b + of_c * c, kind),
                shares => self.weighted(scalar, *shares, kind),
            };
        }
    }

    /// An attribute of which each vertex has a share.
    pub fn weighted(&self, scalar: usize, shares: [f64; 3], kind: Scalar) -> u32 {
        let mut sum = 0.0;
        for (vertex, share) in shares.into_iter().enumerate() {
            // A vertex without a share says nothing, be it infinity.
            if share != 0.0 {
                sum += share * number(self.at_vertex(vertex, scalar), kind);
            }
        }
        word(sum, kind)
    }
}

/// Whether attributes of a mode are linear in space rather than on the screen.
#[inline]
pub fn has_perspective(mode: InterpolationMode) -> bool {
    !matches!(
        mode,
        InterpolationMode::LINEAR_NOPERSPECTIVE
            | InterpolationMode::LINEAR_NOPERSPECTIVE_CENTROID
            | InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE
    )
}

/// Where in a pixel an attribute of a mode is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The centre of the pixel.
    Centre,
    /// What is covered.
    Centroid,
    /// The sample that is shaded.
    Sample,
}

impl Location {
    /// The location for an interpolation mode.
    pub fn of(mode: InterpolationMode) -> Self {
        match mode {
            InterpolationMode::LINEAR_CENTROID | InterpolationMode::LINEAR_NOPERSPECTIVE_CENTROID => {
                Self::Centroid
            }
            InterpolationMode::LINEAR_SAMPLE | InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE => Self::Sample,
            _ => Self::Centre,
        }
    }
}

/// A place in a pixel, in subpixels of the target.
#[inline]
pub fn within(pixel: [i32; 2], place: [i32; 2]) -> [i64; 2] {
    let subpixel = |pixel: i32, place: i32| i64::from(pixel) * i64::from(SUBPIXELS) + i64::from(place);
    [subpixel(pixel[0], place[0]), subpixel(pixel[1], place[1])]
}

/// On which side of the way from one corner to another a place is: more than zero on its right, where y grows downward.
/// Twice the area of the triangle that the three make. Coordinates are some 24 bits long, so that 64 hold it.
#[inline]
pub fn beside([ax, ay]: [i64; 2], [bx, by]: [i64; 2], [px, py]: [i64; 2]) -> i64 {
    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

#[expect(clippy::cast_precision_loss, reason = "53 bits of a share are enough")]
fn as_float(number: i64) -> f64 {
    number as f64
}

/// The number that a word of a vertex is.
fn number(word: u32, kind: Scalar) -> f64 {
    f64::from(if kind == Scalar::F16 { half::to_single(word) } else { f32::from_bits(word) })
}

#[expect(clippy::cast_possible_truncation, reason = "the nearest float of 32 bits is what is asked for")]
fn word(number: f64, kind: Scalar) -> u32 {
    if kind == Scalar::F16 { half::from_single(number as f32) } else { (number as f32).to_bits() }
}
