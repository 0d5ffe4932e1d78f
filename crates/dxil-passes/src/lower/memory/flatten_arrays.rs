//! `dxil-flatten-arrays`: memory becomes arrays of one dimension, whose elements are read and written whole. What
//! optimisers made of arrays in arrays, of structures and of vectors are numbers of bytes, which DXIL has no addresses
//! for.
//!
//! Needs: what is read and written are scalars.
//!
//! Holds then: of memory whose address only leads to reads, writes and atomics, all of one size or of members of
//! structures, each address is a `getelementptr` into an array of scalars with one index behind the first.
//!
//! Source: LLVM's DXILFlattenArrays.cpp, 22.1, which leaves structures alone.

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

/// What an array is to be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Elements {
    /// All that is read or written.
    Scalars(TypeId),
    /// Words that what is read or written is in.
    Words,
}

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    flatten_variables(state)?;
    let parameters = parameter_pointees::parameters(&state.module);
    let is_alloca = |instruction: &Instruction| matches!(instruction.op, Op::Alloca { .. });
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_alloca))
        && parameters.is_empty()
    {
        return Ok(());
    }
    state.each_function(|editor, _| {
        for (parameter, ty) in members::parameters(editor, &parameters) {
            let memory = follow(editor, parameter, ty);
            members::name(editor, parameter, ty, &memory.accesses)?;
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
                refuse_narrow(editor, &memory)?;
                members::name(editor, id.into(), element, &memory.accesses)?;
                continue;
            };
            let Some((array, size)) = array_type(editor.module(), element, elements) else { continue };
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let new = editor.alloca(array, Alignment::bytes(size));
            rewrite(editor, &memory, new, array, elements)?;
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// The accesses through an address of memory of a type.
fn follow(editor: &Editor<'_>, root: Value, ty: TypeId) -> Memory {
    let mut memory = Memory { is_plain: true, ..Memory::default() };
    let mut waiting = vec![(root, Bytes::default(), 0_u32, Some(ty), Some(ty))];
    while let Some((address, bytes, depth, at_address, named)) = waiting.pop() {
        let is_named = |ty: Option<TypeId>| named.is_some() && ty == named;
        for at in editor.uses(address) {
            let user = at.instruction;
            let Some(op) = editor.op(user) else { continue };
            match op {
                Op::ElementPointer { source, .. } => {
                    let operands = editor.operands(user);
                    let indices = operands.get(1..).unwrap_or_default();
                    let is_first_zero =
                        indices.first().is_some_and(|first| editor.context().integer(*first) == Some(0));
                    memory.is_plain &= depth == 0 && *source == ty && is_first_zero && indices.len() == 2;
                    match offset(editor.context(), *source, indices) {
                        Some(step) if at.operand == 0 => {
                            let inner = at_address.filter(|ty| ty == source && is_first_zero);
                            let inner = inner.and_then(|ty| pointed_to(editor.context(), ty, indices));
                            let named = named.filter(|ty| ty == source);
                            let named = named.and_then(|ty| pointed_to(editor.context(), ty, indices));
                            waiting.push((user.into(), bytes.clone().and(&step), depth + 1, inner, named));
                        }
                        _ => memory.is_other = true,
                    }
                }
                Op::Cast(CastOp::Bitcast, _) => {
                    memory.is_plain = false;
                    waiting.push((user.into(), bytes.clone(), depth, None, None));
                }
                Op::Load(..) => {
                    let ty = editor.instruction(user).map(|load| load.ty);
                    memory.is_retyped |= ty != at_address;
                    memory.add(user, at.operand, ty, &bytes, is_named(ty));
                }
                Op::Store([value, _], _) if at.operand == 1 => {
                    let ty = editor.type_of(*value).ok();
                    memory.is_retyped |= ty != at_address;
                    memory.add(user, at.operand, ty, &bytes, is_named(ty));
                }
                Op::AtomicRmw { operands: [_, value], .. }
                | Op::CompareExchange { operands: [_, value, _], .. }
                    if at.operand == 0 =>
                {
                    let ty = editor.type_of(*value).ok();
                    memory.add(user, at.operand, ty, &bytes, is_named(ty));
                }
                _ => memory.is_other = true,
            }
        }
    }
    // Of a variable, another function may read or write something else.
    let is_variable = matches!(root.kind(), ValueKind::Global(_));
    memory.is_retyped |= memory.accesses.iter().any(|access| is_narrow(editor.context(), access.ty));
    if (memory.is_retyped || is_variable) && !memory.is_other {
        (memory.is_of_words, memory.has_partial_writes) = words::are_possible(editor, &memory);
    }
    memory
}

/// The type of what indices lead to, behind the first.
fn pointed_to(module: &Module, ty: TypeId, indices: &[Value]) -> Option<TypeId> {
    let mut inner = indices.iter().skip(1);
    inner.try_fold(ty, |ty, index| module.types.element(ty, module.integer(*index).unwrap_or(0)))
}

/// What the elements of an array are to be; nothing where the memory stays as it is.
fn elements_of(module: &Module, ty: TypeId, memory: &Memory) -> Option<Elements> {
    let scalar = scalar_of(module, ty, memory).map(Elements::Scalars);
    let is_left = !memory.is_other && memory.is_retyped && memory.is_of_words;
    scalar.or_else(|| is_left.then_some(Elements::Words))
}

/// What the elements of an array are to be, where it is of what is read or written.
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
    if memory.accesses.iter().any(|one| is_narrow(module, one.ty)) {
        return None;
    }
    let mut layout = DataLayout::of(module);
    let size = layout.size(first);
    let same = memory.accesses.iter().all(|one| {
        is_scalar(module, one.ty)
            && layout.size(one.ty) == size
            && one.bytes.constant.rem_euclid(i64::try_from(size).unwrap_or(1)) == 0
    });
    let same = same && size > 0 && layout.size(ty).is_multiple_of(size);
    let is_atomic = |one: &&Access| module.types.is_integer(one.ty);
    // Where numbers differ, integers are what the others are bits of.
    let all_alike = memory.accesses.iter().all(|one| one.ty == first);
    let scalar =
        if all_alike { Some(first) } else { memory.accesses.iter().find(is_atomic).map(|one| one.ty) };
    scalar.filter(|_| same)
}

/// Whether a type is of an integer that DXIL has no memory of.
fn is_narrow(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Some(Type::Integer(bits)) if ![1, 16, 32, 64].contains(bits))
}

/// An array of the size of a type, and how many bytes each element has.
fn array_type(module: &mut Module, ty: TypeId, elements: Elements) -> Option<(TypeId, u64)> {
    let scalar = match elements {
        Elements::Scalars(scalar) => scalar,
        Elements::Words => module.types.int(32),
    };
    let mut layout = DataLayout::of(module);
    let (whole, one) = (layout.size(ty), layout.size(scalar));
    let count = match elements {
        Elements::Scalars(_) => whole.checked_div(one)?,
        // The last one may be more than there was.
        Elements::Words => whole.div_ceil(one.max(1)),
    };
    Some((module.types.array(scalar, count), one))
}

/// Gives accesses addresses in an array.
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
            Some(Op::Load(_, how)) => {
                let value = editor.add(Op::Load(address, how), scalar);
                let value = editor.cast(CastOp::Bitcast, value.into(), access.ty);
                editor.replace_and_erase(access.id, value).map_err(invalid)?;
            }
            Some(Op::Store([value, _], how)) => {
                let value = editor.cast(CastOp::Bitcast, value, scalar);
                editor.add_void(Op::Store([value, address], how));
                editor.erase(access.id).map_err(invalid)?;
            }
            // Atomics are of integers, which the elements are then.
            _ => editor.set_operand(access.id, access.operand, address).map_err(invalid)?,
        }
    }
    Ok(())
}

/// Flattens variables that all functions may use.
fn flatten_variables(state: &mut State) -> Result<()> {
    let variables: Vec<GlobalId> = state
        .module
        .globals
        .iter()
        .filter(|(_, global)| match &global.kind {
            // What is only declared, and not shared by a group, stands for a resource of a library.
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
    // Addresses in constants become instructions, so that all of them are found.
    spell_out(state, &variables)?;
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
            refuse_shared(&state.module, id)?;
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
                (None, None) => members::name(editor, (*id).into(), *ty, &memory.accesses)?,
            }
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Refuses memory of bytes that nothing was made of: DXIL has no words for it.
fn refuse_narrow(editor: &Editor<'_>, memory: &Memory) -> Result<()> {
    let mut all = memory.accesses.iter();
    match all.find(|access| is_narrow(editor.context(), access.ty)) {
        Some(access) => {
            let why = "8-bit or 16-bit access at a non-constant byte offset in a dword is not supported";
            Err(unsupported(editor, access.id, why))
        }
        None => Ok(()),
    }
}

/// Refuses memory that a group shares, where a part of a word is written: another thread may write the rest.
fn refuse_shared(module: &Module, id: GlobalId) -> Result<()> {
    let Some(global) = module.globals.get(id) else { return Ok(()) };
    if module.types.address_space(global.ty) != Some(SHARED) {
        return Ok(());
    }
    let why = "stores of less than a dword are not supported, because another thread may write the rest of \
               the dword";
    Err(PassErrorKind::Unsupported(format!("group-shared variable {}: {why}", global.name)).into())
}

/// Whether variables are as they are to be without a closer look: each address of one is handed to a call (names of
/// resources are for calls alone), or is of an array of scalars, of which elements are read and written whole.
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

/// Whether anything but a call may have an address of one of some variables.
fn is_any_accessed(module: &Module, variables: &[GlobalId]) -> bool {
    let variables: IdSet<GlobalId> = variables.iter().copied().collect();
    let mentions = SymbolReferences::of(module);
    let mut all = module.bodies().flat_map(|(id, ..)| mentions.by(id));
    // A constant may be computed of an address.
    all.any(|mention| mention.is_operand && mention.global().is_none_or(|id| variables.contains(id)))
}

/// What is known of addresses while it is looked at whether they are of flat memory.
struct Flat<'m> {
    module: &'m Module,
    /// The types of variables.
    variables: IdMap<GlobalId, Option<TypeId>>,
    /// What the addresses of elements are of, in the body at hand.
    elements: IdMap<InstructionId, Option<TypeId>>,
}

impl Flat<'_> {
    /// Keeps what an instruction computes the address of, if that is an element of an array of scalars.
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

    /// Whether an instruction is nothing that flat memory does not have.
    fn holds(&self, body: &Body, function: TypeId, id: InstructionId, instruction: &Instruction) -> bool {
        let accessed = match &instruction.op {
            Op::Call { arguments, .. } => {
                let mut all = arguments.as_slice(&body.lists.values).iter();
                return all.all(|value| self.element(*value).is_none() && !self.is_computed(*value));
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

    /// The type of a variable that a value is.
    fn variable(&self, value: Value) -> Option<TypeId> {
        let ValueKind::Global(id) = value.kind() else { return None };
        self.variables[id]
    }

    /// What the address of an element is of.
    fn element(&self, value: Value) -> Option<TypeId> {
        let ValueKind::Instruction(id) = value.kind() else { return None };
        self.elements[id]
    }

    /// Whether a value is computed of the address of a variable as a constant.
    fn is_computed(&self, value: Value) -> bool {
        let ValueKind::Constant(id) = value.kind() else { return false };
        let kind = self.module.constants.get(id).map(|constant| &constant.kind);
        let Some(ConstantKind::ElementPointer { operands, .. }) = kind else { return false };
        operands.first().is_some_and(|base| self.variable(*base).is_some())
    }

    /// Whether a value may be an address of a variable.
    fn is_address(&self, value: Value) -> bool {
        self.variable(value).is_some() || self.element(value).is_some() || self.is_computed(value)
    }
}

/// A variable that is an array of scalars, with the name of the other one; nothing where what it begins with cannot be
/// said so.
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
                // What is read are the bits of something else.
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

/// Makes instructions of the addresses in variables that operands compute as constants.
fn spell_out(state: &mut State, variables: &[GlobalId]) -> Result<()> {
    let variables: HashSet<GlobalId> = variables.iter().copied().collect();
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            if matches!(editor.op(id), Some(Op::Phi(..))) {
                continue;
            }
            for (place, value) in (0..).zip(editor.operands(id)) {
                let ValueKind::Constant(constant) = value.kind() else { continue };
                let kind = editor.context().constants.get(constant).map(|known| known.kind.clone());
                let Some(ConstantKind::ElementPointer { source, operands, .. }) = kind else { continue };
                let Some((base, indices)) = operands.split_first() else { continue };
                if !matches!(base.kind(), ValueKind::Global(base) if variables.contains(&base)) {
                    continue;
                }
                editor.go_to(Position::Before(id)).map_err(invalid)?;
                let address = editor.element_pointer(true, source, *base, indices).map_err(invalid)?;
                editor.set_operand(id, place, address).map_err(invalid)?;
            }
        }
        Ok(())
    })
}
