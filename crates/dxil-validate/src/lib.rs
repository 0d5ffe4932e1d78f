//! The rules of DXIL: whether a container, or a module alone, keeps to them, and where it does not.
//!
//! [`validate_container()`] looks at a container: its parts, what they say beside what follows from the program
//! (`dxil::derive`), and the program itself. [`validate_module()`] looks at a program that lies in no container. Both
//! tell all they find in a [`Report`], in an order that is always the same, and give back what they read
//! ([`Validated`]); nothing is changed, and nothing that is wrong with an input is an error of theirs.
//!
//! The rules are rows of `tables/rules/`: [`Rule`]. Those of the reference validator have its names and numbers.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "tests fail by panicking"
    )
)]

mod container;
mod generated;
pub mod limits;
mod module;
mod names;
mod options;
mod reflection;
mod report;
mod rule;
mod validated;

pub use container::{validate_container, validate_root_signature};
pub use module::{report_on_module, validate_ir, validate_module};
pub use options::Options;
pub use report::{Finding, Place, Report};
pub use rule::{RULES, Rule, RuleExample, RuleRow, Severity};
pub use validated::Validated;

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
