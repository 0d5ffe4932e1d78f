//! What reading takes of the heap, whatever lengths say.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod lengths;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run_alone(&[lengths::TESTS])
}
