//! The tests of `dxil-run`, one file a subject.

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

mod arithmetic;
mod cases;
mod checks;
mod flow;
mod functions;
mod groups;
mod ray_queries;
mod reconvergence;
mod waves;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[
        arithmetic::TESTS,
        cases::TESTS,
        checks::TESTS,
        flow::TESTS,
        groups::TESTS,
        ray_queries::TESTS,
        reconvergence::TESTS,
        waves::TESTS,
    ])
}
