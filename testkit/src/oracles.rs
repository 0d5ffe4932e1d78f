//! What must hold for any input at all: plain functions that panic where it does not. `cargo test` runs them over
//! mangled inputs, `fuzz/` over anything.

#[cfg(feature = "container")]
pub mod container;
#[cfg(feature = "amd")]
pub mod link;
#[cfg(feature = "ir")]
pub mod module;
#[cfg(feature = "validate")]
pub mod report;
#[cfg(feature = "dxil")]
pub mod shader;
#[cfg(feature = "yaml")]
pub mod yaml;
