//! Inputs made here: modules at random, of any size, and the most of something; shaders of any stage; streams entry by entry.

pub mod compute_shader;
pub mod greedy;
#[cfg(feature = "dxil")]
pub mod large;
pub mod module;
#[cfg(feature = "dxil")]
pub mod signatures;
pub mod stream;
