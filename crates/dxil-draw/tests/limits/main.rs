//! Limits of memory and time: the memory of the process is measured, so these tests run one at a time in a process of
//! their own.

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

mod damaged_stages;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run_alone(&[damaged_stages::TESTS])
}
