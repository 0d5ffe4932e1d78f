//! The tests of this crate.

fn main() {}
