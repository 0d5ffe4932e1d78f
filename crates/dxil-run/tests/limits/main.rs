//! Limits of memory and time: all that the process takes is counted, so that these tests run one after the other in a
//! process of their own.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod bindings;
mod damaged_shaders;
mod gigantic;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run_alone(&[damaged_shaders::TESTS, gigantic::TESTS])
}
