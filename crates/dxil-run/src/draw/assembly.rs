//! Primitive assembly: which vertices make a point, a line, a triangle or a patch, from lists and strips.

use std::sync::Arc;

/// The scalars of a vertex that a stage gave.
pub(crate) type Shaded = Arc<[u32]>;

/// A primitive on its way from stage to stage.
#[derive(Debug, Clone)]
pub(crate) struct Assembled {
    pub(crate) vertices: Vec<Shaded>,
    /// Its number in the draw's instance.
    pub(crate) id: u32,
}

/// What vertices make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// A point each.
    PointList,
    /// A line each two.
    LineList,
    /// A line from each to the next.
    LineStrip,
    /// A triangle each three.
    TriangleList,
    /// A triangle of each with the two before.
    TriangleStrip,
    /// A patch each so many.
    PatchList(u32),
}

impl Topology {
    /// Vertices of a primitive.
    pub fn vertices(self) -> usize {
        match self {
            Self::PointList => 1,
            Self::LineList | Self::LineStrip => 2,
            Self::TriangleList | Self::TriangleStrip => 3,
            Self::PatchList(points) => usize::try_from(points).unwrap_or(usize::MAX),
        }
    }

    /// Whether primitives share vertices, until a strip ends.
    pub fn is_strip(self) -> bool {
        matches!(self, Self::LineStrip | Self::TriangleStrip)
    }
}

/// Makes primitives of vertices that come one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Assembler<V> {
    topology: Topology,
    /// The vertices of the primitive that is being made.
    open: Vec<V>,
    /// Whether the next triangle of a strip is one that turns the other way.
    is_odd: bool,
}

impl<V: Clone> Assembler<V> {
    pub(crate) fn new(topology: Topology) -> Self {
        Self { topology, open: Vec::new(), is_odd: false }
    }

    /// Adds a vertex: the primitive that it completes. Its first vertex is the one that attributes come from that are
    /// not interpolated.
    pub(crate) fn push(&mut self, vertex: V) -> Option<Vec<V>> {
        self.open.push(vertex);
        if self.open.len() < self.topology.vertices() {
            return None;
        }
        if !self.topology.is_strip() {
            return Some(std::mem::take(&mut self.open));
        }
        let mut primitive = self.open.clone();
        self.open.remove(0);
        if self.topology == Topology::TriangleStrip {
            if self.is_odd {
                primitive.swap(1, 2);
            }
            self.is_odd = !self.is_odd;
        }
        Some(primitive)
    }

    /// A strip ends; what is not complete is dropped.
    pub(crate) fn cut(&mut self) {
        self.open.clear();
        self.is_odd = false;
    }
}
