//! LLVM's FileCheck as a library: checks that a text contains the patterns of the directives in another text, in their
//! order.
//!
//! [`Checks::parse`] reads the directives, and [`Checks::check`] searches their patterns in a text. The crate supports
//! `CHECK`, `-NEXT`, `-SAME`, `-NOT`, `-DAG`, `-LABEL`, `-COUNT-N`, `-EMPTY`, `{LITERAL}`, and string and numeric
//! variables, as LLVM's documentation of FileCheck describes them. If two alternatives of an expression match, the
//! first one is used; the POSIX expressions of FileCheck use the longest.

mod checks;
mod directive;
mod failure;
mod limits;
mod number;
mod options;
mod pattern;
mod posix;
mod search;
mod step;

pub use checks::Checks;
pub use failure::{Failure, Position};
pub use options::Options;

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
