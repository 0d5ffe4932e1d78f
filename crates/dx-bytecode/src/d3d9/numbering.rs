//! Instruction numbers of Direct3D 9 programs: the position of an instruction in its function, from 0. Declarations,
//! definitions of constants, comments and labels have no number.

use dx_container::D3d9Version;

use super::opcode::{Class, Opcode};
use super::operand::Operand;
use super::program::Statement;
use crate::numbering::{Head, Role};

/// Numbers the statements of a program, from the first one on.
#[derive(Debug, Clone)]
pub struct Numbering {
    version: D3d9Version,
    head: Head,
    next: usize,
}

impl Numbering {
    /// Begins at the first statement of a program of this version.
    pub fn new(version: D3d9Version) -> Self {
        Self { version, head: Head::Main, next: 0 }
    }

    /// Returns the role of the next statement.
    pub fn next(&mut self, statement: &Statement) -> Role {
        let Statement::Instruction(instruction) = statement else { return Role::Declaration };
        if instruction.opcode == Opcode::LABEL {
            let label = instruction.operands.first().copied().map_or(0, Operand::number);
            (self.head, self.next) = (Head::Label(label), 0);
            return Role::Head;
        }
        let row = instruction.opcode.row(self.version);
        if row.is_some_and(|row| row.class == Class::Setup) {
            return Role::Declaration;
        }
        let number = self.next;
        self.next += 1;
        Role::Instruction(number)
    }

    /// The function of the last statement.
    pub fn head(&self) -> Head {
        self.head
    }
}

#[cfg(test)]
mod tests {
    use super::Numbering;
    use crate::d3d9::text;
    use crate::numbering::{Head, Role};

    #[test]
    fn instructions_are_numbered_in_each_function() {
        let source =
            "vs_2_0\ndef c0, 1, 0, 0, 1\ndcl_position v0\ncall l3\nmov oPos, v0\nret\nlabel l3\nnop\n";
        let program = text::parse(source).expect("valid text");
        let mut numbering = Numbering::new(program.version);
        let role = |statement| {
            let role = numbering.next(statement);
            (numbering.head(), role)
        };
        let roles: Vec<_> = program.statements.iter().map(role).collect();
        let (main, label) = (Head::Main, Head::Label(3));
        let expected = [
            (main, Role::Declaration),
            (main, Role::Declaration),
            (main, Role::Instruction(0)),
            (main, Role::Instruction(1)),
            (main, Role::Instruction(2)),
            (label, Role::Head),
            (label, Role::Instruction(0)),
        ];
        assert_eq!(roles, expected);
    }
}
