//! `split-aggregates`: replaces each phi and select of a structure or array by one phi or select for each leaf member.
//!
//! DXIL has no aggregate values, except for the results of operations. The pass extracts the members of the operands
//! and rebuilds the aggregate with `insertvalue`. Constant folding removes these instructions later if all users
//! extract members.
//!
//! Precondition: none; after promotion of memory to SSA values, there are more such phis.
//!
//! Postcondition: no phi or select has a structure or array as its result, unless the type has more than
//! `limits::CHAIN` members, including nested aggregates.

use std::collections::HashMap;

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BlockId, Instruction, InstructionId, Module, Op, Type, TypeId, Value};

use crate::error::{Result, invalid};
use crate::limits::CHAIN;
use crate::lower::checks;
use crate::lower::state::State;
use crate::pass_manager::Scope;

/// A member of an aggregate that is not an aggregate itself: its type and its index path.
type Leaf = (TypeId, Vec<u32>);

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_candidate = |instruction: &Instruction| is_join(&state.module, instruction);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_candidate)) {
        return Ok(());
    }
    state.each_function(|editor, _| {
        let is_candidate = |id: &InstructionId| {
            editor.instruction(*id).is_some_and(|instruction| is_join(editor.context(), instruction))
        };
        let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_candidate).collect();
        for id in joins {
            let Some(ty) = editor.instruction(id).map(|join| join.ty) else { continue };
            if let Some(leaves) = leaves(editor.context(), ty) {
                split(editor, id, ty, &leaves)?;
            }
        }
        Ok(())
    })
}

fn is_join(module: &Module, instruction: &Instruction) -> bool {
    matches!(instruction.op, Op::Phi(..) | Op::Select(_)) && is_aggregate(module, instruction.ty)
}

fn is_aggregate(module: &Module, ty: TypeId) -> bool {
    module.types.members(ty).is_some() || matches!(module.types.get(ty), Some(Type::Array(..)))
}

/// Returns the leaf members of a type, in index order; `None` if the limit `CHAIN` is exceeded.
fn leaves(module: &Module, ty: TypeId) -> Option<Vec<Leaf>> {
    let (mut found, mut worklist) = (Vec::new(), vec![(ty, Vec::new())]);
    // Nested aggregates count too: there may be many empty ones.
    for _ in 0..CHAIN {
        let Some((ty, path)) = worklist.pop() else { return Some(found) };
        if !is_aggregate(module, ty) {
            found.push((ty, path));
            continue;
        }
        let count = match module.types.get(ty) {
            Some(Type::Array(_, length)) => *length,
            _ => u64::try_from(module.types.members(ty)?.len()).ok()?,
        };
        if count > (CHAIN as u64) {
            return None;
        }
        for index in (0..count).rev() {
            let mut inner = path.clone();
            inner.push(u32::try_from(index).ok()?);
            worklist.push((module.types.element(ty, index)?, inner));
        }
    }
    worklist.is_empty().then_some(found)
}

/// Replaces a phi or select by one phi or select for each leaf, and an `insertvalue` chain that rebuilds the aggregate.
fn split(editor: &mut Editor<'_>, id: InstructionId, ty: TypeId, leaves: &[Leaf]) -> Result<()> {
    let members = match editor.op(id) {
        Some(Op::Select(operands)) => split_select(editor, id, *operands, leaves)?,
        _ => split_phi(editor, id, leaves)?,
    };
    let mut whole = editor.undef(ty);
    for ((_, path), member) in leaves.iter().zip(members) {
        whole = editor.insert_value(whole, member, path).map_err(invalid)?;
    }
    editor.replace_and_erase(id, whole).map_err(invalid)?;
    Ok(())
}

/// Builds a select for each leaf, and leaves the cursor at the original select.
fn split_select(
    editor: &mut Editor<'_>,
    id: InstructionId,
    [condition, if_true, if_false]: [Value; 3],
    leaves: &[Leaf],
) -> Result<Vec<Value>> {
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let mut members = Vec::with_capacity(leaves.len());
    for (_, path) in leaves {
        let if_true = editor.extract_value(if_true, path).map_err(invalid)?;
        let if_false = editor.extract_value(if_false, path).map_err(invalid)?;
        members.push(editor.select(condition, if_true, if_false));
    }
    Ok(members)
}

/// Builds a phi for each leaf, and moves the cursor to the first instruction after the phis of the block. The members
/// of an incoming value are extracted before the terminator of the predecessor.
fn split_phi(editor: &mut Editor<'_>, id: InstructionId, leaves: &[Leaf]) -> Result<Vec<Value>> {
    let Some(block) = editor.block_of(id) else { return Ok(Vec::new()) };
    let mut incoming = editor.incoming(id);
    incoming.sort_unstable();
    incoming.dedup_by_key(|(from, _)| *from);
    let types: Vec<TypeId> = leaves.iter().map(|(ty, _)| *ty).collect();
    let phis = editor.add_phis(block, &types).map_err(invalid)?;
    for (phi, (_, path)) in phis.iter().zip(leaves) {
        let mut values: HashMap<BlockId, Value> = HashMap::with_capacity(incoming.len());
        for (from, value) in &incoming {
            let terminator = editor.instructions(*from).last();
            editor.go_to(terminator.map_or(Position::Start(*from), Position::Before)).map_err(invalid)?;
            values.insert(*from, editor.extract_value(*value, path).map_err(invalid)?);
        }
        editor.fill_phi(*phi, &values).map_err(invalid)?;
    }
    let after_phis = editor.instructions(block).find(|id| !matches!(editor.op(*id), Some(Op::Phi(..))));
    editor.go_to(after_phis.map_or(Position::Start(block), Position::Before)).map_err(invalid)?;
    Ok(phis.into_iter().map(Value::from).collect())
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "a phi or select of a structure or array", |module, _, instruction| {
        is_join(module, instruction) && leaves(module, instruction.ty).is_some()
    })
}
