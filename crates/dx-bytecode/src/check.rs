//! Whether a program keeps to the rules of its stage and shader model: what is declared, how it is used, how blocks
//! nest, what the hardware has.
//!
//! Everything is found in one pass over the statements, in time and memory that grow with the program and no
//! faster. What values a program calculates is not looked at.

use crate::instruction::Instruction;
use crate::program::{Program, Statement};

mod availability;
mod call_table;
mod checker;
mod declarations;
mod declared_bindings;
mod declared_registers;
mod flow;
mod flow_state;
mod functions;
mod model;
mod operands;
mod registers;
mod report;
pub(crate) mod rule;
mod shape;
mod signatures;
mod views;

use checker::Checker;
pub use report::{Finding, Report, StatementPlace};
pub use rule::{RULES, Rule, RuleRow, Severity};
pub use signatures::check_signatures;

/// Checks a program.
pub fn check(program: &Program) -> Report {
    let mut checker = Checker::new(program.version);
    checker.version();
    let mut place = StatementPlace { index: 0, word: 0 };
    for (index, statement) in program.statements.iter().enumerate() {
        place.index = index;
        checker.at = Some(place);
        checker.statement(statement);
        place.word = place.word.saturating_add(statement.length());
    }
    checker.finish()
}

impl Checker {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Instruction(instruction) => self.instruction(instruction),
            Statement::CustomData(data) => self.custom_data(data),
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let is_whole = self.shape(instruction);
        self.opcode(instruction);
        if instruction.opcode.is_declaration() {
            if is_whole {
                self.declaration(instruction);
            }
            return;
        }
        self.end_declarations();
        if is_whole {
            self.operands(instruction);
        }
        self.control_flow(instruction);
    }

    fn finish(mut self) -> Report {
        self.end_declarations();
        self.end_function();
        self.at = None;
        self.missing();
        self.resolve_calls();
        // Findings about what stays open or undefined come last, and belong to earlier statements.
        self.report.findings.sort_by_key(|finding| finding.place);
        self.report
    }
}
