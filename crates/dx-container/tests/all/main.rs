//! The tests of `dx-container`, one file a subject.

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

mod containers;
mod parts;
mod symbols;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        containers::TESTS,
        parts::TESTS,
        parts::fxc_parts::TESTS,
        parts::level9::TESTS,
        parts::rdef_parts::TESTS,
        parts::runtime_data::TESTS,
        symbols::TESTS,
    ])
}
