//! Pipeline documents: YAML that describes dispatches and draws, the buffers, textures and samplers that they use, and
//! the expected results. The document is the one of LLVM's offload-test-suite; `docs/run.md` describes its keys.
//!
//! [`Pipeline::parse`] reads a document. [`PipelineRun`] puts its resources into memory and binds them to programs,
//! which `dxil-run` and `dxil-draw` execute. [`PipelineRun::finish`] copies the memory to the buffers of the document,
//! and [`Pipeline::verdicts`] compares them with the expected results.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tests fail by panicking"
    )
)]

mod acceleration;
mod bind;
mod compare;
mod comparison;
mod data;
mod document;
mod draw;
mod graphics;
pub mod limits;
mod number;
mod passes;
mod print;
mod read;
mod resource;
mod structures;

pub use acceleration::{AccelerationStructures, BottomLevel, Boxes, Instance, TopLevel, Triangles};
pub use bind::{PipelineRun, bind_static_samplers};
pub use compare::{Difference, Mismatch, Verdict};
pub use comparison::{Comparison, Denormals, Rule};
pub use data::DataFormat;
pub use graphics::{Graphics, Resolve, Topology, VertexAttribute, VertexSlot};
pub use passes::{DrawCounts, Pass, Pipeline, PushConstants, RootArgument, ShaderStage, Stage};
pub use resource::{BindingPlace, BufferData, NamedSampler, Resource, ResourceKind, Source, TextureSize};

use dxil_run::Result;

impl Pipeline {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// Text that is not YAML, keys or names that are none, values that do not fit, with their place in the text.
    pub fn parse(text: &str) -> Result<Self> {
        read::pipeline(text)
    }
}

/// The JSON Schema of the document.
#[cfg(feature = "schema")]
pub fn schema() -> String {
    document::schema()
}

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
