//! Assembly of LLVM: of LLVM 3.7, in which people read and write DXIL modules, and of modern LLVM, 19 to 23. A module
//! says which [dialect](dxil_ir::Dialect) it is of.
//!
//! [`print()`] gives a module as the LLVM of its dialect prints it, to the byte; what stands behind instructions as
//! comments comes from whoever implements [`Comments`]. [`listing`] has what DXC prints around it. [`parse()`] makes
//! modules of text that was printed or that somebody wrote.

// A new kind of type, constant, instruction or metadata does not compile until printer and parser know it.
#![deny(clippy::wildcard_enum_match_arm)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "tests fail by panicking"
    )
)]

mod calling_conventions;
mod float_format;
pub mod limits;
pub mod listing;
mod nodes;
mod parse;
mod print;

pub use parse::{
    ParseError, ParseErrors, Parsed, Places, dialect, looks_like_text, parse, parse_as, parse_with_places,
    upgrade_intrinsics,
};
pub use print::lines::{Item, Line, Pieces};
pub use print::names::spelled;
pub use print::{At, Comments, NoComments, PrintError, newer_construct, print, print_for, print_with};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
