//! Compiles naga modules to signed DXIL containers. Separate from [`dxil::emit`], on which it is built, because only
//! this crate depends on naga.

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

mod lower;
