//! What a type consists of, as a tree: members of structures, and one element for all of an array or a vector. Separate
//! because accesses, memory and values are all told by places in it.

use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Module, Type, TypeId, Value};

use crate::limits::{PARTS, TYPE_DEPTH};

/// A part of a type: its place among the [nodes](Shape::node).
pub(super) type NodeId = usize;

/// A part of a type.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) ty: TypeId,
    /// Bytes from one to the next in an array.
    pub(super) size: u64,
    /// Bytes that it begins at a multiple of.
    pub(super) alignment: u64,
    pub(super) kind: Kind,
}

/// What a part consists of.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Nothing else.
    Scalar,
    /// Members, each of which begins so many bytes behind the first.
    Members(Vec<(NodeId, u64)>),
    /// So many elements of an array or a vector.
    Elements(NodeId, u64),
}

/// A step down to an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Known(u64),
    Variable(Value),
}

/// A part, by the way down to it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) node: NodeId,
    /// Which element of each array and vector around it, from the outside in.
    pub(super) steps: Vec<Step>,
    /// Those arrays and vectors.
    pub(super) around: Vec<NodeId>,
}

/// A type as a tree.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    nodes: Vec<Node>,
}

impl Shape {
    /// That of a type; `None` for one that nobody knows the size of, or that is too deep or too large.
    pub(super) fn of(module: &Module, layout: &mut DataLayout<'_>, ty: TypeId) -> Option<Self> {
        let mut shape = Self { nodes: Vec::new() };
        shape.add(module, layout, ty, TYPE_DEPTH)?;
        Some(shape)
    }

    fn add(
        &mut self,
        module: &Module,
        layout: &mut DataLayout<'_>,
        ty: TypeId,
        depth: usize,
    ) -> Option<NodeId> {
        let depth = depth.checked_sub(1)?;
        let id = self.nodes.len();
        if u64::try_from(id).is_ok_and(|count| count >= PARTS) {
            return None;
        }
        let (size, alignment) = (layout.size(ty), layout.alignment_of(ty));
        self.nodes.push(Node { ty, size, alignment, kind: Kind::Scalar });
        let kind = match module.types.get(ty)? {
            Type::Array(element, length) | Type::Vector(element, length) => {
                let element = self.add(module, layout, *element, depth)?;
                // Bits one behind the other are no elements in memory.
                if let Type::Vector(..) = module.types.get(ty)?
                    && self.node(element)?.size.checked_mul(*length) > Some(size)
                {
                    return None;
                }
                Kind::Elements(element, *length)
            }
            Type::Named(_) | Type::Literal { .. } => {
                let offsets = layout.offsets(ty);
                let mut members = Vec::new();
                for (member, offset) in module.types.members(ty)?.iter().zip(offsets) {
                    members.push((self.add(module, layout, *member, depth)?, offset));
                }
                Kind::Members(members)
            }
            Type::Function { .. } | Type::Label | Type::Metadata | Type::Token | Type::Void => return None,
            _ => Kind::Scalar,
        };
        if let Some(node) = self.nodes.get_mut(id) {
            node.kind = kind;
        }
        Some(id)
    }

    /// A part.
    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// How many parts there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is more than the whole.
    pub(super) fn has_parts(&self) -> bool {
        self.len() > 1
    }

    /// How many bytes behind the beginning a part begins to which indices lead.
    pub(super) fn offset(&self, indices: &[u32]) -> u64 {
        let (mut node, mut offset) = (0, 0_u64);
        for index in indices {
            match self.node(node).map(|node| &node.kind) {
                Some(Kind::Members(members)) => {
                    let index = *index as usize;
                    let Some((member, begins)) = members.get(index) else { return offset };
                    (node, offset) = (*member, offset.saturating_add(*begins));
                }
                Some(Kind::Elements(element, _)) => {
                    let size = self.node(*element).map_or(0, |element| element.size);
                    (node, offset) = (*element, offset.saturating_add(size.saturating_mul((*index).into())));
                }
                Some(Kind::Scalar) | None => return offset,
            }
        }
        offset
    }

    /// The whole.
    pub(super) fn root() -> Place {
        Place { node: 0, steps: Vec::new(), around: Vec::new() }
    }

    /// A member, or an element.
    pub(super) fn inner(&self, place: &Place, step: Step) -> Option<Place> {
        let mut inner = place.clone();
        match (&self.node(place.node)?.kind, step) {
            (Kind::Scalar, _) | (Kind::Members(_), Step::Variable(_)) => return None,
            (Kind::Members(members), Step::Known(index)) => {
                inner.node = members.get(usize::try_from(index).ok()?)?.0;
            }
            (Kind::Elements(element, length), step) => {
                if let Step::Known(index) = step
                    && index >= *length
                {
                    return None;
                }
                inner.around.push(place.node);
                inner.steps.push(step);
                inner.node = *element;
            }
        }
        Some(inner)
    }

    /// What lies at the beginning of a place and is of a type.
    pub(super) fn first_of(&self, place: &Place, ty: TypeId) -> Option<Place> {
        let mut place = place.clone();
        while self.node(place.node)?.ty != ty {
            place = self.inner(&place, Step::Known(0))?;
        }
        Some(place)
    }

    /// What begins so many bytes behind a place: the largest such part.
    pub(super) fn at_offset(&self, place: &Place, mut bytes: u64) -> Option<Place> {
        let mut place = place.clone();
        while bytes > 0 {
            let step = match &self.node(place.node)?.kind {
                Kind::Scalar => return None,
                Kind::Members(members) => {
                    let behind = members.iter().position(|(_, offset)| *offset > bytes);
                    let index = behind.unwrap_or(members.len()).checked_sub(1)?;
                    bytes -= members.get(index)?.1;
                    u64::try_from(index).ok()?
                }
                Kind::Elements(element, _) => {
                    let size = self.node(*element)?.size;
                    let index = bytes.checked_div(size)?;
                    bytes -= index * size;
                    index
                }
            };
            place = self.inner(&place, Step::Known(step))?;
        }
        Some(place)
    }

    /// The element so many behind one.
    pub(super) fn further(&self, place: &Place, step: Step) -> Option<Place> {
        let mut further = place.clone();
        let (around, last) = (*place.around.last()?, further.steps.last_mut()?);
        let Kind::Elements(element, length) = self.node(around)?.kind else { return None };
        if element != place.node {
            return None;
        }
        *last = match (*last, step) {
            (Step::Known(known), Step::Known(more)) => {
                Step::Known(known.checked_add(more).filter(|index| *index < length)?)
            }
            (Step::Known(0), variable) => variable,
            (Step::Known(_), Step::Variable(_)) | (Step::Variable(_), _) => return None,
        };
        Some(further)
    }

    /// Calls `visit` with each part below a place that `is_leaf` says is to be seen as a whole, in order, with the
    /// indices that lead there from it. Says whether all were seen: no more than `limit`.
    pub(super) fn each_leaf(
        &self,
        place: &Place,
        limit: u64,
        is_leaf: &dyn Fn(NodeId) -> bool,
        visit: &mut dyn FnMut(&Place, &[u32]),
    ) -> bool {
        let mut left = limit;
        let mut stack = vec![(place.clone(), Vec::<u32>::new())];
        while let Some((place, indices)) = stack.pop() {
            let Some(node) = self.node(place.node) else { return false };
            let count = match &node.kind {
                _ if is_leaf(place.node) => 0,
                Kind::Scalar => 0,
                Kind::Members(members) => members.len() as u64,
                Kind::Elements(_, length) => *length,
            };
            if is_leaf(place.node) || matches!(node.kind, Kind::Scalar) {
                let Some(rest) = left.checked_sub(1) else { return false };
                left = rest;
                visit(&place, &indices);
                continue;
            }
            if count > left {
                return false;
            }
            for index in (0..count).rev() {
                let Some(inner) = self.inner(&place, Step::Known(index)) else { return false };
                let Ok(index) = u32::try_from(index) else { return false };
                let indices = indices.iter().copied().chain([index]).collect();
                stack.push((inner, indices));
            }
        }
        true
    }
}
