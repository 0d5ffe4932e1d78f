//! `dxil-resource-access`: reads and writes through addresses in resources become the intrinsics that read and write
//! resources, each of exactly what was accessed.
//!
//! Needs: handles are values, and every address leads to one `llvm.dx.resource.getpointer`, which
//! [`shared_addresses`] sees to.
//!
//! Holds then: there is no `llvm.dx.resource.getpointer`, and nothing reads or writes through an address in a resource.
//!
//! Offsets are bytes, whatever types lead to them. LLVM's pass takes the type of a whole array for an element's where
//! there are two indices, and the first lane for any that an index says; this one does not.
//!
//! Source: LLVM's DXILResourceAccess.cpp, 22.1.

use az::SaturatingAs as _;
use dxil::ops::correspondence::Family;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BinaryOp, Body, CastOp, Instruction, InstructionId, Module, Op, Type, TypeId, Value};

use crate::error::{PassError, Result, invalid};
use crate::lower::calls::call;
use crate::lower::checks;
use crate::lower::memory::addresses::{Address, Bytes, GET_POINTER, address, as_i32};
use crate::lower::memory::pointer_phis;
use crate::lower::metadata::module_flags::has_native_16_bits;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;
use crate::upgrade::target_types::Resource;

/// The most lanes that one access has.
const LANES: u64 = 4;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let has_resources = state.has_function(|name| name.starts_with(GET_POINTER.as_bytes()));
    let is_one = |module: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        has_resources || pointer_phis::is_join(module, instruction)
    };
    let is_native = has_native_16_bits(&state.module, state.profile);
    state.each_function_with(is_one, |editor, intrinsics| {
        pointer_phis::run(editor, intrinsics)?;
        for id in editor.all_instructions() {
            let pointer = match editor.op(id) {
                Some(
                    Op::Load(pointer, _)
                    | Op::Store([_, pointer], _)
                    | Op::AtomicRmw { operands: [pointer, _], .. }
                    | Op::CompareExchange { operands: [pointer, ..], .. },
                ) => *pointer,
                _ => continue,
            };
            let Some(address) = address(editor, pointer)? else { continue };
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            Access::of(editor, intrinsics, is_native, (id, address))?.replace()?;
        }
        let _ = editor.remove_dead_instructions();
        left(editor)
    })
}

/// Refuses what still uses an address in a resource.
fn left(editor: &Editor<'_>) -> Result<()> {
    let is_address = |id: &InstructionId| {
        call(editor, *id).is_some_and(|(name, _)| name.starts_with(GET_POINTER.as_bytes()))
    };
    let Some(id) = editor.all_instructions().into_iter().find(is_address) else { return Ok(()) };
    // The last one that is there because of it says more than the first.
    let mut last = id;
    while let Some(user) = editor.uses(last.into()).next() {
        let passes_on = matches!(editor.op(user.instruction), Some(Op::ElementPointer { .. } | Op::Cast(..)));
        last = user.instruction;
        if !passes_on {
            break;
        }
    }
    Err(unsupported(
        editor,
        last,
        "pointer into a resource has a use other than a load, a store or an atomic operation",
    ))
}

/// An access to a resource.
pub(in crate::lower) struct Access<'e, 'm, 's> {
    pub(in crate::lower) editor: &'e mut Editor<'m>,
    intrinsics: &'s mut Intrinsics,
    /// Whether numbers of 16 bits have as many in buffers, and are not those of minimum precision.
    pub(in crate::lower) is_native: bool,
    /// The instruction that is replaced.
    id: InstructionId,
    pub(in crate::lower) address: Address,
    pub(in crate::lower) kind: Kind,
    element: Option<TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Kind {
    Typed,
    /// Of bytes.
    Raw,
    Structured,
    /// A constant buffer, and how many bytes it has.
    Constants(u64),
}

impl<'e, 'm, 's> Access<'e, 'm, 's> {
    fn of(
        editor: &'e mut Editor<'m>,
        intrinsics: &'s mut Intrinsics,
        is_native: bool,
        (id, address): (InstructionId, Address),
    ) -> Result<Self> {
        let module = editor.context();
        let ty = editor.type_of(address.resource).map_err(invalid)?;
        let resource = Resource::of(module, ty);
        let is_cbuffer =
            matches!(module.types.get(ty), Some(Type::Target(target)) if target.name == "dx.CBuffer");
        let kind = match resource.and_then(|resource| resource.family) {
            Some(Family::Typed) => Kind::Typed,
            Some(Family::Raw) => Kind::Raw,
            Some(Family::Structured) => Kind::Structured,
            None if is_cbuffer => {
                let layout = resource.and_then(|resource| resource.element);
                Kind::Constants(layout.map_or(0, |layout| cbuffer_size(editor, layout)))
            }
            _ => {
                return Err(unsupported(
                    editor,
                    id,
                    "pointers into resources are only supported for buffers",
                ));
            }
        };
        Ok(Self {
            editor,
            intrinsics,
            is_native,
            id,
            address,
            kind,
            element: resource.and_then(|resource| resource.element),
        })
    }

    /// Puts the intrinsics of a resource in the place of the instruction.
    fn replace(mut self) -> Result<()> {
        let ty = self.editor.instruction(self.id).map(|access| access.ty);
        let ty = ty.ok_or_else(|| self.refuse("no type"))?;
        let value = match self.editor.op(self.id).cloned() {
            Some(Op::Load(..)) => self.load(ty, &Bytes::default())?,
            Some(Op::AtomicRmw { op, operands: [_, value], .. }) => self.atomic(op, value)?,
            Some(Op::CompareExchange { operands: [_, compared, new], .. }) => {
                self.compare_exchange(compared, new)?
            }
            Some(Op::Store([value, _], _)) => {
                self.store(value, &Bytes::default())?;
                return self.editor.erase(self.id).map_err(invalid);
            }
            _ => return Ok(()),
        };
        self.editor.replace_and_erase(self.id, value).map_err(invalid)?;
        Ok(())
    }

    pub(in crate::lower) fn refuse(&self, why: impl Into<String>) -> PassError {
        unsupported(self.editor, self.id, why)
    }

    /// How many bits an integer has; `None` for what is none.
    fn integer_bits(&self, ty: TypeId) -> Option<u32> {
        match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits)) => Some(*bits),
            _ => None,
        }
    }

    pub(in crate::lower) fn i32(&mut self) -> TypeId {
        self.editor.module().types.int(32)
    }

    /// Calls an intrinsic that gives these types.
    pub(in crate::lower) fn call(
        &mut self,
        name: &str,
        arguments: &[Value],
        results: &[TypeId],
    ) -> Result<Value> {
        let row = self.intrinsics.row(name).ok_or_else(|| self.refuse(name))?;
        let made = self.intrinsics.call(self.editor, row, arguments, results)?;
        made.ok_or_else(|| self.refuse(format!("{name} has no overload for these operand types")))
    }

    pub(in crate::lower) fn size(&self, ty: TypeId) -> u64 {
        DataLayout::of(self.editor.context()).size(ty)
    }

    /// Lanes, and how many there are; `None` for what is neither a number nor a vector of them.
    fn lanes(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let types = &self.editor.context().types;
        let (lane, count) = match types.get(ty)? {
            Type::Vector(lane, count) => (*lane, *count),
            _ => (ty, 1),
        };
        let is_number =
            matches!(types.get(lane), Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double));
        is_number.then_some((lane, count))
    }

    /// The members of a structure or an array, and where they lie.
    fn parts(&self, ty: TypeId) -> Option<Vec<(TypeId, u64)>> {
        let module = self.editor.context();
        match module.types.get(ty)? {
            Type::Array(element, length) => {
                let size = self.size(*element);
                let length = Some(*length).filter(|length| *length <= crate::limits::PARTS)?;
                Some((0..length).map(|index| (*element, index * size)).collect())
            }
            Type::Literal { .. } | Type::Named(_) => {
                let offsets = DataLayout::of(module).offsets(ty);
                Some(module.types.members(ty)?.iter().copied().zip(offsets).collect())
            }
            _ => None,
        }
    }

    /// Reads a value of a type, so many bytes behind the address.
    fn load(&mut self, ty: TypeId, on: &Bytes) -> Result<Value> {
        let Some((lane, count)) = self.lanes(ty) else {
            let parts =
                self.parts(ty).ok_or_else(|| self.refuse("resources cannot store values of this type"))?;
            let mut whole = self.editor.module().constant(ty, ConstantKind::Poison);
            for (index, (part, at)) in (0..).zip(parts) {
                let at = on.clone().plus(at.saturating_as::<i64>());
                if matches!(self.editor.context().types.get(part), Some(Type::Target(_))) {
                    continue;
                }
                let value = self.load(part, &at)?;
                whole = self.editor.insert_value(whole, value, &[index]).map_err(invalid)?;
            }
            return Ok(whole);
        };
        match self.integer_bits(lane) {
            Some(1) if count > 1 && count % 32 == 0 => {
                // Packed, as LLVM packs them.
                let i32 = self.i32();
                let words = self.editor.module().types.vector(i32, count / 32);
                let packed = self.load(words, on)?;
                Ok(self.editor.cast(CastOp::Bitcast, packed, ty))
            }
            Some(1) => {
                let wide = self.like(ty, 32);
                let value = self.load(wide, on)?;
                Ok(self.editor.cast(CastOp::Trunc, value, ty))
            }
            Some(bits @ (8 | 24)) => self.load_bits(ty, u64::from(bits) * count, on),
            Some(16) if self.is_half_word(lane) => self.load_half_words(ty, (lane, count), on),
            Some(16 | 32 | 64) | None => match self.kind {
                Kind::Typed => self.load_typed(ty, on),
                Kind::Constants(size) => self.load_constants(ty, (lane, count), on, size),
                Kind::Raw | Kind::Structured => self.load_raw(ty, (lane, count), on),
            },
            Some(bits) => Err(self.refuse(format!("resources cannot store {bits}-bit integers"))),
        }
    }

    /// Integers of so many bits, as many as a type has lanes.
    fn like(&mut self, ty: TypeId, bits: u32) -> TypeId {
        let types = &mut self.editor.module().types;
        let scalar = types.int(bits);
        match types.get(ty) {
            Some(Type::Vector(_, lanes)) => {
                let lanes = *lanes;
                types.vector(scalar, lanes)
            }
            _ => scalar,
        }
    }

    /// Lanes of an element.
    fn load_typed(&mut self, ty: TypeId, on: &Bytes) -> Result<Value> {
        let element = self.element.ok_or_else(|| {
            self.refuse(
                "handle type of the typed buffer has no element \
                                                              type",
            )
        })?;
        let bit = self.editor.module().types.int(1);
        let [resource, index] = [self.address.resource, self.address.index];
        let loaded = self.call("llvm.dx.resource.load.typedbuffer", &[resource, index], &[element, bit])?;
        let whole = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
        self.lanes_of_element(whole, element, ty, on)
    }

    /// Lanes of a value as what they are read as.
    fn lanes_of_element(&mut self, whole: Value, element: TypeId, ty: TypeId, on: &Bytes) -> Result<Value> {
        if element == ty {
            return Ok(whole);
        }
        let (lane, count) = self
            .lanes(element)
            .ok_or_else(|| self.refuse("element of the typed buffer is not a scalar or vector"))?;
        let (wanted, wanted_count) = self.lanes(ty).unwrap_or((ty, 1));
        if self.size(lane) != self.size(wanted) {
            return Err(
                self.refuse("size of the component differs from the component size of the typed buffer")
            );
        }
        let first = self.lane_index(on, lane)?;
        let known = self.editor.context().integer(first);
        if known.is_some_and(|known| known.saturating_add(wanted_count) > count) {
            return Err(self.refuse("access exceeds the components of the typed buffer's element"));
        }
        let is_vector = self.editor.context().types.get(element) != self.editor.context().types.get(lane);
        let mut lanes = Vec::new();
        for place in 0..wanted_count {
            let one = if is_vector {
                let i32 = self.i32();
                let at = match known {
                    Some(known) => self.editor.int(i32, (known + place).saturating_as::<i64>()),
                    None if place == 0 => first,
                    None => {
                        let place = self.editor.int(i32, place.saturating_as::<i64>());
                        self.editor.binary(BinaryOp::Add, first, place)
                    }
                };
                self.editor.extract_element(whole, at).map_err(invalid)?
            } else {
                whole
            };
            lanes.push(self.as_bits(one, wanted)?);
        }
        self.vector(ty, &lanes)
    }

    /// Which lane of an element a byte is in.
    fn lane_index(&mut self, on: &Bytes, lane: TypeId) -> Result<Value> {
        let size = self.size(lane);
        let bytes = self.address.bytes.clone().and(on);
        bytes.value(self.editor, size)
    }

    /// The same bits as another type.
    pub(in crate::lower) fn as_bits(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let from = self.editor.type_of(value).map_err(invalid)?;
        Ok(if from == ty { value } else { self.editor.cast(CastOp::Bitcast, value, ty) })
    }

    /// A vector of lanes; the only one where the type is no vector.
    pub(in crate::lower) fn vector(&mut self, ty: TypeId, lanes: &[Value]) -> Result<Value> {
        if !matches!(self.editor.context().types.get(ty), Some(Type::Vector(..))) {
            return lanes.first().copied().ok_or_else(|| self.refuse("no lanes"));
        }
        let i32 = self.i32();
        let mut vector = self.editor.module().constant(ty, ConstantKind::Poison);
        for (place, lane) in (0..).zip(lanes) {
            let place = self.editor.int(i32, place);
            vector = self.editor.insert_element(vector, *lane, place).map_err(invalid)?;
        }
        Ok(vector)
    }

    /// The element and the offset of an access to a buffer of bytes or structures.
    pub(in crate::lower) fn raw_place(&mut self, on: &Bytes) -> Result<[Value; 2]> {
        let bytes = self.address.bytes.clone().and(on);
        let i32 = self.i32();
        let index = as_i32(self.editor, self.address.index)?;
        if self.kind == Kind::Structured {
            return Ok([index, bytes.value(self.editor, 1)?]);
        }
        let poison = self.editor.module().constant(i32, ConstantKind::Poison);
        if bytes.terms.is_empty() && bytes.constant == 0 {
            return Ok([index, poison]);
        }
        let whole = Bytes::of_value(self.editor.context(), index).and(&bytes);
        Ok([whole.value(self.editor, 1)?, poison])
    }

    fn load_raw(&mut self, ty: TypeId, (lane, count): (TypeId, u64), on: &Bytes) -> Result<Value> {
        let bit = self.editor.module().types.int(1);
        if count <= LANES {
            let [index, offset] = self.raw_place(on)?;
            let arguments = [self.address.resource, index, offset];
            let loaded = self.call("llvm.dx.resource.load.rawbuffer", &arguments, &[ty, bit])?;
            return self.editor.extract_value(loaded, &[0]).map_err(invalid);
        }
        let mut lanes = Vec::new();
        let size = self.size(lane);
        let i32 = self.i32();
        for first in (0..count).step_by(4) {
            let some = (count - first).min(LANES);
            let part = if some == 1 { lane } else { self.editor.module().types.vector(lane, some) };
            let at = on.clone().plus((first * size).saturating_as::<i64>());
            let value = self.load_raw(part, (lane, some), &at)?;
            for place in 0..some {
                lanes.push(if some == 1 {
                    value
                } else {
                    let place = self.editor.int(i32, i64::try_from(place).unwrap_or(0));
                    self.editor.extract_element(value, place).map_err(invalid)?
                });
            }
        }
        self.vector(ty, &lanes)
    }

    /// Writes a value, so many bytes behind the address.
    fn store(&mut self, value: Value, on: &Bytes) -> Result<()> {
        let ty = self.editor.type_of(value).map_err(invalid)?;
        let Some((lane, count)) = self.lanes(ty) else {
            let parts =
                self.parts(ty).ok_or_else(|| self.refuse("resources cannot store values of this type"))?;
            for (index, (part, at)) in (0..).zip(parts) {
                if matches!(self.editor.context().types.get(part), Some(Type::Target(_))) {
                    continue;
                }
                let one = self.editor.extract_value(value, &[index]).map_err(invalid)?;
                self.store(one, &on.clone().plus(at.saturating_as::<i64>()))?;
            }
            return Ok(());
        };
        match self.integer_bits(lane) {
            Some(1) if count > 1 && count % 32 == 0 => {
                let i32 = self.i32();
                let words = self.editor.module().types.vector(i32, count / 32);
                let packed = self.editor.cast(CastOp::Bitcast, value, words);
                return self.store(packed, on);
            }
            Some(1) => {
                let wide = self.like(ty, 32);
                let value = self.editor.cast(CastOp::ZExt, value, wide);
                return self.store(value, on);
            }
            Some(16) if self.is_half_word(lane) => return self.store_half_words(value, (lane, count), on),
            Some(16 | 32 | 64) | None => {}
            Some(bits @ (8 | 24)) => return self.store_bits(value, u64::from(bits) * count, on),
            Some(bits) => return Err(self.refuse(format!("resources cannot store {bits}-bit integers"))),
        }
        match self.kind {
            Kind::Typed => self.store_typed(value, ty, on),
            Kind::Constants(_) => Err(self.refuse("store to a constant buffer, which is read-only")),
            Kind::Raw | Kind::Structured => self.store_raw(value, (lane, count), on),
        }
    }

    /// Writes lanes of an element: all of it where that is all, and otherwise what it was with them.
    fn store_typed(&mut self, value: Value, ty: TypeId, on: &Bytes) -> Result<()> {
        let element = self.element.ok_or_else(|| {
            self.refuse(
                "handle type of the typed buffer has no element \
                                                              type",
            )
        })?;
        let [resource, index] = [self.address.resource, self.address.index];
        let whole = if ty == element {
            value
        } else {
            let (lane, count) = self
                .lanes(element)
                .ok_or_else(|| self.refuse("element of the typed buffer is not a scalar or vector"))?;
            let (stored, stored_count) = self.lanes(ty).unwrap_or((ty, 1));
            if self.size(lane) != self.size(stored) {
                return Err(
                    self.refuse("size of the component differs from the component size of the typed buffer")
                );
            }
            let first = self.lane_index(on, lane)?;
            let known = self.editor.context().integer(first);
            if known.is_some_and(|known| known.saturating_add(stored_count) > count) {
                return Err(self.refuse("access exceeds the components of the typed buffer's element"));
            }
            if count == 1 && stored_count == 1 {
                let one = self.lane_of(value, 0)?;
                let one = self.as_bits(one, lane)?;
                self.vector(element, &[one])?
            } else {
                let bit = self.editor.module().types.int(1);
                let name = "llvm.dx.resource.load.typedbuffer";
                let loaded = self.call(name, &[resource, index], &[element, bit])?;
                let mut whole = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
                let i32 = self.i32();
                for place in 0..stored_count {
                    let one = self.lane_of(value, place)?;
                    let one = self.as_bits(one, lane)?;
                    let at = match known.and_then(|known| i64::try_from(known + place).ok()) {
                        Some(number) => self.editor.int(i32, number),
                        None if place == 0 => first,
                        None => {
                            let place = self.editor.int(i32, i64::try_from(place).unwrap_or(0));
                            self.editor.binary(BinaryOp::Add, first, place)
                        }
                    };
                    whole = self.editor.insert_element(whole, one, at).map_err(invalid)?;
                }
                whole
            }
        };
        self.call("llvm.dx.resource.store.typedbuffer", &[resource, index, whole], &[])?;
        Ok(())
    }

    /// A lane; all of what is no vector.
    pub(in crate::lower) fn lane_of(&mut self, value: Value, place: u64) -> Result<Value> {
        let ty = self.editor.type_of(value).map_err(invalid)?;
        if !matches!(self.editor.context().types.get(ty), Some(Type::Vector(..))) {
            return Ok(value);
        }
        let i32 = self.i32();
        let place = self.editor.int(i32, i64::try_from(place).unwrap_or(0));
        self.editor.extract_element(value, place).map_err(invalid)
    }

    fn store_raw(&mut self, value: Value, (lane, count): (TypeId, u64), on: &Bytes) -> Result<()> {
        let resource = self.address.resource;
        if count <= LANES {
            let [index, offset] = self.raw_place(on)?;
            self.call("llvm.dx.resource.store.rawbuffer", &[resource, index, offset, value], &[])?;
            return Ok(());
        }
        let size = self.size(lane);
        for first in (0..count).step_by(4) {
            let some = (count - first).min(LANES);
            let lanes = (first..first + some).map(|place| self.lane_of(value, place));
            let lanes = lanes.collect::<Result<Vec<_>>>()?;
            let ty = if some == 1 { lane } else { self.editor.module().types.vector(lane, some) };
            let part = self.vector(ty, &lanes)?;
            let at = on.clone().plus((first * size).saturating_as::<i64>());
            self.store_raw(part, (lane, some), &at)?;
        }
        Ok(())
    }
}

/// The size in bytes of a constant buffer with this layout type.
fn cbuffer_size(editor: &Editor<'_>, layout: TypeId) -> u64 {
    let module = editor.context();
    match module.types.get(layout) {
        Some(Type::Target(target)) => target.numbers.first().copied().unwrap_or(0).into(),
        _ => DataLayout::of(module).size(layout),
    }
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find_call(module, |name| name.starts_with(GET_POINTER.as_bytes()))
}
