//! Rows made from `tables/` by `cargo xtask codegen`, never edited.

#[rustfmt::skip]
pub(crate) mod enums;
#[rustfmt::skip]
pub(crate) mod flags;
#[rustfmt::skip]
pub(crate) mod part_kinds;
#[rustfmt::skip]
pub(crate) mod parts;
#[rustfmt::skip]
pub(crate) mod rdat;
