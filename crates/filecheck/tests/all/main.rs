//! The tests of `filecheck`, one file a subject.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail by panicking")]

mod cases;
mod directives;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[cases::TESTS, directives::TESTS])
}
