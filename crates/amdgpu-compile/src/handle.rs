//! A translated handle. Separate because the translation of a function owns all handles.

use dxil_ir::Value;

use crate::resources::Resource;

/// A handle: its descriptor and its resource.
#[derive(Debug, Clone)]
pub(crate) struct Handle {
    /// The descriptor: a vector of dwords; `None` until the handle is annotated with the kind of its resource.
    pub(crate) descriptor: Option<Value>,
    pub(crate) resource: Resource,
    /// The index into the array of resources, from 0.
    pub(crate) index: Option<Value>,
}
