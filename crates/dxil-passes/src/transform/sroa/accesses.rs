//! Analysis of an alloca for `sroa`: its accesses by part, and the parts that it can be split into. Separate from
//! `split`, because the check of the postcondition needs only the analysis.

use std::collections::HashSet;

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::Editor;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value};

use super::shape::{Kind, NodeId, Part, Shape, Step};
use crate::limits::PARTS;
use crate::transform::memory;

/// A load or a store, with the accessed part.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) id: InstructionId,
    pub(super) part: Part,
}

/// All users of an alloca that can be split.
#[derive(Debug)]
pub(super) struct Accesses {
    pub(super) shape: Shape,
    /// Loads and stores.
    pub(super) all: Vec<Access>,
    /// The GEPs and bitcasts, each after its pointer operand, and lifetime markers. The markers of a bitcast that has
    /// no other users follow the bitcast, so that the list can be erased in reverse order.
    pub(super) addresses: Vec<InstructionId>,
    /// Arrays and vectors that remain arrays, because an index is not a constant or they have too many elements.
    pub(super) kept: HashSet<NodeId>,
    /// Parts that get an alloca of their own: scalars, and aggregates that are only accessed as a whole.
    pub(super) values: HashSet<NodeId>,
}

impl Accesses {
    /// Analyzes the users of an alloca; `None` if the instruction is not an alloca that can be split.
    pub(super) fn of(editor: &Editor<'_>, memory: InstructionId) -> Option<Self> {
        let ty = memory::allocated_type(editor, memory)?;
        let module = editor.context();
        let has_members = |ty: &Type| {
            matches!(ty, Type::Array(..) | Type::Vector(..) | Type::Named(_) | Type::Literal { .. })
        };
        module.types.get(ty).filter(|ty| has_members(ty))?;
        let shape = Shape::of(module, &mut DataLayout::of(module), ty)?;
        let mut accesses = Self {
            shape,
            all: Vec::new(),
            addresses: Vec::new(),
            kept: HashSet::new(),
            values: HashSet::new(),
        };
        accesses.follow(editor, memory.into())?;
        accesses.decide(editor)?;
        Some(accesses)
    }

    /// Collects the transitive users of an alloca's address. Returns `None` if a user prevents splitting.
    fn follow(&mut self, editor: &Editor<'_>, memory: Value) -> Option<()> {
        let mut worklist = vec![(memory, Shape::root())];
        while let Some((address, part)) = worklist.pop() {
            for using in editor.uses(address) {
                let id = using.instruction;
                match editor.op(id)? {
                    Op::Load(_, access) if memory::is_plain(access) => {
                        self.access(editor, id, &part, editor.type_of(id.into()).ok()?)?;
                    }
                    Op::Store([value, _], access) if memory::is_plain(access) && using.operand == 1 => {
                        self.access(editor, id, &part, editor.type_of(*value).ok()?)?;
                    }
                    Op::ElementPointer { source, .. } if using.operand == 0 => {
                        let inner = self.element(editor, &part, *source, editor.operands(id).get(1..)?)?;
                        self.derive(editor, id, inner, &mut worklist)?;
                    }
                    Op::Cast(CastOp::Bitcast, _) => {
                        if let Some(markers) = memory::lifetime_markers(editor, id) {
                            self.addresses.extend(markers.into_iter().rev());
                        } else {
                            let pointee = editor.context().types.pointee(editor.type_of(id.into()).ok()?)?;
                            let inner = self.shape.first_of(&part, pointee)?;
                            self.derive(editor, id, inner, &mut worklist)?;
                        }
                    }
                    _ if memory::is_lifetime_marker(editor, id) => self.addresses.push(id),
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// Records a GEP or bitcast and adds it to the worklist. Returns `None` if its type is not a pointer (but a vector
    /// of pointers), or if debug information refers to it.
    fn derive(
        &mut self,
        editor: &Editor<'_>,
        id: InstructionId,
        part: Part,
        worklist: &mut Vec<(Value, Part)>,
    ) -> Option<()> {
        if !memory::is_pointer(editor, id.into()) || editor.metadata_uses(id.into()).next().is_some() {
            return None;
        }
        self.addresses.push(id);
        worklist.push((id.into(), part));
        Some(())
    }

    /// Records a load or a store of type `ty` at the address of `part`. Returns `None` if no part at this address has
    /// the type.
    fn access(&mut self, editor: &Editor<'_>, id: InstructionId, part: &Part, ty: TypeId) -> Option<()> {
        debug_assert!(editor.op(id).is_some(), "it uses an address");
        let part = self.shape.first_of(part, ty)?;
        for (step, around) in part.steps.iter().zip(&part.around) {
            if let Step::Variable(_) = step {
                self.kept.insert(*around);
            }
        }
        self.all.push(Access { id, part });
        Some(())
    }

    /// Returns the part that a GEP with the source element type `source` addresses from the address of `part`.
    fn element(&self, editor: &Editor<'_>, part: &Part, source: TypeId, indices: &[Value]) -> Option<Part> {
        let module = editor.context();
        let is_scalar = |index: &Value| {
            let ty = editor.type_of(*index).ok();
            ty.is_some_and(|ty| matches!(module.types.get(ty), Some(Type::Integer(_))))
        };
        if !indices.iter().all(is_scalar) {
            return None;
        }
        let step = |index: Value| match module.signed_integer(index) {
            Some(number) => u64::try_from(number).ok().map(Step::Known),
            None => Some(Step::Variable(index)),
        };
        let (first, rest) = indices.split_first()?;
        let first = step(*first)?;
        // A GEP with the source element type `i8` has a byte offset, unless the part begins with an `i8`.
        if let ([], Step::Known(bytes), Some(Type::Integer(8))) = (rest, first, module.types.get(source))
            && self.shape.first_of(part, source).is_none()
        {
            return self.shape.at_offset(part, bytes);
        }
        let mut inner = self.shape.first_of(part, source)?;
        if first != Step::Known(0) {
            inner = self.shape.further(&inner, first)?;
        }
        for index in rest {
            inner = self.shape.inner(&inner, step(*index)?)?;
        }
        Some(inner)
    }

    /// Decides which parts get allocas; `None` if splitting would change nothing or exceed [`PARTS`].
    fn decide(&mut self, editor: &Editor<'_>) -> Option<()> {
        self.find_values(editor);
        if self.alloca_count() > PARTS {
            let is_array = |node: &NodeId| {
                self.shape.node(*node).is_some_and(|node| matches!(node.kind, Kind::Elements(..)))
            };
            let arrays: Vec<NodeId> = (0..self.shape.len()).filter(is_array).collect();
            self.kept.extend(arrays);
            self.find_values(editor);
        }
        let is_value = |access: &Access| self.values.contains(&access.part.node);
        if self.all.iter().any(|access| !is_value(access) && self.value_count(access.part.node) > PARTS) {
            return None;
        }
        let is_split = match self.shape.node(0)?.kind {
            Kind::Scalar => false,
            // An alloca that is only accessed as a whole can be promoted as it is.
            _ if self.values.contains(&0) => false,
            // An array of values would become the same array.
            Kind::Elements(element, _) if self.kept.contains(&0) && self.all.iter().all(is_value) => {
                matches!(editor.context().types.get(self.shape.node(0)?.ty), Some(Type::Vector(..)))
                    || !self.values.contains(&element)
            }
            Kind::Elements(..) | Kind::Members(_) => true,
        };
        (is_split && self.alloca_count() <= PARTS).then_some(())
    }

    /// Finds `values`: scalars, and aggregates that are accessed as a whole while no access is to an inner part.
    /// Elements of kept arrays remain in memory, which in DXIL consists of scalars and of types of operations
    /// (`dx.types.*`), so other aggregates in kept arrays are not values.
    fn find_values(&mut self, editor: &Editor<'_>) {
        self.values.clear();
        let mut is_entered = vec![false; self.shape.len()];
        let mut is_whole = is_entered.clone();
        for access in &self.all {
            if let Some(whole) = is_whole.get_mut(access.part.node) {
                *whole = true;
            }
        }
        // Nodes are in preorder: the number of a part is smaller than the numbers of its inner parts.
        let parents = self.parents();
        let mut in_array = is_whole.clone();
        for node in 0..self.shape.len() {
            let parent = parents.get(node).copied().filter(|_| node > 0);
            let above = parent
                .is_some_and(|parent| self.kept.contains(&parent) || in_array.get(parent) == Some(&true));
            if let Some(in_array) = in_array.get_mut(node) {
                *in_array = above;
            }
        }
        for node in (0..self.shape.len()).rev() {
            let is_touched = [&is_whole, &is_entered].iter().any(|all| all.get(node) == Some(&true));
            if is_touched
                && let Some(parent) = parents.get(node)
                && let Some(entered) = is_entered.get_mut(*parent)
                && node > 0
            {
                *entered = true;
            }
        }
        for node in 0..self.shape.len() {
            let is_scalar = self.shape.node(node).is_some_and(|node| matches!(node.kind, Kind::Scalar));
            let is_value = is_whole.get(node) == Some(&true)
                && is_entered.get(node) == Some(&false)
                && (!in_array.get(node).is_some_and(|in_array| *in_array)
                    || self.is_of_operations(editor, node));
            if is_scalar || is_value {
                self.values.insert(node);
            }
        }
    }

    /// Returns true if a part has a type of DXIL operations (`dx.types.*`), such as a handle.
    fn is_of_operations(&self, editor: &Editor<'_>, node: NodeId) -> bool {
        let named = self.shape.node(node).and_then(|node| editor.context().types.named(node.ty));
        named.is_some_and(|named| named.name.starts_with(b"dx.types."))
    }

    /// Returns the number of values that a part consists of, counting each array element.
    fn value_count(&self, node: NodeId) -> u64 {
        let mut all = 0_u64;
        let mut stack = vec![(node, 1_u64)];
        while let Some((node, times)) = stack.pop() {
            match self.shape.node(node).map(|node| &node.kind) {
                _ if self.values.contains(&node) => all = all.saturating_add(times),
                Some(Kind::Members(members)) => {
                    stack.extend(members.iter().map(|(member, _)| (*member, times)));
                }
                Some(Kind::Elements(element, length)) => {
                    stack.push((*element, times.saturating_mul(*length)))
                }
                Some(Kind::Scalar) | None => {}
            }
        }
        all
    }

    /// Returns the parent of each node; the root is its own parent.
    pub(super) fn parents(&self) -> Vec<NodeId> {
        let mut parents = vec![0; self.shape.len()];
        for node in 0..self.shape.len() {
            let inner: Vec<NodeId> = match self.shape.node(node).map(|node| &node.kind) {
                Some(Kind::Members(members)) => members.iter().map(|(member, _)| *member).collect(),
                Some(Kind::Elements(element, _)) => vec![*element],
                Some(Kind::Scalar) | None => Vec::new(),
            };
            for member in inner {
                if let Some(parent) = parents.get_mut(member) {
                    *parent = node;
                }
            }
        }
        parents
    }

    /// Returns the number of allocas after splitting if all parts are accessed.
    fn alloca_count(&self) -> u64 {
        let mut all = 0_u64;
        let mut stack = vec![(0, 1_u64)];
        while let Some((node, times)) = stack.pop() {
            match self.shape.node(node).map(|node| &node.kind) {
                _ if self.values.contains(&node) => all = all.saturating_add(times),
                Some(Kind::Members(members)) => {
                    stack.extend(members.iter().map(|(member, _)| (*member, times)));
                }
                Some(Kind::Elements(element, length)) => {
                    let times = if self.kept.contains(&node) { times } else { times.saturating_mul(*length) };
                    stack.push((*element, times));
                }
                Some(Kind::Scalar) | None => {}
            }
        }
        all
    }
}
