//! The tests of `amdgpu-link`, one file a subject; `machine` runs glue code, and `convert` is what it is compared with.

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

mod convert;
mod document;
mod finished;
mod glue_color_export;
mod glue_fetch;
mod glue_listing;
mod glue_reference;
mod inspected;
mod isa;
mod links;
mod machine;
mod many_links;
mod pipe;
mod reading;
mod refusal;
mod relocation;
mod reviewed;

use std::process::ExitCode;

fn main() -> ExitCode {
    testkit::run(&[
        document::TESTS,
        finished::TESTS,
        glue_color_export::TESTS,
        glue_fetch::TESTS,
        glue_listing::TESTS,
        glue_reference::TESTS,
        inspected::TESTS,
        isa::TESTS,
        links::addends::TESTS,
        links::broken::TESTS,
        links::expected::TESTS,
        links::values::TESTS,
        many_links::TESTS,
        pipe::TESTS,
        reading::TESTS,
        refusal::TESTS,
        relocation::TESTS,
        reviewed::TESTS,
    ])
}
