//! Glue code: prologues and epilogues that are added to a shader at link time because they depend on pipeline state.
//! Separate because they are generated from the state and a few facts about the shader alone, and can be cached.

use crate::target::Encoding;
use crate::value_type::ValueType;

mod assemble;
mod attribute;
mod cache;
mod color_export;
pub mod every;
mod export_format;
mod fetch;
mod key;
mod null_fragment;
mod registers;
mod vertex_index;

pub use cache::GlueCache;
pub use color_export::{ColorExport, color_export};
pub(crate) use export_format::DEPTH_TARGET;
pub use export_format::ExportFormats;
pub use fetch::fetch_prologue;
pub use key::{color_export_key, fetch_key, key_id, null_fragment_key};
pub use null_fragment::null_fragment;

/// An element of `.vertexInputs`: a value that a fetchless body expects in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FetchedValue {
    /// Attribute location.
    pub location: u32,
    /// First component of the attribute.
    pub component: u32,
    /// Its type.
    pub ty: ValueType,
}

/// The hardware stage that a fetchless vertex shader runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FetchStage {
    /// Vertex shader before a hull shader, not merged with it.
    Ls,
    /// Merged with the hull shader.
    Hs,
    /// Vertex shader before a geometry shader, not merged with it.
    Es,
    /// Merged with the geometry shader, or as a primitive shader.
    Gs,
    /// Vertex shader alone.
    Vs,
}

/// The initial registers of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FetchEntry {
    /// Its hardware stage.
    pub stage: FetchStage,
    /// Scalar register that holds the low half of the vertex buffer table's address.
    pub vertex_buffer_table: Option<u32>,
    /// Scalar register of the first vertex.
    pub base_vertex: Option<u32>,
    /// Scalar register of the first instance.
    pub base_instance: Option<u32>,
    /// The number of scalar registers in use at the start; those above are free.
    pub sgpr_count: u32,
    /// Vector register of the vertex index.
    pub vertex_id: u32,
    /// Vector register of the instance index.
    pub instance_id: u32,
    /// The number of vector registers in use at the start; fetched values follow.
    pub vgpr_count: u32,
    /// Whether waves have 32 lanes, not 64.
    pub wave32: bool,
}

/// An element of `.colorExports`: a value that a body leaves in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExportedValue {
    /// Hardware target: 0 to 7 are colour targets, 8 is depth, stencil and sample mask.
    pub target: u32,
    /// Location in the shader; for target 8, a mask of its channels (1 depth, 2 stencil, 4 sample mask).
    pub location: u32,
    /// Whether integers are signed.
    pub is_signed: bool,
    /// Its type.
    pub ty: ValueType,
}

/// A piece of glue code, and the registers that it uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glue {
    /// Its encoding.
    pub encoding: Encoding,
    /// Its words.
    pub code: Vec<u32>,
    /// The number of scalar registers, counted from the first.
    pub sgpr_count: u32,
    /// The number of vector registers, counted from the first.
    pub vgpr_count: u32,
}
