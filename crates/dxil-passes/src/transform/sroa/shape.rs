//! Type trees for `sroa`: a node for each member of a structure, and one node for all elements of an array or vector.
//! Separate because the analysis, the splitting and the expansion of copies refer to parts of a type by its nodes.

use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Module, Type, TypeId, Value};

use crate::limits::{PARTS, TYPE_DEPTH};

/// The index of a [node](Shape::node), in preorder; the root has index 0.
pub(super) type NodeId = usize;

/// A node of a type tree.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) ty: TypeId,
    /// The allocation size in bytes, which is the stride in an array.
    pub(super) size: u64,
    /// The ABI alignment in bytes.
    pub(super) alignment: u64,
    pub(super) kind: Kind,
}

/// The children of a node.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// No children.
    Scalar,
    /// The members of a structure, each with its byte offset.
    Members(Vec<(NodeId, u64)>),
    /// The element of an array or a vector, and the number of elements.
    Elements(NodeId, u64),
}

/// An index into a structure, an array or a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Known(u64),
    Variable(Value),
}

/// A part of an object: a node, and an element index for each enclosing array.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) node: NodeId,
    /// The index into each enclosing array or vector, the outermost first.
    pub(super) steps: Vec<Step>,
    /// The nodes of these arrays and vectors.
    pub(super) around: Vec<NodeId>,
}

/// A type tree.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    nodes: Vec<Node>,
}

impl Shape {
    /// Builds the tree of a type; `None` for a type without a size, or with more than [`TYPE_DEPTH`] levels or
    /// [`PARTS`] nodes.
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
                // Elements of a bit vector, such as `<4 x i1>`, have no addresses.
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

    /// Returns a node.
    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the type is not a scalar.
    pub(super) fn has_parts(&self) -> bool {
        self.len() > 1
    }

    /// Returns the byte offset of the part that the indices lead to.
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

    /// Returns the whole object.
    pub(super) fn root() -> Part {
        Part { node: 0, steps: Vec::new(), around: Vec::new() }
    }

    /// Returns a member or an element of a part; `None` for an index out of bounds and for a non-constant member index.
    pub(super) fn inner(&self, part: &Part, step: Step) -> Option<Part> {
        let mut inner = part.clone();
        match (&self.node(part.node)?.kind, step) {
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
                inner.around.push(part.node);
                inner.steps.push(step);
                inner.node = *element;
            }
        }
        Some(inner)
    }

    /// Returns the outermost inner part of type `ty` at the address of a part, which may be the part itself.
    pub(super) fn first_of(&self, part: &Part, ty: TypeId) -> Option<Part> {
        let mut part = part.clone();
        while self.node(part.node)?.ty != ty {
            part = self.inner(&part, Step::Known(0))?;
        }
        Some(part)
    }

    /// Returns the outermost inner part that begins at a byte offset in a part.
    pub(super) fn at_offset(&self, part: &Part, mut bytes: u64) -> Option<Part> {
        let mut part = part.clone();
        while bytes > 0 {
            let step = match &self.node(part.node)?.kind {
                Kind::Scalar => return None,
                Kind::Members(members) => {
                    let next = members.iter().position(|(_, offset)| *offset > bytes);
                    let index = next.unwrap_or(members.len()).checked_sub(1)?;
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
            part = self.inner(&part, Step::Known(step))?;
        }
        Some(part)
    }

    /// Returns the element that is `step` elements after the element `part` in the same array.
    pub(super) fn further(&self, part: &Part, step: Step) -> Option<Part> {
        let mut further = part.clone();
        let (around, last) = (*part.around.last()?, further.steps.last_mut()?);
        let Kind::Elements(element, length) = self.node(around)?.kind else { return None };
        if element != part.node {
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

    /// Calls `visit` with each leaf of a part in index order, and with the indices from the part to the leaf. Leaves
    /// are scalars and nodes for which `is_leaf` returns true. Returns false if there are more than `limit` leaves.
    pub(super) fn each_leaf(
        &self,
        part: &Part,
        limit: u64,
        is_leaf: &dyn Fn(NodeId) -> bool,
        visit: &mut dyn FnMut(&Part, &[u32]),
    ) -> bool {
        let mut left = limit;
        let mut stack = vec![(part.clone(), Vec::<u32>::new())];
        while let Some((part, indices)) = stack.pop() {
            let Some(node) = self.node(part.node) else { return false };
            let count = match &node.kind {
                _ if is_leaf(part.node) => 0,
                Kind::Scalar => 0,
                Kind::Members(members) => members.len() as u64,
                Kind::Elements(_, length) => *length,
            };
            if is_leaf(part.node) || matches!(node.kind, Kind::Scalar) {
                let Some(rest) = left.checked_sub(1) else { return false };
                left = rest;
                visit(&part, &indices);
                continue;
            }
            if count > left {
                return false;
            }
            for index in (0..count).rev() {
                let Some(inner) = self.inner(&part, Step::Known(index)) else { return false };
                let Ok(index) = u32::try_from(index) else { return false };
                let indices = indices.iter().copied().chain([index]).collect();
                stack.push((inner, indices));
            }
        }
        true
    }
}
