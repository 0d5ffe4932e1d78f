//! A pipeline: dispatches and draws, the buffers and samplers that they use, and what is to come out of them. Separate
//! because nothing that executes knows of it: it says what is bound, run, and compared.
//!
//! The document is the one of LLVM's offload-test-suite; `docs/run.md` says what each key does here.

mod acceleration;
mod bind;
mod compare;
mod comparison;
mod data;
mod document;
mod draw;
mod expect;
mod graphics;
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
pub use expect::{Expectations, Unmet};
pub use graphics::{Graphics, Resolve, Topology, VertexAttribute, VertexSlot};
pub use passes::{DrawCounts, Pass, Pipeline, PushConstants, RootArgument, ShaderStage, Stage};
pub use resource::{BindingPlace, BufferData, NamedSampler, Resource, ResourceKind, Source, TextureSize};

use crate::error::Result;

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
