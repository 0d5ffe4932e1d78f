//! Input rates of vertex attributes. Separate because the reader of scalar values reads them.

/// Input rate of a vertex attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InputRate {
    /// Advances for each vertex.
    #[default]
    Vertex,
    /// Advances every so many instances; 0: never.
    Instance(u32),
}
