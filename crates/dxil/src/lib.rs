//! What makes IR a shader: DXIL, the programs in the parts DXIL, ILDB and STAT of a DirectX container.
//!
//! The IR itself is [`dxil_ir`]'s. [`ops`] knows the functions that shaders call to do what LLVM has no instruction
//! for; [`shader`] is what a module says of itself in its metadata. [`mod@derive`] makes the parts of a container that
//! follow from a program, [`mod@assemble`] the container. Front ends emit DXIL with [`emit`], as the example
//! `build_shaders` does.

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

pub mod assemble;
pub mod break_condition;
pub mod derive;
pub mod emit;
mod error;
mod generated;
pub mod half;
pub mod handles;
pub mod limits;
pub mod non_uniform;
pub mod ops;
pub mod packing;
pub mod semantics;
pub mod shader;
pub mod stored;

pub use error::{DxilError, DxilErrorKind, Result};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Compiles and runs the example of the page for authors of front ends.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/front-ends.md")]
mod front_ends {}
