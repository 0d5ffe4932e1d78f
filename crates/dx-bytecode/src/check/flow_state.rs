//! The state of control flow at a statement: open blocks and the instruction before it. Separate from the rules of
//! control flow, because the checker stores them. They lie on a stack of their own, so that no program nests too deep.

use std::collections::HashSet;

use super::report::StatementPlace;

/// The blocks that are open, and what the instruction before this one was.
#[derive(Debug, Default)]
pub(super) struct FlowState {
    pub(super) open: Vec<Block>,
    /// How many of them are loops, and how many are switches.
    pub(super) loops: usize,
    pub(super) open_switches: usize,
    /// Values of cases, beside the number of their switch.
    pub(super) cases: HashSet<(u32, u32)>,
    /// How many switches there were.
    pub(super) switches: u32,
    pub(super) before: Before,
    /// The instruction before this one, of the same function.
    pub(super) last: Option<StatementPlace>,
    /// The function at hand has ended: a `ret` outside of all blocks.
    pub(super) has_ended: bool,
    /// That something follows that `ret` was said.
    pub(super) said_unreachable: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Index and word of its first statement. Small, as a program may be nothing but open blocks; a part has no
    /// more words than that.
    pub(super) place: (u32, u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    If,
    Else,
    Loop,
    /// Which one, and whether it has a default.
    Switch(u32, bool),
}

/// What stands before an instruction, as far as a case must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Before {
    /// It goes on with the next one.
    #[default]
    Instruction,
    /// It goes elsewhere, or is the end of a block that may do so.
    Jump,
    /// The head of a switch, which goes on with a case.
    Switch,
    /// A case or default.
    Case,
}

impl BlockKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::Else => "else",
            Self::Loop => "loop",
            Self::Switch(..) => "switch",
        }
    }

    pub(super) fn is_switch(self) -> bool {
        matches!(self, Self::Switch(..))
    }
}
