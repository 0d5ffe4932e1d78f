//! Loops that copy arrays of handles, element by element, as unoptimized code has them wherever such an array is a
//! member or is given to a function: each run of the block is a block of its own, in which the index is known. Part of
//! pass `flatten`: an index that is not known keeps memory of handles from becoming values.
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

/// Puts one block after the other in the place of each such loop.
pub(in crate::lower) fn unroll(state: &mut State) -> Result<()> {
    let is_one = |module: &Module, function: (&Body, TypeId), instruction: &Instruction| match instruction.op
    {
        Op::Load(..) => is_handle_type(module, instruction.ty),
        Op::Store([value, _], _) => {
            module.type_of(Some(function), value).is_some_and(|ty| is_handle_type(module, ty))
        }
        _ => false,
    };
    state.each_function_with(is_one, |editor, _| {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        for block in blocks {
            if let Some(found) = Loop::of(editor, block) {
                found.unroll(editor)?;
            }
        }
        Ok(())
    })
}

/// A block that goes on to itself so many times.
struct Loop {
    block: BlockId,
    before: BlockId,
    behind: BlockId,
    runs: usize,
    /// What each of its phis is at first, and in the next run.
    phis: Vec<(InstructionId, Value, Value)>,
}

impl Loop {
    /// That of a block which reads or writes handles, and which ends when an index has been counted up to a constant.
    fn of(editor: &Editor<'_>, block: BlockId) -> Option<Self> {
        let successors = editor.successors(block);
        let behind = match successors[..] {
            [one, other] if one == block && other != block => other,
            [one, other] if other == block && one != block => one,
            _ => return None,
        };
        let predecessors = editor.predecessors(block);
        let mut outside = predecessors.iter().filter(|from| **from != block);
        let (Some(before), None) = (outside.next(), outside.next()) else { return None };
        if !editor.instructions(block).any(|id| accesses_handle(editor, id)) {
            return None;
        }
        let mut phis = Vec::new();
        for id in editor.instructions(block).filter(|id| matches!(editor.op(*id), Some(Op::Phi(..)))) {
            let incoming = editor.incoming(id);
            let from = |wanted| incoming.iter().find(|(from, _)| *from == wanted).map(|(_, value)| *value);
            phis.push((id, from(*before)?, from(block)?));
        }
        let runs = runs(editor, block, &phis)?;
        Some(Self { block, before: *before, behind, runs, phis })
    }

    fn unroll(&self, editor: &mut Editor<'_>) -> Result<()> {
        let mut values: Vec<Value> = self.phis.iter().map(|(_, first, _)| *first).collect();
        let mut last = self.before;
        for _ in 1..self.runs {
            let mut copies = Copies::default();
            editor.copy_blocks(&[self.block], &mut copies, None).map_err(invalid)?;
            let Some(copy) = copies.block(self.block) else { return Ok(()) };
            let next: Vec<Value> = self.phis.iter().map(|(.., next)| copies.value(*next)).collect();
            let mut now = Vec::new();
            for ((phi, ..), value) in self.phis.iter().zip(&values) {
                let Some(phi) = copies.instruction(*phi) else { continue };
                editor.replace_and_erase(phi, *value).map_err(invalid)?;
                now.push((Value::from(phi), *value));
            }
            editor.set_terminator(copy, Op::Branch(self.block)).map_err(invalid)?;
            for (edge, to) in editor.successors(last).into_iter().enumerate() {
                if to == self.block {
                    editor.retarget(last, edge, copy).map_err(invalid)?;
                }
            }
            // What comes next may be what this one was.
            let is = |value: Value| now.iter().find(|(phi, _)| *phi == value).map_or(value, |(_, is)| *is);
            values = next.into_iter().map(is).collect();
            last = copy;
        }
        editor.set_terminator(self.block, Op::Branch(self.behind)).map_err(invalid)?;
        for ((phi, ..), value) in self.phis.iter().zip(values) {
            editor.replace_and_erase(*phi, value).map_err(invalid)?;
        }
        Ok(())
    }
}

/// Whether an instruction reads a handle from memory, or writes one there.
fn accesses_handle(editor: &Editor<'_>, id: InstructionId) -> bool {
    let ty = match editor.op(id) {
        Some(Op::Load(..)) => editor.instruction(id).map(|load| load.ty),
        Some(Op::Store([value, _], _)) => editor.type_of(*value).ok(),
        _ => None,
    };
    ty.is_some_and(|ty| is_handle_type(editor.context(), ty))
}

/// How often a block runs that counts one of its phis by a constant up to another one; `None` where that is not known,
/// or too often.
fn runs(editor: &Editor<'_>, block: BlockId, phis: &[(InstructionId, Value, Value)]) -> Option<usize> {
    let module = editor.context();
    let Op::ConditionalBranch(condition, _) = editor.op(editor.terminator(block)?)? else { return None };
    let ValueKind::Instruction(condition) = condition.kind() else { return None };
    let Op::Compare { predicate, operands: [counted, end] } = editor.op(condition)? else { return None };
    let end = module.signed_integer(*end)?;
    let (_, first, next) = phis.iter().find(|(phi, _, next)| [Value::from(*phi), *next].contains(counted))?;
    let (phi, ..) = phis.iter().find(|(.., other)| other == next)?;
    let ValueKind::Instruction(sum) = next.kind() else { return None };
    let Op::Binary { op: BinaryOp::Add, operands: [from, step] } = editor.op(sum)? else { return None };
    let step = module.signed_integer(*step).filter(|_| *from == Value::from(*phi))?;
    let goes_on_if_true = editor.successors(block).first() == Some(&block);
    let mut index = module.signed_integer(*first)?;
    for runs in 1..=HANDLE_SLOTS {
        let after = index.checked_add(step)?;
        let compared = if *counted == *next { after } else { index };
        let holds = match predicate {
            Predicate::IntEq => compared == end,
            Predicate::IntNe => compared != end,
            Predicate::IntUlt | Predicate::IntSlt if compared >= 0 && end >= 0 => compared < end,
            _ => return None,
        };
        if holds != goes_on_if_true {
            return Some(runs);
        }
        index = after;
    }
    None
}
