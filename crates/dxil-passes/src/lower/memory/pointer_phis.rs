//! Phis and selects of pointers into resources or memory: decomposes a phi web of pointers into webs of integers.
//!
//! Optimizers merge two accesses into one access through a phi or select of pointers. The module replaces the web by
//! three parallel webs: the element index, the byte offset, and the number of the resource or variable. With several
//! resources, it branches to a copy of each access. Part of pass `dxil-resource-access`; separate because it changes
//! the control flow graph.
//!
//! Afterwards each pointer of an access is computed from one `llvm.dx.resource.getpointer`, variable, argument or
//! alloca by constants, casts and GEPs only.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BinaryOp, CastOp, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::limits::{CHAIN, JOINS};
use crate::lower::calls::call;
use crate::lower::control_flow::expand_by_index::expand_by_index;
use crate::lower::control_flow::phi_web::{Operand, PhiWeb, Tracker, build_parallel};
use crate::lower::memory::addresses::{Address, Bytes, GET_POINTER, address, as_i32, offset};
use crate::lower::metadata::finalize_linkage::SHARED;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

pub(in crate::lower) fn run(editor: &mut Editor<'_>, intrinsics: &mut Intrinsics) -> Result<()> {
    let is_pointer_join = |id: &InstructionId| {
        editor.instruction(*id).is_some_and(|instruction| is_join(editor.context(), instruction))
    };
    let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_pointer_join).collect();
    let mut replaced = HashSet::new();
    for join in joins {
        if replaced.contains(&join) {
            continue;
        }
        let Some(web) = PhiWeb::collect(editor, &mut Pointers, join.into()) else { continue };
        replaced.extend(web.joins.iter().copied());
        if !web.sources.is_empty() {
            replace(editor, intrinsics, &web)?;
        }
    }
    Ok(())
}

/// Returns true if an instruction is a phi or select of pointers.
pub(in crate::lower) fn is_join(module: &Module, instruction: &Instruction) -> bool {
    matches!(instruction.op, Op::Phi(..) | Op::Select(_))
        && matches!(module.types.get(instruction.ty), Some(Type::Pointer(..)))
}

/// The tracker of pointers. A source is a resource handle, or the pointer to a variable, argument or alloca.
struct Pointers;

impl Tracker for Pointers {
    type Source = Value;

    fn classify(&mut self, editor: &Editor<'_>, pointer: Value) -> Option<Operand<Value>> {
        Some(match root(editor, pointer)? {
            Root::Join(join) => Operand::Join(join),
            Root::Resource(object) | Root::Memory(object, _) => Operand::Source(object),
            Root::Undefined => Operand::Ignored,
        })
    }

    fn merge(&mut self, known: &mut Value, new: &Value) -> bool {
        known == new
    }
}

/// A pointer as three `i32` values.
#[derive(Clone, Copy)]
struct DecomposedPointer {
    /// The index of the element, 0 for memory.
    index: Value,
    /// The byte offset in the element.
    bytes: Value,
    /// The index into the sources of the web.
    number: Value,
}

fn replace(editor: &mut Editor<'_>, intrinsics: &mut Intrinsics, web: &PhiWeb<Value>) -> Result<()> {
    if let Some(id) = web.joins.get(JOINS) {
        return Err(unsupported(editor, *id, "phi web of pointers is too large"));
    }
    web.check_sources(editor, "pointers into resources or variables")?;
    let i32 = editor.module().types.int(32);
    let root = |editor: &Editor<'_>, pointer| match root(editor, pointer) {
        Some(Root::Join(join)) => Some(join),
        _ => None,
    };
    let parallel = build_parallel(editor, &web.joins, [i32; 3], root, |editor, pointer, parallel| {
        if let Some([index, bytes, number]) = parallel {
            let steps = steps(editor, pointer)?.value(editor, 1)?;
            return Ok([index, editor.binary(BinaryOp::Add, bytes, steps), number]);
        }
        let Some(Address { index, bytes, .. }) = place(editor, pointer)? else {
            return Ok([editor.undef(i32); 3]);
        };
        let number = web.source_of(pointer).unwrap_or(0).saturating_as::<i64>();
        Ok([as_i32(editor, index)?, bytes.value(editor, 1)?, editor.int(i32, number)])
    })?;
    for id in web.joins.iter().copied() {
        if let Some([index, bytes, number]) = parallel.get(&id).copied() {
            let decomposed = DecomposedPointer { index, bytes, number };
            replace_accesses(editor, intrinsics, &web.sources, id, decomposed)?;
        }
    }
    Ok(())
}

/// Replaces the pointer of each access through a join by a pointer into one of `sources`.
fn replace_accesses(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    sources: &[Value],
    join: InstructionId,
    decomposed: DecomposedPointer,
) -> Result<()> {
    let DecomposedPointer { index, bytes, number } = decomposed;
    for (user, operand) in accesses(editor, join) {
        let pointer = editor.operands(user).get(operand as usize).copied();
        let Some(pointer) = pointer else { continue };
        let ty = editor.type_of(pointer).map_err(invalid)?;
        let steps = steps(editor, pointer)?;
        editor.go_to(Position::Before(user)).map_err(invalid)?;
        let steps = steps.value(editor, 1)?;
        let bytes = editor.binary(BinaryOp::Add, bytes, steps);
        if let [source] = sources {
            let source = rematerialize(editor, *source, user)?;
            let pointer = element(editor, intrinsics, source, (index, bytes), ty)?;
            editor.set_operand(user, operand, pointer).map_err(invalid)?;
            continue;
        }
        let cases = (0..sources.len()).map(|number| number.saturating_as::<i64>());
        expand_by_index(editor, user, number, cases, |editor, number, end| {
            let source = sources.get(number).copied();
            let source = source.ok_or_else(|| unsupported(editor, user, "no resource"))?;
            let source = rematerialize(editor, source, end)?;
            editor.go_to(Position::Before(end)).map_err(invalid)?;
            let pointer = element(editor, intrinsics, source, (index, bytes), ty)?;
            with_address(editor, user, pointer)
        })?;
    }
    Ok(())
}

/// Copies a load, store or atomic instruction to the cursor, with another pointer.
pub(in crate::lower) fn with_address(
    editor: &mut Editor<'_>,
    id: InstructionId,
    address: Value,
) -> Result<InstructionId> {
    let ty = editor.instruction(id).map(|instruction| instruction.ty);
    let (Some(mut op), Some(ty)) = (editor.op(id).cloned(), ty) else {
        return Err(unsupported(editor, id, "no access"));
    };
    match &mut op {
        Op::Load(pointer, _)
        | Op::Store([_, pointer], _)
        | Op::AtomicRmw { operands: [pointer, _], .. }
        | Op::CompareExchange { operands: [pointer, ..], .. } => *pointer = address,
        _ => return Err(unsupported(editor, id, "no access")),
    }
    Ok(editor.add(op, ty))
}

/// Decomposes a pointer into a resource or into memory. Memory is one element with index 0. Returns `None` for a phi or
/// select.
pub(in crate::lower) fn place(editor: &mut Editor<'_>, source: Value) -> Result<Option<Address>> {
    if let Some(address) = address(editor, source)? {
        return Ok(Some(address));
    }
    let Some(Root::Memory(memory, constant)) = root(editor, source) else { return Ok(None) };
    let i32 = editor.module().types.int(32);
    let index = editor.int(i32, 0);
    let bytes = steps(editor, source)?.and(&constant);
    Ok(Some(Address { resource: memory, index, bytes }))
}

/// The value from which casts and GEPs compute a pointer.
enum Root {
    Join(InstructionId),
    Resource(Value),
    /// An alloca, argument or variable, and the constant byte offset of the pointer from it.
    Memory(Value, Bytes),
    /// Undef or poison.
    Undefined,
}

fn root(editor: &Editor<'_>, address: Value) -> Option<Root> {
    let mut at = address;
    // In an unreachable block, a GEP may be its own operand.
    for _ in 0..CHAIN {
        let id = match at.kind() {
            ValueKind::Instruction(id) => id,
            ValueKind::Constant(id) => {
                let kind = &editor.context().constants.get(id)?.kind;
                if matches!(kind, ConstantKind::Undef | ConstantKind::Poison) {
                    return Some(Root::Undefined);
                }
                let (variable, bytes) = in_variable(editor.context(), at)?;
                return Some(Root::Memory(variable, bytes));
            }
            ValueKind::Global(_) => {
                let (variable, bytes) = in_variable(editor.context(), at)?;
                return Some(Root::Memory(variable, bytes));
            }
            ValueKind::Argument(_) => return Some(Root::Memory(at, Bytes::default())),
            _ => return None,
        };
        match editor.op(id)? {
            Op::Phi(..) | Op::Select(_) => return Some(Root::Join(id)),
            Op::ElementPointer { .. } => at = *editor.operands(id).first()?,
            Op::Cast(_, inner) => at = *inner,
            Op::Alloca { .. } => return Some(Root::Memory(at, Bytes::default())),
            Op::Call { .. } => {
                let (name, arguments) = call(editor, id)?;
                let resource = *arguments.first()?;
                return name.starts_with(GET_POINTER.as_bytes()).then_some(Root::Resource(resource));
            }
            _ => return None,
        }
    }
    None
}

/// The variable into which a constant pointer points, and the byte offset from the variable.
fn in_variable(module: &Module, mut at: Value) -> Option<(Value, Bytes)> {
    let mut bytes = Bytes::default();
    for _ in 0..CHAIN {
        match at.kind() {
            ValueKind::Global(id) => {
                let global = module.globals.get(id)?;
                // A declaration that is not group-shared represents a resource of a library.
                let is_memory = global.variable()?.initializer.is_some()
                    || module.types.address_space(global.ty) == Some(SHARED);
                return is_memory.then_some((at, bytes));
            }
            ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
                ConstantKind::ElementPointer { source, operands, .. } => {
                    let (base, indices) = operands.split_first()?;
                    bytes = bytes.and(&offset(module, *source, indices)?);
                    at = *base;
                }
                ConstantKind::Cast(CastOp::Bitcast, inner) => at = *inner,
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// The byte offset of a pointer from its root.
pub(in crate::lower) fn steps(editor: &Editor<'_>, address: Value) -> Result<Bytes> {
    let mut bytes = Bytes::default();
    let mut at = address;
    for _ in 0..CHAIN {
        let ValueKind::Instruction(id) = at.kind() else { break };
        match editor.op(id) {
            Some(Op::ElementPointer { source, .. }) => {
                let operands = editor.operands(id);
                let Some((base, indices)) = operands.split_first() else { break };
                let step = offset(editor.context(), *source, indices);
                bytes = bytes.and(&step.ok_or_else(|| {
                    unsupported(
                        editor,
                        id,
                        "getelementptr selects a member that does not exist in the source type",
                    )
                })?);
                at = *base;
            }
            Some(Op::Cast(_, inner)) => at = *inner,
            _ => break,
        }
    }
    Ok(bytes)
}

/// The loads, stores and atomics through a pointer and through GEPs and casts of it, with the position of the pointer
/// operand.
pub(in crate::lower) fn accesses(editor: &Editor<'_>, join: InstructionId) -> Vec<(InstructionId, u32)> {
    let mut found = Vec::new();
    let mut worklist = vec![join];
    let mut seen: HashSet<InstructionId> = HashSet::from([join]);
    while let Some(id) = worklist.pop() {
        for at in editor.uses(id.into()) {
            match editor.op(at.instruction) {
                Some(Op::ElementPointer { .. } | Op::Cast(..)) if seen.insert(at.instruction) => {
                    worklist.push(at.instruction);
                }
                Some(Op::Load(..) | Op::AtomicRmw { .. } | Op::CompareExchange { .. }) if at.operand == 0 => {
                    found.push((at.instruction, at.operand));
                }
                Some(Op::Store(..)) if at.operand == 1 => found.push((at.instruction, at.operand)),
                _ => {}
            }
        }
    }
    found.sort_unstable();
    found
}

/// Rematerializes a resource handle before `user`, because the block of the handle may not dominate `user`. Allocas and
/// handles of the entry block are returned as they are.
pub(in crate::lower) fn rematerialize(
    editor: &mut Editor<'_>,
    resource: Value,
    user: InstructionId,
) -> Result<Value> {
    let ValueKind::Instruction(id) = resource.kind() else { return Ok(resource) };
    if editor.block_of(id) == editor.entry() || matches!(editor.op(id), Some(Op::Alloca { .. })) {
        return Ok(resource);
    }
    let is_constant = |value: &Value| !matches!(value.kind(), ValueKind::Instruction(_));
    let Some(Op::Call { .. }) = editor.op(id) else {
        return Err(unsupported(editor, user, "resource handle of the pointer is not the result of a call"));
    };
    if !editor.operands(id).iter().all(is_constant) {
        return Err(unsupported(
            editor,
            user,
            "phi or select of resource handles with a non-constant index is not supported",
        ));
    }
    editor.go_to(Position::Before(user)).map_err(invalid)?;
    let operands = editor.operands(id);
    let Some((callee, arguments)) = operands.split_last() else { return Ok(resource) };
    editor.call(*callee, arguments).map_err(invalid)
}

/// Creates the pointer to a byte of an element of a resource, or to a byte of memory, at the cursor.
fn element(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    resource: Value,
    (index, bytes): (Value, Value),
    ty: TypeId,
) -> Result<Value> {
    let byte = editor.module().types.int(8);
    let resource_type = editor.type_of(resource).map_err(invalid)?;
    if matches!(editor.context().types.get(resource_type), Some(Type::Pointer(..))) {
        return editor.element_pointer(false, byte, resource, &[bytes]).map_err(invalid);
    }
    let wrong = || invalid(dxil_ir::builder::BuildError::NotFunction { what: "an intrinsic" });
    let row = intrinsics.row(GET_POINTER).ok_or_else(wrong)?;
    let address = intrinsics.call(editor, row, &[resource, index], &[ty])?.ok_or_else(wrong)?;
    editor.element_pointer(false, byte, address, &[bytes]).map_err(invalid)
}
