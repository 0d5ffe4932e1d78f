//! Analysis for `matrix_bitcast_lower`: follows the address of an alloca through GEPs and bitcasts to all loads and
//! stores. Separate from `rewrite`, because the check of the postcondition needs only the analysis.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::uses::Use;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value};

use super::regions::{Path, Regions, Request, Step};
use super::scalars::Scalars;
use crate::limits::{CHAIN, PARTS};
use crate::pass_manager::steps;
use crate::transform::memory;

/// The part of an alloca that an address refers to.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The path from the allocated type to the part.
    pub(super) path: Path,
    /// The GEP index of each step of `path`; `None` for zero.
    pub(super) indices: Vec<Option<Value>>,
    /// The type of the part.
    ty: TypeId,
    /// The offset in the part, in scalars, if the part is accessed as an array of scalars.
    pub(super) offset: Option<Offset>,
}

/// An offset in scalars: a constant plus a sum of products.
#[derive(Debug, Clone, Default)]
pub(super) struct Offset {
    /// The constant.
    pub(super) known: u64,
    /// The products of an index and its stride in scalars.
    pub(super) terms: Vec<(Value, u64)>,
}

/// A load or store.
#[derive(Debug)]
pub(super) struct Access {
    pub(super) id: InstructionId,
    pub(super) part: Part,
    /// The type that is loaded or stored.
    pub(super) ty: TypeId,
    /// The number of loads or stores that replace the access.
    pub(super) count: u64,
}

/// All users of an alloca that is accessed as several types.
#[derive(Debug)]
pub(super) struct Views {
    pub(super) memory: InstructionId,
    /// The allocated type.
    pub(super) ty: TypeId,
    pub(super) regions: Regions,
    pub(super) accesses: Vec<Access>,
    /// GEPs and bitcasts, each after its pointer operand, and lifetime markers. The markers of a bitcast that has no
    /// other users follow the bitcast, so that the list can be erased in reverse order.
    pub(super) addresses: Vec<InstructionId>,
    /// Addresses of parts that neither are in a region nor contain one. Their users remain.
    pub(super) others: Vec<(InstructionId, Part)>,
}

impl Views {
    /// Analyzes the users of an alloca; `None` if it is accessed as one type, or if a region has users other than loads
    /// and stores.
    pub(super) fn of(editor: &Editor<'_>, scalars: &mut Scalars, memory: InstructionId) -> Option<Self> {
        Self::find(editor, scalars, memory)?.ok()
    }

    /// Like [`of`](Self::of), but returns an error with the reason if the alloca is accessed as several types and
    /// cannot be replaced.
    pub(super) fn find(
        editor: &Editor<'_>,
        scalars: &mut Scalars,
        memory: InstructionId,
    ) -> Option<Result<Self, &'static str>> {
        let ty = memory::allocated_type(editor, memory)?;
        let mut walk = Walk::new(editor, scalars, None);
        walk.follow(memory, ty)?;
        let (requests, opaque) = (walk.requests, walk.opaque);
        if !walk.is_cast {
            return None;
        }
        let Some(regions) = Regions::of(editor.context(), scalars, ty, &requests) else {
            return Some(Err(BEYOND));
        };
        if let Some((_, user)) = opaque.iter().find(|(path, _)| regions.overlap(path)) {
            return Some(Err(reason(editor, *user)));
        }
        let mut walk = Walk::new(editor, scalars, Some(&regions));
        if walk.follow(memory, ty).is_none() {
            return Some(Err(BEYOND));
        }
        let Walk { accesses, addresses, others, .. } = walk;
        Some(Ok(Self { memory, ty, regions, accesses, addresses, others }))
    }

    /// Returns the number of addresses plus the number of loads and stores after rewriting.
    pub(super) fn steps(&self) -> u64 {
        let counts = self.accesses.iter().map(|access| access.count);
        counts.fold(steps(self.addresses.len()), u64::saturating_add)
    }
}

/// The reason if no region covers an access, or an access is too large.
const BEYOND: &str = "a load or store through the cast exceeds the memory or has more than 1,024 scalars";

/// Returns the reason why a user of an address cannot be rewritten.
fn reason(editor: &Editor<'_>, user: InstructionId) -> &'static str {
    match editor.op(user) {
        Some(Op::Call { .. }) => "a call uses the pointer",
        Some(Op::Phi(..) | Op::Select(..)) => "a phi or select merges the pointer with another pointer",
        Some(Op::Load(..)) => {
            "a load is volatile or atomic, or its type does not match the scalars of the matrix or vector"
        }
        Some(Op::Store(..)) => {
            "a store is volatile or atomic, its type does not match the scalars of the matrix or vector, or it stores \
             the pointer"
        }
        _ => "the pointer has users other than loads and stores",
    }
}

/// A walk over the transitive users of an alloca. The first walk (`regions` is `None`) collects requests for regions,
/// the second one collects the accesses.
struct Walk<'w, 'm> {
    editor: &'w Editor<'m>,
    scalars: &'w mut Scalars,
    regions: Option<&'w Regions>,
    /// True if a bitcast changes the aggregate type but not the scalar type.
    is_cast: bool,
    requests: Vec<Request>,
    /// Parts with users that cannot be rewritten, and these users.
    opaque: Vec<(Path, InstructionId)>,
    accesses: Vec<Access>,
    addresses: Vec<InstructionId>,
    others: Vec<(InstructionId, Part)>,
}

impl<'w, 'm> Walk<'w, 'm> {
    fn new(editor: &'w Editor<'m>, scalars: &'w mut Scalars, regions: Option<&'w Regions>) -> Self {
        Self {
            editor,
            scalars,
            regions,
            is_cast: false,
            requests: Vec::new(),
            opaque: Vec::new(),
            accesses: Vec::new(),
            addresses: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Visits the transitive users of an alloca of type `ty`. Returns `None` if the second walk finds a user that
    /// cannot be rewritten.
    fn follow(&mut self, memory: InstructionId, ty: TypeId) -> Option<()> {
        let mut root = Part { path: Path::new(), indices: Vec::new(), ty, offset: None };
        self.enter(&mut root);
        let mut worklist = vec![(Value::from(memory), root)];
        while let Some((address, part)) = worklist.pop() {
            for using in self.editor.uses(address) {
                if let Some(markers) = memory::lifetime_markers(self.editor, using.instruction) {
                    self.addresses.extend(markers.into_iter().rev());
                } else if let Some(found) = self.user(&part, using) {
                    worklist.extend(found.map(|part| (Value::from(using.instruction), part)));
                } else if self.regions.is_none() {
                    self.opaque.push((part.path.clone(), using.instruction));
                } else {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Records a user of the address of `part`. Returns the part of the address that the user computes, if its users
    /// have to be visited, and `None` if the user cannot be rewritten.
    fn user(&mut self, part: &Part, using: Use) -> Option<Option<Part>> {
        let (editor, id) = (self.editor, using.instruction);
        match editor.op(id)? {
            Op::Load(_, access) if memory::is_plain(access) => {
                self.access(id, part, editor.type_of(id.into()).ok()?)?;
                Some(None)
            }
            Op::Store([value, _], access) if memory::is_plain(access) && using.operand == 1 => {
                self.access(id, part, editor.type_of(*value).ok()?)?;
                Some(None)
            }
            Op::ElementPointer { source, .. } if using.operand == 0 => {
                let inner = self.inner(part, *source, editor.operands(id).get(1..)?)?;
                self.derive(id, inner)
            }
            Op::Cast(CastOp::Bitcast, _) => {
                let pointee = editor.context().types.pointee(editor.type_of(id.into()).ok()?)?;
                let inner = self.cast(part, pointee)?;
                self.derive(id, inner)
            }
            _ => None,
        }
    }

    /// Records a GEP or bitcast. Returns its part if its users have to be visited.
    fn derive(&mut self, id: InstructionId, part: Part) -> Option<Option<Part>> {
        if let Some(regions) = self.regions
            && part.offset.is_none()
            && !regions.are_within(&part.path)
        {
            self.others.push((id, part));
            return Some(None);
        }
        let is_described = self.editor.metadata_uses(id.into()).next().is_some();
        if is_described || !memory::is_pointer(self.editor, id.into()) {
            return None;
        }
        self.addresses.push(id);
        Some(Some(part))
    }

    /// Records a load or a store of type `ty`. Returns `None` if it cannot be rewritten.
    fn access(&mut self, id: InstructionId, part: &Part, ty: TypeId) -> Option<()> {
        let module = self.editor.context();
        let count = match &part.offset {
            Some(offset) => {
                let (scalar, all) = self.scalars.of(module, part.ty)?;
                let count = self.scalars.count(module, scalar, ty)?;
                let reach = offset.known.checked_add(count)?;
                // The access must not exceed the region.
                if self.regions.is_some() && reach > all {
                    return None;
                }
                self.request(part, reach);
                count
            }
            None if part.ty == ty => match self.regions {
                Some(regions) => self.leaves(regions, ty, &mut part.path.clone())?,
                None => 0,
            },
            None => return None,
        };
        if count > PARTS {
            return None;
        }
        self.accesses.push(Access { id, part: part.clone(), ty, count });
        Some(())
    }

    /// Returns the number of loads or stores that replace an access to a whole part: one for each scalar of a region,
    /// and one for each largest part that neither is in a region nor contains one.
    fn leaves(&self, regions: &Regions, ty: TypeId, path: &mut Path) -> Option<u64> {
        if let Some(region) = regions.at(path) {
            return Some(region.count);
        }
        if !regions.are_within(path) {
            return Some(1);
        }
        let types = &self.editor.context().types;
        if let Some(Type::Array(element, length)) = types.get(ty) {
            path.push(Step::Element);
            let count = self.leaves(regions, *element, path);
            path.pop();
            return count?.checked_mul(*length);
        }
        let mut all = 0_u64;
        for (index, member) in (0..).zip(types.members(ty)?) {
            path.push(Step::Member(index));
            let count = self.leaves(regions, *member, path);
            path.pop();
            all = all.checked_add(count?)?;
        }
        Some(all)
    }

    /// In the first walk, requests a region that covers the first `reach` scalars from the start of a part.
    fn request(&mut self, part: &Part, reach: u64) {
        if self.regions.is_none()
            && let Some((scalar, _)) = self.scalars.of(self.editor.context(), part.ty)
        {
            self.requests.push(Request { path: part.path.clone(), scalar, reach });
        }
    }

    /// If the part is a region, begins to count the offset in scalars.
    fn enter(&self, part: &mut Part) {
        if self.regions.is_some_and(|regions| regions.at(&part.path).is_some()) {
            part.offset = Some(Offset::default());
        }
    }

    /// Returns the part that a bitcast to a pointer to `pointee` refers to.
    fn cast(&mut self, part: &Part, pointee: TypeId) -> Option<Part> {
        let module = self.editor.context();
        let mut part = part.clone();
        let wanted = self.scalars.of(module, pointee);
        while part.offset.is_none() && part.ty != pointee {
            let found = self.scalars.of(module, part.ty);
            if let (Some((scalar, _)), Some((other, reach))) = (found, wanted)
                && scalar == other
            {
                self.is_cast = true;
                self.request(&part, reach);
                part.offset = Some(Offset::default());
            } else {
                let is_structure = module.types.members(part.ty).is_some();
                part.path.push(if is_structure { Step::Member(0) } else { Step::Element });
                part.indices.push(None);
                part.ty = module.types.element(part.ty, 0)?;
                self.enter(&mut part);
            }
        }
        if part.offset.is_some() {
            let (scalar, _) = self.scalars.of(module, part.ty)?;
            wanted.filter(|(other, _)| *other == scalar)?;
        }
        Some(part)
    }

    /// Returns the part that a GEP with the source element type `source` refers to.
    fn inner(&mut self, part: &Part, source: TypeId, indices: &[Value]) -> Option<Part> {
        let module = self.editor.context();
        let mut part = part.clone();
        let (first, rest) = indices.split_first()?;
        if part.offset.is_none() && part.ty != source {
            return None;
        }
        if part.offset.is_none() && module.signed_integer(*first) != Some(0) {
            // A following element is in the enclosing array, so the region must be larger than the part.
            let (_, count) = self.scalars.of(module, part.ty)?;
            if self.regions.is_some() {
                return None;
            }
            self.request(&part, count.saturating_add(1));
            part.offset = Some(Offset::default());
        }
        if part.offset.is_some() {
            self.further(&mut part, *first, source)?;
        }
        let mut ty = source;
        for index in rest {
            let is_structure = module.types.members(ty).is_some();
            let member = || u32::try_from(module.signed_integer(*index)?).ok();
            if part.offset.is_none() {
                let step = if is_structure { Step::Member(member()?) } else { Step::Element };
                ty = module.types.element(ty, if is_structure { member()?.into() } else { 0 })?;
                part.path.push(step);
                part.indices.push(Some(*index));
                part.ty = ty;
                self.enter(&mut part);
            } else if is_structure {
                let member = usize::try_from(member()?).ok()?;
                let members = module.types.members(ty)?;
                for before in members.get(..member)? {
                    let (_, count) = self.scalars.of(module, *before)?;
                    let offset = part.offset.as_mut()?;
                    offset.known = offset.known.checked_add(count)?;
                }
                ty = *members.get(member)?;
            } else {
                ty = module.types.element(ty, 0)?;
                self.further(&mut part, *index, ty)?;
            }
        }
        Some(part)
    }

    /// Adds `index` elements of type `ty` to the offset of a part.
    fn further(&mut self, part: &mut Part, index: Value, ty: TypeId) -> Option<()> {
        let module = self.editor.context();
        let (scalar, _) = self.scalars.of(module, part.ty)?;
        let size = self.scalars.count(module, scalar, ty)?;
        let offset = part.offset.as_mut()?;
        if let Some(known) = module.signed_integer(index) {
            offset.known = offset.known.checked_add(size.checked_mul(u64::try_from(known).ok()?)?)?;
            return Some(());
        }
        let is_word = module.types.get(self.editor.type_of(index).ok()?) == Some(&Type::Integer(32));
        if !is_word || offset.terms.len() >= CHAIN {
            return None;
        }
        offset.terms.push((index, size));
        Some(())
    }
}
