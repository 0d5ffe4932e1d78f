//! The tests of this crate that are about the corpus alone (`SHADER_CORPUS`). Separate from `all/` because their
//! harness tells which of them were skipped.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking; the interpreter's numbers wrap as the hardware's do"
)]

#[path = "../all/machine/convert.rs"]
mod convert;
mod finished;
#[path = "../all/links/fixtures.rs"]
#[allow(dead_code, reason = "the fixtures are shared")]
mod fixtures;
mod glue_reference;
#[path = "../all/machine/lane.rs"]
#[expect(dead_code, reason = "the interpreter is shared")]
mod lane;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[finished::TESTS, glue_reference::TESTS])
}
