//! Lines: which pixels one covers, by Direct3D's rule of diamonds, or as a rectangle. Separate from triangles, because
//! a line is no area between sides.

use super::area::{Area, Quad, span};
use dxil_run::interpolation::{CENTRE, SUBPIXELS, within};
use dxil_run::sample_pattern::Samples;

/// A line covers the pixels whose diamond it leaves, with all their samples. Gives how many quads were looked at.
pub(crate) fn aliased(
    ends: [[i64; 2]; 2],
    area: Area,
    samples: &Samples,
    each: &mut impl FnMut(Quad),
) -> u64 {
    let [from, to] = ends;
    let [across, down] = [to[0] - from[0], to[1] - from[1]];
    let is_steep = down.abs() > across.abs();
    // Diamonds have their lower and right corners on the border of the next pixel.
    let along = |axis: usize| [from, to].map(|end| end.get(axis).copied().unwrap_or(0)).into_iter();
    let (top, bottom) = span(along(1).flat_map(|y| [y - 1, y]), (area.from[1], area.to[1]));
    let (least, most) = (from[0].min(to[0]).max(area.from[0]), from[0].max(to[0]).min(area.to[0]));
    let mut seen = 0;
    let size = i64::from(SUBPIXELS);
    for y in (top & !1..bottom).step_by(2) {
        // Where the line is between these two rows, and a pixel beyond on each side.
        let x_at = |row: i32| {
            let row = (i64::from(row) * size).clamp(from[1].min(to[1]), from[1].max(to[1]));
            from[0] + across * (row - from[1]) / if down == 0 { 1 } else { down }
        };
        let ends_here = if down == 0 { [from[0], to[0]] } else { [x_at(y - 1), x_at(y + 3)] };
        let beyond = ends_here.into_iter().flat_map(|x| [x - size, x + size]);
        let (left, right) = span(beyond, (least - size, most + size));
        for x in (left & !1..right).step_by(2) {
            seen += 1;
            let mut quad = Quad { at: [y, x], covered: [0; 4] };
            let pixels = quad.pixels();
            for (covered, pixel) in quad.covered.iter_mut().zip(pixels) {
                let centre = within(pixel, [CENTRE; 2]);
                if area.has(centre) && leaves_diamond(ends, centre, is_steep) {
                    *covered = samples.all();
                }
            }
            if !quad.is_empty() {
                each(quad);
            }
        }
    }
    seen
}

/// The corners of a rectangle around a line, 1.4 pixels wide, in the order in which their inside is on the right.
pub(crate) fn rectangle([from, to]: [[i64; 2]; 2]) -> [[i64; 2]; 4] {
    const HALF_WIDTH: f64 = 0.7;
    let [across, down] = [0, 1].map(|axis: usize| {
        let [from, to] = [from, to].map(|end| end.get(axis).copied().unwrap_or(0));
        as_float(to - from)
    });
    let length = libm::hypot(across, down);
    if length == 0.0 {
        return [from; 4];
    }
    let scale = HALF_WIDTH * f64::from(SUBPIXELS) / length;
    // To the left of the way along the line.
    let [x, y] = [down * scale, -across * scale].map(nearest);
    let beside = |[at_x, at_y]: [i64; 2], sign: i64| [at_x + sign * x, at_y + sign * y];
    [beside(from, 1), beside(to, 1), beside(to, -1), beside(from, -1)]
}

#[expect(clippy::cast_precision_loss, reason = "coordinates have some 24 bits")]
fn as_float(number: i64) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, reason = "it is within a pixel")]
fn nearest(number: f64) -> i64 {
    number.round() as i64
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
