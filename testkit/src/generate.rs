//! Modules made by the builder: at random, of any size, and the most of something.

pub mod compute_shader;
pub mod greedy;
#[cfg(feature = "dxil")]
pub mod large;
pub mod module;
#[cfg(feature = "dxil")]
pub mod signatures;
pub mod stream;
