//! The options of a compilation. Separate because users fill them in: the bindings are naga's own
//! [`hlsl::Options`], so that a renderer that uses naga's HLSL back end passes the options that it has.

use naga::ShaderStage;
use naga::back::PipelineConstants;
use naga::back::hlsl;

/// Options that hold for all entry points of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Registers of resources, special constants and immediates, and the runtime checks. `shader_model` and
    /// `mesh_shader_primitive_indices_clamp` are not used.
    pub bindings: hlsl::Options,
    /// The shader model; `None` for the oldest one that has all constructs of the entry point.
    pub model: Option<(u32, u32)>,
    /// The access to samplers.
    pub samplers: Samplers,
    /// True to negate the y coordinate of positions that a vertex shader writes. Readers of SPIR-V do this already.
    pub flip_y: bool,
    /// True to remove dead code and to simplify control flow. The result of a shader does not depend on it.
    pub optimize: bool,
}

/// The access to samplers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Samplers {
    /// Each sampler has a register of its own, the one of its binding.
    Direct,
    /// wgpu's model: an array of 2,048 samplers, and for each bind group a buffer of indices.
    Heap,
}

impl Default for Options {
    /// The register of a resource is its binding, the space is its group.
    fn default() -> Self {
        let bindings = hlsl::Options { fake_missing_bindings: true, ..hlsl::Options::default() };
        Self { bindings, model: None, samplers: Samplers::Direct, flip_y: false, optimize: true }
    }
}

impl From<hlsl::Options> for Options {
    /// The bindings and checks of naga's HLSL back end, with the heap of samplers that it uses.
    fn from(bindings: hlsl::Options) -> Self {
        Self { bindings, samplers: Samplers::Heap, ..Self::default() }
    }
}

/// Options of one pipeline.
#[derive(Debug, Clone, Default)]
pub struct PipelineOptions {
    /// The stage and name of the entry point; `None` if the module has one.
    pub entry_point: Option<(ShaderStage, String)>,
    /// The values of overrides, by name or by the decimal ID.
    pub constants: PipelineConstants,
}
