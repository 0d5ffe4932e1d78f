//! Counts of converted and remaining calls of operations in an upgrade. Separate because passes update the counts and
//! callers report them.

use std::collections::{BTreeMap, BTreeSet};

use dxil::ops::Opcode;

use super::reason::Reason;

/// Counts of converted and remaining calls of operations in an upgrade.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of calls that were replaced by LLVM intrinsics and instructions, by opcode.
    pub raised: BTreeMap<Opcode, u64>,
    /// The number of remaining calls, by opcode and reason.
    pub kept: BTreeMap<(Opcode, Reason), u64>,
    /// The table rows that were used: the opcode and an index into its
    /// [`correspondences`](dxil::ops::Operation::correspondences).
    pub rows: BTreeSet<(Opcode, usize)>,
}

impl Summary {
    /// Returns the number of calls of operations in the source module.
    pub fn calls(&self) -> u64 {
        self.raised.values().sum::<u64>() + self.kept_calls()
    }

    /// Returns the number of remaining calls.
    pub fn kept_calls(&self) -> u64 {
        self.kept.values().sum()
    }

    pub(super) fn raise(&mut self, opcode: Opcode) {
        *self.raised.entry(opcode).or_default() += 1;
    }

    pub(super) fn keep(&mut self, opcode: Opcode, reason: Reason) {
        *self.kept.entry((opcode, reason)).or_default() += 1;
    }
}
