//! The device of the driver, and the objects of one dispatch. Separate because textures and samplers are created with
//! both.

use std::collections::HashMap;

use crate::outcome::Outcome;

/// A device of the driver.
pub struct Driver {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) info: wgpu::AdapterInfo,
}

/// The objects of one dispatch, each created on first use.
#[derive(Default)]
pub(super) struct Objects {
    /// By memory index.
    pub(super) buffers: HashMap<usize, wgpu::Buffer>,
    /// By memory index.
    pub(super) textures: HashMap<usize, wgpu::Texture>,
    pub(super) views: Vec<wgpu::TextureView>,
    pub(super) samplers: Vec<wgpu::Sampler>,
}

/// The outcome for a shader that needs something unsupported.
pub(super) fn cannot(what: &str) -> Outcome {
    Outcome::NotRun(what.to_owned())
}
