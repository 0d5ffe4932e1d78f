//! The tests of `dxil-draw`, one file a subject.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod drawn;
mod fixed_functions;
mod geometry;
mod merging;
mod meshes;
mod tessellation;
mod textured;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        fixed_functions::TESTS,
        geometry::TESTS,
        merging::TESTS,
        meshes::TESTS,
        tessellation::TESTS,
        textured::TESTS,
    ])
}
