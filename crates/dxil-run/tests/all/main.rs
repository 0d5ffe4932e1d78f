//! The tests of `dxil-run`, one file a subject.

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

mod atomics;
mod buffers;
mod cases;
mod flow;
mod formats;
mod functions;
mod races;
mod sampling;
mod shaders;
mod textures;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[
        atomics::TESTS,
        buffers::TESTS,
        cases::TESTS,
        flow::TESTS,
        formats::TESTS,
        races::TESTS,
        sampling::TESTS,
        textures::TESTS,
    ])
}
