//! Memory that is looked at as several types of the same scalars becomes an array of these. DXC's pass of this name
//! does the same for matrices: libraries hand them over as structures of rows, `{ [3 x <3 x float>] }`, keep them as
//! one vector, `<9 x float>`, or several in one array, `[18 x float]`, and cast the address between these, which no
//! shader may.
//!
//! Needs: calls are inlined ([`Fact::Inlined`]), so that what hands over and what takes are in one function.
//!
//! Holds then: the address of no memory on the stack is cast to that of another type of the same scalars, if all that
//! is done with the memory are reads and writes of some of them that are neither volatile nor atomic. In modern IR
//! there are no such casts.
//!
//! - What is read or written is taken apart into scalars and put together anew; [`sroa`](super::sroa) and
//!   [`mem2reg`](super::mem2reg) see to the array.
//! - Types of more scalars than [`PARTS`] are left alone.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, BinaryOp, CastOp, InstructionId, Module, Op, Type, TypeId, Value};

use super::{Done, Entry, Fact, Pass, debug_variables, fold, memory, steps};
use crate::error::{Result, invalid};
use crate::limits::{PARTS, TYPE_DEPTH};

/// The pass in a list.
pub const PASS: Entry = Entry {
    name: "matrix_bitcast_lower",
    pass: Pass::Function(run),
    needs: &[Fact::Inlined],
    gives: &[Fact::NoMatrixCasts],
    undoes: &[Fact::Split, Fact::Promoted, Fact::Folded, Fact::SimpleFlow, Fact::NoDeadInstructions],
};

/// Makes memory that is looked at as several types an array of scalars; counts such memory.
///
/// # Errors
///
/// None in a valid module.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    for id in all {
        if let Some(views) = Views::of(editor, id) {
            done.steps = done.steps.saturating_add(views.accesses.iter().map(|access| access.count).sum());
            views.replace(editor, id)?;
            done.count += 1;
        }
    }
    Ok(done)
}

/// Memory whose address is cast to those of other types.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    let found = all.into_iter().find(|id| Views::of(editor, *id).is_some());
    found.map(|id| format!("{id} is looked at as several types"))
}

/// A read or a write of scalars of some memory.
#[derive(Debug)]
struct Access {
    id: InstructionId,
    at: Place,
    /// How many.
    count: u64,
}

/// A scalar of some memory: so many behind the first, and so many times others for each index that is not known.
#[derive(Debug, Clone, Default)]
struct Place {
    known: u64,
    terms: Vec<(Value, u64)>,
}

/// All that is done with memory that is looked at as several types.
#[derive(Debug)]
struct Views {
    scalar: TypeId,
    count: u64,
    accesses: Vec<Access>,
    /// What computes addresses, each behind what it computes from, and what says when memory is in use.
    addresses: Vec<InstructionId>,
}

impl Views {
    /// What is done with what an instruction allocates; `None` where it is looked at as one type, or something else is
    /// done with it.
    fn of(editor: &Editor<'_>, memory: InstructionId) -> Option<Self> {
        let ty = memory::allocated(editor, memory)?;
        let (scalar, count) = scalars(editor.context(), ty, TYPE_DEPTH)?;
        let mut views = Self { scalar, count, accesses: Vec::new(), addresses: Vec::new() };
        let mut is_cast = false;
        let mut waiting = vec![(Value::from(memory), Place::default())];
        while let Some((address, place)) = waiting.pop() {
            for at in editor.uses(address) {
                let id = at.instruction;
                if let Some(markers) = memory::lifetime_markers(editor, id) {
                    views.addresses.extend(markers.into_iter().rev());
                    continue;
                }
                match editor.op(id)? {
                    Op::Load(_, access) if memory::is_plain(access) => {
                        let ty = editor.type_of(id.into()).ok()?;
                        views.access(editor, id, ty, &place)?;
                    }
                    Op::Store([value, _], access) if memory::is_plain(access) && at.operand == 1 => {
                        let ty = editor.type_of(*value).ok()?;
                        views.access(editor, id, ty, &place)?;
                    }
                    Op::ElementPointer { source, .. } if at.operand == 0 => {
                        let inner = views.inner(editor, &place, *source, editor.operands(id).get(1..)?)?;
                        views.derive(editor, id)?;
                        waiting.push((id.into(), inner));
                    }
                    Op::Cast(CastOp::Bitcast, _) => {
                        let pointee = editor.context().types.pointee(editor.type_of(id.into()).ok()?)?;
                        views.scalars(editor, pointee)?;
                        is_cast = true;
                        views.derive(editor, id)?;
                        waiting.push((id.into(), place.clone()));
                    }
                    _ => return None,
                }
            }
        }
        is_cast.then_some(views)
    }

    /// How many of the memory's scalars a type has.
    fn scalars(&self, editor: &Editor<'_>, ty: TypeId) -> Option<u64> {
        let (scalar, count) = scalars(editor.context(), ty, TYPE_DEPTH)?;
        (scalar == self.scalar).then_some(count)
    }

    fn access(&mut self, editor: &Editor<'_>, id: InstructionId, ty: TypeId, at: &Place) -> Option<()> {
        let count = self.scalars(editor, ty)?;
        // Beyond the end there is nothing that could be read instead.
        if at.known.checked_add(count)? > self.count {
            return None;
        }
        self.accesses.push(Access { id, at: at.clone(), count });
        Some(())
    }

    /// Takes note of an address that is computed.
    fn derive(&mut self, editor: &Editor<'_>, id: InstructionId) -> Option<()> {
        let is_described = editor.metadata_uses(id.into()).next().is_some();
        (memory::is_address(editor, id.into()) && !is_described).then(|| self.addresses.push(id))
    }

    /// The scalar to which indices lead.
    fn inner(&self, editor: &Editor<'_>, place: &Place, source: TypeId, indices: &[Value]) -> Option<Place> {
        let module = editor.context();
        let mut inner = place.clone();
        let mut ty = source;
        let mut size = self.scalars(editor, source)?;
        for (depth, index) in indices.iter().enumerate() {
            let known = module.signed_integer(*index);
            if depth > 0 {
                if let Some(members) = module.types.members(ty) {
                    let member = usize::try_from(known?).ok()?;
                    for before in members.get(..member)? {
                        inner.known = inner.known.checked_add(self.scalars(editor, *before)?)?;
                    }
                    ty = *members.get(member)?;
                    size = self.scalars(editor, ty)?;
                    continue;
                }
                ty = module.types.element(ty, 0)?;
                size = self.scalars(editor, ty)?;
            }
            match known {
                Some(known) => {
                    inner.known = inner.known.checked_add(size.checked_mul(u64::try_from(known).ok()?)?)?
                }
                None => {
                    let is_word = module.types.get(editor.type_of(*index).ok()?) == Some(&Type::Integer(32));
                    is_word.then(|| inner.terms.push((*index, size)))?;
                }
            }
        }
        Some(inner)
    }

    /// Puts an array of scalars in the place of the memory.
    fn replace(&self, editor: &mut Editor<'_>, memory: InstructionId) -> Result<()> {
        let array = editor.module().types.array(self.scalar, self.count);
        editor.go_to(Position::Before(memory)).map_err(invalid)?;
        let new = editor.alloca(array, Alignment::NATURAL);
        for Access { id, at, count } in &self.accesses {
            editor.go_to(Position::Before(*id)).map_err(invalid)?;
            let first = at.variable(editor)?;
            let mut pointers = Vec::new();
            for offset in 0..*count {
                pointers.push(self.pointer(editor, (new, array), first, at.known + offset)?);
            }
            match editor.op(*id).cloned() {
                Some(Op::Store([value, _], _)) => {
                    let ty = editor.type_of(value).map_err(invalid)?;
                    let scalars = take_apart(editor, value, ty)?;
                    for (scalar, pointer) in scalars.into_iter().zip(pointers) {
                        editor.store(scalar, pointer, Alignment::NATURAL);
                    }
                    editor.erase(*id).map_err(invalid)?;
                }
                _ => {
                    let ty = editor.type_of((*id).into()).map_err(invalid)?;
                    let loads = pointers
                        .into_iter()
                        .map(|pointer| editor.load(self.scalar, pointer, Alignment::NATURAL));
                    let scalars: Vec<Value> = loads.collect();
                    let value = put_together(editor, ty, &mut scalars.into_iter())?;
                    editor.replace_and_erase(*id, value).map_err(invalid)?;
                }
            }
        }
        for address in self.addresses.iter().rev() {
            editor.erase(*address).map_err(invalid)?;
        }
        // Variables of the source live where the memory is now.
        let bits = editor.context().types.get(self.scalar).map_or(0, bits).saturating_mul(self.count);
        if let dxil_ir::ValueKind::Instruction(new) = new.kind() {
            for variable in debug_variables::in_memory(editor, memory) {
                debug_variables::declare_piece(editor, &variable, new, memory, 0..bits)?;
            }
        }
        debug_variables::forget(editor, memory)?;
        editor.erase(memory).map_err(invalid)
    }

    /// The address of a scalar.
    fn pointer(
        &self,
        editor: &mut Editor<'_>,
        (memory, array): (Value, TypeId),
        variable: Option<Value>,
        known: u64,
    ) -> Result<Value> {
        let i32 = editor.module().types.int(32);
        let zero = editor.int(i32, 0);
        let known_index = editor.int(i32, known.cast_signed());
        let index = match variable {
            None => known_index,
            Some(variable) if known == 0 => variable,
            Some(variable) => editor.binary(BinaryOp::Add, variable, known_index),
        };
        editor.element_pointer(variable.is_none(), array, memory, &[zero, index]).map_err(invalid)
    }
}

impl Place {
    /// What is added to the index for what is not known. The cursor stands where it is needed.
    fn variable(&self, editor: &mut Editor<'_>) -> Result<Option<Value>> {
        let i32 = editor.module().types.int(32);
        let mut sum = None;
        for (index, size) in &self.terms {
            let scaled = if *size == 1 {
                *index
            } else {
                let size = editor.int(i32, size.cast_signed());
                editor.binary(BinaryOp::Mul, *index, size)
            };
            sum = Some(match sum {
                Some(sum) => editor.binary(BinaryOp::Add, sum, scaled),
                None => scaled,
            });
        }
        Ok(sum)
    }
}

/// How wide a scalar is.
fn bits(scalar: &Type) -> u64 {
    match scalar {
        Type::Integer(bits) => (*bits).into(),
        Type::Half => 16,
        Type::Double => 64,
        _ => 32,
    }
}

/// The scalar that all of a type consists of, and how often.
fn scalars(module: &Module, ty: TypeId, depth: usize) -> Option<(TypeId, u64)> {
    let depth = depth.checked_sub(1)?;
    let (scalar, count) = match module.types.get(ty)? {
        Type::Array(element, length) | Type::Vector(element, length) => {
            let (scalar, count) = scalars(module, *element, depth)?;
            (scalar, count.checked_mul(*length)?)
        }
        Type::Named(_) | Type::Literal { .. } => {
            let members = module.types.members(ty)?;
            let mut all: Option<(TypeId, u64)> = None;
            for member in members {
                let (scalar, count) = scalars(module, *member, depth)?;
                all = Some(match all {
                    Some((known, sum)) if known == scalar => (scalar, sum.checked_add(count)?),
                    Some(_) => return None,
                    None => (scalar, count),
                });
            }
            all?
        }
        Type::Integer(_) | Type::Half | Type::Float | Type::Double => (ty, 1),
        _ => return None,
    };
    (count <= PARTS).then_some((scalar, count))
}

/// The scalars of a value, in order.
fn take_apart(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Vec<Value>> {
    let (mut found, mut waiting) = (Vec::new(), vec![(value, ty)]);
    while let Some((value, ty)) = waiting.pop() {
        let count = members(editor.context(), ty);
        if count == 0 {
            found.push(value);
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let Some(element) = editor.context().types.element(ty, index) else { continue };
            parts.push((member(editor, value, ty, index)?, element));
        }
        waiting.extend(parts.into_iter().rev());
    }
    Ok(found)
}

/// A value of a type, of its scalars in order.
fn put_together(
    editor: &mut Editor<'_>,
    ty: TypeId,
    scalars: &mut std::vec::IntoIter<Value>,
) -> Result<Value> {
    let count = members(editor.context(), ty);
    let undefined = editor.undef(ty);
    if count == 0 {
        return Ok(scalars.next().unwrap_or(undefined));
    }
    let mut whole = undefined;
    for index in 0..count {
        let Some(element) = editor.context().types.element(ty, index) else { continue };
        // As deep as types are, which is bounded.
        let part = put_together(editor, element, scalars)?;
        whole = match editor.context().types.get(ty) {
            Some(Type::Vector(..)) => {
                let i32 = editor.module().types.int(32);
                let at = editor.int(i32, index.cast_signed());
                editor.insert_element(whole, part, at).map_err(invalid)?
            }
            _ => editor.insert_value(whole, part, &[narrow(index)]).map_err(invalid)?,
        };
    }
    Ok(whole)
}

/// A member of a value.
fn member(editor: &mut Editor<'_>, of: Value, ty: TypeId, index: u64) -> Result<Value> {
    if let Some(part) = fold::part(editor, of, index) {
        return Ok(part);
    }
    match editor.context().types.get(ty) {
        Some(Type::Vector(..)) => {
            let i32 = editor.module().types.int(32);
            let at = editor.int(i32, index.cast_signed());
            editor.extract_element(of, at).map_err(invalid)
        }
        _ => editor.extract_value(of, &[narrow(index)]).map_err(invalid),
    }
}

fn narrow(index: u64) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// How many members a type has; none of a scalar.
fn members(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Some(Type::Array(_, length) | Type::Vector(_, length)) => *length,
        Some(Type::Named(_) | Type::Literal { .. }) => {
            u64::try_from(module.types.members(ty).map_or(0, <[TypeId]>::len)).unwrap_or(u64::MAX)
        }
        _ => 0,
    }
}
