//! An interpreter for DXIL shaders: executes waves of lanes and thread groups over resources in memory, and reports
//! findings such as data races and out-of-bounds accesses.
//!
//! [`Program::prepare`] converts a [`Module`](dxil_ir::Module) once to a [`Program`]: instructions on registers, one
//! register an array of lanes. A [`Runner`] executes the thread groups of a [`Dispatch`] over resources that are
//! [`Bound`]. A [`StageRunner`] executes the waves of a stage of a draw: the crate `dxil-draw` fills their inputs and
//! reads their outputs. Groups share only atomic memory, so several runners may run at the same time; the library
//! starts no threads.

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
mod components;
mod debug_map;
mod dispatch;
mod elements;
mod error;
mod execute;
mod findings;
mod group;
mod instruction;
pub mod interpolation;
pub mod lanes;
pub mod limits;
mod memory;
pub mod mesh;
mod observer;
mod operations;
mod prepare;
pub mod profile;
mod program;
mod ray_query;
pub mod resources;
mod runner;
pub mod sample_pattern;
mod scratch;
mod shared;
mod signature_accesses;
pub mod stage;
mod stage_runner;
pub mod trace;
mod undefined;
mod wave;

pub use dispatch::{Dispatch, Outcome, RunOptions};
pub use error::{Result, RunError, RunErrorKind};
pub use findings::{Checks, Finding, FindingKind, Findings, Thread};
pub use instruction::{Instruction, Pc, Register, Scalar};
pub use observer::Observer;
pub use prepare::{EntrySelector, PrepareOptions};
pub use program::{Context, Entry, Program, Stop};
pub use resources::{Bound, Buffer, Descriptor, Format, Memory, Resources, Slot};
pub use runner::Runner;
pub use stage_runner::StageRunner;

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
