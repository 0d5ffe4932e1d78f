//! Rows made from `tables/` by `cargo xtask codegen`, never edited.

#[rustfmt::skip]
pub(crate) mod hlsl;
#[rustfmt::skip]
pub(crate) mod modern;
#[rustfmt::skip]
pub(crate) mod ops;
#[rustfmt::skip]
pub(crate) mod semantics;
#[rustfmt::skip]
pub(crate) mod signature_points;
