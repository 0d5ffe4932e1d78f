//! The tests of this crate that any machine can run, as one program: one link instead of a dozen. Those that are about
//! the corpus alone are in `corpus/`, because they have a harness of their own.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking; the interpreter's numbers wrap as the hardware's do"
)]

mod document;
mod glue_color_export;
mod glue_fetch;
mod glue_listing;
mod inspected;
mod isa;
mod links;
mod many_links;
mod pipe;
mod reading;
mod refusal;
mod relocation;
mod reviewed;

/// Interpreter of the instructions that glue code is made of.
mod machine {
    pub(crate) mod convert;
    pub(crate) mod lane;
}
