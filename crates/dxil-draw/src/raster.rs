//! Rasterization: which samples of which pixels a triangle, a line or a point covers, by Direct3D's rules. Corners are
//! on a grid of 256 places a pixel, and everything behind that is computed in integers, so that triangles with a common
//! edge share its samples without a gap and without covering one twice.

use super::area::{Area, Quad, span};
use super::lines;
use super::state::LineMode;
use dxil_run::interpolation::{CENTRE, Corner, SUBPIXELS, beside, within};
use dxil_run::sample_pattern::{MOST_SAMPLES, Samples};

/// Whether the front of a triangle is seen, where fronts are clockwise on the screen; `None` for one without area.
pub(crate) fn is_clockwise(corners: &[Corner]) -> Option<bool> {
    let [a, b, c, ..] = corners else { return None };
    let area = beside(a.at, b.at, c.at);
    (area != 0).then_some(area > 0)
}

/// Calls `each` with the quads that a primitive covers a sample of, row by row. Gives how many were looked at.
pub(crate) fn cover(
    corners: &[Corner],
    area: Area,
    samples: &Samples,
    lines: LineMode,
    mut each: impl FnMut(Quad),
) -> u64 {
    match corners {
        [a, b, c] => {
            let [b, c] = if beside(a.at, b.at, c.at) > 0 { [b, c] } else { [c, b] };
            polygon(&[a.at, b.at, c.at], area, samples, &mut each)
        }
        [a, b] => match lines {
            LineMode::Aliased => lines::aliased([a.at, b.at], area, samples, &mut each),
            LineMode::Quadrilateral => polygon(&lines::rectangle([a.at, b.at]), area, samples, &mut each),
        },
        [a] => {
            // A point is a square of a pixel's size.
            let ([x, y], half) = (a.at, i64::from(CENTRE));
            let [left, right, top, bottom] = [x - half, x + half, y - half, y + half];
            let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
            polygon(&corners, area, samples, &mut each)
        }
        _ => 0,
    }
}

/// A side of what is covered: `x * across + y * down + rest` is not negative inside.
#[derive(Debug, Clone, Copy)]
struct Edge {
    across: i64,
    down: i64,
    rest: i64,
}

impl Edge {
    /// The side from one corner to the next, on whose right is the inside. Samples on it belong to the primitive on
    /// whose top or left they are.
    fn new([from_x, from_y]: [i64; 2], [to_x, to_y]: [i64; 2]) -> Self {
        let (right, down) = (to_x - from_x, to_y - from_y);
        let is_top_left = down < 0 || down == 0 && right > 0;
        let rest = down * from_x - right * from_y - i64::from(!is_top_left);
        Self { across: -down, down: right, rest }
    }

    fn at(&self, [x, y]: [i64; 2]) -> i64 {
        self.across * x + self.down * y + self.rest
    }

    /// Narrows where along x something can be inside between two rows of subpixels.
    fn narrow(&self, [upper, lower]: [i64; 2], [left, right]: &mut [i64; 2]) {
        let most = self.rest + if self.down > 0 { self.down * lower } else { self.down * upper };
        match self.across.signum() {
            1 => *left = (*left).max((-most).div_euclid(self.across)),
            -1 => *right = (*right).min(most.div_euclid(-self.across) + 1),
            _ if most < 0 => *right = *left,
            _ => {}
        }
    }
}

/// The most sides of what is covered.
const MOST_EDGES: usize = 4;

/// What is in a polygon whose inside is on the right of each of its sides.
fn polygon(corners: &[[i64; 2]], area: Area, samples: &Samples, each: &mut impl FnMut(Quad)) -> u64 {
    let mut edges = [Edge { across: 0, down: 0, rest: 0 }; MOST_EDGES];
    let next = corners.iter().cycle().skip(1);
    for (edge, (from, to)) in edges.iter_mut().zip(corners.iter().zip(next)) {
        *edge = Edge::new(*from, *to);
    }
    let (top, bottom) = span(corners.iter().map(|corner| corner[1]), (area.from[1], area.to[1]));
    let (least, most) = (corners.iter().map(|at| at[0]).min(), corners.iter().map(|at| at[0]).max());
    let (least, most) = (least.unwrap_or(0).max(area.from[0]), most.unwrap_or(0).min(area.to[0]));
    let size = i64::from(SUBPIXELS);
    let offsets = Offsets::new(&edges, samples);
    let mut seen = 0;
    for y in (top & !1..bottom).step_by(2) {
        let rows = [i64::from(y) * size, i64::from(y + 2) * size - 1];
        let mut columns = [least, most];
        edges.iter().for_each(|edge| edge.narrow(rows, &mut columns));
        let [left, right] = columns;
        if left > right {
            continue;
        }
        let [left, right] = [left, right].map(|at| i32::try_from(at.div_euclid(size)).unwrap_or(0));
        for x in (left & !1..=right).step_by(2) {
            seen += 1;
            let mut quad = Quad { at: [y, x], covered: [0; 4] };
            offsets.cover(&edges, samples, &mut quad);
            if quad.is_empty() {
                continue;
            }
            if !area.has_quad(quad.at) {
                only_in(area, samples, &mut quad);
            }
            if !quad.is_empty() {
                each(quad);
            }
        }
    }
    seen
}

/// Takes away what is not in an area.
fn only_in(area: Area, samples: &Samples, quad: &mut Quad) {
    let pixels = quad.pixels();
    for (covered, pixel) in quad.covered.iter_mut().zip(pixels) {
        for (sample, place) in samples.places().iter().enumerate() {
            if !area.has(within(pixel, *place)) {
                *covered &= !(1 << sample);
            }
        }
    }
}

/// How far the samples of a quad are from its corner, by the measure of each side of a polygon.
struct Offsets {
    /// Pixel by pixel, sample by sample.
    of: [[i64; 4 * MOST_SAMPLES]; MOST_EDGES],
    /// The least and the most of each.
    bounds: [(i64, i64); MOST_EDGES],
}

impl Offsets {
    fn new(edges: &[Edge; MOST_EDGES], samples: &Samples) -> Self {
        let mut offsets = Self { of: [[0; 4 * MOST_SAMPLES]; MOST_EDGES], bounds: [(0, 0); MOST_EDGES] };
        let pixels = Quad { at: [0; 2], covered: [0; 4] }.pixels();
        for ((edge, of), bounds) in edges.iter().zip(&mut offsets.of).zip(&mut offsets.bounds) {
            *bounds = (i64::MAX, i64::MIN);
            let places =
                pixels.iter().flat_map(|pixel| samples.places().iter().map(|place| within(*pixel, *place)));
            for (offset, [x, y]) in of.iter_mut().zip(places) {
                *offset = edge.across * x + edge.down * y;
                *bounds = (bounds.0.min(*offset), bounds.1.max(*offset));
            }
        }
        offsets
    }

    /// Says which samples of a quad are inside.
    fn cover(&self, edges: &[Edge; MOST_EDGES], samples: &Samples, quad: &mut Quad) {
        let [y, x] = quad.at;
        let corner = within([x, y], [0; 2]);
        quad.covered = [samples.all(); 4];
        for ((edge, of), (least, most)) in edges.iter().zip(&self.of).zip(self.bounds) {
            let from = edge.at(corner);
            if from + most < 0 {
                quad.covered = [0; 4];
                return;
            }
            if from + least >= 0 {
                continue;
            }
            for (covered, of_pixel) in quad.covered.iter_mut().zip(of.chunks(samples.places().len())) {
                for (sample, offset) in of_pixel.iter().enumerate() {
                    *covered &= !(u32::from(from + offset < 0) << sample);
                }
            }
        }
    }
}
