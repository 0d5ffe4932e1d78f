//! Rows made from `tables/` by `cargo xtask codegen`, never edited.

#[rustfmt::skip]
pub(crate) mod elf;
#[rustfmt::skip]
pub(crate) mod formats;
#[rustfmt::skip]
pub(crate) mod isa;
#[rustfmt::skip]
pub(crate) mod merge;
#[rustfmt::skip]
pub(crate) mod registers;
#[rustfmt::skip]
pub(crate) mod vulkan_formats;
