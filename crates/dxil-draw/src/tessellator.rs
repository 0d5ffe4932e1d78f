//! The tessellator: from the factors of a patch to places in its domain and the points, lines or triangles between
//! them, exactly as Direct3D's functional specification has them (chapter 11), in its fixed-point arithmetic.
//!
//! Triangles and squares consist of rings around each other (`rings.rs`), whose sides are divided evenly (`edge.rs`)
//! and joined by triangles (`stitching.rs`); `factors.rs` says how finely.

mod edge;
mod factors;
mod rings;
mod stitching;
#[cfg(test)]
mod tests;

use dx_container::enums::{TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning};

use edge::Edge;
use factors::ONE;
use stitching::Triangles;

/// What a patch is divided into.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tessellation {
    /// Places in the domain, u and v, in units of 1 / 65,536.
    pub(crate) points: Vec<[u32; 2]>,
    /// Which of them are the vertices of each primitive, primitive by primitive.
    pub(crate) indices: Vec<u32>,
}

/// How patches are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) domain: TessellatorDomain,
    pub(crate) partitioning: TessellatorPartitioning,
    pub(crate) output: TessellatorOutputPrimitive,
}

impl Pattern {
    /// How many factors a patch has: of its edges, and of its inside.
    pub(crate) fn factors(&self) -> (usize, usize) {
        match self.domain {
            TessellatorDomain::ISO_LINE => (2, 0),
            TessellatorDomain::TRI => (3, 1),
            _ => (4, 2),
        }
    }

    /// Vertices of a primitive.
    pub(crate) fn vertices(&self) -> usize {
        match self.output {
            TessellatorOutputPrimitive::POINT => 1,
            TessellatorOutputPrimitive::LINE => 2,
            _ => 3,
        }
    }

    /// Whether there is such a pattern: lines are made of line domains only, triangles of all others.
    pub(crate) fn is_possible(&self) -> bool {
        let is_known = !matches!(self.partitioning, TessellatorPartitioning::UNDEFINED)
            && self.partitioning.0 <= TessellatorPartitioning::FRACTIONAL_EVEN.0;
        is_known
            && match self.domain {
                TessellatorDomain::ISO_LINE => {
                    matches!(
                        self.output,
                        TessellatorOutputPrimitive::POINT | TessellatorOutputPrimitive::LINE
                    )
                }
                TessellatorDomain::TRI | TessellatorDomain::QUAD => matches!(
                    self.output,
                    TessellatorOutputPrimitive::POINT
                        | TessellatorOutputPrimitive::TRIANGLE_CW
                        | TessellatorOutputPrimitive::TRIANGLE_CCW
                ),
                _ => false,
            }
    }

    /// Divides a patch by the factors of its edges and of its inside. A patch that is culled has no points.
    pub(crate) fn tessellate(&self, edges: &[f32], inside: &[f32]) -> Tessellation {
        let divided = match (self.domain, edges, inside) {
            (TessellatorDomain::ISO_LINE, [density, detail, ..], _) => self.lines(*density, *detail),
            (TessellatorDomain::TRI, [u, v, w, ..], [inside, ..]) => self.triangle([*u, *v, *w], *inside),
            (TessellatorDomain::QUAD, [a, b, c, d, ..], [u, v, ..]) => self.quad([*a, *b, *c, *d], [*u, *v]),
            _ => None,
        };
        let mut tessellation = divided.unwrap_or_default();
        if self.output == TessellatorOutputPrimitive::POINT {
            let count = u32::try_from(tessellation.points.len()).unwrap_or(0);
            tessellation.indices = (0..count).collect();
        }
        tessellation
    }

    /// Lines along u, from v = 0 on; there is none where v is 1.
    fn lines(&self, density: f32, detail: f32) -> Option<Tessellation> {
        let (density, detail) = factors::of_lines(self.partitioning, density, detail)?;
        let (across, along) = (Edge::new(density), Edge::new(detail));
        let mut tessellation = Tessellation::default();
        for line in 0..across.points() - 1 {
            for point in 0..along.points() {
                let next = u32::try_from(tessellation.points.len()).unwrap_or(0);
                tessellation.points.push([along.place(point), across.place(line)]);
                if point > 0 {
                    tessellation.indices.extend([next - 1, next]);
                }
            }
        }
        Some(tessellation)
    }

    fn triangle(&self, edges: [f32; 3], inside: f32) -> Option<Tessellation> {
        let (edges, inside) = factors::of_area(self.partitioning, edges, [inside])?;
        let mut triangles = self.triangles();
        if edges.iter().chain(&inside).all(factors::Factor::is_one) {
            triangles.add(0, 1, 2);
            let points = vec![[0, ONE], [0, 0], [ONE, 0]];
            return Some(Tessellation { points, indices: triangles.indices });
        }
        let inner = Edge::new(inside[0]);
        let mut rings = rings::Rings::default();
        rings.triangle(edges.map(Edge::new), &inner);
        rings.join(&mut triangles, edges, &[inside[0]; 3]);
        if inner.is_odd() {
            // The last ring is a triangle.
            let first = rings.last_first();
            triangles.add(first, first + 1, first + 2);
        }
        Some(Tessellation { points: rings.points, indices: triangles.indices })
    }

    fn quad(&self, edges: [f32; 4], inside: [f32; 2]) -> Option<Tessellation> {
        let (edges, inside) = factors::of_area(self.partitioning, edges, inside)?;
        let mut triangles = self.triangles();
        if edges.iter().chain(&inside).all(factors::Factor::is_one) {
            triangles.add(0, 1, 3);
            triangles.add(1, 2, 3);
            let points = vec![[0, 0], [ONE, 0], [ONE, ONE], [0, ONE]];
            return Some(Tessellation { points, indices: triangles.indices });
        }
        let [u, v] = inside.map(Edge::new);
        let mut rings = rings::Rings::default();
        rings.quad(edges.map(Edge::new), [&u, &v]);
        // The sides of a ring are along v, u, v, u.
        rings.join(&mut triangles, edges, &[inside[1], inside[0], inside[1], inside[0]]);
        rings.fill(&mut triangles, [&u, &v]);
        Some(Tessellation { points: rings.points, indices: triangles.indices })
    }

    fn triangles(&self) -> Triangles {
        Triangles::new(self.output == TessellatorOutputPrimitive::TRIANGLE_CW)
    }
}
