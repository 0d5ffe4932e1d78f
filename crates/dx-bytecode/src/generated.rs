//! Rows made from `tables/` by `cargo xtask codegen`, never edited.

#[rustfmt::skip]
pub(crate) mod d3d9;
#[rustfmt::skip]
pub(crate) mod rules;
#[rustfmt::skip]
pub(crate) mod tokens;
