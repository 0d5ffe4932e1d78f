//! Limits of memory and time: all that the process takes is counted, so that these tests run one after the other in a
//! process of their own.

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

mod inlining;
mod mangled_bitstreams;
mod mangled_modern;
mod mangled_modules;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run_alone(&[
        inlining::TESTS,
        mangled_bitstreams::TESTS,
        mangled_modern::TESTS,
        mangled_modules::TESTS,
    ])
}
