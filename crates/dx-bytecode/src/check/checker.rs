//! The state of a check at one statement of a program. Separate from the rules, each of which extends it with methods.

use std::fmt;

use dx_container::ProgramVersion;

use super::call_table::CallTable;
use super::flow_state::FlowState;
use super::model::Model;
use super::registers::{Globals, Phase};
use super::report::{Report, StatementPlace};
use super::rule::Rule;
use crate::opcode::Literal;
use crate::operand::{Components, Operand};
use crate::text::print_operand::{Role, Scope};

/// The facts about a program at one of its statements.
pub(super) struct Checker {
    pub(super) model: Model,
    pub(super) scope: Scope,
    pub(super) report: Report,
    /// The statement at hand.
    pub(super) at: Option<StatementPlace>,
    /// What the whole program declares.
    pub(super) globals: Globals,
    /// What the phase at hand declares, which is the whole program but for hull shaders.
    pub(super) phase: Phase,
    pub(super) flow: FlowState,
    pub(super) functions: CallTable,
}

impl Checker {
    pub(super) fn new(version: ProgramVersion) -> Self {
        Self {
            model: Model::of(version),
            scope: Scope::of(version),
            report: Report::default(),
            at: None,
            globals: Globals::default(),
            phase: Phase::default(),
            flow: FlowState::default(),
            functions: CallTable::default(),
        }
    }

    /// Reports a finding at the statement at hand.
    pub(super) fn find(&mut self, rule: Rule, message: fmt::Arguments<'_>) {
        self.report.add(rule, self.at, message);
    }
}

/// An operand in a message.
pub(super) struct Shown<'o>(pub(super) Scope, pub(super) &'o Operand);

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
