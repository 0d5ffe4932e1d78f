//! How blocks end, and what phis take on the way to the next one.

use az::SaturatingAs as _;
use dxil_ir::{BlockId, Op, Value};

use super::function_state::{FunctionState, words};
use super::preparation::Preparation;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Edge, Instruction, Pc, PhiCopy, Switch};
use crate::program::Program;

impl Preparation<'_> {
    /// Prepares the end of a block. Targets are numbers of blocks until the function is complete.
    pub(super) fn terminator(
        &mut self,
        state: &mut FunctionState<'_>,
        block: BlockId,
        op: &Op,
    ) -> Result<()> {
        let body = state.body;
        let instruction = match op {
            Op::Return(value) => {
                if let Some(value) = value {
                    let from = self.value(state, *value)?;
                    let from = self.program.list(from).to_vec();
                    let results = self.interfaces.get(&state.id).map(|interface| words(&interface.results));
                    for (to, from) in results.unwrap_or_default().into_iter().zip(from) {
                        self.program.code.push(Instruction::Copy(to, from));
                    }
                }
                Instruction::Return
            }
            Op::Branch(target) => Instruction::Jump(self.edge(state, block, *target)?),
            Op::ConditionalBranch(condition, [yes, no]) => {
                let condition = self.word(state, *condition)?;
                let edges = [self.edge(state, block, *yes)?, self.edge(state, block, *no)?];
                Instruction::Branch(condition, edges)
            }
            Op::Switch { value, default, cases, targets } => {
                let value = self.value(state, *value)?;
                let default = self.edge(state, block, *default)?;
                let mut rows = Vec::new();
                let pairs =
                    cases.as_slice(&body.lists.values).iter().zip(targets.as_slice(&body.lists.blocks));
                for (case, target) in pairs {
                    let case = self.words(*case)?;
                    let word = |index: usize| u64::from(case.get(index).copied().flatten().unwrap_or(0));
                    let case = word(1) << 32 | word(0);
                    rows.push((case, self.edge(state, block, *target)?));
                }
                rows.sort_by_key(|row| row.0);
                let switch = Switch { value, cases: rows, default };
                self.program.switches.push(switch);
                Instruction::Switch((self.program.switches.len() - 1).saturating_as::<u32>())
            }
            Op::Unreachable => Instruction::Unreachable,
            _ => return Err(RunErrorKind::invalid("a basic block has no terminator")),
        };
        self.program.code.push(instruction);
        Ok(())
    }

    /// The way from one block to another, with what phis take.
    fn edge(&mut self, state: &mut FunctionState<'_>, from: BlockId, target: BlockId) -> Result<Edge> {
        if let Some(edge) = state.edges.get(&(from, target)) {
            return Ok(*edge);
        }
        let mut copies = Vec::new();
        for (phi, value) in state.taken(from, target)? {
            let (to, from) = (self.value(state, Value::from(phi))?, self.value(state, value)?);
            let pairs = self.program.list(to).iter().copied().zip(self.program.list(from).iter().copied());
            copies.extend(pairs.map(|(to, from)| PhiCopy { to, from, is_tracked: false }));
        }
        let start = self.program.copies.len().saturating_as::<u32>();
        let count = u32::try_from(copies.len()).unwrap_or(0);
        self.program.copies.extend(copies);
        let numbers = (state.number(from), state.number(target));
        let priority = state.order.priority(numbers.0, numbers.1);
        let edge = Edge { copies: start, count, target: numbers.1, priority };
        state.edges.insert((from, target), edge);
        Ok(edge)
    }
}

/// Changes the targets of all jumps from an instruction on.
pub(super) fn each_target(program: &mut Program, first: usize, place: impl Fn(Pc) -> Pc) {
    for instruction in program.code.iter_mut().skip(first) {
        match instruction {
            Instruction::Jump(edge) => edge.target = place(edge.target),
            Instruction::Branch(_, edges) => {
                edges.iter_mut().for_each(|edge| edge.target = place(edge.target));
            }
            Instruction::Switch(index) => {
                let switch = usize::try_from(*index).ok().and_then(|index| program.switches.get_mut(index));
                let Some(switch) = switch else { continue };
                switch.cases.iter_mut().for_each(|case| case.1.target = place(case.1.target));
                switch.default.target = place(switch.default.target);
            }
            Instruction::Map1(..)
            | Instruction::Map2(..)
            | Instruction::Map3(..)
            | Instruction::Select(..)
            | Instruction::MapN(..)
            | Instruction::Divide(..)
            | Instruction::CheckNan(..)
            | Instruction::Copy(..)
            | Instruction::ExtractElement { .. }
            | Instruction::InsertElement { .. }
            | Instruction::Address { .. }
            | Instruction::Load(..)
            | Instruction::Store(..)
            | Instruction::Atomic(..)
            | Instruction::CompareExchange(..)
            | Instruction::Operation(_)
            | Instruction::Barrier(_)
            | Instruction::Call(_)
            | Instruction::Return
            | Instruction::Unreachable => {}
        }
    }
}
