//! The result of an editing session: the kind of change, which decides whether an analysis stays valid. Separate
//! because passes combine these results without a session.

/// An upper bound of the changes of a session. An analysis stays valid if it depends only on what is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub enum Changed {
    /// Nothing: the function is identical, byte for byte.
    #[default]
    Nothing,
    /// Non-terminator instructions, operands, names or metadata; blocks and edges are unchanged.
    Values,
    /// Blocks or edges, and perhaps values.
    ControlFlow,
}

impl Changed {
    /// Returns true if blocks and edges are unchanged, so that dominators and loops stay valid.
    pub fn keeps_control_flow(self) -> bool {
        self < Self::ControlFlow
    }

    /// The union of the changes of two sessions.
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}
