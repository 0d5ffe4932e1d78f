//! Damage: inputs that are nearly right.

pub mod bytes;
#[cfg(feature = "ir")]
pub mod module;
pub mod text;
