//! Passes over shader modules in LLVM IR of either dialect: LLVM 3.7 IR, which DXIL uses, and modern LLVM IR.
//!
//! [`transform`] simplifies a program and preserves its behavior: it inlines calls, promotes memory to values and
//! removes dead code. [`lower`] converts modern LLVM IR to DXIL, and [`upgrade`] converts DXIL to modern LLVM IR.
//! Passes change functions through [`dxil_ir::edit`], which keeps use lists, phis, metadata and debug information
//! consistent. Tests execute programs before and after passes and compare the results.

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

/// Compiles and runs the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
