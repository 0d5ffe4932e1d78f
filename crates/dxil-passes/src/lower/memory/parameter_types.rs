//! `parameter-types`: infers the pointee types of the pointer parameters of library functions, which the pointer types
//! of DXIL contain.
//!
//! The pointee comes from metadata of [`upgrade`](crate::upgrade), or else from a parameter attribute, or else from the
//! GEPs, loads, stores and atomic operations that use the parameter.
//!
//! Precondition: loads and stores access scalars, as after [`scalarizer`](crate::transform::scalarizer).
//!
//! Postcondition: in a library, the metadata `dxil.upgrade.parameters` contains the pointee of each pointer parameter
//! with a type attribute (`byval`, `sret` or `elementtype`) or with uses that determine the pointee.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::Editor;
use dxil_ir::{AttributeKind, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::offset;
use crate::lower::memory::parameter_pointees::{add_parameters, take_parameters};
use crate::lower::state::State;

/// The parameter attributes that contain the pointee type.
const WITH_TYPE: [AttributeKind; 3] =
    [AttributeKind::ByVal, AttributeKind::StructRet, AttributeKind::ElementType];

/// Size of a dword, in bits.
const WORD: u32 = 32;

/// Size of half a dword, in bytes.
const HALF: u64 = 2;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.profile.is_library() {
        return Ok(());
    }
    state.note_change();
    let module = &mut state.module;
    let mut known = take_parameters(module);
    let functions: Vec<(GlobalId, Vec<u32>)> =
        module.globals.iter().map(|(id, _)| (id, pointer_parameters(module, id))).collect();
    for (function, index) in
        functions.into_iter().flat_map(|(id, all)| all.into_iter().map(move |index| (id, index)))
    {
        if known.contains_key(&(function, index)) {
            continue;
        }
        let ty = match declared_pointee(module, function, index) {
            Some(ty) => Some(ty),
            None => inferred_pointee(module, function, index)?,
        };
        known.extend(ty.map(|ty| ((function, index), ty)));
    }
    add_parameters(module, &known);
    Ok(())
}

/// Returns the indices of the pointer parameters of a function.
fn pointer_parameters(module: &Module, function: GlobalId) -> Vec<u32> {
    let global = module.globals.get(function).filter(|global| global.function().is_some());
    let ty = global.and_then(|global| module.types.get(global.value_type));
    let Some(Type::Function { parameters, .. }) = ty else { return Vec::new() };
    let is_pointer = |ty: &TypeId| matches!(module.types.get(*ty), Some(Type::Pointer(..)));
    (0..).zip(parameters).filter(|(_, ty)| is_pointer(ty)).map(|(index, _)| index).collect()
}

/// Returns the attributes of a parameter.
fn attributes(module: &Module, function: GlobalId, index: u32) -> impl Iterator<Item = &Attribute> {
    let list = module.globals.get(function).and_then(|global| global.function()?.attributes);
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let groups = groups.iter().filter_map(|group| module.attributes.group(*group));
    groups.filter(move |group| group.slot == Slot::Parameter(index)).flat_map(|group| &group.attributes)
}

/// Returns the pointee type in an attribute of a parameter.
pub(in crate::lower) fn declared_pointee(module: &Module, function: GlobalId, index: u32) -> Option<TypeId> {
    attributes(module, function, index).find_map(|attribute| match attribute {
        Attribute::Type(kind, ty) if WITH_TYPE.contains(kind) => Some(*ty),
        _ => None,
    })
}

/// Infers the pointee of a parameter from its uses in the body of the function:
///
/// 1. the source element type of a GEP on the parameter, if the size matches `dereferenceable`, or if it is a structure
///    and the size is unknown;
/// 2. a scalar, or an array of it, if all accesses have this type;
/// 3. the structure of [`Uses::structure`];
/// 4. an array of `i32`.
///
/// Returns `None` if nothing is accessed, or if the size is not a multiple of the element size.
fn inferred_pointee(module: &mut Module, function: GlobalId, index: u32) -> Result<Option<TypeId>> {
    let size = attributes(module, function, index).find_map(|attribute| match attribute {
        Attribute::Number(AttributeKind::Dereferenceable, size) => Some(*size),
        _ => None,
    });
    if module.globals.get(function).is_none_or(|global| global.body().is_none()) {
        return Ok(None);
    }
    let mut editor = Editor::new(module, function).map_err(invalid)?;
    let uses = Uses::of(&editor, Value::new(ValueKind::Argument(index)));
    let mut sizes = DataLayout::of(editor.context());
    let is_whole = |ty: &&TypeId| match size {
        Some(size) => sizes.size(**ty) == size,
        None => editor.context().types.members(**ty).is_some(),
    };
    if let Some(whole) = uses.source_types.iter().find(is_whole) {
        return Ok(Some(*whole));
    }
    let scalar = match uses.scalars[..] {
        [scalar] => scalar,
        [] => return Ok(None),
        _ => match size.and_then(|size| uses.structure(editor.module(), size)) {
            Some(structure) => return Ok(Some(structure)),
            None => editor.module().types.int(WORD),
        },
    };
    let bytes = DataLayout::of(editor.context()).size(scalar);
    // Without `dereferenceable`, the array ends after the last access at a constant offset. If all offsets are
    // variable, it has one element.
    let size = size.unwrap_or(uses.last().saturating_add(bytes).checked_next_multiple_of(bytes).unwrap_or(0));
    let count = size.checked_div(bytes).filter(|count| count * bytes == size);
    Ok(count.map(|count| if count == 1 { scalar } else { editor.module().types.array(scalar, count) }))
}

/// The direct and indirect uses of a pointer parameter.
#[derive(Default)]
struct Uses {
    /// The source element types of GEPs whose base is the parameter, without duplicates.
    source_types: Vec<TypeId>,
    /// The scalar types of accesses, without duplicates. For a vector access, the type of its elements.
    scalars: Vec<TypeId>,
    /// The scalar accesses at constant offsets: byte offset from the parameter, and type.
    members: Vec<(u64, TypeId)>,
    /// True if a vector is accessed, or a scalar at an offset that is not constant.
    has_others: bool,
}

impl Uses {
    /// Follows the use lists of the parameter through GEPs, casts, phis and selects with a worklist.
    fn of(editor: &Editor<'_>, root: Value) -> Self {
        let mut uses = Self::default();
        // Pointers, with their byte offset from the parameter if it is constant.
        let mut worklist = vec![(root, Some(0_u64))];
        let mut seen: HashSet<Value> = HashSet::new();
        while let Some((pointer, bytes)) = worklist.pop() {
            for usage in editor.uses(pointer) {
                let user = usage.instruction;
                let next = match editor.op(user) {
                    Some(Op::ElementPointer { source, .. }) if usage.operand == 0 => {
                        if pointer == root && !uses.source_types.contains(source) {
                            uses.source_types.push(*source);
                        }
                        let indices = editor.operands(user);
                        let step = offset(editor.context(), *source, indices.get(1..).unwrap_or_default());
                        let step = step.filter(|step| step.terms.is_empty());
                        bytes.zip(step).and_then(|(bytes, step)| bytes.checked_add_signed(step.constant))
                    }
                    Some(Op::Cast(..)) => bytes,
                    Some(Op::Phi(..) | Op::Select(_)) => None,
                    Some(Op::Load(..)) => {
                        uses.add(editor, editor.instruction(user).map(|load| load.ty), bytes);
                        continue;
                    }
                    Some(
                        Op::Store([value, _], _)
                        | Op::AtomicRmw { operands: [_, value], .. }
                        | Op::CompareExchange { operands: [_, value, _], .. },
                    ) => {
                        uses.add(editor, editor.type_of(*value).ok(), bytes);
                        continue;
                    }
                    _ => continue,
                };
                if seen.insert(user.into()) {
                    worklist.push((user.into(), next));
                }
            }
        }
        uses
    }

    /// Adds an access of type `ty` at a byte offset.
    fn add(&mut self, editor: &Editor<'_>, ty: Option<TypeId>, bytes: Option<u64>) {
        let types = &editor.context().types;
        let Some(scalar) = ty.map(|ty| types.scalar(ty)) else { return };
        if !types.is_float(scalar) && !types.is_integer(scalar) {
            return;
        }
        match bytes.filter(|_| ty == Some(scalar)) {
            Some(bytes) => self.members.push((bytes, scalar)),
            None => self.has_others = true,
        }
        if !self.scalars.contains(&scalar) {
            self.scalars.push(scalar);
        }
    }

    /// Returns the largest constant byte offset of a scalar access; 0 if no scalar access has a constant offset.
    fn last(&self) -> u64 {
        self.members.iter().map(|(bytes, _)| *bytes).max().unwrap_or(0)
    }

    /// Returns a packed structure of `size` bytes with the accessed scalars as members, and arrays of `i16` in the
    /// gaps. Returns `None` if no scalar has 16 bits (an array of `i32` then serves as well), if [`Self::has_others`]
    /// is true, or if scalars overlap.
    fn structure(&self, module: &mut Module, size: u64) -> Option<TypeId> {
        let sizes = |module: &Module, ty| DataLayout::of(module).size(ty);
        let has_halves = self.scalars.iter().any(|scalar| sizes(module, *scalar) == HALF);
        if self.has_others || !has_halves {
            return None;
        }
        let mut accessed = self.members.clone();
        accessed.sort_unstable();
        accessed.dedup();
        let half = module.types.int(WORD / 2);
        let (mut members, mut end) = (Vec::with_capacity(accessed.len()), 0);
        for (start, scalar) in
            accessed.into_iter().map(|(start, scalar)| (start, Some(scalar))).chain([(size, None)])
        {
            let gap = start.checked_sub(end)?;
            if gap > 0 {
                let count = gap.checked_div(HALF).filter(|count| count * HALF == gap)?;
                members.push(module.types.array(half, count));
            }
            members.extend(scalar);
            end = start.checked_add(scalar.map_or(0, |scalar| sizes(module, scalar)))?;
        }
        Some(module.types.intern(Type::Literal { members: members.into(), is_packed: true }))
    }
}
