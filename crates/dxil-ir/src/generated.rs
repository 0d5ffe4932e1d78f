//! Rows made from `tables/` by `cargo xtask codegen`, never edited.

#[rustfmt::skip]
pub(crate) mod attributes;
#[rustfmt::skip]
pub(crate) mod bitcode;
#[rustfmt::skip]
pub(crate) mod dwarf;
#[rustfmt::skip]
pub(crate) mod intrinsics;
