//! The tests of `dxil-ir`, one file a subject.

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

mod bitstream;
mod builder;
mod edit;
mod live_ranges;
mod modern_bitcode;
mod modules;
mod records;
mod verify;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        bitstream::TESTS,
        builder::TESTS,
        edit::calls::TESTS,
        edit::cases::TESTS,
        edit::imports::TESTS,
        edit::inlining::TESTS,
        edit::modernize::TESTS,
        edit::rewriting::TESTS,
        edit::sequences::TESTS,
        live_ranges::TESTS,
        modern_bitcode::TESTS,
        modules::TESTS,
        records::TESTS,
        verify::TESTS,
    ])
}
