//! Links are right: their code is what LLVM's assembler makes of the same pieces with every value filled in, and
//! what cannot be linked is refused without harm.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "links/addends.rs"]
mod addends;
#[path = "links/body.rs"]
mod body;
#[path = "links/broken.rs"]
mod broken;
#[path = "links/edit.rs"]
mod edit;
#[path = "links/expected.rs"]
mod expected;
#[path = "links/fixtures.rs"]
mod fixtures;
#[path = "links/values.rs"]
mod values;
