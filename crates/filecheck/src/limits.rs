//! Limits of directives, with the reasons.

/// Operations of a numeric expression: each can be a level of recursion.
pub(crate) const EXPRESSION_OPERATIONS: u32 = 256;

/// Bytes of a compiled expression, besides [`EXPRESSION_BYTES_PER_BYTE`]: every directive keeps one, and a counted
/// repetition such as `{1000}` is copied that often.
pub(crate) const EXPRESSION_BYTES: usize = 1 << 16;

/// Bytes of a compiled expression per byte of its source.
pub(crate) const EXPRESSION_BYTES_PER_BYTE: usize = 64;

/// Digits of a number's precision: more than 128-bit integers have.
pub(crate) const DIGITS: usize = 64;

/// Work of trying the values of a variable that a directive both defines and uses, in bytes of values and of lines:
/// less than a second.
pub(crate) const WORK_OF_VALUES: usize = 1 << 20;

/// Work of one value besides its bytes: an expression is compiled for it.
pub(crate) const WORK_OF_VALUE: usize = 64;
