//! Triangles between two rows of points that go the same way: between rings of one division as evenly as can be,
//! between the outermost and the next one, which are divided differently, in the order in which the points came to be.

use super::edge::{Edge, LAST};
use super::factors::Factor;

/// Which way the diagonals of the squares between two rows go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Diagonals {
    /// From the inner row forward to the outer one.
    Forward,
    /// The same, but that of the square in the middle.
    AroundTheMiddle,
}

/// Triangles so far.
#[derive(Debug, Clone)]
pub(crate) struct Triangles {
    is_clockwise: bool,
    pub(crate) indices: Vec<u32>,
}

/// A row of points, and how far it is used.
#[derive(Debug, Clone, Copy)]
struct Row<'r> {
    points: &'r [u32],
    at: usize,
}

impl<'r> Row<'r> {
    fn new(points: &'r [u32]) -> Self {
        Self { points, at: 0 }
    }

    /// The point that it is at, and the next one.
    fn pair(&self) -> [u32; 2] {
        [self.at, self.at + 1].map(|at| self.points.get(at).copied().unwrap_or(0))
    }
}

impl Triangles {
    pub(crate) fn new(is_clockwise: bool) -> Self {
        Self { is_clockwise, indices: Vec::new() }
    }

    /// Adds a triangle, whose corners are given clockwise.
    pub(crate) fn add(&mut self, a: u32, b: u32, c: u32) {
        self.indices.extend(if self.is_clockwise { [a, b, c] } else { [a, c, b] });
    }

    /// The triangle on the next part of the outer row; goes on there.
    fn outward(&mut self, outer: &mut Row<'_>, inner: &Row<'_>) {
        let ([o, next], [i, _]) = (outer.pair(), inner.pair());
        self.add(o, next, i);
        outer.at += 1;
    }

    /// The triangle on the next part of the inner row; goes on there.
    fn inward(&mut self, outer: &Row<'_>, inner: &mut Row<'_>) {
        let ([o, _], [i, next]) = (outer.pair(), inner.pair());
        self.add(i, o, next);
        inner.at += 1;
    }

    /// The square on the next parts of both rows, divided from the inner row forward; goes on behind it.
    fn forward(&mut self, outer: &mut Row<'_>, inner: &mut Row<'_>) {
        let ([o, next_o], [i, next_i]) = (outer.pair(), inner.pair());
        self.add(i, o, next_o);
        self.add(i, next_o, next_i);
        (outer.at, inner.at) = (outer.at + 1, inner.at + 1);
    }

    /// The square on the next parts of both rows, divided from the inner row backward; goes on behind it.
    fn backward(&mut self, outer: &mut Row<'_>, inner: &mut Row<'_>) {
        let ([o, next_o], [i, next_i]) = (outer.pair(), inner.pair());
        self.add(o, next_i, i);
        self.add(o, next_o, next_i);
        (outer.at, inner.at) = (outer.at + 1, inner.at + 1);
    }

    /// Fills the room between rows of rings that are divided alike: the outer one has a part more at each end. The
    /// diagonals lead to the nearer corner.
    pub(crate) fn trapezoid(&mut self, outer: &[u32], inner: &[u32]) {
        let (mut outer, mut inner) = (Row::new(outer), Row::new(inner));
        let count = inner.points.len();
        self.outward(&mut outer, &inner);
        for square in 0..count.saturating_sub(1) {
            if square < count / 2 {
                self.backward(&mut outer, &mut inner);
            } else {
                self.forward(&mut outer, &mut inner);
            }
        }
        self.outward(&mut outer, &inner);
    }

    /// Fills the room between rows of as many points.
    pub(crate) fn strip(&mut self, outer: &[u32], inner: &[u32], diagonals: Diagonals) {
        let (mut outer, mut inner) = (Row::new(outer), Row::new(inner));
        let count = inner.points.len();
        for square in 0..count.saturating_sub(1) {
            if diagonals == Diagonals::Forward {
                self.forward(&mut outer, &mut inner);
            } else if square + 1 == count / 2 {
                self.backward(&mut outer, &mut inner);
            } else {
                // The same as forward to the eye, but for the corner that each begins with.
                let ([o, next_o], [i, next_i]) = (outer.pair(), inner.pair());
                self.add(o, next_o, i);
                self.add(i, next_o, next_i);
                (outer.at, inner.at) = (outer.at + 1, inner.at + 1);
            }
        }
    }

    /// Fills the room between the outermost row and the next one, which are divided by these factors. From both ends
    /// to the middle, the rows go on where the point comes to be that is behind.
    pub(crate) fn change(&mut self, outer: &[u32], inner: &[u32], factors: [Factor; 2]) {
        let (mut outer, mut inner) = (Row::new(outer), Row::new(inner));
        let [of_outer, of_inner] = factors.map(Edge::ordered);
        for point in 0..=LAST {
            let order = Edge::order(point);
            // The inner row has no corners of its own.
            if point > 0 && order < of_inner {
                self.inward(&outer, &mut inner);
            }
            if order < of_outer {
                self.outward(&mut outer, &inner);
            }
        }
        self.middle(&mut outer, &mut inner, factors);
        for point in (0..=LAST).rev() {
            let order = Edge::order(point);
            if order < of_outer {
                self.outward(&mut outer, &inner);
            }
            if point > 0 && order < of_inner {
                self.inward(&outer, &mut inner);
            }
        }
    }

    /// What is between the two halves: a square where both rows have a part there, a triangle where one has.
    fn middle(&mut self, outer: &mut Row<'_>, inner: &mut Row<'_>, [of_outer, of_inner]: [Factor; 2]) {
        let [o, next_o] = outer.pair();
        if of_inner.is_odd {
            self.inward(outer, inner);
        }
        if of_outer.is_odd {
            let [i, _] = inner.pair();
            self.add(i, o, next_o);
            outer.at += 1;
        }
    }
}
