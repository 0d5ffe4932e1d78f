//! The tests of the store, one file a subject.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod archives;
mod damage;
mod keys;
mod layers;
mod made;
mod tiers;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[archives::TESTS, damage::TESTS, keys::TESTS, layers::TESTS, tiers::TESTS])
}
