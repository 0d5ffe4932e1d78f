//! What is done with memory on the stack, part by part: whether it can be split, and into what. Separate from
//! splitting, because the check of what holds after the pass asks the same.

use std::collections::HashSet;

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::Editor;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value};

use super::shape::{Kind, NodeId, Place, Shape, Step};
use crate::limits::PARTS;
use crate::transform::memory;

/// A read or a write.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) id: InstructionId,
    pub(super) place: Place,
}

/// All that is done with an `alloca` that can be split.
#[derive(Debug)]
pub(super) struct Accesses {
    pub(super) shape: Shape,
    /// Reads and writes of parts.
    pub(super) all: Vec<Access>,
    /// What computes the addresses of parts, each behind what it computes from, and what says when memory is in use, in
    /// front of the cast that it is of.
    pub(super) addresses: Vec<InstructionId>,
    /// Arrays and vectors that stay arrays: some index is not known, or they have too many elements.
    pub(super) kept: HashSet<NodeId>,
    /// Parts that are values: scalars, and what is only read and written whole.
    pub(super) values: HashSet<NodeId>,
}

impl Accesses {
    /// What is done with what an instruction allocates, if that can be split.
    pub(super) fn of(editor: &Editor<'_>, memory: InstructionId) -> Option<Self> {
        let ty = memory::allocated_type(editor, memory)?;
        let module = editor.context();
        let is_composed = |ty: &Type| {
            matches!(ty, Type::Array(..) | Type::Vector(..) | Type::Named(_) | Type::Literal { .. })
        };
        module.types.get(ty).filter(|ty| is_composed(ty))?;
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

    /// Goes through the users of an address, and of those that are computed from it.
    fn follow(&mut self, editor: &Editor<'_>, memory: Value) -> Option<()> {
        let mut waiting = vec![(memory, Shape::root())];
        while let Some((address, place)) = waiting.pop() {
            for at in editor.uses(address) {
                let id = at.instruction;
                match editor.op(id)? {
                    Op::Load(_, access) if memory::is_plain(access) => {
                        self.access(editor, id, &place, editor.type_of(id.into()).ok()?)?;
                    }
                    Op::Store([value, _], access) if memory::is_plain(access) && at.operand == 1 => {
                        self.access(editor, id, &place, editor.type_of(*value).ok()?)?;
                    }
                    Op::ElementPointer { source, .. } if at.operand == 0 => {
                        let part = self.element(editor, &place, *source, editor.operands(id).get(1..)?)?;
                        self.derive(editor, id, part, &mut waiting)?;
                    }
                    Op::Cast(CastOp::Bitcast, _) => {
                        if let Some(markers) = memory::lifetime_markers(editor, id) {
                            self.addresses.extend(markers.into_iter().rev());
                        } else {
                            let pointee = editor.context().types.pointee(editor.type_of(id.into()).ok()?)?;
                            let part = self.shape.first_of(&place, pointee)?;
                            self.derive(editor, id, part, &mut waiting)?;
                        }
                    }
                    _ if memory::is_lifetime_marker(editor, id) => self.addresses.push(id),
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// Takes note of an address that is computed.
    fn derive(
        &mut self,
        editor: &Editor<'_>,
        id: InstructionId,
        place: Place,
        waiting: &mut Vec<(Value, Place)>,
    ) -> Option<()> {
        if !memory::is_pointer(editor, id.into()) || editor.metadata_uses(id.into()).next().is_some() {
            return None;
        }
        self.addresses.push(id);
        waiting.push((id.into(), place));
        Some(())
    }

    /// Takes note of a read or a write of this type.
    fn access(&mut self, editor: &Editor<'_>, id: InstructionId, place: &Place, ty: TypeId) -> Option<()> {
        debug_assert!(editor.op(id).is_some(), "it uses an address");
        let place = self.shape.first_of(place, ty)?;
        for (step, around) in place.steps.iter().zip(&place.around) {
            if let Step::Variable(_) = step {
                self.kept.insert(*around);
            }
        }
        self.all.push(Access { id, place });
        Some(())
    }

    /// The part to which indices lead that are counted in elements of type `source`.
    fn element(
        &self,
        editor: &Editor<'_>,
        place: &Place,
        source: TypeId,
        indices: &[Value],
    ) -> Option<Place> {
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
        // Addresses of bytes are those of what lies there.
        if let ([], Step::Known(bytes), Some(Type::Integer(8))) = (rest, first, module.types.get(source))
            && self.shape.first_of(place, source).is_none()
        {
            return self.shape.at_offset(place, bytes);
        }
        let mut part = self.shape.first_of(place, source)?;
        if first != Step::Known(0) {
            part = self.shape.further(&part, first)?;
        }
        for index in rest {
            part = self.shape.inner(&part, step(*index)?)?;
        }
        Some(part)
    }

    /// Finds what the parts are to be; `None` where the memory is that already.
    fn decide(&mut self, editor: &Editor<'_>) -> Option<()> {
        self.find_values(editor);
        if self.memories() > PARTS {
            let is_array = |node: &NodeId| {
                self.shape.node(*node).is_some_and(|node| matches!(node.kind, Kind::Elements(..)))
            };
            let arrays: Vec<NodeId> = (0..self.shape.len()).filter(is_array).collect();
            self.kept.extend(arrays);
            self.find_values(editor);
        }
        let is_apart = |access: &Access| self.values.contains(&access.place.node);
        if self.all.iter().any(|access| !is_apart(access) && self.scalars(access.place.node) > PARTS) {
            return None;
        }
        let is_split = match self.shape.node(0)?.kind {
            Kind::Scalar => false,
            // What is only read and written whole becomes a value as it is.
            _ if self.values.contains(&0) => false,
            // An array of values is what it would become.
            Kind::Elements(element, _) if self.kept.contains(&0) && self.all.iter().all(is_apart) => {
                matches!(editor.context().types.get(self.shape.node(0)?.ty), Some(Type::Vector(..)))
                    || !self.values.contains(&element)
            }
            Kind::Elements(..) | Kind::Members(_) => true,
        };
        (is_split && self.memories() <= PARTS).then_some(())
    }

    /// Finds the parts that are values: no access goes into them. Elements of arrays that are kept stay in memory,
    /// which in DXIL is of scalars and of what belongs to operations.
    fn find_values(&mut self, editor: &Editor<'_>) {
        self.values.clear();
        let mut is_entered = vec![false; self.shape.len()];
        let mut is_whole = is_entered.clone();
        for access in &self.all {
            if let Some(whole) = is_whole.get_mut(access.place.node) {
                *whole = true;
            }
        }
        // A part stands in front of its own parts.
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

    /// Whether a part has a type that operations give and take, such as a handle.
    fn is_of_operations(&self, editor: &Editor<'_>, node: NodeId) -> bool {
        let named = self.shape.node(node).and_then(|node| editor.context().types.named(node.ty));
        named.is_some_and(|named| named.name.starts_with(b"dx.types."))
    }

    /// How many values a part would be taken apart into.
    fn scalars(&self, node: NodeId) -> u64 {
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

    /// The part that each is directly in; of the whole, itself.
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

    /// How many values and arrays it would be split into.
    fn memories(&self) -> u64 {
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
