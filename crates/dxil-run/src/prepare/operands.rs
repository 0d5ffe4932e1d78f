//! What instructions read and write: registers, and ways that lead elsewhere.

use crate::instruction::{Access, Edge, Instruction, List, Register};
use crate::program::Program;

/// The bit that registers of values have while a program is prepared; those of constants do not.
pub(super) const VALUE: u32 = 1 << 31;

impl Instruction {
    /// Whether it is the last one of its block.
    pub(super) fn ends_block(&self) -> bool {
        matches!(self, Self::Jump(_) | Self::Branch(..) | Self::Switch(_) | Self::Return | Self::Unreachable)
    }

    /// Whether it has read all it reads of a block of lanes before it writes there, so that what it writes may take the
    /// place of what it reads.
    pub(super) fn reads_first(&self) -> bool {
        !matches!(
            self,
            Self::Operation(_)
                | Self::Barrier(_)
                | Self::Atomic(..)
                | Self::CompareExchange(..)
                | Self::InsertElement { .. }
        )
    }
}

impl Program {
    /// Calls `visit` with each register that an instruction reads, but for those that the copies of its ways do.
    pub(super) fn each_read(&self, instruction: &Instruction, mut visit: impl FnMut(Register)) {
        let list = |list: List, visit: &mut dyn FnMut(Register)| {
            self.list(list).iter().for_each(|register| visit(*register));
        };
        match *instruction {
            Instruction::Map1(_, _, a) | Instruction::Copy(_, a) => visit(a),
            Instruction::Map2(_, _, from) => from.into_iter().for_each(visit),
            Instruction::Map3(_, _, from) => from.into_iter().for_each(visit),
            Instruction::Select(_, condition, [a, b]) => [condition, a, b].into_iter().for_each(visit),
            Instruction::CheckNan(results, operands, _) => {
                list(results, &mut visit);
                list(operands, &mut visit);
            }
            Instruction::MapN(_, _, from) | Instruction::Divide(_, _, from) => list(from, &mut visit),
            Instruction::Address { to: _, base, index, scale: _ } => {
                [base, index].into_iter().for_each(visit)
            }
            Instruction::ExtractElement { from, index, .. }
            | Instruction::InsertElement { from, index, .. } => {
                list(from, &mut visit);
                visit(index);
            }
            Instruction::Load(_, Access { address, .. }) => visit(address),
            Instruction::Store(from, Access { address, .. })
            | Instruction::Atomic(_, _, from, Access { address, .. })
            | Instruction::CompareExchange(_, from, Access { address, .. }) => {
                list(from, &mut visit);
                visit(address);
            }
            Instruction::Operation(site) | Instruction::Barrier(site) => {
                if let Some((_, site)) = self.site(site) {
                    site.arguments.iter().for_each(|register| visit(*register));
                }
            }
            Instruction::Branch(condition, _) => visit(condition),
            Instruction::Switch(index) => {
                let switch = usize::try_from(index).ok().and_then(|index| self.switches.get(index));
                if let Some(switch) = switch {
                    list(switch.value, &mut visit);
                }
            }
            Instruction::Call(_) | Instruction::Jump(_) | Instruction::Return | Instruction::Unreachable => {}
        }
    }

    /// Calls `visit` with each register that an instruction writes, but for those that the copies of its ways do.
    pub(super) fn each_write(&self, instruction: &Instruction, mut visit: impl FnMut(Register)) {
        match *instruction {
            Instruction::Map1(_, to, _)
            | Instruction::Map2(_, to, _)
            | Instruction::Map3(_, to, _)
            | Instruction::Select(to, ..)
            | Instruction::Copy(to, _)
            | Instruction::Address { to, .. } => visit(to),
            Instruction::MapN(_, to, _)
            | Instruction::Divide(_, to, _)
            | Instruction::ExtractElement { to, .. }
            | Instruction::InsertElement { to, .. }
            | Instruction::Load(to, _)
            | Instruction::Atomic(_, to, _, _)
            | Instruction::CompareExchange(to, _, _) => {
                self.list(to).iter().for_each(|register| visit(*register));
            }
            Instruction::Operation(site) | Instruction::Barrier(site) => {
                if let Some((_, site)) = self.site(site) {
                    site.results.iter().for_each(|register| visit(*register));
                }
            }
            Instruction::CheckNan(..)
            | Instruction::Store(..)
            | Instruction::Call(_)
            | Instruction::Jump(_)
            | Instruction::Branch(..)
            | Instruction::Switch(_)
            | Instruction::Return
            | Instruction::Unreachable => {}
        }
    }

    /// Changes each register that an instruction itself has: those of its lists are elsewhere.
    pub(super) fn change_registers(instruction: &mut Instruction, mut change: impl FnMut(&mut Register)) {
        match instruction {
            Instruction::Map1(_, to, from) | Instruction::Copy(to, from) => {
                change(to);
                change(from);
            }
            Instruction::Map2(_, to, from) => {
                change(to);
                from.iter_mut().for_each(change);
            }
            Instruction::Map3(_, to, from) => {
                change(to);
                from.iter_mut().for_each(change);
            }
            Instruction::Select(to, condition, from) => {
                change(to);
                change(condition);
                from.iter_mut().for_each(change);
            }
            Instruction::Address { to, base, index, scale: _ } => {
                change(to);
                change(base);
                change(index);
            }
            Instruction::ExtractElement { index, .. } | Instruction::InsertElement { index, .. } => {
                change(index)
            }
            Instruction::Load(_, access)
            | Instruction::Store(_, access)
            | Instruction::Atomic(_, _, _, access)
            | Instruction::CompareExchange(_, _, access) => change(&mut access.address),
            Instruction::Branch(condition, ..) => change(condition),
            Instruction::MapN(..)
            | Instruction::Divide(..)
            | Instruction::CheckNan(..)
            | Instruction::Operation(_)
            | Instruction::Barrier(_)
            | Instruction::Call(_)
            | Instruction::Jump(_)
            | Instruction::Switch(_)
            | Instruction::Return
            | Instruction::Unreachable => {}
        }
    }

    /// Changes each way that an instruction leads.
    pub(super) fn change_edges(&mut self, mut change: impl FnMut(&mut Edge)) {
        for instruction in &mut self.code {
            match instruction {
                Instruction::Jump(edge) => change(edge),
                Instruction::Branch(_, edges) => edges.iter_mut().for_each(&mut change),
                _ => {}
            }
        }
        for switch in &mut self.switches {
            switch.cases.iter_mut().for_each(|case| change(&mut case.1));
            change(&mut switch.default);
        }
    }
}
