//! The tests of `dxil-validate`, one file a subject.

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

mod damaged_modules;
mod emitted;
mod examples;
mod large;
mod mangled;
mod messages;
mod reviewed;
mod rules;
mod verdicts;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        damaged_modules::TESTS,
        emitted::TESTS,
        examples::TESTS,
        large::TESTS,
        mangled::TESTS,
        messages::TESTS,
        reviewed::TESTS,
        rules::TESTS,
        verdicts::TESTS,
    ])
}
