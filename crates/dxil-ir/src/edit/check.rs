//! Whether a body can be edited, and whether a session's own lists are right. Separate because nothing else looks at
//! all of them at once.

use crate::arena::Id as _;
use crate::debug_records::{DebugRecord, DebugValue};
use crate::{BlockId, Body, InstructionId, Module, Op, Value, ValueKind};

use super::order::Order;
use super::use_lists::UseLists;
use super::{EditError, Editor};

/// Whether a value is there for an operand to be it.
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

/// Who uses the values of a body and its blocks.
type Uses = (UseLists<Value>, UseLists<BlockId>);

/// Whether a body is what sessions begin with, and who uses what in it: both take a look at each operand.
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
                return Err(malformed("a terminator stands in the middle of a block"));
            }
            if is_phi && is_behind {
                return Err(malformed("a phi stands behind another instruction"));
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

/// Whether the values are there that a body uses as metadata and that its debug records speak of.
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
            return malformed("a value that a debug record speaks of does not exist");
        }
    }
    Ok(())
}

/// Whether the blocks that a phi or a terminator names are there, one for each of its values.
fn blocks(body: &Body, order: &Order, op: &Op) -> Result<(), EditError> {
    let malformed = |what| Err(EditError::Malformed { what });
    let (first, others) = op.blocks(&body.lists);
    for target in first.iter().chain(others) {
        if !order.has_block(*target) {
            return malformed("a block that is named does not exist");
        }
        if op.has_targets() && order.entry() == Some(*target) {
            return malformed("the entry block has predecessors");
        }
    }
    if !op.has_paired_lists(&body.lists) {
        return malformed("a phi or a switch has not as many values as blocks");
    }
    Ok(())
}

/// Whether each phi has an entry for each edge.
fn phis(body: &Body, order: &Order) -> Result<(), EditError> {
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
                    what: "the entries of a phi are not the edges into its block",
                });
            }
        }
    }
    Ok(())
}

impl Editor<'_> {
    /// Compares the session's lists with ones that are made anew. Takes time that grows with the function; in debug
    /// builds every session ends with it.
    ///
    /// # Errors
    ///
    /// What differs: a fault of this library.
    pub fn check(&self) -> Result<(), EditError> {
        let wrong = |what| Err(EditError::Malformed { what });
        let (mut values, mut blocks) = (UseLists::default(), UseLists::default());
        for block in self.blocks() {
            for id in self.instructions(block) {
                if self.block_of(id) != Some(block) {
                    return wrong("the block of an instruction is another one");
                }
                let Some(instruction) = self.body.instructions.get(id) else {
                    return wrong("an instruction does not exist");
                };
                values.set(id, instruction.op.all_operands(&self.body.lists));
                let (first, others) = instruction.op.blocks(&self.body.lists);
                blocks.set(id, first.iter().chain(others).copied());
                if let Some(next) = self.next(id)
                    && (self.previous(next) != Some(id) || !self.is_before(id, next))
                {
                    return wrong("the order of instructions is not right");
                }
                if instruction.op.is_terminator() && self.next(id).is_some() {
                    return wrong("a terminator stands in the middle of a block");
                }
            }
        }
        if values.sorted() != self.values.sorted() {
            return wrong("the uses of values are not their uses");
        }
        if blocks.sorted() != self.blocks.sorted() {
            return wrong("the uses of blocks are not their uses");
        }
        for id in self.body.instructions.keys() {
            if self.refers(id) {
                return wrong("an instruction that was erased refers to something");
            }
        }
        for (value, entries) in &self.local_metadata {
            for index in entries {
                let index = usize::try_from(*index).unwrap_or(usize::MAX);
                if self.body.local_metadata.get(index) != Some(value) || !self.exists(*value) {
                    return wrong("a value that is used as metadata is another one");
                }
            }
        }
        phis(&self.body, &self.order)
    }

    /// Whether an instruction that is in no block is of this session and refers to something. Those that were out of
    /// their blocks before are not looked at.
    fn refers(&self, id: InstructionId) -> bool {
        let Some(instruction) = self.body.instructions.get(id).filter(|_| self.erased.contains(id)) else {
            return false;
        };
        !matches!(instruction.op, Op::Unreachable) || instruction.location.is_some()
    }

    /// Whether the arrays are what the lists are.
    pub(super) fn check_arrays(&self) -> Result<(), EditError> {
        let wrong = EditError::Malformed { what: "the arrays of a body are not what was edited" };
        let Some(order) = Order::of(&self.body) else { return Err(wrong) };
        let is_same = order.blocks().eq(self.order.blocks())
            && order.blocks().all(|block| order.instructions(block).eq(self.order.instructions(block)));
        let is_placed =
            |id: InstructionId| id.index() < self.body.instructions.len() && order.block_of(id).is_some();
        let attachments_are_there =
            self.erased.is_empty() || self.body.attachments.iter().all(|(id, ..)| is_placed(*id));
        if is_same && attachments_are_there { Ok(()) } else { Err(wrong) }
    }
}
