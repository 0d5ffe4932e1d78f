//! `dxil-flatten-arrays`: changes allocas and global variables to one-dimensional arrays of scalars.
//!
//! Optimizers access nested arrays, structures and vectors by byte offsets, but DXIL requires a GEP to an element of
//! the accessed type. The pass collects all accesses to an object, with their byte offsets, and selects the first
//! possible representation:
//!
//! 1. All accesses have the same size: an array of the accessed scalar type.
//! 2. Each access to a global structure variable is to one scalar member: one array for each scalar member, unless
//!    [`Options::back_end_only`](crate::lower::Options::back_end_only) is set (`structures.rs`).
//! 3. Accesses of several sizes: an array of `i32`, in which an access loads or changes parts of dwords (`words.rs`).
//! 4. Otherwise, and for parameters and results of calls, the type remains, and GEPs select members by indices if
//!    possible (`members.rs`).
//!
//! Precondition: loads and stores access scalars, as after [`scalarizer`](crate::transform::scalarizer).
//!
//! Postcondition: the pointer operand of each access to an alloca or a variable with representation 1, 2 or 3 is a GEP
//! into an array of scalars with the indices 0 and the element index.
//!
//! Source: LLVM's DXILFlattenArrays.cpp, 22.1, which does not change structures.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use bstr::ByteVec as _;
use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{
    Alignment, Body, CastOp, Global, GlobalId, Instruction, InstructionId, Linkage, Module, Op,
    SymbolReferences, Type, TypeId, Value, ValueKind,
};
use hashbrown::{HashMap, HashSet};

use crate::error::{PassErrorKind, Result, invalid};
use crate::lower::memory::addresses::{Bytes, offset};
use crate::lower::memory::parameter_pointees;
use crate::lower::metadata::finalize_linkage::SHARED;
use crate::lower::state::State;
use crate::place::unsupported;
use memory::{Access, Memory, is_scalar};
use parts::parts;
use structures::Member;

mod members;
mod memory;
mod parts;
mod structures;
mod words;

/// The elements of the array that an object becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Elements {
    /// Scalars of this type; each access is to one element.
    Scalars(TypeId),
    /// Dwords (`i32`); an access is to a part of a dword, or to several dwords.
    Words,
}

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    flatten_variables(state)?;
    let pointees = parameter_pointees::parameters(&state.module);
    let is_alloca = |instruction: &Instruction| matches!(instruction.op, Op::Alloca { .. });
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_alloca))
        && pointees.is_empty()
    {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for (pointer, ty) in members::known_pointers(editor, &pointees) {
            let memory = follow(editor, pointer, ty);
            members::name_members(editor, pointer, ty, &memory.accesses)?;
        }
        let allocas: Vec<InstructionId> = editor
            .all_instructions()
            .into_iter()
            .filter(|id| matches!(editor.op(*id), Some(Op::Alloca { .. })))
            .collect();
        for id in allocas {
            let Some(Op::Alloca { element, count, .. }) = editor.op(id).cloned() else { continue };
            if editor.context().integer(count) != Some(1) {
                continue;
            }
            let memory = follow(editor, id.into(), element);
            let Some(elements) = elements_of(editor.context(), element, &memory) else {
                reject_narrow(editor, &memory)?;
                members::name_members(editor, id.into(), element, &memory.accesses)?;
                continue;
            };
            let Some((array, size)) = array_type(editor.module(), element, elements) else { continue };
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let new = editor.alloca(array, Alignment::bytes(size));
            rewrite(editor, &memory, new, array, elements)?;
            // The elements keep their byte offsets, so source variables are located in the new alloca.
            editor.replace_in_debug_records(id.into(), new).map_err(invalid)?;
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Collects the accesses to an object of type `ty` by following the uses of its pointer `root` with a worklist.
fn follow(editor: &Editor<'_>, root: Value, ty: TypeId) -> Memory {
    let mut memory = Memory { is_plain: true, ..Memory::default() };
    // A pointer, its byte offset, the number of GEPs, the pointee if the first index of each GEP is 0, and the pointee
    // for any first index. A pointee is unknown if a source element type is not the pointee of the previous pointer.
    let mut worklist = vec![(root, Bytes::default(), 0_u32, Some(ty), Some(ty))];
    while let Some((pointer, bytes, depth, pointee, named)) = worklist.pop() {
        let is_named = |ty: Option<TypeId>| named.is_some() && ty == named;
        for usage in editor.uses(pointer) {
            let user = usage.instruction;
            let Some(op) = editor.op(user) else { continue };
            match op {
                Op::ElementPointer { source, .. } => {
                    let operands = editor.operands(user);
                    let indices = operands.get(1..).unwrap_or_default();
                    let is_first_zero =
                        indices.first().is_some_and(|first| editor.context().integer(*first) == Some(0));
                    memory.is_plain &= depth == 0 && *source == ty && is_first_zero && indices.len() == 2;
                    match offset(editor.context(), *source, indices) {
                        Some(step) if usage.operand == 0 => {
                            let inner = pointee.filter(|ty| ty == source && is_first_zero);
                            let inner = inner.and_then(|ty| selected_type(editor.context(), ty, indices));
                            let named = named.filter(|ty| ty == source);
                            let named = named.and_then(|ty| selected_type(editor.context(), ty, indices));
                            worklist.push((user.into(), bytes.clone().and(&step), depth + 1, inner, named));
                        }
                        _ => memory.is_other = true,
                    }
                }
                Op::Cast(CastOp::Bitcast, _) => {
                    memory.is_plain = false;
                    worklist.push((user.into(), bytes.clone(), depth, None, None));
                }
                Op::Load(..) => {
                    let ty = editor.instruction(user).map(|load| load.ty);
                    memory.is_retyped |= ty != pointee;
                    memory.add(user, usage.operand, ty, &bytes, is_named(ty));
                }
                Op::Store([value, _], _) if usage.operand == 1 => {
                    let ty = editor.type_of(*value).ok();
                    memory.is_retyped |= ty != pointee;
                    memory.add(user, usage.operand, ty, &bytes, is_named(ty));
                }
                Op::AtomicRmw { operands: [_, value], .. }
                | Op::CompareExchange { operands: [_, value, _], .. }
                    if usage.operand == 0 =>
                {
                    let ty = editor.type_of(*value).ok();
                    memory.add(user, usage.operand, ty, &bytes, is_named(ty));
                }
                _ => memory.is_other = true,
            }
        }
    }
    // Another function may access a variable as another type, so dword accesses must be possible in this function, too.
    let is_variable = matches!(root.kind(), ValueKind::Global(_));
    memory.is_retyped |= memory.accesses.iter().any(|access| is_narrow(editor.context(), access.ty));
    if (memory.is_retyped || is_variable) && !memory.is_other {
        (memory.is_of_words, memory.has_partial_writes) = words::are_possible(editor, &memory);
    }
    memory
}

/// Returns the type that the indices of a GEP after the first one select in `ty`.
fn selected_type(module: &Module, ty: TypeId, indices: &[Value]) -> Option<TypeId> {
    let mut inner = indices.iter().skip(1);
    inner.try_fold(ty, |ty, index| module.types.element(ty, module.integer(*index).unwrap_or(0)))
}

/// Returns the elements of the array that an object becomes; `None` if its type remains.
fn elements_of(module: &Module, ty: TypeId, memory: &Memory) -> Option<Elements> {
    let scalar = scalar_of(module, ty, memory).map(Elements::Scalars);
    let is_left = !memory.is_other && memory.is_retyped && memory.is_of_words;
    scalar.or_else(|| is_left.then_some(Elements::Words))
}

/// Returns the element type if an object becomes an array of the accessed scalars: all accesses have the same size, at
/// offsets that are multiples of it. Returns `None` if this is not possible, or if the object already has this form.
fn scalar_of(module: &Module, ty: TypeId, memory: &Memory) -> Option<TypeId> {
    let is_array_of_scalars = match module.types.get(ty) {
        Some(Type::Array(element, _)) => is_scalar(module, *element),
        _ => is_scalar(module, ty),
    };
    let element = module.types.innermost_element(ty);
    let is_element = |access: &Access| access.ty == element && access.is_named;
    let is_plain = memory.is_plain && is_array_of_scalars && memory.accesses.iter().all(is_element);
    if memory.is_other || memory.accesses.is_empty() || is_plain {
        return None;
    }
    let first = memory.accesses.first()?.ty;
    if memory.accesses.iter().any(|access| is_narrow(module, access.ty)) {
        return None;
    }
    let mut layout = DataLayout::of(module);
    let size = layout.size(first);
    let is_uniform = memory.accesses.iter().all(|access| {
        is_scalar(module, access.ty)
            && layout.size(access.ty) == size
            && access.bytes.constant.rem_euclid(i64::try_from(size).unwrap_or(1)) == 0
    });
    let is_uniform = is_uniform && size > 0 && layout.size(ty).is_multiple_of(size);
    let is_integer = |access: &&Access| module.types.is_integer(access.ty);
    // If the types differ, the elements are integers, because atomic operations require them. Other accesses bitcast.
    let have_same_type = memory.accesses.iter().all(|access| access.ty == first);
    let scalar = match have_same_type {
        true => Some(first),
        false => memory.accesses.iter().find(is_integer).map(|access| access.ty),
    };
    scalar.filter(|_| is_uniform)
}

/// Returns true if a type is an integer type that DXIL does not permit in memory.
fn is_narrow(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Some(Type::Integer(bits)) if ![1, 16, 32, 64].contains(bits))
}

/// Returns the array type that replaces `ty`, and the size of its elements in bytes.
fn array_type(module: &mut Module, ty: TypeId, elements: Elements) -> Option<(TypeId, u64)> {
    let scalar = match elements {
        Elements::Scalars(scalar) => scalar,
        Elements::Words => module.types.int(32),
    };
    let mut layout = DataLayout::of(module);
    let (size, element_size) = (layout.size(ty), layout.size(scalar));
    let count = match elements {
        Elements::Scalars(_) => size.checked_div(element_size)?,
        // The array may be larger than the object, whose size need not be a multiple of 4.
        Elements::Words => size.div_ceil(element_size.max(1)),
    };
    Some((module.types.array(scalar, count), element_size))
}

/// Replaces the accesses to an object by accesses to the array of type `ty`.
fn rewrite(
    editor: &mut Editor<'_>,
    memory: &Memory,
    array: Value,
    ty: TypeId,
    elements: Elements,
) -> Result<()> {
    let scalar = match elements {
        Elements::Scalars(scalar) => scalar,
        Elements::Words => return words::rewrite(editor, memory, array, ty),
    };
    let size = DataLayout::of(editor.context()).size(scalar);
    let i32 = editor.module().types.int(32);
    for access in &memory.accesses {
        editor.go_to(Position::Before(access.id)).map_err(invalid)?;
        let zero = editor.int(i32, 0);
        let index = access.bytes.value(editor, size)?;
        let address = editor.element_pointer(true, ty, array, &[zero, index]).map_err(invalid)?;
        if access.ty == scalar {
            editor.set_operand(access.id, access.operand, address).map_err(invalid)?;
            continue;
        }
        match editor.op(access.id).cloned() {
            Some(Op::Load(_, attributes)) => {
                let value = editor.add(Op::Load(address, attributes), scalar);
                let value = editor.cast(CastOp::Bitcast, value.into(), access.ty);
                editor.replace_and_erase(access.id, value).map_err(invalid)?;
            }
            Some(Op::Store([value, _], attributes)) => {
                let value = editor.cast(CastOp::Bitcast, value, scalar);
                editor.add_void(Op::Store([value, address], attributes));
                editor.erase(access.id).map_err(invalid)?;
            }
            // The operands of atomic operations are integers, and so are the elements then.
            _ => editor.set_operand(access.id, access.operand, address).map_err(invalid)?,
        }
    }
    Ok(())
}

/// Flattens the global variables. Collects the accesses of all functions before it selects the representation.
fn flatten_variables(state: &mut State) -> Result<()> {
    let variables: Vec<GlobalId> = state
        .module
        .globals
        .iter()
        .filter(|(_, global)| match &global.kind {
            // A declaration that is not group-shared is the variable of a resource of a library.
            GlobalKind::Variable(variable) => {
                variable.initializer.is_some() || state.module.types.address_space(global.ty) == Some(SHARED)
            }
            _ => false,
        })
        .map(|(id, _)| id)
        .collect();
    if are_flat(&state.module, &variables) || !is_any_accessed(&state.module, &variables) {
        return Ok(());
    }
    // `follow` finds only the pointers that instructions compute.
    expand_constant_geps(state, &variables)?;
    let mut all: HashMap<GlobalId, Memory> = HashMap::new();
    let types: HashMap<GlobalId, TypeId> =
        variables.iter().filter_map(|id| Some((*id, state.module.globals.get(*id)?.value_type))).collect();
    state.each_function(|editor, _| {
        for (id, ty) in &types {
            let found = follow(editor, (*id).into(), *ty);
            let known = all.entry(*id).or_insert_with(|| Memory {
                is_plain: true,
                is_of_words: true,
                ..Memory::default()
            });
            known.is_other |= found.is_other;
            known.is_plain &= found.is_plain;
            known.is_retyped |= found.is_retyped;
            known.is_of_words &= found.is_of_words;
            known.has_partial_writes |= found.has_partial_writes;
            known.accesses.extend(found.accesses);
        }
        Ok(())
    })?;
    let mut chosen: HashMap<GlobalId, (GlobalId, TypeId, Elements)> = HashMap::new();
    let mut split: HashMap<GlobalId, Vec<Member>> = HashMap::new();
    for id in variables {
        let (Some(memory), Some(ty)) = (all.get(&id), types.get(&id)) else { continue };
        if !state.back_end_only
            && scalar_of(&state.module, *ty, memory).is_none()
            && let Some(parts) = structures::split(&mut state.module, id, memory)
        {
            split.insert(id, parts);
            continue;
        }
        let Some(elements) = elements_of(&state.module, *ty, memory) else { continue };
        if elements == Elements::Words && memory.has_partial_writes {
            reject_shared(&state.module, id)?;
        }
        let Some((array, _)) = array_type(&mut state.module, *ty, elements) else { continue };
        let Some(new) = flat_variable(&mut state.module, id, array, elements) else { continue };
        chosen.insert(id, (new, array, elements));
    }
    let is_named = |memory: &Memory| memory.accesses.iter().all(|access| access.is_named);
    if chosen.is_empty() && split.is_empty() && all.values().all(is_named) {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for (id, ty) in &types {
            let memory = follow(editor, (*id).into(), *ty);
            match (chosen.get(id), split.get(id)) {
                (Some((new, array, elements)), _) => {
                    rewrite(editor, &memory, (*new).into(), *array, *elements)?;
                }
                (None, Some(parts)) => structures::rewrite(editor, &memory, parts)?,
                (None, None) => members::name_members(editor, (*id).into(), *ty, &memory.accesses)?,
            }
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Returns an error if an access to an alloca whose type remains has an integer type that DXIL does not permit in
/// memory.
fn reject_narrow(editor: &Editor<'_>, memory: &Memory) -> Result<()> {
    let mut all = memory.accesses.iter();
    match all.find(|access| is_narrow(editor.context(), access.ty)) {
        Some(access) => {
            let why = "8-bit or 16-bit access at a non-constant byte offset in a dword is not supported";
            Err(unsupported(editor, access.id, why))
        }
        None => Ok(()),
    }
}

/// Returns an error if the variable is group-shared. The caller has found a store to a part of a dword, which would be
/// a read-modify-write, and another thread may store to the rest of the dword.
fn reject_shared(module: &Module, id: GlobalId) -> Result<()> {
    let Some(global) = module.globals.get(id) else { return Ok(()) };
    if module.types.address_space(global.ty) != Some(SHARED) {
        return Ok(());
    }
    let why = "stores of less than a dword are not supported, because another thread may write the rest of \
               the dword";
    Err(PassErrorKind::Unsupported(format!("group-shared variable {}: {why}", global.name)).into())
}

/// Returns true if each use of the variables is a call (as for the names of resources), or a GEP to an element of an
/// array of scalars that loads and stores access whole. Then the pass need not change the variables. The search is much
/// cheaper than an [`Editor`].
fn are_flat(module: &Module, variables: &[GlobalId]) -> bool {
    let mut flat = Flat { module, variables: IdMap::new(), elements: IdMap::new() };
    for id in variables {
        if let Some(global) = module.globals.get(*id) {
            flat.variables[*id] = Some(global.value_type);
        }
    }
    module.bodies().all(|(_, global, body)| {
        flat.elements.clear();
        body.each_instruction(|id, instruction| flat.find(body, id, instruction));
        let mut is_flat = true;
        body.each_instruction(|id, instruction| {
            is_flat &= flat.holds(body, global.value_type, id, instruction);
        });
        is_flat
    })
}

/// Returns true if an instruction other than a call may have a pointer to one of the variables as an operand.
fn is_any_accessed(module: &Module, variables: &[GlobalId]) -> bool {
    let variables: IdSet<GlobalId> = variables.iter().copied().collect();
    let mentions = SymbolReferences::of(module);
    let mut all = module.bodies().flat_map(|(id, ..)| mentions.by(id));
    // A mention that is not a global is a constant, which may contain the address of a variable.
    all.any(|mention| mention.is_operand && mention.global().is_none_or(|id| variables.contains(id)))
}

/// The state of [`are_flat`].
struct Flat<'m> {
    module: &'m Module,
    /// The types of the variables.
    variables: IdMap<GlobalId, Option<TypeId>>,
    /// The element types of the GEPs in the current function that compute the address of an element.
    elements: IdMap<InstructionId, Option<TypeId>>,
}

impl Flat<'_> {
    /// Adds an instruction to `elements` if it is a GEP with the indices 0 and `i` into an array of scalars.
    fn find(&mut self, body: &Body, id: InstructionId, instruction: &Instruction) {
        let Op::ElementPointer { source, operands } = &instruction.op else { return };
        if let [base, first, _] = operands.as_slice(&body.lists.values)
            && self.variable(*base) == Some(*source)
            && self.module.integer(*first) == Some(0)
            && let Some(Type::Array(element, _)) = self.module.types.get(*source)
            && is_scalar(self.module, *element)
            && !is_narrow(self.module, *element)
        {
            self.elements[id] = Some(*element);
        }
    }

    /// Returns true if an instruction uses the variables only as [`are_flat`] permits.
    fn holds(&self, body: &Body, function: TypeId, id: InstructionId, instruction: &Instruction) -> bool {
        let accessed = match &instruction.op {
            Op::Call { arguments, .. } => {
                let mut all = arguments.as_slice(&body.lists.values).iter();
                return all.all(|value| self.element(*value).is_none() && !self.is_constant_gep(*value));
            }
            Op::ElementPointer { .. } if self.elements[id].is_some() => return true,
            Op::Load(address, _) => Some((*address, Some(instruction.ty))),
            Op::Store([value, address], _) => {
                let is_address = self.is_address(*value);
                let ty = self.module.type_of(Some((body, function)), *value);
                Some((*address, ty.filter(|_| !is_address)))
            }
            _ => None,
        };
        if let Some((address, Some(ty))) = accessed
            && let Some(element) = self.element(address)
        {
            return element == ty;
        }
        let mut is_other = false;
        instruction.op.each_operand(&body.lists, |value| is_other |= self.is_address(value));
        !is_other
    }

    /// Returns the type of the variable that a value is; `None` if the value is not one of the variables.
    fn variable(&self, value: Value) -> Option<TypeId> {
        let ValueKind::Global(id) = value.kind() else { return None };
        self.variables[id]
    }

    /// Returns the element type if a value is the address of an element.
    fn element(&self, value: Value) -> Option<TypeId> {
        let ValueKind::Instruction(id) = value.kind() else { return None };
        self.elements[id]
    }

    /// Returns true if a value is a constant GEP whose base is one of the variables.
    fn is_constant_gep(&self, value: Value) -> bool {
        let ValueKind::Constant(id) = value.kind() else { return false };
        let kind = self.module.constants.get(id).map(|constant| &constant.kind);
        let Some(ConstantKind::ElementPointer { operands, .. }) = kind else { return false };
        operands.first().is_some_and(|base| self.variable(*base).is_some())
    }

    /// Returns true if a value is a pointer to or into one of the variables.
    fn is_address(&self, value: Value) -> bool {
        self.variable(value).is_some() || self.element(value).is_some() || self.is_constant_gep(value)
    }
}

/// Adds a variable of type `array` that replaces the variable `id` and gets its name; the old one is renamed to
/// `NAME.nested`. Returns `None` if the initializer cannot be represented in the array type.
fn flat_variable(module: &mut Module, id: GlobalId, array: TypeId, elements: Elements) -> Option<GlobalId> {
    let old = module.globals.get(id)?.clone();
    let GlobalKind::Variable(variable) = &old.kind else { return None };
    let initializer = match (variable.initializer, elements) {
        (Some(value), Elements::Words) => Some(words::constant(module, value, array)?),
        (Some(value), Elements::Scalars(scalar)) => {
            let mut scalars = Vec::new();
            let mut left = crate::limits::PARTS * 64;
            let is_flat = parts(module, value, &|_, ty| ty == scalar, &mut scalars, &mut left).is_some();
            let Some(Type::Array(_, count)) = module.types.get(array) else { return None };
            let is_all = is_flat && u64::try_from(scalars.len()).ok() == Some(*count);
            Some(match is_all {
                true => module.aggregate(array, scalars),
                // The loads bitcast the initial values.
                false => words::constant(module, value, array)?,
            })
        }
        (None, _) => None,
    };
    let is_defined = initializer.is_some();
    let mut new = Global { value_type: array, ..old.clone() };
    if let GlobalKind::Variable(variable) = &mut new.kind {
        variable.initializer = initializer;
    }
    if let Some(old) = module.globals.get_mut(id) {
        old.name.push_str(".nested");
        if is_defined {
            old.linkage = Linkage::Internal;
        }
    }
    Some(module.globals.push(new))
}

/// Replaces constant GEPs on the variables by instructions, except in phis.
fn expand_constant_geps(state: &mut State, variables: &[GlobalId]) -> Result<()> {
    let variables: HashSet<GlobalId> = variables.iter().copied().collect();
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            if matches!(editor.op(id), Some(Op::Phi(..))) {
                continue;
            }
            for (operand, value) in (0..).zip(editor.operands(id)) {
                let ValueKind::Constant(constant) = value.kind() else { continue };
                let kind = editor.context().constants.get(constant).map(|known| known.kind.clone());
                let Some(ConstantKind::ElementPointer { source, operands, .. }) = kind else { continue };
                let Some((base, indices)) = operands.split_first() else { continue };
                if !matches!(base.kind(), ValueKind::Global(base) if variables.contains(&base)) {
                    continue;
                }
                editor.go_to(Position::Before(id)).map_err(invalid)?;
                let address = editor.element_pointer(true, source, *base, indices).map_err(invalid)?;
                editor.set_operand(id, operand, address).map_err(invalid)?;
            }
        }
        Ok(())
    })
}
