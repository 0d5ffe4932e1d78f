//! Executes DXIL: groups of threads in waves of lanes, exactly as a shader asks for them, over resources in memory, and
//! says what is wrong with what it does.
//!
//! A [`Module`](dxil_ir::Module) is prepared once into a [`Program`]: instructions on registers, one register an array
//! of lanes. A [`Runner`] executes one group of it after the other over what is [`Bound`]. Groups share memory of
//! atomics and nothing else, so several runners may run at the same time; the library starts no threads.

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

mod call;
mod dispatch;
pub mod draw;
mod error;
mod execute;
mod findings;
mod group;
mod instruction;
mod interpolation;
pub mod lanes;
pub mod limits;
mod memory;
mod mesh;
mod observer;
mod operations;
mod outline;
pub mod pipeline;
mod prepare;
pub mod profile;
mod program;
mod ray_query;
pub mod resources;
mod runner;
mod sample_pattern;
mod scratch;
mod shared;
mod stage;
pub mod trace;
mod undefined;
mod wave;

pub use dispatch::{Dispatch, Outcome, RunOptions};
pub use error::{Result, RunError, RunErrorKind};
pub use findings::{Checks, Finding, FindingKind, Findings, Thread};
pub use instruction::{Instruction, Pc, Register, Scalar};
pub use observer::Observer;
pub use prepare::{Entrance, PrepareOptions};
pub use program::{Context, Entry, Program, Stop};
pub use resources::{Bound, Buffer, Descriptor, Format, Memory, Resources, Slot};
pub use runner::Runner;

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
