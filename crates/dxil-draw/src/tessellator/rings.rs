//! Rings: the outline of a triangle or a square, divided by the factors of its edges, and within it ever smaller ones,
//! divided by the factors of the inside, down to a point, a row of points, or a shape that is filled.
//!
//! A ring is kept as its sides, each with both its ends, so that nobody has to know where it begins again.

use az::SaturatingAs as _;

use super::edge::Edge;
use super::factors::{Factor, ONE};
use super::stitching::{Diagonals, Triangles};

/// Two thirds, in units of 1 / 65,536: how far a corner's own coordinate falls on the way to the centre of a triangle.
const TWO_THIRDS: u64 = 0xaaaa;

const THIRD: u32 = 0x5555;

const HALF: u32 = ONE / 2;

/// The points of a shape and the rings that they make, from the outermost on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rings {
    pub(crate) points: Vec<[u32; 2]>,
    /// The sides of each ring, as numbers of points.
    rings: Vec<Vec<Vec<u32>>>,
}

/// Points of an edge from one to another, without the last.
fn along(edge: &Edge, first: u32, last: u32, is_forward: bool) -> impl Iterator<Item = u32> {
    (first..last).map(move |point| edge.place(if is_forward { point } else { first + last - point }))
}

impl Rings {
    /// The rings of a triangle. Its sides go from v to w, from w to u, and from u to v.
    pub(crate) fn triangle(&mut self, edges: [Edge; 3], inner: &Edge) {
        let [u, v, w] = edges;
        self.ring([
            along(&u, 0, u.points() - 1, false).map(|place| [0, place]).collect(),
            along(&v, 0, v.points() - 1, true).map(|place| [place, 0]).collect(),
            along(&w, 0, w.points() - 1, false).map(|place| [place, ONE - place]).collect(),
        ]);
        let count = inner.points();
        for ring in 1..count / 2 {
            // The coordinate that is the same all along a side, and what the others lose to it.
            let across =
                dxil_run::lanes::low((u64::from(inner.place(ring)) * TWO_THIRDS + u64::from(HALF)) >> 16);
            let loss = across.div_ceil(2);
            let side = |is_forward| {
                along(inner, ring, count - 1 - ring, is_forward).map(move |place| place.saturating_sub(loss))
            };
            self.ring([
                side(false).map(|place| [across, place]).collect(),
                side(true).map(|place| [place, across]).collect(),
                side(false).map(|place| [place, ONE - place - across]).collect(),
            ]);
        }
        if !inner.is_odd() {
            self.row([[THIRD; 2]].into_iter(), [false; 3]);
        }
    }

    /// The rings of a square. Its sides go down along v where u is 0, up along u, up along v, and down along u.
    pub(crate) fn quad(&mut self, edges: [Edge; 4], [u, v]: [&Edge; 2]) {
        let [left, bottom, right, top] = edges;
        self.ring([
            along(&left, 0, left.points() - 1, false).map(|place| [0, place]).collect(),
            along(&bottom, 0, bottom.points() - 1, true).map(|place| [place, 0]).collect(),
            along(&right, 0, right.points() - 1, true).map(|place| [ONE, place]).collect(),
            along(&top, 0, top.points() - 1, false).map(|place| [place, ONE]).collect(),
        ]);
        let [across, down] = [u, v].map(Edge::points);
        let rings = across.min(down) / 2;
        for ring in 1..rings {
            let [last_u, last_v] = [across, down].map(|count| count - 1 - ring);
            let [low_u, high_u] = [ring, last_u].map(|point| u.place(point));
            let [low_v, high_v] = [ring, last_v].map(|point| v.place(point));
            self.ring([
                along(v, ring, last_v, false).map(|place| [low_u, place]).collect(),
                along(u, ring, last_u, true).map(|place| [place, low_v]).collect(),
                along(v, ring, last_v, true).map(|place| [high_u, place]).collect(),
                along(u, ring, last_u, false).map(|place| [place, high_v]).collect(),
            ]);
        }
        // Where the shorter side has a point in its middle, the last ring is a row of points.
        if across > down && !v.is_odd() {
            let row = (rings..across - rings).map(|point| [u.place(point), HALF]);
            self.row(row, [false, true, false, true]);
        } else if down >= across && !u.is_odd() {
            let row = (rings..down - rings).rev().map(|point| [HALF, v.place(point)]);
            self.row(row, [true, false, true, false]);
        }
    }

    /// Adds a ring of sides, each without its last point, which is the first one of the next.
    fn ring<const SIDES: usize>(&mut self, sides: [Vec<[u32; 2]>; SIDES]) {
        let first = self.count();
        let all: usize = sides.iter().map(Vec::len).sum();
        let end = first.saturating_add(all.saturating_as::<u32>());
        let mut rows = Vec::with_capacity(SIDES);
        for side in sides {
            let start = self.count();
            self.points.extend(side);
            let last = self.count();
            rows.push((start..last).chain([if last == end { first } else { last }]).collect());
        }
        self.rings.push(rows);
    }

    /// Adds a ring that is a row of points: some of its sides go along the row, first there, then back, the others are
    /// one of its ends.
    fn row<const SIDES: usize>(&mut self, row: impl Iterator<Item = [u32; 2]>, is_along: [bool; SIDES]) {
        let first = self.count();
        self.points.extend(row);
        let mut there: Vec<u32> = (first..self.count()).collect();
        let mut rows = Vec::with_capacity(SIDES);
        for is_along in is_along {
            rows.push(if is_along { there.clone() } else { there.first().copied().into_iter().collect() });
            if is_along {
                there.reverse();
            }
        }
        self.rings.push(rows);
    }

    fn count(&self) -> u32 {
        self.points.len().saturating_as::<u32>()
    }

    /// Joins each ring to the one around it. `edges` are the factors of the outermost sides, `inside` those of all
    /// others.
    pub(crate) fn join<const SIDES: usize>(
        &self,
        triangles: &mut Triangles,
        edges: [Factor; SIDES],
        inside: &[Factor; SIDES],
    ) {
        for (number, pair) in self.rings.windows(2).enumerate() {
            let [outer, inner] = pair else { continue };
            let factors = edges.iter().zip(inside);
            for ((outer, inner), (edge, inside)) in outer.iter().zip(inner).zip(factors) {
                if number == 0 {
                    triangles.change(outer, inner, [*edge, *inside]);
                } else {
                    triangles.trapezoid(outer, inner);
                }
            }
        }
    }

    /// The first point of the last ring.
    pub(crate) fn last_first(&self) -> u32 {
        let side = self.rings.last().and_then(|sides| sides.first());
        side.and_then(|side| side.first()).copied().unwrap_or(0)
    }

    /// Fills what is left in the middle of a square where no row of points is there: a strip between the longer sides
    /// of the last ring.
    pub(crate) fn fill(&self, triangles: &mut Triangles, [u, v]: [&Edge; 2]) {
        let Some([left, bottom, right, top]) = self.rings.last().map(Vec::as_slice) else { return };
        let reversed = |side: &[u32]| side.iter().rev().copied().collect::<Vec<_>>();
        if u.points() > v.points() {
            if v.is_odd() {
                triangles.strip(bottom, &reversed(top), Diagonals::Forward);
            }
        } else if u.is_odd() {
            let diagonals = if v.is_odd() { Diagonals::AroundTheMiddle } else { Diagonals::Forward };
            triangles.strip(left, &reversed(right), diagonals);
        }
    }
}
