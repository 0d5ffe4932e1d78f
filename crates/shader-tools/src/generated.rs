//! Rows made from `tables/` by `cargo xtask codegen`, never edited.

#[rustfmt::skip]
pub mod codes;
