//! The tests of `dxil-link`, one file a subject.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod damage;
mod exports;
mod handles;
mod linking;
mod reference;
mod running;
mod single;
mod splitting;
mod wave_sizes;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        damage::TESTS,
        exports::TESTS,
        handles::TESTS,
        reference::TESTS,
        single::TESTS,
        splitting::TESTS,
        wave_sizes::TESTS,
    ])
}
