//! Direct3D draws on the CPU: the stages of a graphics pipeline and the fixed functions between them, from vertex fetch
//! to the output merger. Shaders are [`Program`](dxil_run::Program)s of `dxil-run`.
//!
//! [`Draw::new`] checks that shaders, state and render targets fit together. [`Draw::run`] executes the draw in
//! Direct3D's order: instance by instance, primitive by primitive. Pixels of several primitives are shaded in waves of
//! quads, and are written to the render targets in the order of the primitives. Each fixed function has a file.
//!
//! The crate starts no threads: the caller can run the bands of a target in parallel by implementing [`Workers`].

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

mod alone;
mod area;
mod assembly;
mod blending;
mod clipping;
mod depth_stencil;
mod domain_stage;
mod draw_stage;
mod geometry_stage;
mod history;
mod hull_stage;
pub mod limits;
mod lines;
mod link;
mod merger;
mod mesh_stage;
mod pixels;
mod primitive_stages;
mod raster;
mod rasterizer;
mod resolve;
mod run;
mod setup;
mod shaders;
mod stage_run;
mod state;
mod system_values;
mod targets;
mod tessellator;
#[cfg(test)]
mod tests;
mod vertex_stage;
mod vertices;
mod viewport;
mod workers;

pub use alone::{InputRow, LaneOutputs, input_rows, run_alone};
pub use assembly::Topology;
pub use draw_stage::DrawStage;
pub use history::{HistoryVertex, Number, Origin, PixelEvent, PixelWatch, Value};
pub use resolve::resolve;
pub use setup::Draw;
pub use stage_run::Steps;
pub use state::{
    BlendEquation, BlendFactor, BlendOp, BlendState, CullMode, DepthBias, DepthStencilState, DepthTarget,
    DepthTest, DrawCount, DrawState, FillMode, LineMode, LogicOp, Mix, RasterizerState, RenderTarget,
    Scissor, StencilFace, StencilOp, StencilTest, TargetBlend, View,
};
pub use vertices::{IndexBuffer, InputElement, InputLayout, VertexBuffer};
pub use viewport::Viewport;
pub use workers::Workers;

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
