//! Addresses of memory, followed through `getelementptr` and casts to all loads and stores. Separate from rewriting
//! them, because the check of the postcondition does only this.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::uses::Use;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value};

use super::regions::{Path, Regions, Request, Step};
use super::scalars::Scalars;
use crate::limits::{CHAIN, PARTS};
use crate::pass_manager::steps;
use crate::transform::memory;

/// The part of memory that an address is of.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The path to the part, and the index of each step: zero, or a value.
    pub(super) path: Path,
    pub(super) indices: Vec<Option<Value>>,
    /// The type of the part.
    ty: TypeId,
    /// The scalar in the part, where that is accessed by scalars.
    pub(super) offset: Option<Offset>,
}

/// A number of scalars: a known one, and products of other values.
#[derive(Debug, Clone, Default)]
pub(super) struct Offset {
    pub(super) known: u64,
    pub(super) terms: Vec<(Value, u64)>,
}

/// A load or store.
#[derive(Debug)]
pub(super) struct Access {
    pub(super) id: InstructionId,
    pub(super) place: Place,
    /// The type that is loaded or stored.
    pub(super) ty: TypeId,
    /// The number of scalars and of other parts.
    pub(super) count: u64,
}

/// All users of memory that is accessed as several types.
#[derive(Debug)]
pub(super) struct Views {
    pub(super) memory: InstructionId,
    pub(super) ty: TypeId,
    pub(super) regions: Regions,
    pub(super) accesses: Vec<Access>,
    /// Instructions that compute addresses, each after its operand, and markers of lifetimes, each before its operand.
    pub(super) addresses: Vec<InstructionId>,
    /// Addresses of parts without regions.
    pub(super) others: Vec<(InstructionId, Place)>,
}

impl Views {
    /// The users of the memory that an instruction allocates; `None` where it is accessed as one type, or a region has
    /// other users than loads and stores.
    pub(super) fn of(editor: &Editor<'_>, scalars: &mut Scalars, memory: InstructionId) -> Option<Self> {
        Self::find(editor, scalars, memory)?.ok()
    }

    /// Like [`of`](Self::of), but with the reason where memory that is accessed as several types has to stay.
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
        if let Some((_, user)) = opaque.iter().find(|(path, _)| regions.meet(path)) {
            return Some(Err(reason(editor, *user)));
        }
        let mut walk = Walk::new(editor, scalars, Some(&regions));
        if walk.follow(memory, ty).is_none() {
            return Some(Err(BEYOND));
        }
        let Walk { accesses, addresses, others, .. } = walk;
        Some(Ok(Self { memory, ty, regions, accesses, addresses, others }))
    }

    /// The number of scalars that are loaded and stored.
    pub(super) fn steps(&self) -> u64 {
        let counts = self.accesses.iter().map(|access| access.count);
        counts.fold(steps(self.addresses.len()), u64::saturating_add)
    }
}

/// The reason where no region covers an access, or one is too large.
const BEYOND: &str = "a load or store through the cast exceeds the memory or has more than 1,024 scalars";

/// The reason why a user of an address cannot be rewritten.
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

/// A walk over the users of memory. Without regions it collects what has to be in one.
struct Walk<'w, 'm> {
    editor: &'w Editor<'m>,
    scalars: &'w mut Scalars,
    regions: Option<&'w Regions>,
    is_cast: bool,
    requests: Vec<Request>,
    /// Parts with users that cannot be rewritten, and these users.
    opaque: Vec<(Path, InstructionId)>,
    accesses: Vec<Access>,
    addresses: Vec<InstructionId>,
    others: Vec<(InstructionId, Place)>,
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

    /// Follows the address of memory of type `ty`.
    fn follow(&mut self, memory: InstructionId, ty: TypeId) -> Option<()> {
        let mut root = Place { path: Path::new(), indices: Vec::new(), ty, offset: None };
        self.enter(&mut root);
        let mut waiting = vec![(Value::from(memory), root)];
        while let Some((address, place)) = waiting.pop() {
            for at in self.editor.uses(address) {
                if let Some(markers) = memory::lifetime_markers(self.editor, at.instruction) {
                    self.addresses.extend(markers.into_iter().rev());
                } else if let Some(found) = self.user(&place, at) {
                    waiting.extend(found.map(|place| (Value::from(at.instruction), place)));
                } else if self.regions.is_none() {
                    self.opaque.push((place.path.clone(), at.instruction));
                } else {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Takes note of a user; returns the place of the address that it computes, if its users have to be followed.
    /// `None` where it cannot be rewritten.
    fn user(&mut self, place: &Place, at: Use) -> Option<Option<Place>> {
        let (editor, id) = (self.editor, at.instruction);
        match editor.op(id)? {
            Op::Load(_, access) if memory::is_plain(access) => {
                self.access(id, place, editor.type_of(id.into()).ok()?)?;
                Some(None)
            }
            Op::Store([value, _], access) if memory::is_plain(access) && at.operand == 1 => {
                self.access(id, place, editor.type_of(*value).ok()?)?;
                Some(None)
            }
            Op::ElementPointer { source, .. } if at.operand == 0 => {
                let inner = self.inner(place, *source, editor.operands(id).get(1..)?)?;
                self.derive(id, inner)
            }
            Op::Cast(CastOp::Bitcast, _) => {
                let pointee = editor.context().types.pointee(editor.type_of(id.into()).ok()?)?;
                let inner = self.cast(place, pointee)?;
                self.derive(id, inner)
            }
            _ => None,
        }
    }

    /// Takes note of an address that is computed.
    fn derive(&mut self, id: InstructionId, place: Place) -> Option<Option<Place>> {
        if let Some(regions) = self.regions
            && place.offset.is_none()
            && !regions.are_within(&place.path)
        {
            self.others.push((id, place));
            return Some(None);
        }
        let is_described = self.editor.metadata_uses(id.into()).next().is_some();
        if is_described || !memory::is_pointer(self.editor, id.into()) {
            return None;
        }
        self.addresses.push(id);
        Some(Some(place))
    }

    fn access(&mut self, id: InstructionId, place: &Place, ty: TypeId) -> Option<()> {
        let module = self.editor.context();
        let count = match &place.offset {
            Some(offset) => {
                let (scalar, all) = self.scalars.of(module, place.ty)?;
                let count = self.scalars.count(module, scalar, ty)?;
                let reach = offset.known.checked_add(count)?;
                // Beyond the end of a region there is no memory to access instead.
                if self.regions.is_some() && reach > all {
                    return None;
                }
                self.request(place, reach);
                count
            }
            None if place.ty == ty => match self.regions {
                Some(regions) => self.leaves(regions, ty, &mut place.path.clone())?,
                None => 0,
            },
            None => return None,
        };
        if count > PARTS {
            return None;
        }
        self.accesses.push(Access { id, place: place.clone(), ty, count });
        Some(())
    }

    /// The number of loads or stores of a part that is accessed whole.
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

    /// Asks for a region that has the first `reach` scalars from a place on.
    fn request(&mut self, place: &Place, reach: u64) {
        if self.regions.is_none()
            && let Some((scalar, _)) = self.scalars.of(self.editor.context(), place.ty)
        {
            self.requests.push(Request { path: place.path.clone(), scalar, reach });
        }
    }

    /// Counts in scalars from here on, if the part is a region.
    fn enter(&self, place: &mut Place) {
        if self.regions.is_some_and(|regions| regions.at(&place.path).is_some()) {
            place.offset = Some(Offset::default());
        }
    }

    /// The place that a cast to a pointer to `pointee` leads to.
    fn cast(&mut self, place: &Place, pointee: TypeId) -> Option<Place> {
        let module = self.editor.context();
        let mut place = place.clone();
        let wanted = self.scalars.of(module, pointee);
        while place.offset.is_none() && place.ty != pointee {
            let found = self.scalars.of(module, place.ty);
            if let (Some((scalar, _)), Some((other, reach))) = (found, wanted)
                && scalar == other
            {
                self.is_cast = true;
                self.request(&place, reach);
                place.offset = Some(Offset::default());
            } else {
                let is_structure = module.types.members(place.ty).is_some();
                place.path.push(if is_structure { Step::Member(0) } else { Step::Element });
                place.indices.push(None);
                place.ty = module.types.element(place.ty, 0)?;
                self.enter(&mut place);
            }
        }
        if place.offset.is_some() {
            let (scalar, _) = self.scalars.of(module, place.ty)?;
            wanted.filter(|(other, _)| *other == scalar)?;
        }
        Some(place)
    }

    /// The place that indices lead to, which count in elements of type `source`.
    fn inner(&mut self, place: &Place, source: TypeId, indices: &[Value]) -> Option<Place> {
        let module = self.editor.context();
        let mut place = place.clone();
        let (first, rest) = indices.split_first()?;
        if place.offset.is_none() && place.ty != source {
            return None;
        }
        if place.offset.is_none() && module.signed_integer(*first) != Some(0) {
            // The next one is in the array around it.
            let (_, count) = self.scalars.of(module, place.ty)?;
            if self.regions.is_some() {
                return None;
            }
            self.request(&place, count.saturating_add(1));
            place.offset = Some(Offset::default());
        }
        if place.offset.is_some() {
            self.further(&mut place, *first, source)?;
        }
        let mut ty = source;
        for index in rest {
            let is_structure = module.types.members(ty).is_some();
            let member = || u32::try_from(module.signed_integer(*index)?).ok();
            if place.offset.is_none() {
                let step = if is_structure { Step::Member(member()?) } else { Step::Element };
                ty = module.types.element(ty, if is_structure { member()?.into() } else { 0 })?;
                place.path.push(step);
                place.indices.push(Some(*index));
                place.ty = ty;
                self.enter(&mut place);
            } else if is_structure {
                let member = usize::try_from(member()?).ok()?;
                let members = module.types.members(ty)?;
                for before in members.get(..member)? {
                    let (_, count) = self.scalars.of(module, *before)?;
                    let offset = place.offset.as_mut()?;
                    offset.known = offset.known.checked_add(count)?;
                }
                ty = *members.get(member)?;
            } else {
                ty = module.types.element(ty, 0)?;
                self.further(&mut place, *index, ty)?;
            }
        }
        Some(place)
    }

    /// Goes on by so many elements of a type.
    fn further(&mut self, place: &mut Place, index: Value, ty: TypeId) -> Option<()> {
        let module = self.editor.context();
        let (scalar, _) = self.scalars.of(module, place.ty)?;
        let size = self.scalars.count(module, scalar, ty)?;
        let offset = place.offset.as_mut()?;
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
