//! `dxil-resource-access`: lowers loads, stores and atomic operations on pointers into resources to resource
//! intrinsics.
//!
//! The pass first runs [`pointer_phis`], so that each pointer has one `llvm.dx.resource.getpointer` call as its root.
//! It then computes byte offsets from the GEPs, and loads and stores exactly the bytes of the access. LLVM's pass
//! differs: in a GEP with two indices, it uses the size of the array as the element size, and it accesses the first
//! component of a vector at a variable index.
//!
//! Precondition: no phi or select has a handle as its result.
//!
//! Postcondition: `llvm.dx.resource.getpointer` is not called, so no load, store or atomic operation accesses a
//! resource through a pointer.
//!
//! Source: LLVM's DXILResourceAccess.cpp, 22.1.

use az::SaturatingAs as _;
use dxil::ops::correspondence::Family;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Body, CastOp, Instruction, InstructionId, Module, Op, Type, TypeId, Value};

use crate::error::{PassError, Result, invalid};
use crate::lower::calls::call;
use crate::lower::checks;
use crate::lower::memory::addresses::{Address, Bytes, GET_POINTER, address, as_i32};
use crate::lower::memory::{cbuffer_access, pointer_phis};
use crate::lower::metadata::module_flags::has_native_16_bits;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;
use crate::upgrade::target_types::Resource;

/// The maximum number of components of one resource access.
const LANES: u64 = 4;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    cbuffer_access::replace_all_base_pointers(state)?;
    let has_resources = state.has_function(|name| name.starts_with(GET_POINTER.as_bytes()));
    let is_match = |module: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        has_resources || pointer_phis::is_join(module, instruction)
    };
    let is_native = has_native_16_bits(&state.module, state.profile);
    state.each_function_with(is_match, |editor, intrinsics| {
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
        erase_unused_pointers(editor)?;
        reject_other_uses(editor)
    })
}

/// Erases `getpointer` calls without users. Their declarations may lack the attributes of the intrinsic.
fn erase_unused_pointers(editor: &mut Editor<'_>) -> Result<()> {
    for id in editor.all_instructions() {
        if is_get_pointer(editor, id) && !editor.is_used(id.into()) {
            editor.erase(id).map_err(invalid)?;
        }
    }
    Ok(())
}

fn is_get_pointer(editor: &Editor<'_>, id: InstructionId) -> bool {
    call(editor, id).is_some_and(|(name, _)| name.starts_with(GET_POINTER.as_bytes()))
}

/// Returns an error if a `getpointer` call remains, because its pointer has a use other than a load, a store or an
/// atomic operation.
fn reject_other_uses(editor: &Editor<'_>) -> Result<()> {
    let mut instructions = editor.all_instructions().into_iter();
    let Some(id) = instructions.find(|id| is_get_pointer(editor, *id)) else { return Ok(()) };
    // The error names the first user that is not a GEP or a cast.
    let mut last = id;
    while let Some(user) = editor.uses(last.into()).next() {
        let is_pointer =
            matches!(editor.op(user.instruction), Some(Op::ElementPointer { .. } | Op::Cast(..)));
        last = user.instruction;
        if !is_pointer {
            break;
        }
    }
    Err(unsupported(
        editor,
        last,
        "pointer into a resource has a use other than a load, a store or an atomic operation",
    ))
}

/// A load, a store or an atomic operation on a pointer into a resource.
pub(in crate::lower) struct Access<'e, 'm, 's> {
    pub(in crate::lower) editor: &'e mut Editor<'m>,
    intrinsics: &'s mut Intrinsics,
    /// True if 16-bit types are native, false if they are minimum precision types.
    pub(in crate::lower) is_native: bool,
    /// The instruction that is replaced.
    pub(in crate::lower) id: InstructionId,
    pub(in crate::lower) address: Address,
    pub(in crate::lower) kind: Kind,
    /// The element type of the handle type.
    pub(in crate::lower) element: Option<TypeId>,
}

/// The kind of a resource.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Kind {
    /// `Buffer` and `RWBuffer`.
    Typed,
    /// `ByteAddressBuffer` and `RWByteAddressBuffer`.
    Raw,
    /// `StructuredBuffer` and `RWStructuredBuffer`.
    Structured,
    /// A constant buffer, with its size in bytes.
    Constants(u64),
    /// A texture without multisampling.
    Texture {
        /// The number of texel offsets.
        offsets: u64,
        /// True for an unordered access view.
        is_writable: bool,
    },
}

impl<'e, 'm, 's> Access<'e, 'm, 's> {
    /// # Errors
    ///
    /// The resource is not a buffer and not a texture without multisampling.
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
            Some(Family::Texture) => Kind::Texture {
                offsets: resource.map_or(0, |resource| resource.dimensions.1 as u64),
                is_writable: is_writable(module, ty),
            },
            None if is_cbuffer => {
                let layout = resource.and_then(|resource| resource.element);
                Kind::Constants(layout.map_or(0, |layout| cbuffer_size(editor, layout)))
            }
            _ => {
                return Err(unsupported(
                    editor,
                    id,
                    "pointers into resources are only supported for buffers and textures without multisampling",
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

    /// Replaces the instruction by resource intrinsics.
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

    /// Creates an error at the instruction.
    pub(in crate::lower) fn refuse(&self, why: impl Into<String>) -> PassError {
        unsupported(self.editor, self.id, why)
    }

    /// Returns the width of an integer type; `None` for other types.
    fn integer_bits(&self, ty: TypeId) -> Option<u32> {
        match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits)) => Some(*bits),
            _ => None,
        }
    }

    pub(in crate::lower) fn i32(&mut self) -> TypeId {
        self.editor.module().types.int(32)
    }

    /// Emits a call of an intrinsic whose overload has these result types.
    ///
    /// # Errors
    ///
    /// The intrinsic has no overload for the types of the arguments and results.
    pub(in crate::lower) fn call(
        &mut self,
        name: &str,
        arguments: &[Value],
        results: &[TypeId],
    ) -> Result<Value> {
        let row = self.intrinsics.row(name).ok_or_else(|| self.refuse(name))?;
        let call = self.intrinsics.call(self.editor, row, arguments, results)?;
        call.ok_or_else(|| self.refuse(format!("{name} has no overload for these operand types")))
    }

    /// Returns the allocation size of a type, in bytes.
    pub(in crate::lower) fn size(&self, ty: TypeId) -> u64 {
        DataLayout::of(self.editor.context()).size(ty)
    }

    /// Returns the component type and the number of components of a scalar or vector; `None` for other types.
    pub(in crate::lower) fn lanes(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let types = &self.editor.context().types;
        let (lane, count) = match types.get(ty)? {
            Type::Vector(lane, count) => (*lane, *count),
            _ => (ty, 1),
        };
        let is_scalar =
            matches!(types.get(lane), Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double));
        is_scalar.then_some((lane, count))
    }

    /// Returns the members of a structure or an array, with their byte offsets. Returns `None` for other types, and for
    /// arrays with more than [`PARTS`](crate::limits::PARTS) elements.
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

    /// Emits the load of a value of type `ty`, `delta` bytes after the address. Loads the members of structures and
    /// arrays separately. Members of target extension types, such as padding, remain poison.
    fn load(&mut self, ty: TypeId, delta: &Bytes) -> Result<Value> {
        let Some((lane, count)) = self.lanes(ty) else {
            let parts =
                self.parts(ty).ok_or_else(|| self.refuse("resources cannot store values of this type"))?;
            let mut whole = self.editor.module().constant(ty, ConstantKind::Poison);
            for (index, (part, offset)) in (0..).zip(parts) {
                let part_delta = delta.clone().plus(offset.saturating_as::<i64>());
                if matches!(self.editor.context().types.get(part), Some(Type::Target(_))) {
                    continue;
                }
                let value = self.load(part, &part_delta)?;
                whole = self.editor.insert_value(whole, value, &[index]).map_err(invalid)?;
            }
            return Ok(whole);
        };
        match self.integer_bits(lane) {
            Some(1) if count > 1 && count % 32 == 0 => {
                // LLVM stores such a vector packed, with one bit for each component.
                let i32 = self.i32();
                let words = self.editor.module().types.vector(i32, count / 32);
                let packed = self.load(words, delta)?;
                Ok(self.editor.cast(CastOp::Bitcast, packed, ty))
            }
            Some(1) => {
                let wide = self.integer_like(ty, 32);
                let value = self.load(wide, delta)?;
                Ok(self.editor.cast(CastOp::Trunc, value, ty))
            }
            Some(bits @ (8 | 24)) => self.load_bits(ty, u64::from(bits) * count, delta),
            Some(16) if self.is_half_word(lane) => self.load_half_words(ty, (lane, count), delta),
            Some(16 | 32 | 64) | None => match self.kind {
                Kind::Typed | Kind::Texture { .. } => self.load_typed(ty, delta),
                Kind::Constants(size) => self.load_constants(ty, (lane, count), delta, size),
                Kind::Raw | Kind::Structured => self.load_raw(ty, (lane, count), delta),
            },
            Some(bits) => Err(self.refuse(format!("resources cannot store {bits}-bit integers"))),
        }
    }

    /// Returns the integer type with this width, or a vector of it with as many components as the vector `ty`.
    fn integer_like(&mut self, ty: TypeId, bits: u32) -> TypeId {
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

    /// Emits the component index of the byte that is `delta` bytes after the address.
    pub(in crate::lower) fn lane_index(&mut self, delta: &Bytes, lane: TypeId) -> Result<Value> {
        let size = self.size(lane);
        let bytes = self.address.bytes.clone().and(delta);
        bytes.value(self.editor, size)
    }

    /// Emits a bitcast to `ty` if the type of the value differs.
    pub(in crate::lower) fn as_bits(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let from = self.editor.type_of(value).map_err(invalid)?;
        Ok(if from == ty { value } else { self.editor.cast(CastOp::Bitcast, value, ty) })
    }

    /// Builds a vector of type `ty` from its components. If `ty` is a scalar, returns the first component.
    pub(in crate::lower) fn vector(&mut self, ty: TypeId, lanes: &[Value]) -> Result<Value> {
        if !matches!(self.editor.context().types.get(ty), Some(Type::Vector(..))) {
            return lanes.first().copied().ok_or_else(|| self.refuse("no lanes"));
        }
        let i32 = self.i32();
        let mut vector = self.editor.module().constant(ty, ConstantKind::Poison);
        for (index, lane) in (0..).zip(lanes) {
            let index = self.editor.int(i32, index);
            vector = self.editor.insert_element(vector, *lane, index).map_err(invalid)?;
        }
        Ok(vector)
    }

    /// Emits the coordinates of a raw buffer access, `delta` bytes after the address: in a structured buffer, the
    /// element index and the byte offset in the element; in a `ByteAddressBuffer`, the byte offset and poison.
    pub(in crate::lower) fn raw_coordinates(&mut self, delta: &Bytes) -> Result<[Value; 2]> {
        let bytes = self.address.bytes.clone().and(delta);
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

    /// Loads a scalar or vector from a raw or structured buffer, with at most [`LANES`] components per operation.
    fn load_raw(&mut self, ty: TypeId, (lane, count): (TypeId, u64), delta: &Bytes) -> Result<Value> {
        let i1 = self.editor.module().types.int(1);
        if count <= LANES {
            let [index, offset] = self.raw_coordinates(delta)?;
            let arguments = [self.address.resource, index, offset];
            let loaded = self.call("llvm.dx.resource.load.rawbuffer", &arguments, &[ty, i1])?;
            return self.editor.extract_value(loaded, &[0]).map_err(invalid);
        }
        let size = self.size(lane);
        let mut merged: Option<Value> = None;
        for first in (0..count).step_by(4) {
            let part_count = (count - first).min(LANES);
            let part =
                if part_count == 1 { lane } else { self.editor.module().types.vector(lane, part_count) };
            let part_delta = delta.clone().plus((first * size).saturating_as::<i64>());
            let value = self.load_raw(part, (lane, part_count), &part_delta)?;
            merged = Some(match merged {
                None => value,
                Some(merged) => self.concatenated((merged, first), (value, part_count), lane)?,
            });
        }
        merged.ok_or_else(|| self.refuse("no lanes"))
    }

    /// Concatenates two vectors, which are given with the number of their components. The second one is not longer than
    /// the first one, and may be a scalar.
    fn concatenated(
        &mut self,
        (first, first_count): (Value, u64),
        (second, second_count): (Value, u64),
        lane: TypeId,
    ) -> Result<Value> {
        let count = first_count + second_count;
        let second = if second_count == 1 {
            let ty = self.editor.module().types.vector(lane, first_count);
            self.vector(ty, &[second])?
        } else if second_count < first_count {
            self.shuffle(
                [second, second],
                lane,
                (0..first_count).map(|index| (index < second_count).then_some(index)),
            )?
        } else {
            second
        };
        self.shuffle([first, second], lane, (0..count).map(Some))
    }

    /// Emits a `shufflevector`. The mask contains poison for `None`. If both vectors are the same value, the second
    /// operand is poison.
    fn shuffle(
        &mut self,
        [first, second]: [Value; 2],
        lane: TypeId,
        mask: impl Iterator<Item = Option<u64>>,
    ) -> Result<Value> {
        let from = self.editor.type_of(first).map_err(invalid)?;
        let i32 = self.i32();
        let module = self.editor.module();
        let second = if first == second { module.constant(from, ConstantKind::Poison) } else { second };
        let poison = module.constant(i32, ConstantKind::Poison);
        let mask: Vec<Value> =
            mask.map(|index| index.map_or(poison, |index| module.int(i32, index.saturating_as()))).collect();
        let count = mask.len() as u64;
        let (ty, mask_type) = (module.types.vector(lane, count), module.types.vector(i32, count));
        let mask = module.aggregate(mask_type, mask);
        Ok(self.editor.add(Op::ShuffleVector([first, second, mask]), ty).into())
    }

    /// Emits the store of a value, `delta` bytes after the address. Stores the members of structures and arrays
    /// separately, except for members of target extension types, such as padding.
    fn store(&mut self, value: Value, delta: &Bytes) -> Result<()> {
        let ty = self.editor.type_of(value).map_err(invalid)?;
        let Some((lane, count)) = self.lanes(ty) else {
            let parts =
                self.parts(ty).ok_or_else(|| self.refuse("resources cannot store values of this type"))?;
            for (index, (part, offset)) in (0..).zip(parts) {
                if matches!(self.editor.context().types.get(part), Some(Type::Target(_))) {
                    continue;
                }
                let member = self.editor.extract_value(value, &[index]).map_err(invalid)?;
                self.store(member, &delta.clone().plus(offset.saturating_as::<i64>()))?;
            }
            return Ok(());
        };
        match self.integer_bits(lane) {
            Some(1) if count > 1 && count % 32 == 0 => {
                let i32 = self.i32();
                let words = self.editor.module().types.vector(i32, count / 32);
                let packed = self.editor.cast(CastOp::Bitcast, value, words);
                return self.store(packed, delta);
            }
            Some(1) => {
                let wide = self.integer_like(ty, 32);
                let value = self.editor.cast(CastOp::ZExt, value, wide);
                return self.store(value, delta);
            }
            Some(16) if self.is_half_word(lane) => return self.store_half_words(value, (lane, count), delta),
            Some(16 | 32 | 64) | None => {}
            Some(bits @ (8 | 24)) => return self.store_bits(value, u64::from(bits) * count, delta),
            Some(bits) => return Err(self.refuse(format!("resources cannot store {bits}-bit integers"))),
        }
        match self.kind {
            Kind::Texture { is_writable: false, .. } => {
                Err(self.refuse("store to a texture that is not an unordered access view"))
            }
            Kind::Typed | Kind::Texture { .. } => self.store_typed(value, ty, delta),
            Kind::Constants(_) => Err(self.refuse("store to a constant buffer, which is read-only")),
            Kind::Raw | Kind::Structured => self.store_raw(value, (lane, count), delta),
        }
    }

    /// Extracts a component of a vector. Returns a scalar unchanged.
    pub(in crate::lower) fn lane_of(&mut self, value: Value, index: u64) -> Result<Value> {
        let ty = self.editor.type_of(value).map_err(invalid)?;
        if !matches!(self.editor.context().types.get(ty), Some(Type::Vector(..))) {
            return Ok(value);
        }
        let i32 = self.i32();
        let index = self.editor.int(i32, i64::try_from(index).unwrap_or(0));
        self.editor.extract_element(value, index).map_err(invalid)
    }

    /// Stores a scalar or vector to a raw or structured buffer, with at most [`LANES`] components per operation.
    fn store_raw(&mut self, value: Value, (lane, count): (TypeId, u64), delta: &Bytes) -> Result<()> {
        let resource = self.address.resource;
        if count <= LANES {
            let [index, offset] = self.raw_coordinates(delta)?;
            self.call("llvm.dx.resource.store.rawbuffer", &[resource, index, offset, value], &[])?;
            return Ok(());
        }
        let size = self.size(lane);
        for first in (0..count).step_by(4) {
            let part_count = (count - first).min(LANES);
            let part = match part_count {
                1 => self.lane_of(value, first)?,
                _ => self.shuffle([value, value], lane, (first..first + part_count).map(Some))?,
            };
            let part_delta = delta.clone().plus((first * size).saturating_as::<i64>());
            self.store_raw(part, (lane, part_count), &part_delta)?;
        }
        Ok(())
    }
}

/// Returns the size in bytes of a constant buffer with this layout type.
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

/// Returns true if a texture type is the type of an unordered access view.
fn is_writable(module: &Module, ty: TypeId) -> bool {
    match module.types.get(ty) {
        Some(Type::Target(target)) => target.numbers.first().is_some_and(|flag| *flag != 0),
        _ => false,
    }
}
