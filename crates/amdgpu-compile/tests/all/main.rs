//! The tests of `amdgpu-compile`, one file a subject.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod bindings;
mod objects;
mod pixels;
mod real_shaders;
mod root_layouts;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[bindings::TESTS, objects::TESTS, pixels::TESTS, real_shaders::TESTS, root_layouts::TESTS])
}
