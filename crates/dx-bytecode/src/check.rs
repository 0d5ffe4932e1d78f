//! Whether a program keeps to the rules of its stage and shader model: what is declared, how it is used, how blocks
//! nest, what the hardware has.
//!
//! Everything is found in one pass over the statements, in time and memory that grow with the program and no
//! faster. What values a program calculates is not looked at.

use std::fmt;

use dx_container::ProgramVersion;

use crate::instruction::Instruction;
use crate::limits::MAX_FINDINGS;
use crate::opcode::Literal;
use crate::operand::{Components, Operand};
use crate::program::{Program, Statement};
use crate::text::print_operand::{Role, Scope};

mod declarations;
mod declared_bindings;
mod declared_registers;
mod flow;
mod functions;
mod model;
mod operands;
mod registers;
pub(crate) mod rule;
mod shape;
mod views;

pub use rule::{RULES, Rule, RuleRow, Severity};

use flow::Flow;
use functions::Functions;
use model::Model;
use registers::{Globals, Phase};

/// What was found in a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings: those about the program as a whole, then in the order of its statements. No more than
    /// [`MAX_FINDINGS`]; the counts below go on.
    pub findings: Vec<Finding>,
    /// How many findings there are that are errors.
    pub errors: usize,
    /// How many there are that are warnings.
    pub warnings: usize,
}

/// A rule that is broken somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// What it means that it is broken.
    pub severity: Severity,
    /// Where; `None` for the program as a whole.
    pub place: Option<StatementPlace>,
    /// What was found and what was expected.
    pub message: String,
}

/// A statement of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementPlace {
    /// Which one in [`Program::statements`].
    pub index: usize,
    /// At which word of the tokens it begins, the two header words of the part, or the version token of a Direct3D 9
    /// program, not counted.
    pub word: usize,
}

/// Checks a program.
pub fn check(program: &Program) -> Report {
    let mut checker = Checker::new(program.version);
    let mut place = StatementPlace { index: 0, word: 0 };
    for (index, statement) in program.statements.iter().enumerate() {
        place.index = index;
        checker.at = Some(place);
        checker.statement(statement);
        place.word = place.word.saturating_add(statement.length());
    }
    checker.finish()
}

impl Report {
    /// Whether the program can be used: warnings do not count.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were too many to keep.
    pub fn left_out(&self) -> usize {
        (self.errors + self.warnings).saturating_sub(self.findings.len())
    }

    pub(crate) fn add(&mut self, rule: Rule, place: Option<StatementPlace>, message: fmt::Arguments<'_>) {
        let severity = rule.row().severity;
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(Finding { rule, severity, place, message: message.to_string() });
        }
    }
}

/// What is known of a program at one of its statements.
struct Checker {
    model: Model,
    scope: Scope,
    report: Report,
    /// The statement at hand.
    at: Option<StatementPlace>,
    /// What the whole program declares.
    globals: Globals,
    /// What the phase at hand declares, which is the whole program but for hull shaders.
    phase: Phase,
    flow: Flow,
    functions: Functions,
}

impl Checker {
    fn new(version: ProgramVersion) -> Self {
        let mut checker = Self {
            model: Model::of(version),
            scope: Scope::of(version),
            report: Report::default(),
            at: None,
            globals: Globals::default(),
            phase: Phase::default(),
            flow: Flow::default(),
            functions: Functions::default(),
        };
        checker.version();
        checker
    }

    /// Reports a finding at the statement at hand.
    fn find(&mut self, rule: Rule, message: fmt::Arguments<'_>) {
        self.report.add(rule, self.at, message);
    }

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

/// An operand in a message.
struct Shown<'o>(Scope, &'o Operand);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(scope, operand) = self;
        let role = match operand.components() {
            Components::Mask(_) => Role::Written,
            _ => Role::Read(Literal::Int),
        };
        let mut text = String::new();
        scope.print(&mut text, operand, role);
        f.write_str(&text)
    }
}
