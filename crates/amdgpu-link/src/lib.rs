//! Unlinked AMDGPU shader ELFs and pipeline state, linked to pipeline ELFs that a driver's PAL can load.

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

pub mod elf;
pub mod elf_names;
pub mod error;
pub mod explain;
mod generated;
pub mod glue;
pub mod isa;
pub mod limits;
pub mod link;
pub mod metadata;
pub mod note;
pub mod registers;
pub mod relocation;
pub mod state;
pub mod target;
pub mod value_type;

pub use error::{CannotLink, Error, ErrorKind, LinkError, Result};
pub use located::{Frame, Kind, Place};
pub use registers::{Generation, Register, RegisterName, UserData};
pub use relocation::SpecialSymbol;
pub use state::PipelineState;
pub use target::{Encoding, Target};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
