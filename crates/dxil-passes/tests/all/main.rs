//! The tests of `dxil-passes`, one file a subject.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod cases;
mod damaged;
mod debug_information;
mod demote;
mod executed;
mod growth;
mod inlined;
mod lists;
mod lower;
mod programs;
mod scalarizer;
mod upgrade;
mod vectorize;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        cases::TESTS,
        damaged::TESTS,
        debug_information::TESTS,
        executed::TESTS,
        growth::TESTS,
        inlined::TESTS,
        lists::TESTS,
        lower::TESTS,
        programs::TESTS,
        scalarizer::TESTS,
        upgrade::TESTS,
    ])
}
