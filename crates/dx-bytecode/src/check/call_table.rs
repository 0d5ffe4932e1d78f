//! The labels and calls of a program. Separate from the rules of functions, because the checker stores them.

use std::collections::HashMap;

use super::report::StatementPlace;
use crate::operand::RegisterKind;

/// The functions of a program by number, in their order: the main program, or the phases, then those with labels.
#[derive(Debug)]
pub(super) struct CallTable {
    /// How many there were so far; the last one is at hand.
    pub(super) count: usize,
    pub(super) labels: HashMap<(RegisterKind, u32), (usize, Option<StatementPlace>)>,
    pub(super) calls: Vec<Call>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) from: usize,
    pub(super) label: u32,
    pub(super) place: Option<StatementPlace>,
}

impl Default for CallTable {
    fn default() -> Self {
        Self { count: 1, labels: HashMap::new(), calls: Vec::new() }
    }
}

impl CallTable {
    pub(super) fn begin(&mut self) {
        self.count += 1;
    }
}
