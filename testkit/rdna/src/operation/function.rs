//! The function that an instruction computes. Separate because the files of functions build rows of them.

/// The function that an operation computes.
#[derive(Debug, Clone, Copy)]
pub enum Operation {
    /// Bits of the result from bits of the operands, for each lane.
    Lane(fn([u64; 3]) -> u64),
    /// An integer that is truncated or, with `clamp`, clamped to a range.
    Clamped {
        /// The integer.
        of: fn([u64; 3]) -> i128,
        /// The smallest.
        low: i128,
        /// The largest.
        high: i128,
    },
    /// A truth value for each lane.
    Compare(fn([u64; 2]) -> bool),
    /// A scalar result of two operands and SCC, and the new SCC.
    Scalar(fn(u64, u64, bool) -> (u64, Option<bool>)),
    /// An operation of more than its operands.
    Other,
}
