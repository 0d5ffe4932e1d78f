//! The last numbers of registers: those of constants first, then those of values.

use crate::program::{Edge, Instruction, List, Program, Register};

/// The bit that registers of values have while a program is prepared; those of constants do not.
pub(super) const VALUE: u32 = 1 << 31;

/// Numbers the registers of values behind those of constants. Gives how many there are of both.
pub(super) fn assign(program: &mut Program, constants: u32, values: u32) -> u32 {
    let last = |register: &mut Register| {
        if *register != Register::NONE && register.0 & VALUE != 0 {
            register.0 = (register.0 & !VALUE).saturating_add(constants);
        }
    };
    program.lists.iter_mut().for_each(last);
    for (to, from) in &mut program.copies {
        last(to);
        last(from);
    }
    for instruction in &mut program.code {
        each_inline(instruction, last);
    }
    let entry = &mut program.entry;
    for (_, register) in entry.parameters.iter_mut().chain(&mut entry.results) {
        last(register);
    }
    constants.saturating_add(values)
}

/// Calls `visit` with each register that an instruction itself has: those of its lists are elsewhere.
fn each_inline(instruction: &mut Instruction, visit: impl Fn(&mut Register)) {
    match instruction {
        Instruction::Map1(_, to, from) | Instruction::Copy(to, from) => {
            visit(to);
            visit(from);
        }
        Instruction::Map2(_, to, from) => {
            visit(to);
            from.iter_mut().for_each(visit);
        }
        Instruction::Map3(_, to, from) => {
            visit(to);
            from.iter_mut().for_each(visit);
        }
        Instruction::Select(to, condition, from) => {
            visit(to);
            visit(condition);
            from.iter_mut().for_each(visit);
        }
        Instruction::Address { to, base, index, scale: _ } => {
            visit(to);
            visit(base);
            visit(index);
        }
        Instruction::Load(List { .. }, access)
        | Instruction::Store(List { .. }, access)
        | Instruction::Atomic(_, _, _, access)
        | Instruction::CompareExchange(_, _, access) => visit(&mut access.address),
        Instruction::Branch(condition, [Edge { .. }, Edge { .. }], _) => visit(condition),
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
