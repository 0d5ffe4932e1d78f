//! Passes over programs in the IR of DXIL, LLVM's in either dialect: small, exact, and proven by running what they
//! changed.
//!
//! [`transform`] makes a program simpler and keeps what it does: calls are inlined, memory becomes values, what is dead
//! goes. All of it is done by [`dxil_ir::edit`], so that uses, phis, metadata and debug information stay right.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tests fail by panicking"
    )
)]

mod budget;
mod error;
pub mod initializers;
pub mod limits;
pub mod lower;
pub mod pass_manager;
pub mod place;
mod stage_names;
pub mod transform;
pub mod upgrade;

pub use error::{PassError, PassErrorKind, Result};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
