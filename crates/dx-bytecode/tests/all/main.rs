//! The tests of `dx-bytecode`, one file a subject.

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

mod check;
mod control_flow;
mod d3d9;
mod listing;
mod listing_resources;
mod numbered;
mod program;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        check::TESTS,
        control_flow::TESTS,
        d3d9::TESTS,
        listing::TESTS,
        listing_resources::TESTS,
        numbered::TESTS,
        program::TESTS,
    ])
}
