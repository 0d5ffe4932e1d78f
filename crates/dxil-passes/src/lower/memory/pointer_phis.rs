//! Addresses that may be of several places, in resources or in memory, by where control comes from or by a condition:
//! optimisers write one access where the source had two. Each place is computed instead: which element, how many bytes,
//! and of several resources, which. Separate from the accesses because it changes control flow.
//!
//! Holds then: an address that is read or written through leads to one `llvm.dx.resource.getpointer`, variable or
//! `alloca` by constants, casts and `getelementptr` alone.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{
    BinaryOp, BlockId, CastOp, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind,
};
use hashbrown::{HashMap, HashSet};

use crate::error::{Result, invalid};
use crate::limits::{CHAIN, HANDLE_SLOTS, JOINS};
use crate::lower::calls::call;
use crate::lower::control_flow::expand_by_index::{by_cases, numbers};
use crate::lower::handles::handle_webs::sources;
use crate::lower::memory::addresses::{Address, Bytes, GET_POINTER, address, as_i32, offset};
use crate::lower::metadata::finalize_linkage::SHARED;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// What a phi or a select of addresses became.
#[derive(Clone, Copy)]
struct DecomposedPointer {
    index: Value,
    bytes: Value,
    /// Which of the resources.
    which: Value,
}

pub(in crate::lower) fn run(editor: &mut Editor<'_>, intrinsics: &mut Intrinsics) -> Result<()> {
    let is_one = |id: &InstructionId| {
        editor.instruction(*id).is_some_and(|instruction| is_join(editor.context(), instruction))
    };
    let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_one).collect();
    let mut done = HashSet::new();
    for join in joins {
        if done.contains(&join) {
            continue;
        }
        let Some(web) = Web::of(editor, join) else { continue };
        done.extend(web.joins.iter().copied());
        if web.resources.is_empty() {
            continue;
        }
        web.replace(editor, intrinsics)?;
    }
    Ok(())
}

/// Whether an instruction gives one of several addresses.
pub(in crate::lower) fn is_join(module: &Module, instruction: &Instruction) -> bool {
    matches!(instruction.op, Op::Phi(..) | Op::Select(_))
        && matches!(module.types.get(instruction.ty), Some(Type::Pointer(..)))
}

/// Joins of addresses that feed each other, and the resources that all of them are of.
struct Web {
    joins: Vec<InstructionId>,
    resources: Vec<Value>,
}

impl Web {
    /// The web that a join is part of; `None` where some address in it is of no resource.
    fn of(editor: &Editor<'_>, join: InstructionId) -> Option<Self> {
        let mut joins = vec![join];
        let mut seen: HashSet<InstructionId> = HashSet::from([join]);
        let mut resources = Vec::new();
        let mut next = 0;
        while let Some(id) = joins.get(next).copied() {
            next += 1;
            for source in sources(editor, id) {
                match root(editor, source)? {
                    Root::Join(other) => {
                        if seen.insert(other) {
                            joins.push(other);
                        }
                    }
                    Root::Resource(resource) | Root::Memory(resource, _) => {
                        if !resources.contains(&resource) {
                            resources.push(resource);
                        }
                    }
                    Root::Nothing => {}
                }
            }
        }
        Some(Self { joins, resources })
    }

    fn replace(&self, editor: &mut Editor<'_>, intrinsics: &mut Intrinsics) -> Result<()> {
        if let Some(id) = self.joins.get(JOINS) {
            return Err(unsupported(editor, *id, "phi web of pointers is too large"));
        }
        if let Some(id) = self.joins.first().filter(|_| self.resources.len() > HANDLE_SLOTS) {
            let why = format!(
                "phi or select of pointers into more than {HANDLE_SLOTS} resources or variables is not \
                 supported"
            );
            return Err(unsupported(editor, *id, why));
        }
        let i32 = editor.module().types.int(32);
        let mut made: HashMap<InstructionId, DecomposedPointer> = HashMap::new();
        // Phis first: they may be of each other.
        for id in &self.joins {
            if matches!(editor.op(*id), Some(Op::Phi(..))) {
                let block = editor.block_of(*id).ok_or_else(|| unsupported(editor, *id, "no block"))?;
                let phis = editor.add_phis(block, &[i32, i32, i32]).map_err(invalid)?;
                let [index, bytes, which] = phis[..] else { continue };
                let shared =
                    DecomposedPointer { index: index.into(), bytes: bytes.into(), which: which.into() };
                made.insert(*id, shared);
            }
        }
        for id in &self.joins {
            let shared = self.shared(editor, *id, &mut made)?;
            if matches!(editor.op(*id), Some(Op::Phi(..))) {
                let incoming = editor.incoming(*id);
                let mut seen: HashSet<BlockId> = HashSet::new();
                for (block, source) in incoming {
                    if !seen.insert(block) {
                        continue;
                    }
                    editor.go_to(Position::End(block)).map_err(invalid)?;
                    let parts = self.parts(editor, source, &mut made)?;
                    let pairs = [
                        (shared.index, parts.index),
                        (shared.bytes, parts.bytes),
                        (shared.which, parts.which),
                    ];
                    for (phi, value) in pairs {
                        if let ValueKind::Instruction(phi) = phi.kind() {
                            editor.set_incoming(phi, block, value).map_err(invalid)?;
                        }
                    }
                }
            }
        }
        for id in &self.joins {
            self.replace_uses(editor, intrinsics, *id, &mut made)?;
        }
        Ok(())
    }

    /// What a join became; a select is one of each.
    fn shared(
        &self,
        editor: &mut Editor<'_>,
        id: InstructionId,
        made: &mut HashMap<InstructionId, DecomposedPointer>,
    ) -> Result<DecomposedPointer> {
        if let Some(known) = made.get(&id) {
            return Ok(*known);
        }
        let Some(Op::Select([condition, first, second])) = editor.op(id).cloned() else {
            return Err(unsupported(editor, id, "pointer is not the result of a phi or select"));
        };
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let first = self.parts(editor, first, made)?;
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let second = self.parts(editor, second, made)?;
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let shared = DecomposedPointer {
            index: editor.select(condition, first.index, second.index),
            bytes: editor.select(condition, first.bytes, second.bytes),
            which: editor.select(condition, first.which, second.which),
        };
        made.insert(id, shared);
        Ok(shared)
    }

    /// What an address is made of, where the cursor is.
    fn parts(
        &self,
        editor: &mut Editor<'_>,
        source: Value,
        made: &mut HashMap<InstructionId, DecomposedPointer>,
    ) -> Result<DecomposedPointer> {
        let i32 = editor.module().types.int(32);
        if let Some(Address { resource, index, bytes }) = place(editor, source)? {
            let which = self.resources.iter().position(|known| *known == resource).unwrap_or(0);
            let index = as_i32(editor, index)?;
            let bytes = bytes.value(editor, 1)?;
            let which = editor.int(i32, which.saturating_as::<i64>());
            return Ok(DecomposedPointer { index, bytes, which });
        }
        match root(editor, source) {
            Some(Root::Join(join)) => {
                let position = editor.cursor_block();
                let base = self.shared(editor, join, made)?;
                if let Some(block) = position
                    && editor.cursor_block() != Some(block)
                {
                    editor.go_to(Position::End(block)).map_err(invalid)?;
                }
                let steps = steps(editor, source)?;
                let more = steps.value(editor, 1)?;
                let bytes = editor.binary(BinaryOp::Add, base.bytes, more);
                Ok(DecomposedPointer { bytes, ..base })
            }
            _ => {
                let undef = editor.undef(i32);
                Ok(DecomposedPointer { index: undef, bytes: undef, which: undef })
            }
        }
    }

    /// Gives whatever reads and writes through a join an address of its own.
    fn replace_uses(
        &self,
        editor: &mut Editor<'_>,
        intrinsics: &mut Intrinsics,
        join: InstructionId,
        made: &mut HashMap<InstructionId, DecomposedPointer>,
    ) -> Result<()> {
        let shared = self.shared(editor, join, made)?;
        for (user, place) in accesses(editor, join) {
            let pointer = editor.operands(user).get(place as usize).copied();
            let Some(pointer) = pointer else { continue };
            let steps = steps(editor, pointer)?;
            let ty = editor.type_of(pointer).map_err(invalid)?;
            if let [resource] = self.resources[..] {
                editor.go_to(Position::Before(user)).map_err(invalid)?;
                let more = steps.value(editor, 1)?;
                let bytes = editor.binary(BinaryOp::Add, shared.bytes, more);
                let resource = rematerialize(editor, resource, user)?;
                let address = element(editor, intrinsics, resource, shared.index, bytes, ty)?;
                editor.set_operand(user, place, address).map_err(invalid)?;
            } else {
                self.branch(editor, intrinsics, user, shared, &steps, ty)?;
            }
        }
        Ok(())
    }

    /// Makes an access one for each resource.
    fn branch(
        &self,
        editor: &mut Editor<'_>,
        intrinsics: &mut Intrinsics,
        user: InstructionId,
        shared: DecomposedPointer,
        steps: &Bytes,
        ty: TypeId,
    ) -> Result<()> {
        editor.go_to(Position::Before(user)).map_err(invalid)?;
        let more = steps.value(editor, 1)?;
        let bytes = editor.binary(BinaryOp::Add, shared.bytes, more);
        by_cases(editor, user, shared.which, &numbers(self.resources.len()), |editor, number, end| {
            let resource = self.resources.get(number).copied();
            let resource = resource.ok_or_else(|| unsupported(editor, user, "no resource"))?;
            let resource = rematerialize(editor, resource, end)?;
            editor.go_to(Position::Before(end)).map_err(invalid)?;
            let address = element(editor, intrinsics, resource, shared.index, bytes, ty)?;
            with_address(editor, user, address)
        })?;
        Ok(())
    }
}

/// The same access to another address, where the cursor is.
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

/// The place that an address is of: in a resource, or in memory, which has one element.
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

/// What an address comes from.
enum Root {
    Join(InstructionId),
    Resource(Value),
    /// Memory of a function or of who calls it, or a variable, and how far behind its beginning a constant is.
    Memory(Value, Bytes),
    /// Whatever one likes: it is undefined.
    Nothing,
}

fn root(editor: &Editor<'_>, address: Value) -> Option<Root> {
    let mut at = address;
    // In a block that is not reached, an address may come from itself.
    for _ in 0..CHAIN {
        let id = match at.kind() {
            ValueKind::Instruction(id) => id,
            ValueKind::Constant(id) => {
                let kind = &editor.context().constants.get(id)?.kind;
                if matches!(kind, ConstantKind::Undef | ConstantKind::Poison) {
                    return Some(Root::Nothing);
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

/// The variable that a constant is an address in, and how many bytes behind its beginning.
fn in_variable(module: &Module, mut at: Value) -> Option<(Value, Bytes)> {
    let mut bytes = Bytes::default();
    for _ in 0..CHAIN {
        match at.kind() {
            ValueKind::Global(id) => {
                let global = module.globals.get(id)?;
                // What is only declared, and not shared by a group, stands for a resource of a library.
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

/// How many bytes an address is behind what it comes from.
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

/// The reads and writes through an address that a join is, and which of their operands it is.
pub(in crate::lower) fn accesses(editor: &Editor<'_>, join: InstructionId) -> Vec<(InstructionId, u32)> {
    let mut found = Vec::new();
    let mut waiting = vec![join];
    let mut seen: HashSet<InstructionId> = HashSet::from([join]);
    while let Some(id) = waiting.pop() {
        for at in editor.uses(id.into()) {
            match editor.op(at.instruction) {
                Some(Op::ElementPointer { .. } | Op::Cast(..)) if seen.insert(at.instruction) => {
                    waiting.push(at.instruction);
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

/// A resource where it is used: made again there, for it may have been made where one does not come from always.
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

/// The address of an element, so many bytes on.
fn element(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    resource: Value,
    index: Value,
    bytes: Value,
    ty: TypeId,
) -> Result<Value> {
    let byte = editor.module().types.int(8);
    let of = editor.type_of(resource).map_err(invalid)?;
    if matches!(editor.context().types.get(of), Some(Type::Pointer(..))) {
        return editor.element_pointer(false, byte, resource, &[bytes]).map_err(invalid);
    }
    let wrong = || invalid(dxil_ir::builder::BuildError::NotFunction { what: "an intrinsic" });
    let row = intrinsics.row(GET_POINTER).ok_or_else(wrong)?;
    let address = intrinsics.call(editor, row, &[resource, index], &[ty])?.ok_or_else(wrong)?;
    editor.element_pointer(false, byte, address, &[bytes]).map_err(invalid)
}
