//! Rows made from `tables/` by `cargo xtask codegen`, and examples made from cases by `tests/all/examples.rs`; never
//! edited.

#[rustfmt::skip]
pub(crate) mod bounds;
#[rustfmt::skip]
pub(crate) mod examples;
#[rustfmt::skip]
pub(crate) mod rules;
