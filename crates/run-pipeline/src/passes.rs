//! The passes of a pipeline: dispatches and draws over the same memory. Separate from the documents that they are read
//! from.

use std::ops::Range;
use std::sync::Arc;

use dx_container::enums::ShaderKind;

use super::acceleration::AccelerationStructures;
use super::comparison::Comparison;
use super::graphics::Graphics;
use super::resource::{BufferData, NamedSampler, Resource, ResourceKind};

/// A pipeline: passes over the same memory.
#[derive(Debug, Clone, Default)]
pub struct Pipeline {
    /// What is run, in this order.
    pub passes: Vec<Pass>,
    /// Memory, in the order of the document.
    pub buffers: Vec<BufferData>,
    /// Samplers.
    pub samplers: Vec<NamedSampler>,
    /// Constants that are passed without a buffer, of all passes.
    pub push_constants: Vec<PushConstants>,
    /// What is to come out.
    pub results: Vec<Comparison>,
    /// What rays are traced through.
    pub acceleration: AccelerationStructures,
}

impl Pipeline {
    /// The pass of a pipeline that has one; `None` where there are several.
    pub fn only(&self) -> Option<&Pass> {
        match self.passes.as_slice() {
            [pass] => Some(pass),
            _ => None,
        }
    }

    /// The shaders of all passes, in their order.
    pub fn shaders(&self) -> impl Iterator<Item = &ShaderStage> {
        self.passes.iter().flat_map(|pass| &pass.shaders)
    }
}

/// A dispatch or a draw. Passes share what the document says once.
#[derive(Debug, Clone, Default)]
pub struct Pass {
    /// Its shaders: a compute shader, or the stages of a draw in their order.
    pub shaders: Vec<ShaderStage>,
    /// How many groups a compute shader is dispatched in, or the amplification or mesh shader of a draw.
    pub dispatch: [u32; 3],
    /// How much is drawn.
    pub counts: DrawCounts,
    /// Arguments of a root signature, in its order; empty where resources say all.
    pub root_arguments: Arc<Vec<RootArgument>>,
    /// What is bound to shaders.
    pub resources: Arc<Vec<Resource>>,
    /// Which of [`Pipeline::push_constants`] are its own.
    pub push_constants: Range<usize>,
    /// Input and output of a draw.
    pub graphics: Arc<Graphics>,
}

impl Pass {
    /// Whether it is a draw rather than a dispatch.
    pub fn is_draw(&self) -> bool {
        self.shaders.iter().any(|shader| shader.stage != Stage::Compute)
    }
}

/// A shader of a pass.
#[derive(Debug, Clone)]
pub struct ShaderStage {
    /// Its stage.
    pub stage: Stage,
    /// The name of its function.
    pub entry: String,
}

/// A stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "they are what D3D calls them")]
pub enum Stage {
    Compute,
    Vertex,
    Hull,
    Domain,
    Geometry,
    Pixel,
    Amplification,
    Mesh,
    RayGeneration,
    Miss,
    ClosestHit,
    AnyHit,
    Intersection,
    Callable,
}

impl Stage {
    /// The stage of a draw that it is; `None` for others.
    pub fn drawn(self) -> Option<ShaderKind> {
        Some(match self {
            Self::Vertex => ShaderKind::VERTEX,
            Self::Hull => ShaderKind::HULL,
            Self::Domain => ShaderKind::DOMAIN,
            Self::Geometry => ShaderKind::GEOMETRY,
            Self::Amplification => ShaderKind::AMPLIFICATION,
            Self::Mesh => ShaderKind::MESH,
            Self::Pixel => ShaderKind::PIXEL,
            _ => return None,
        })
    }
}

/// How much is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DrawCounts {
    /// Vertices of an instance, or indices; `None` for as many as there are.
    pub vertices: Option<u32>,
    /// Instances; `None` for one.
    pub instances: Option<u32>,
    /// The first vertex; with indices, what is added to each.
    pub first_vertex: u32,
    /// The first instance.
    pub first_instance: u32,
}

/// An argument of a root signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootArgument {
    /// Constants: the data of a buffer.
    Constants(usize),
    /// A table: the next one of the descriptor sets.
    Table,
    /// A buffer and what it is bound as.
    Descriptor(usize, ResourceKind),
}

/// Constants that are passed to a stage without a buffer.
#[derive(Debug, Clone)]
pub struct PushConstants {
    /// The stage.
    pub stage: Stage,
    /// All bytes.
    pub data: Vec<u8>,
}
