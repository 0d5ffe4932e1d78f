//! The tests of `rdna`, one file a subject.

mod decoding;
mod encodings;
mod hostile;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[decoding::TESTS, hostile::TESTS])
}
