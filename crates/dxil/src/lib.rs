//! DXIL programs: the LLVM 3.7 bitcode in the parts DXIL, ILDB and STAT of a DirectX container.
//!
//! [`bitstream`] is the lowest layer: blocks, abbreviations and records, whatever they mean. [`bitcode`] knows what they
//! mean, and makes an [`ir::Module`] of them and back; [`shader`] is what a module says of itself in its metadata. [`mod@file`] opens bitcode that lies in no container; [`size`] counts
//! what takes the space in it, [`locate`] says what a bit belongs to.
//! [`ops`] knows the functions that shaders call to do what LLVM has no instruction for. [`mod@derive`] makes the parts of a
//! container that follow from a program, [`mod@assemble`] the container: with [`ir::builder`] and [`shader`] it is how front ends emit
//! DXIL, as the example `build_shaders` does.

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
pub mod derive;
mod error;
mod generated;
pub mod limits;
pub mod ops;
pub mod semantics;
pub mod shader;

pub use error::{DxilError, DxilErrorKind, Result};
