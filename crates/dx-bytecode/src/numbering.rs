//! Instruction numbers of token programs: the position of an instruction in its function or phase, from 0.
//!
//! Declarations, custom data, labels and the heads of hull shader phases have no number. In a program without labels
//! and phases, the numbers equal the numbers that fxc prints with `/Ni`. Separate from the control flow, because a
//! listing numbers statements one by one and does not hold the program.

use std::collections::HashMap;
use std::fmt;

use dx_container::reader::Payload;

use crate::error::Result;
use crate::instruction::Instruction;
use crate::opcode::Opcode;
use crate::operand::{Operand, RegisterKind};
use crate::program::{PartStatements, Statement};

/// The head of a function or phase. Displayed as the name of the function: `main`, `l3`, `fb0`, `hs_fork_phase.1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Head {
    /// The start of the program.
    #[default]
    Main,
    /// `label l3`, with the number of the label.
    Label(u32),
    /// `label fb0`, with the number of the function body of an interface.
    FunctionBody(u32),
    /// A phase of a hull shader, with the number of earlier phases of the same opcode.
    Phase(Opcode, u32),
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Main => f.write_str("main"),
            Self::Label(number) => write!(f, "l{number}"),
            Self::FunctionBody(number) => write!(f, "fb{number}"),
            Self::Phase(opcode, number) => write!(f, "{opcode}.{number}"),
        }
    }
}

/// The role of a statement in its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The head of a function or phase.
    Head,
    /// A declaration or custom data.
    Declaration,
    /// An instruction with this number.
    Instruction(usize),
}

impl Role {
    /// The number of an instruction.
    pub fn number(self) -> Option<usize> {
        match self {
            Self::Instruction(number) => Some(number),
            Self::Head | Self::Declaration => None,
        }
    }
}

/// Numbers the statements of a program, from the first one on.
#[derive(Debug, Clone, Default)]
pub struct Numbering {
    head: Head,
    next: usize,
    phases: HashMap<Opcode, u32>,
}

impl Numbering {
    /// Returns the role of the next statement.
    pub fn next(&mut self, statement: &Statement) -> Role {
        let Statement::Instruction(instruction) = statement else { return Role::Declaration };
        match instruction.opcode {
            Opcode::LABEL => self.begin(label(instruction)),
            opcode @ (Opcode::HS_DECLS
            | Opcode::HS_CONTROL_POINT_PHASE
            | Opcode::HS_FORK_PHASE
            | Opcode::HS_JOIN_PHASE) => {
                let count = self.phases.entry(opcode).or_default();
                let before = *count;
                *count = before.saturating_add(1);
                self.begin(Head::Phase(opcode, before))
            }
            opcode if opcode.is_declaration() => Role::Declaration,
            _ => {
                let number = self.next;
                self.next += 1;
                Role::Instruction(number)
            }
        }
    }

    /// The function or phase of the last statement.
    pub fn head(&self) -> Head {
        self.head
    }

    fn begin(&mut self, head: Head) -> Role {
        (self.head, self.next) = (head, 0);
        Role::Head
    }
}

/// The function that a `label` begins.
fn label(instruction: &Instruction) -> Head {
    let operand = instruction.operands.last();
    let number = operand.and_then(Operand::number).unwrap_or_default();
    match operand.map(Operand::kind) {
        Some(RegisterKind::FUNCTION_BODY) => Head::FunctionBody(number),
        _ => Head::Label(number),
    }
}

/// The function and the role of each statement, in order.
pub fn roles<'s>(statements: impl IntoIterator<Item = &'s Statement>) -> Vec<(Head, Role)> {
    let mut numbering = Numbering::default();
    let role = |statement| {
        let role = numbering.next(statement);
        (numbering.head(), role)
    };
    statements.into_iter().map(role).collect()
}

/// The functions and phases of a part SHDR or SHEX that contain instructions, in order.
///
/// # Errors
///
/// As [`Program::read`](crate::Program::read).
pub fn functions(payload: Payload<'_>) -> Result<Vec<Head>> {
    let mut numbering = Numbering::default();
    let mut heads = Vec::new();
    for statement in PartStatements::of(payload)? {
        if numbering.next(&statement?.0) == Role::Instruction(0) {
            heads.push(numbering.head());
        }
    }
    Ok(heads)
}

#[cfg(test)]
mod tests {
    use super::roles;
    use crate::text;

    const SOURCE: &str = "\
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 1.0, 0, 0, 0}, { 2.0, 0, 0, 0} }
dcl_temps 1
mov r0.x, l(1)
call l0
ret
label l0
mov r0.y, l(2)
ret
label fb3
ret
";

    #[test]
    fn instructions_are_numbered_in_each_function() {
        let program = text::parse(SOURCE).expect("valid text");
        let found = roles(&program.statements);
        let numbers: Vec<_> =
            found.iter().filter_map(|(head, role)| Some((head.to_string(), role.number()?))).collect();
        let expected = [("main", 0), ("main", 1), ("main", 2), ("l0", 0), ("l0", 1), ("fb3", 0)];
        assert_eq!(numbers, expected.map(|(name, number)| (name.to_owned(), number)));
    }
}
