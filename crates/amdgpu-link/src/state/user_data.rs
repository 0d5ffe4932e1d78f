//! User data nodes: the pieces of what the driver hands to a shader. Separate because relocations, registers and limits
//! all ask them.

/// What a node is. The numbers are those of the driver's interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An image descriptor of 32 bytes.
    Resource,
    /// A sampler descriptor of 16 bytes.
    Sampler,
    /// A sampler that converts from YCbCr.
    YcbcrSampler,
    /// An image descriptor, and its sampler 32 bytes on.
    CombinedTexture,
    /// A typed buffer descriptor of 16 bytes.
    TexelBuffer,
    /// The same, of constants.
    ConstTexelBuffer,
    /// A fragment mask descriptor of 32 bytes.
    Fmask,
    /// A buffer descriptor of 16 bytes.
    Buffer,
    /// A buffer of constants: a buffer descriptor.
    ConstBuffer,
    /// A buffer's address of 8 bytes.
    BufferCompact,
    /// The address of a buffer of constants.
    ConstBufferCompact,
    /// Any of the descriptors, decided when it is written.
    Mutable,
    /// Bytes in place of a descriptor.
    InlineBuffer,
    /// Pointer to a table of inner nodes.
    Table,
    /// Pointer to something that is no table of descriptors, the vertex buffer table for one.
    Indirect,
    /// Pointer to the table of stream-out targets.
    StreamOutTable,
    /// Push constants in place.
    PushConst,
}

/// A node, at the top level or within a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its first dword, in the user data or in its table.
    pub offset: u32,
    /// Its dwords.
    pub size: u32,
    /// Descriptor set; `None` for what has none.
    pub set: Option<u32>,
    /// Binding in the set.
    pub binding: u32,
    /// Dwords from one element of an array to the next; `None`: as the kind has it.
    pub stride: Option<u32>,
    /// What a table holds, in order.
    pub nodes: Vec<Node>,
}
