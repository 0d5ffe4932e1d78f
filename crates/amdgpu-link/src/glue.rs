//! Code that is put in front of or after a body at link time, because it depends on state that the body was compiled
//! without. Separate because it is made from state and a few facts of the body alone, and can be kept in a cache.

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

/// One element of `.vertexInputs`: a value that a fetchless body expects in registers.
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
    /// Vertex shader in front of a hull shader, not merged with it.
    Ls,
    /// Merged with the hull shader.
    Hs,
    /// Vertex shader in front of a geometry shader, not merged with it.
    Es,
    /// Merged with the geometry shader, or as a primitive shader.
    Gs,
    /// Vertex shader alone.
    Vs,
}

/// Where a body finds what it is started with.
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
    /// Scalar registers that are in use at the start: free ones lie above.
    pub sgpr_count: u32,
    /// Vector register of the vertex's index.
    pub vertex_id: u32,
    /// Vector register of the instance's index.
    pub instance_id: u32,
    /// Vector registers in use at the start: fetched values follow.
    pub vgpr_count: u32,
    /// Whether waves have 32 lanes, not 64.
    pub wave32: bool,
}

/// One element of `.colorExports`: a value that a body leaves in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExportedValue {
    /// Hardware target: 0 to 7 are colour targets, 8 is depth, stencil and sample mask.
    pub target: u32,
    /// Location in the shader; of target 8, which of its channels there are (1 depth, 2 stencil, 4 mask).
    pub location: u32,
    /// Whether integers are signed.
    pub is_signed: bool,
    /// Its type.
    pub ty: ValueType,
}

/// A piece of code, and the registers it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glue {
    /// How it is encoded.
    pub encoding: Encoding,
    /// Its words.
    pub code: Vec<u32>,
    /// Scalar registers it uses, counted from the first.
    pub sgpr_count: u32,
    /// Vector registers it uses, counted from the first.
    pub vgpr_count: u32,
}
