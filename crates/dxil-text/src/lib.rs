//! DXIL as text: LLVM assembly, and around it the comments that DXC's listing has.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tests fail by panicking"
    )
)]

pub mod listing;
