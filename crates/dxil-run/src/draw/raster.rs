//! Rasterization: which pixels a triangle, a line or a point covers, by Direct3D's rules. Corners are on a grid of 256
//! places a pixel, and everything behind that is computed in integers, so that triangles with a common edge share its
//! pixels without a gap and without covering one twice.

use super::clipping::ClipVertex;
use super::interpolation::{CENTRE, Corner, SUBPIXELS, beside, within};

/// The part of the target that the space of a draw is mapped to, and the depths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Its left side.
    pub x: f32,
    /// Its upper side.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// The depth of the near plane.
    pub near: f32,
    /// The depth of the far plane.
    pub far: f32,
}

impl Viewport {
    /// A whole target.
    #[expect(clippy::cast_precision_loss, reason = "targets have 16,384 pixels along an axis at most")]
    pub fn of(size: [u32; 2]) -> Self {
        let [width, height] = size.map(|size| size as f32);
        Self { x: 0.0, y: 0.0, width, height, near: 0.0, far: 1.0 }
    }

    /// Where a vertex is in the target.
    pub(crate) fn corner(&self, vertex: &ClipVertex) -> Corner {
        let [x, y, z, w] = vertex.at;
        let by_w = 1.0 / w;
        let [left, top, width, height, near, far] =
            [self.x, self.y, self.width, self.height, self.near, self.far].map(f64::from);
        let x = left + (x * by_w + 1.0) / 2.0 * width;
        let y = top + (1.0 - y * by_w) / 2.0 * height;
        let depth = near + z * by_w * (far - near);
        Corner { at: [snap(x), snap(y)], depth, by_w, shares: vertex.shares }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clipping keeps corners near")]
fn snap(coordinate: f64) -> i64 {
    (coordinate * f64::from(SUBPIXELS)).round_ties_even() as i64
}

/// The pixels that are drawn to: from these to those before these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) from: [i32; 2],
    pub(crate) to: [i32; 2],
}

/// Two by two pixels, the upper left of which has even coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Quad {
    /// The upper left pixel: y, x, so that quads are in the order of rows.
    pub(crate) at: [i32; 2],
    /// A bit for each pixel that is covered: upper left, upper right, lower left, lower right.
    pub(crate) covered: u32,
}

impl Quad {
    /// Its pixels, in their order, as x and y.
    pub(crate) fn pixels(&self) -> [[i32; 2]; 4] {
        let [y, x] = self.at;
        [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]
    }
}

/// Whether the front of a triangle is seen, where fronts are clockwise on the screen; `None` for one without area.
pub(crate) fn is_clockwise(corners: &[Corner]) -> Option<bool> {
    let [a, b, c, ..] = corners else { return None };
    let area = beside(a.at, b.at, c.at);
    (area != 0).then_some(area > 0)
}

/// Calls `each` with the quads that a primitive covers a pixel of, row by row. Gives how many were looked at.
pub(crate) fn cover(corners: &[Corner], area: Area, mut each: impl FnMut(Quad)) -> u64 {
    match corners {
        [a, b, c] => triangle([a.at, b.at, c.at], area, &mut each),
        [a, b] => line([a.at, b.at], area, &mut each),
        [a] => point(a.at, area, &mut each),
        _ => 0,
    }
}

/// The pixels whose centre is between the least and the most of some coordinates, at most those of the area.
fn span(coordinates: impl Iterator<Item = i64> + Clone, (from, to): (i32, i32)) -> (i32, i32) {
    let size = i64::from(SUBPIXELS);
    let least = coordinates.clone().min().unwrap_or(0).div_euclid(size) - 1;
    let most = coordinates.max().unwrap_or(0).div_euclid(size) + 2;
    let within = |pixel: i64| i32::try_from(pixel.clamp(from.into(), to.into())).unwrap_or(from);
    (within(least), within(most))
}

fn triangle([a, b, c]: [[i64; 2]; 3], area: Area, each: &mut impl FnMut(Quad)) -> u64 {
    let [b, c] = match beside(a, b, c) {
        0 => return 0,
        turn if turn > 0 => [b, c],
        _ => [c, b],
    };
    let corners = [a, b, c];
    let (left, right) = span(corners.iter().map(|corner| corner[0]), (area.from[0], area.to[0]));
    let (top, bottom) = span(corners.iter().map(|corner| corner[1]), (area.from[1], area.to[1]));
    // Centres on an edge belong to the triangle on whose top or left they are.
    let edges = [(a, b), (b, c), (c, a)].map(|(from, to)| {
        let (across, down) = (to[0] - from[0], to[1] - from[1]);
        let is_top_left = down < 0 || down == 0 && across > 0;
        (from, to, if is_top_left { 0 } else { 1 })
    });
    let is_inside = |[x, y]: [i32; 2]| {
        let is_in_area = x >= area.from[0] && y >= area.from[1] && x < area.to[0] && y < area.to[1];
        let centre = within([x, y], [CENTRE; 2]);
        is_in_area && edges.iter().all(|(from, to, least)| beside(*from, *to, centre) >= *least)
    };
    quads((left, right), (top, bottom), is_inside, each)
}

/// Calls `each` with the quads of a rectangle of which some pixel is inside.
fn quads(
    (left, right): (i32, i32),
    (top, bottom): (i32, i32),
    is_inside: impl Fn([i32; 2]) -> bool,
    each: &mut impl FnMut(Quad),
) -> u64 {
    let mut seen = 0;
    for y in (top & !1..bottom).step_by(2) {
        for x in (left & !1..right).step_by(2) {
            seen += 1;
            let mut quad = Quad { at: [y, x], covered: 0 };
            for (bit, pixel) in quad.pixels().into_iter().enumerate() {
                quad.covered |= u32::from(is_inside(pixel)) << bit;
            }
            if quad.covered != 0 {
                each(quad);
            }
        }
    }
    seen
}

/// A line covers the pixels whose diamond it leaves.
fn line(ends: [[i64; 2]; 2], area: Area, each: &mut impl FnMut(Quad)) -> u64 {
    let [from, to] = ends;
    let [across, down] = [to[0] - from[0], to[1] - from[1]];
    let is_steep = down.abs() > across.abs();
    let is_inside = |[x, y]: [i32; 2]| {
        let is_in_area = x >= area.from[0] && y >= area.from[1] && x < area.to[0] && y < area.to[1];
        is_in_area && leaves_diamond(ends, within([x, y], [CENTRE; 2]), is_steep)
    };
    // Only the pixels along the line are looked at: pair of rows by pair of rows, where that is the longer way.
    let (left, right) = span([from[0], to[0]].into_iter(), (area.from[0], area.to[0]));
    let (top, bottom) = span([from[1], to[1]].into_iter(), (area.from[1], area.to[1]));
    let mut seen = 0;
    let size = i64::from(SUBPIXELS);
    for first in (top & !1..bottom).step_by(2) {
        // Where the line is between these two rows, and a pixel beyond on each side.
        let [upper, lower] = [i64::from(first) - 1, i64::from(first) + 3].map(|y| y * size);
        let x_at = |y: i64| {
            let along = |y: i64| from[0] + across * (y - from[1]) / if down == 0 { 1 } else { down };
            along(y.clamp(from[1].min(to[1]), from[1].max(to[1])))
        };
        let ends = if down == 0 { [from[0], to[0]] } else { [x_at(upper), x_at(lower)] };
        let (near_left, near_right) = span(ends.into_iter(), (left, right));
        seen += quads((near_left, near_right), (first, first + 2), is_inside, each);
    }
    seen
}

/// Whether a line leaves the diamond around a centre: it is in it somewhere, and does not end there. Of the diamond's
/// border, the lower sides and the lower corner belong to it, and for steep lines the right corner.
fn leaves_diamond([from, to]: [[i64; 2]; 2], centre: [i64; 2], is_steep: bool) -> bool {
    let relative = |[x, y]: [i64; 2]| [i128::from(x - centre[0]), i128::from(y - centre[1])];
    let (from, to) = (relative(from), relative(to));
    let half = i128::from(CENTRE);
    let is_corner = |[x, y]: [i128; 2]| is_steep && x == half && y == 0;
    let is_in = |[x, y]: [i128; 2]| {
        (-x - y < half && x - y < half && y - x <= half && x + y <= half) || is_corner([x, y])
    };
    if is_in(to) {
        return false;
    }
    // From where to where each side has the line inside, as fractions of the way, and whether that place is inside.
    let (mut first, mut last) = ((0_i128, 1_i128, true), (1_i128, 1_i128, true));
    for (sign, is_closed) in [([-1, -1], false), ([1, -1], false), ([-1, 1], true), ([1, 1], true)] {
        let along = |[x, y]: [i128; 2]| half - (sign[0] * x + sign[1] * y);
        let (start, end) = (along(from), along(to));
        match start.cmp(&end) {
            std::cmp::Ordering::Equal if start < 0 || start == 0 && !is_closed => {
                return crosses_corner(from, to, half, is_steep);
            }
            std::cmp::Ordering::Equal => {}
            // It comes in.
            std::cmp::Ordering::Less => {
                let at = (-start, end - start, is_closed);
                let order = (at.0 * first.1).cmp(&(first.0 * at.1));
                if order.is_gt() || order.is_eq() && !is_closed {
                    first = at;
                }
            }
            // It goes out.
            std::cmp::Ordering::Greater => {
                let at = (start, start - end, is_closed);
                let order = (at.0 * last.1).cmp(&(last.0 * at.1));
                if order.is_lt() || order.is_eq() && !is_closed {
                    last = at;
                }
            }
        }
    }
    let order = (first.0 * last.1).cmp(&(last.0 * first.1));
    order.is_lt() || order.is_eq() && first.2 && last.2 || crosses_corner(from, to, half, is_steep)
}

/// Whether a steep line comes through the right corner of a diamond.
fn crosses_corner(from: [i128; 2], to: [i128; 2], half: i128, is_steep: bool) -> bool {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let is_on = x * (0 - from[1]) == y * (half - from[0]);
    let (least, most) = (from[1].min(to[1]), from[1].max(to[1]));
    is_steep && is_on && least <= 0 && most >= 0
}

/// A point is a square of a pixel's size.
fn point([x, y]: [i64; 2], area: Area, each: &mut impl FnMut(Quad)) -> u64 {
    let size = i64::from(SUBPIXELS);
    // The pixel whose centre is in the square, or on its left or upper side.
    let pixel = [x, y].map(|at| i32::try_from((at + size - 1).div_euclid(size) - 1).unwrap_or(i32::MIN));
    let [x, y] = pixel;
    let is_in_area = x >= area.from[0] && y >= area.from[1] && x < area.to[0] && y < area.to[1];
    if is_in_area {
        each(Quad { at: [y & !1, x & !1], covered: 1 << ((y & 1) * 2 + (x & 1)) });
    }
    1
}
