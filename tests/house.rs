//! What must stay true of the project itself: fresh tables, tidy sources. Real files are `corpus.rs`'s business.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

/// `cargo xtask codegen` has been run since a table changed.
#[test]
fn generated_code_is_fresh() {
    if let Err(stale) = xtask::codegen::run(true) {
        panic!("{stale}");
    }
}

/// `cargo xtask tidy` finds nothing.
#[test]
fn the_tree_is_tidy() {
    if let Err(findings) = xtask::tidy::run() {
        panic!("{findings}");
    }
}
