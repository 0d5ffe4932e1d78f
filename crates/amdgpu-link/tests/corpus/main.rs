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
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking; the interpreter's numbers wrap as the hardware's do"
)]

#[path = "../all/machine/convert.rs"]
mod convert;
#[path = "../../../../tests/corpus_folder.rs"]
mod corpus_folder;
#[path = "../../../../tests/corpus_harness.rs"]
mod corpus_harness;
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
    corpus_harness::run(&[
        ("finished::finished_pipelines_pass_unchanged", finished::finished_pipelines_pass_unchanged),
        (
            "finished::the_name_of_the_instruction_set_is_passed_on",
            finished::the_name_of_the_instruction_set_is_passed_on,
        ),
        ("glue_reference::exports_are_llvms", glue_reference::exports_are_llvms),
        (
            "glue_reference::fetched_registers_are_those_of_llvms_code",
            glue_reference::fetched_registers_are_those_of_llvms_code,
        ),
    ])
}
