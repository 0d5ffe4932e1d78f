//! The tier of build farms, against a server of the same protocol in this process, which can be slow, refuse, lie and
//! die.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "../all/made.rs"]
#[allow(dead_code, reason = "it is there for all binaries of tests")]
mod made;
mod server;
mod tier;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[tier::TESTS])
}
