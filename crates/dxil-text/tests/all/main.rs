//! The tests of `dxil-text`, one file a subject; `listed` is what the reference compiler printed.

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

mod assembled;
mod damaged_modules;
mod debug_information;
mod dialects;
mod edited;
mod hostile_listings;
mod legacy;
mod listed;
mod listing;
mod modern_bitcode;
mod modern_rules;
mod modern_texts;
mod modernized;
mod numbered;
mod parse;
mod parse_errors;
mod print;
mod random_modules;
mod reference_texts;
mod replaced;
mod single_mistakes;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        assembled::TESTS,
        damaged_modules::TESTS,
        debug_information::TESTS,
        dialects::TESTS,
        edited::TESTS,
        hostile_listings::TESTS,
        legacy::TESTS,
        listing::TESTS,
        numbered::TESTS,
        modern_bitcode::TESTS,
        modern_rules::TESTS,
        modern_texts::TESTS,
        modernized::TESTS,
        modernized::words::TESTS,
        parse::TESTS,
        parse_errors::TESTS,
        print::TESTS,
        random_modules::TESTS,
        reference_texts::TESTS,
        replaced::TESTS,
        single_mistakes::TESTS,
    ])
}
