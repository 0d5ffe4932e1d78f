//! Inputs made here: modules at random, of any size, and the most of something; shaders of any stage; streams entry by
//! entry.

pub mod compute_shader;
mod declarations;
pub mod flow;
pub mod greedy;
#[cfg(feature = "dxil")]
pub mod large;
#[cfg(feature = "dxil")]
pub mod libraries;
pub mod modern;
pub mod module;
#[cfg(feature = "dxil")]
pub mod signatures;
pub mod stage_shader;
pub mod stream;

pub use declarations::declarations;
