//! Checks that a body can be edited: ids exist, terminators end blocks, phis match the predecessors of their block.
//! Separate from the session, which opens only on a body that passes.

use crate::debug_records::{DebugRecord, DebugValue};
use crate::{BlockId, Body, InstructionId, Module, Op, Value, ValueKind};

use super::EditError;
use super::order::Order;
use super::use_lists::UseLists;

/// Returns true if a value exists and can be an operand.
#[inline]
pub(super) fn exists(module: &Module, body: &Body, order: &Order, parameters: u32, value: Value) -> bool {
    match value.kind() {
        ValueKind::Constant(id) => module.constants.get(id).is_some(),
        ValueKind::Global(id) => module.globals.has(id),
        ValueKind::Argument(index) => index < parameters,
        ValueKind::Instruction(id) => order.block_of(id).is_some(),
        ValueKind::Metadata(id) => module.metadata.get(id).is_some(),
        ValueKind::LocalMetadata(index) => {
            usize::try_from(index).is_ok_and(|index| index < body.local_metadata.len())
        }
        ValueKind::Forward(_) => false,
    }
}

/// The use lists of the values and of the blocks of a body.
type Uses = (UseLists<Value>, UseLists<BlockId>);

/// Checks a body and builds its use lists, in one walk over all operands.
pub(super) fn body(module: &Module, body: &Body, order: &Order, parameters: u32) -> Result<Uses, EditError> {
    let malformed = |what| EditError::Malformed { what };
    // Few instructions have more than two operands outside of lists. What is not needed is never touched.
    let uses = body.lists.values.words() + 2 * body.instructions.len();
    let mut of_values = UseLists::with_capacity(body.instructions.len(), body.instructions.len(), uses);
    let mut of_blocks = UseLists::with_capacity(0, body.blocks.len(), 0);
    for block in &body.layout {
        let ids = body.instructions_of(*block);
        let mut is_behind = false;
        for (index, id) in ids.iter().enumerate() {
            let Some(op) = body.instructions.get(*id).map(|instruction| &instruction.op) else { continue };
            let is_phi = matches!(op, Op::Phi(..));
            let is_terminator = op.is_terminator();
            if is_terminator && index + 1 != ids.len() {
                return Err(malformed("terminator is not at the end of its block"));
            }
            if is_phi && is_behind {
                return Err(malformed("phi follows an instruction that is not a phi"));
            }
            is_behind |= !is_phi;
            for value in op.operand_lists(&body.lists).into_iter().flatten() {
                if !exists(module, body, order, parameters, *value) {
                    return Err(malformed("an operand does not exist"));
                }
            }
            of_values.first(*id, op.operand_lists(&body.lists));
            if is_phi || is_terminator {
                blocks(body, order, op)?;
                let (first, others) = op.blocks(&body.lists);
                of_blocks.first(*id, [first, others, &[]]);
            }
        }
    }
    referred(module, body, order, parameters)?;
    phis(body, order)?;
    Ok((of_values, of_blocks))
}

/// Checks that the values of function-local metadata and of debug records exist.
fn referred(module: &Module, body: &Body, order: &Order, parameters: u32) -> Result<(), EditError> {
    let malformed = |what| Err(EditError::Malformed { what });
    let is_local = |value: &Value| match value.kind() {
        ValueKind::Argument(_) | ValueKind::Instruction(_) => exists(module, body, order, parameters, *value),
        ValueKind::Constant(_)
        | ValueKind::Global(_)
        | ValueKind::Metadata(_)
        | ValueKind::LocalMetadata(_)
        | ValueKind::Forward(_) => false,
    };
    if !body.local_metadata.iter().all(is_local) {
        return malformed("a value that is used as metadata does not exist");
    }
    for value in body.debug_records.iter().flat_map(DebugRecord::values) {
        let values = match value {
            DebugValue::Value(value) => std::slice::from_ref(value),
            DebugValue::List(values) => values,
            DebugValue::Gone(_) | DebugValue::Node(_) => &[],
        };
        if !values.iter().all(|value| exists(module, body, order, parameters, *value)) {
            return malformed("value of a debug record does not exist");
        }
    }
    Ok(())
}

/// Checks that the blocks of a phi or a terminator exist, one for each incoming value.
fn blocks(body: &Body, order: &Order, op: &Op) -> Result<(), EditError> {
    let malformed = |what| Err(EditError::Malformed { what });
    let (first, others) = op.blocks(&body.lists);
    for target in first.iter().chain(others) {
        if !order.has_block(*target) {
            return malformed("a referenced block does not exist");
        }
        if op.has_targets() && order.entry() == Some(*target) {
            return malformed("the entry block has predecessors");
        }
    }
    if !op.has_paired_lists(&body.lists) {
        return malformed("phi or switch does not have the same number of values and blocks");
    }
    Ok(())
}

/// Checks that each phi has one entry for each incoming edge.
pub(super) fn phis(body: &Body, order: &Order) -> Result<(), EditError> {
    let op = |id: InstructionId| body.instructions.get(id).map(|instruction| &instruction.op);
    let phis_of = |block| {
        order.instructions(block).map_while(|id| {
            let Op::Phi(_, blocks) = op(id)? else { return None };
            Some(blocks.as_slice(&body.lists.blocks))
        })
    };
    if order.blocks().all(|block| phis_of(block).next().is_none()) {
        return Ok(());
    }
    // From where, by where to.
    let mut edges = Vec::new();
    for block in order.blocks() {
        let Some(op) = order.last(block).and_then(op).filter(|op| op.is_terminator()) else { continue };
        let (first, others) = op.blocks(&body.lists);
        edges.extend(first.iter().chain(others).map(|target| (*target, block)));
    }
    edges.sort_unstable();
    for block in order.blocks() {
        let start = edges.partition_point(|(target, _)| *target < block);
        let end = edges.partition_point(|(target, _)| *target <= block);
        let edges = edges.get(start..end).unwrap_or_default();
        for entries in phis_of(block) {
            let mut entries = entries.to_vec();
            entries.sort_unstable();
            if !entries.iter().eq(edges.iter().map(|(_, from)| from)) {
                return Err(EditError::Malformed {
                    what: "entries of a phi do not match the predecessors of its block",
                });
            }
        }
    }
    Ok(())
}
