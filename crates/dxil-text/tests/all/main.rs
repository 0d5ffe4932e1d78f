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
mod hostile_listings;
mod listed;
mod listing;
mod parse;
mod parse_errors;
mod print;
mod random_modules;
mod replaced;
mod single_mistakes;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[
        assembled::TESTS,
        damaged_modules::TESTS,
        hostile_listings::TESTS,
        listing::TESTS,
        parse::TESTS,
        parse_errors::TESTS,
        print::TESTS,
        random_modules::TESTS,
        replaced::TESTS,
        single_mistakes::TESTS,
    ])
}
