//! `copy-loops`: fully unrolls loops of one block that load or store handles and have a constant trip count.
//!
//! Unoptimized code copies an array of handles in such a loop if the array is a member or an argument. A variable index
//! prevents `sroa` and `mem2reg` from promoting the array; after unrolling, the index is a constant in each copy of the
//! block. The pass finds the trip count by simulating the induction variable for at most [`HANDLE_SLOTS`] iterations.
//!
//! Precondition: none. The pass finds more loops if calls are inlined.
//!
//! Postcondition: each loop of one block that loads or stores handles has several predecessors outside of the loop, a
//! trip count that the pass cannot find, or more than [`HANDLE_SLOTS`] iterations.
//!
//! Source: clang 22's code for copies of arrays of HLSL's resource classes, without optimization.

use dxil::ops::is_handle_type;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Copies, Editor};
use dxil_ir::{
    BinaryOp, BlockId, Body, Instruction, InstructionId, Module, Op, Predicate, TypeId, Value, ValueKind,
};

use crate::error::{Result, invalid};
use crate::limits::HANDLE_SLOTS;
use crate::lower::state::State;

/// Pass `copy-loops`: replaces each loop by one copy of its block for each iteration.
pub(in crate::lower) fn unroll(state: &mut State) -> Result<()> {
    let accesses_handle =
        |module: &Module, function: (&Body, TypeId), instruction: &Instruction| match instruction.op {
            Op::Load(..) => is_handle_type(module, instruction.ty),
            Op::Store([value, _], _) => {
                module.type_of(Some(function), value).is_some_and(|ty| is_handle_type(module, ty))
            }
            _ => false,
        };
    state.each_function_with(accesses_handle, |editor, _| {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        for block in blocks {
            if let Some(single_block_loop) = Loop::of(editor, block) {
                single_block_loop.unroll(editor)?;
            }
        }
        Ok(())
    })
}

/// A loop of one block with a constant trip count.
struct Loop {
    block: BlockId,
    /// The only predecessor outside of the loop.
    preheader: BlockId,
    /// The only successor outside of the loop.
    exit: BlockId,
    /// 1 to [`HANDLE_SLOTS`].
    trip_count: usize,
    /// The phis of the block, each with its incoming values from the preheader and from the block.
    phis: Vec<(InstructionId, Value, Value)>,
}

impl Loop {
    /// Returns the loop that consists of `block`, if the block loads or stores a handle and the trip count is known.
    fn of(editor: &Editor<'_>, block: BlockId) -> Option<Self> {
        let successors = editor.successors(block);
        let exit = match successors[..] {
            [if_true, if_false] if if_true == block && if_false != block => if_false,
            [if_true, if_false] if if_false == block && if_true != block => if_true,
            _ => return None,
        };
        let predecessors = editor.predecessors(block);
        let mut outside = predecessors.iter().filter(|from| **from != block);
        let (Some(preheader), None) = (outside.next(), outside.next()) else { return None };
        if !editor.instructions(block).any(|id| accesses_handle(editor, id)) {
            return None;
        }
        let mut phis = Vec::new();
        for id in editor.instructions(block).filter(|id| matches!(editor.op(*id), Some(Op::Phi(..)))) {
            let incoming = editor.incoming(id);
            let from = |wanted| incoming.iter().find(|(from, _)| *from == wanted).map(|(_, value)| *value);
            phis.push((id, from(*preheader)?, from(block)?));
        }
        let trip_count = trip_count(editor, block, &phis)?;
        Some(Self { block, preheader: *preheader, exit, trip_count, phis })
    }

    /// Inserts a copy of the block before it for each iteration but the last, for which the block itself remains.
    fn unroll(&self, editor: &mut Editor<'_>) -> Result<()> {
        let mut values: Vec<Value> = self.phis.iter().map(|(_, first, _)| *first).collect();
        let mut last = self.preheader;
        for _ in 1..self.trip_count {
            let mut copies = Copies::default();
            editor.copy_blocks(&[self.block], &mut copies, None).map_err(invalid)?;
            let Some(copy) = copies.block(self.block) else { return Ok(()) };
            let next: Vec<Value> = self.phis.iter().map(|(.., next)| copies.value(*next)).collect();
            let mut current = Vec::new();
            for ((phi, ..), value) in self.phis.iter().zip(&values) {
                let Some(phi) = copies.instruction(*phi) else { continue };
                editor.replace_and_erase(phi, *value).map_err(invalid)?;
                current.push((Value::from(phi), *value));
            }
            editor.set_terminator(copy, Op::Branch(self.block)).map_err(invalid)?;
            for (edge, to) in editor.successors(last).into_iter().enumerate() {
                if to == self.block {
                    editor.retarget(last, edge, copy).map_err(invalid)?;
                }
            }
            // The next value of a phi may be a phi of the same block, whose copy has been replaced by its value.
            let resolve = |value: Value| {
                current.iter().find(|(phi, _)| *phi == value).map_or(value, |(_, resolved)| *resolved)
            };
            values = next.into_iter().map(resolve).collect();
            last = copy;
        }
        editor.set_terminator(self.block, Op::Branch(self.exit)).map_err(invalid)?;
        for ((phi, ..), value) in self.phis.iter().zip(values) {
            editor.replace_and_erase(*phi, value).map_err(invalid)?;
        }
        Ok(())
    }
}

/// Returns true if an instruction loads or stores a handle.
fn accesses_handle(editor: &Editor<'_>, id: InstructionId) -> bool {
    let ty = match editor.op(id) {
        Some(Op::Load(..)) => editor.instruction(id).map(|load| load.ty),
        Some(Op::Store([value, _], _)) => editor.type_of(*value).ok(),
        _ => None,
    };
    ty.is_some_and(|ty| is_handle_type(editor.context(), ty))
}

/// Returns the number of iterations of a loop whose exit condition compares an induction variable with a constant. The
/// induction variable is a phi that starts at a constant, and to which each iteration adds a constant. Returns `None`
/// if the loop has another form, or more than [`HANDLE_SLOTS`] iterations.
fn trip_count(editor: &Editor<'_>, block: BlockId, phis: &[(InstructionId, Value, Value)]) -> Option<usize> {
    let module = editor.context();
    let Op::ConditionalBranch(condition, _) = editor.op(editor.terminator(block)?)? else { return None };
    let ValueKind::Instruction(condition) = condition.kind() else { return None };
    let Op::Compare { predicate, operands: [counted, end] } = editor.op(condition)? else { return None };
    let end = module.signed_integer(*end)?;
    let (_, first, next) = phis.iter().find(|(phi, _, next)| [Value::from(*phi), *next].contains(counted))?;
    let (phi, ..) = phis.iter().find(|(.., carried)| carried == next)?;
    let ValueKind::Instruction(sum) = next.kind() else { return None };
    let Op::Binary { op: BinaryOp::Add, operands: [from, step] } = editor.op(sum)? else { return None };
    let step = module.signed_integer(*step).filter(|_| *from == Value::from(*phi))?;
    let continues_if_true = editor.successors(block).first() == Some(&block);
    let mut index = module.signed_integer(*first)?;
    for count in 1..=HANDLE_SLOTS {
        let incremented = index.checked_add(step)?;
        let compared = if *counted == *next { incremented } else { index };
        let holds = match predicate {
            Predicate::IntEq => compared == end,
            Predicate::IntNe => compared != end,
            Predicate::IntUlt | Predicate::IntSlt if compared >= 0 && end >= 0 => compared < end,
            _ => return None,
        };
        if holds != continues_if_true {
            return Some(count);
        }
        index = incremented;
    }
    None
}
