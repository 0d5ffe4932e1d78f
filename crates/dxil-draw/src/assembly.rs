//! Primitive assembly: which vertices make a point, a line, a triangle or a patch, from lists and strips.

use dxil_run::interpolation::Shaded;

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
    /// A line each four, which are one before it, its own two, and one behind.
    LineListAdjacency,
    /// A line from each to the next, but for the first and the last.
    LineStripAdjacency,
    /// A triangle each six: behind each corner stands one beside the side to the next.
    TriangleListAdjacency,
    /// A triangle of every other with the two such before, and those beside it.
    TriangleStripAdjacency,
}

impl Topology {
    /// Vertices of a primitive.
    pub fn vertices(self) -> usize {
        match self {
            Self::PointList => 1,
            Self::LineList | Self::LineStrip => 2,
            Self::TriangleList | Self::TriangleStrip => 3,
            Self::PatchList(points) => points as usize,
            Self::LineListAdjacency | Self::LineStripAdjacency => 4,
            Self::TriangleListAdjacency | Self::TriangleStripAdjacency => 6,
        }
    }

    /// Whether primitives share vertices, until a strip ends.
    pub fn is_strip(self) -> bool {
        matches!(
            self,
            Self::LineStrip | Self::TriangleStrip | Self::LineStripAdjacency | Self::TriangleStripAdjacency
        )
    }

    /// What its primitives are by themselves.
    pub(crate) fn list(self) -> Self {
        match self {
            Self::LineStrip => Self::LineList,
            Self::TriangleStrip => Self::TriangleList,
            Self::LineStripAdjacency => Self::LineListAdjacency,
            Self::TriangleStripAdjacency => Self::TriangleListAdjacency,
            list => list,
        }
    }

    /// What primitives are without the vertices beside them.
    pub(crate) fn without_adjacency(self) -> Self {
        match self.list() {
            Self::LineListAdjacency => Self::LineList,
            Self::TriangleListAdjacency => Self::TriangleList,
            list => list,
        }
    }

    /// The vertices of a primitive but those beside it.
    pub(crate) fn inner<V>(self, vertices: Vec<V>) -> Vec<V> {
        let is_own: fn(usize) -> bool = match self.list() {
            Self::LineListAdjacency => |place| place == 1 || place == 2,
            Self::TriangleListAdjacency => |place| place % 2 == 0,
            _ => return vertices,
        };
        let places = vertices.into_iter().enumerate().filter(|(place, _)| is_own(*place));
        places.map(|(_, vertex)| vertex).collect()
    }

    /// Its primitives in a sentence.
    pub(crate) fn describe(self) -> String {
        match self.list() {
            Self::PointList => "points".to_owned(),
            Self::LineList => "lines".to_owned(),
            Self::TriangleList => "triangles".to_owned(),
            Self::LineListAdjacency => "lines with adjacent vertices".to_owned(),
            Self::TriangleListAdjacency => "triangles with adjacent vertices".to_owned(),
            Self::PatchList(points) => format!("patches of {points} control points"),
            strip => format!("{strip:?}"),
        }
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
    /// Whether no triangle of a strip was made yet.
    is_first: bool,
}

impl<V: Clone> Assembler<V> {
    pub(crate) fn new(topology: Topology) -> Self {
        Self { topology, open: Vec::new(), is_odd: false, is_first: true }
    }

    /// Adds a vertex: the primitive that it completes. Its first vertex is the one that attributes come from that are
    /// not interpolated.
    pub(crate) fn push(&mut self, vertex: V) -> Option<Vec<V>> {
        self.open.push(vertex);
        if self.topology == Topology::TriangleStripAdjacency {
            let complete = self.beside(0)?;
            // The first one has nothing before it.
            let used = if self.is_first { 0 } else { 2 };
            (self.is_first, self.is_odd) = (false, !self.is_odd);
            self.open.drain(..used);
            return Some(complete);
        }
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

    /// The next triangle of a strip with the vertices beside it, whose last one is so many before the one that the next
    /// triangle of the strip adds: the strip's last triangle has one of its own there.
    fn beside(&self, before: usize) -> Option<Vec<V>> {
        // The triangle's own vertices are at 0, 2 and 4 of the first, and two later of others, behind one of the
        // triangle before.
        let first = if self.is_first { 0 } else { 2 };
        let [a, b, c] = [first, first + 2, first + 4];
        let (to_before, to_next) = (if self.is_first { 1 } else { 0 }, first + 6 - before);
        let outside = first + 3;
        let order = if self.is_odd {
            [a, outside, c, to_next, b, to_before]
        } else {
            [a, to_before, b, to_next, c, outside]
        };
        order.iter().map(|place| self.open.get(*place).cloned()).collect()
    }

    /// A strip ends; what is not complete is dropped. Gives the triangle that waited for one behind it.
    pub(crate) fn cut(&mut self) -> Option<Vec<V>> {
        let is_strip = self.topology == Topology::TriangleStripAdjacency;
        let last = if is_strip { self.beside(1) } else { None };
        self.open.clear();
        (self.is_first, self.is_odd) = (true, false);
        last
    }
}
