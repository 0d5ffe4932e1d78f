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

mod baselines;
mod cache;
mod codes;
mod commits;
mod digests;
mod docs;
mod edited_constants;
mod edited_fields;
mod editing;
mod edits;
mod exit_statuses;
mod folders;
mod hex;
mod house;
mod instruction_numbers;
mod json_documents;
mod json_schema;
mod linking;
mod listing_lines;
#[cfg(unix)]
mod llc_versions;
mod lowered;
mod pages;
mod pdb_verbs;
mod program;
mod reference_tools;
mod reflect;
mod report;
mod searching;
mod token_programs;
mod workflow;
mod wrong_inputs;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        baselines::TESTS,
        cache::TESTS,
        codes::TESTS,
        commits::TESTS,
        digests::TESTS,
        docs::TESTS,
        edited_constants::TESTS,
        edited_fields::TESTS,
        editing::TESTS,
        exit_statuses::TESTS,
        folders::TESTS,
        hex::TESTS,
        house::TESTS,
        instruction_numbers::TESTS,
        json_documents::TESTS,
        linking::TESTS,
        listing_lines::TESTS,
        #[cfg(unix)]
        llc_versions::TESTS,
        lowered::TESTS,
        pages::TESTS,
        pdb_verbs::TESTS,
        program::TESTS,
        reflect::TESTS,
        reference_tools::TESTS,
        report::TESTS,
        searching::TESTS,
        token_programs::TESTS,
        workflow::TESTS,
        wrong_inputs::TESTS,
    ])
}
