//! Limits of directives, with the reasons.

/// Nesting of numeric expressions: each level is a call of the parser.
pub(crate) const EXPRESSION_DEPTH: u32 = 64;

/// Digits of a number's precision: more than 128-bit integers have.
pub(crate) const DIGITS: usize = 64;

/// Work of trying the values of a variable that a directive both defines and uses, in bytes of values and of lines:
/// less than a second.
pub(crate) const WORK_OF_VALUES: usize = 1 << 20;

/// Work of one value besides its bytes: an expression is compiled for it.
pub(crate) const WORK_OF_VALUE: usize = 64;
