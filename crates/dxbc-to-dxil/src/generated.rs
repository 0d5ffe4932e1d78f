//! The generated rows of the table of conversions. Separate because `cargo xtask codegen` writes them.

pub(crate) mod conversions;
