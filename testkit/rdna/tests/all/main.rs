//! The tests of `rdna`, one file a subject.

mod decoding;
mod encodings;
mod hostile;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[decoding::TESTS, hostile::TESTS])
}
