//! The tests of the program, one file a subject: what a case file cannot say (`tests/cases/`, run by the binary
//! `cases`).

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

mod cache;
mod digests;
mod docs;
mod edited_constants;
mod edited_fields;
mod editing;
mod edits;
mod exit_statuses;
mod hex;
mod house;
mod json_documents;
mod json_schema;
mod linking;
mod lowered;
mod pages;
mod pdb_verbs;
mod program;
mod reflect;
mod report;
mod searching;
mod token_programs;
mod wrong_inputs;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        cache::TESTS,
        digests::TESTS,
        docs::TESTS,
        edited_constants::TESTS,
        edited_fields::TESTS,
        editing::TESTS,
        exit_statuses::TESTS,
        hex::TESTS,
        house::TESTS,
        json_documents::TESTS,
        linking::TESTS,
        lowered::TESTS,
        pages::TESTS,
        pdb_verbs::TESTS,
        program::TESTS,
        reflect::TESTS,
        report::TESTS,
        searching::TESTS,
        token_programs::TESTS,
        wrong_inputs::TESTS,
    ])
}
