//! The rules by number and name, and the uses of opcodes and registers. Their rows are generated.

mod row;

use std::fmt;

pub use crate::generated::rules::RULES;
pub use located::Severity;
pub(crate) use row::{OpcodeUse, RegisterUse, SamplerUse, ViewUse};
pub use row::{Rule, RuleRow};

use crate::generated::rules::{OPCODE_USES, REGISTER_USES};
use crate::opcode::Opcode;
use crate::operand::RegisterKind;

impl Rule {
    /// Every rule, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(Self).take(RULES.len())
    }

    /// The rule with this name.
    pub fn named(id: &str) -> Option<Self> {
        Self::all().find(|rule| rule.row().id == id)
    }

    /// What it says.
    pub fn row(self) -> &'static RuleRow {
        let [first, ..] = &RULES;
        // Rules are made from the table only, so that each has a row.
        RULES.get(usize::from(self.0)).unwrap_or(first)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().id)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().id)
    }
}

impl OpcodeUse {
    pub(crate) fn of(opcode: Opcode) -> Option<&'static Self> {
        OPCODE_USES.get(usize::from(opcode.0))
    }
}

impl RegisterUse {
    pub(crate) fn of(kind: RegisterKind) -> Option<&'static Self> {
        REGISTER_USES.get(usize::from(kind.0))
    }
}
