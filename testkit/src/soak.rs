//! The factor of `cargo xtask soak`, which tests multiply their inputs by. Separate because limits depend on it.

use std::sync::OnceLock;

/// The number of inputs of a test: `quick`, or a multiple in `cargo xtask soak`, which sets `SHADER_SOAK`.
pub fn times(quick: usize) -> usize {
    static SOAK: OnceLock<usize> = OnceLock::new();
    let factor = || match std::env::var("SHADER_SOAK") {
        Ok(factor) => factor.parse().expect("SHADER_SOAK is a number"),
        Err(_) => 1,
    };
    quick.saturating_mul(*SOAK.get_or_init(factor))
}
