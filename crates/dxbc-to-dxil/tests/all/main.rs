//! The tests of `dxbc-to-dxil`, one file a subject.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod arithmetic;
mod corpus;
mod damaged;
mod flow;
mod growth;
mod harness;
mod memory;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[
        arithmetic::TESTS,
        corpus::TESTS,
        damaged::TESTS,
        flow::TESTS,
        growth::TESTS,
        memory::TESTS,
    ])
}
