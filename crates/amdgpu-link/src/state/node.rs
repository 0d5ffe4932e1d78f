//! User data nodes: the pieces of the user data that the driver passes to a shader, and their checks. Separate from
//! look-ups, which depend on the whole state.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::document::list::list;
#[cfg(feature = "schema")]
use super::document::scalar::Number;
use super::document::scalar::{number, optional_number};
use crate::limits;

/// Type of a user data node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", schemars(rename = "NodeType"))]
pub enum NodeKind {
    /// Image descriptor: 8 dwords.
    #[default]
    Resource,
    /// Sampler descriptor: 4 dwords.
    Sampler,
    /// Sampler with YCbCr conversion.
    YcbcrSampler,
    /// Combined image and sampler: 12 dwords.
    CombinedTexture,
    /// Texel (typed) buffer descriptor: 4 dwords.
    TexelBuffer,
    /// Read-only texel buffer descriptor: 4 dwords.
    ConstTexelBuffer,
    /// Fragment mask (FMASK) descriptor: 8 dwords.
    Fmask,
    /// Buffer descriptor: 4 dwords.
    Buffer,
    /// Uniform (constant) buffer descriptor: 4 dwords.
    ConstBuffer,
    /// Compact buffer descriptor, a 64-bit address: 2 dwords; at the top level only.
    BufferCompact,
    /// Compact uniform buffer descriptor, a 64-bit address: 2 dwords; at the top level only.
    ConstBufferCompact,
    /// Mutable descriptor, of any type.
    Mutable,
    /// Inline uniform block: data in place of a descriptor.
    InlineBuffer,
    /// Pointer to a descriptor table: 1 dword.
    Table,
    /// Pointer to other data, such as the vertex buffer table: 1 dword.
    Indirect,
    /// Pointer to the stream-out table: 1 dword.
    #[serde(rename = "stream_out")]
    StreamOutTable,
    /// Push constants.
    PushConst,
}

/// The set of the driver's own descriptors, which no API gives a number.
pub const DRIVER_SET: u32 = u32::MAX;

impl NodeKind {
    /// Default stride of an array, in dwords: the size of its descriptor.
    fn stride(self, size: u32) -> u32 {
        match self {
            Self::Resource | Self::Fmask => 8,
            Self::CombinedTexture => 12,
            Self::BufferCompact | Self::ConstBufferCompact => 2,
            Self::YcbcrSampler | Self::InlineBuffer => size,
            _ => 4,
        }
    }

    /// Whether it is a descriptor, or data in place of one, and so has a set and a binding.
    pub fn has_binding(self) -> bool {
        !self.is_pointer() && self != Self::PushConst
    }

    /// Whether it is a pointer to a table or to other data.
    pub fn is_pointer(self) -> bool {
        matches!(self, Self::Table | Self::Indirect | Self::StreamOutTable)
    }

    /// Whether it is a compact buffer.
    pub fn is_compact(self) -> bool {
        matches!(self, Self::BufferCompact | Self::ConstBufferCompact)
    }

    /// Whether it is a buffer, compact or not.
    pub fn is_buffer(self) -> bool {
        matches!(self, Self::Buffer | Self::ConstBuffer | Self::BufferCompact | Self::ConstBufferCompact)
    }

    fn words(self) -> &'static str {
        match self {
            Self::Resource => "image",
            Self::Sampler => "sampler",
            Self::YcbcrSampler => "YCbCr sampler",
            Self::CombinedTexture => "combined texture",
            Self::TexelBuffer => "texel buffer",
            Self::ConstTexelBuffer => "constant texel buffer",
            Self::Fmask => "fragment mask",
            Self::Buffer => "buffer",
            Self::ConstBuffer => "constant buffer",
            Self::BufferCompact => "compact buffer",
            Self::ConstBufferCompact => "compact constant buffer",
            Self::Mutable => "mutable descriptor",
            Self::InlineBuffer => "inline buffer",
            Self::Table => "descriptor table",
            Self::Indirect => "indirect user data",
            Self::StreamOutTable => "stream-out table",
            Self::PushConst => "push constants",
        }
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A node of the user data, at the top level (a table, a buffer descriptor, push constants, or a pointer to other data)
/// or in a table (a descriptor, or push constants).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "TopLevelNode"))]
pub struct Node {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: NodeKind,
    /// Its first dword, in the user data or in its table.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub offset: u32,
    /// Its size in dwords.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub size: u32,
    /// Descriptor set; descriptors only. The driver's internal descriptors have 0xFFFFFFFF.
    #[serde(default, deserialize_with = "optional_number")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub set: Option<u32>,
    /// Binding in the set; descriptors only.
    #[serde(default, deserialize_with = "optional_number")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub binding: Option<u32>,
    /// Stride of an array in dwords; default: the size of the type.
    #[serde(default, deserialize_with = "read_stride")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub stride: Option<u32>,
    /// Contents of a table. The set of its first node is the set of the table.
    #[serde(default, deserialize_with = "read_table")]
    pub nodes: Vec<Node>,
}

/// A fault of a node by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NodeFault {
    #[error("`size` of a node must not be 0")]
    Empty,
    #[error("offset plus size exceeds 32 bits")]
    TooLarge,
    #[error("a table cannot contain pointers, only descriptors or push constants")]
    PointerInTable,
    #[error("only nodes of type table can have `nodes`")]
    NotATable,
    #[error("a descriptor needs `set` and `binding`")]
    NoBinding,
    #[error("only descriptors can have `set`, `binding` and `stride`")]
    NotADescriptor,
}

impl Node {
    /// Checks a node by itself; those in a table were checked before it.
    pub(super) fn check(&self, top_level: bool) -> Result<(), NodeFault> {
        if self.size == 0 {
            return Err(NodeFault::Empty);
        }
        if self.offset.checked_add(self.size).is_none() {
            return Err(NodeFault::TooLarge);
        }
        if self.kind.is_pointer() && !top_level {
            return Err(NodeFault::PointerInTable);
        }
        if self.kind != NodeKind::Table && !self.nodes.is_empty() {
            return Err(NodeFault::NotATable);
        }
        let has = [self.set, self.binding].map(|number| number.is_some());
        match self.kind.has_binding() {
            true if has != [true; 2] => Err(NodeFault::NoBinding),
            false if has != [false; 2] || self.stride.is_some() => Err(NodeFault::NotADescriptor),
            _ => Ok(()),
        }
    }

    /// Stride of an array in dwords.
    pub fn stride(&self) -> u32 {
        self.stride.unwrap_or_else(|| self.kind.stride(self.size))
    }

    /// The set of a table: that of its first inner node.
    pub fn table_set(&self) -> Option<u32> {
        self.nodes.first().filter(|_| self.kind == NodeKind::Table)?.set
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        match self.set.zip(self.binding) {
            Some((DRIVER_SET, binding)) => write!(f, " of the driver's set, binding {binding}"),
            Some((set, binding)) => write!(f, " of set {set}, binding {binding}"),
            None => Ok(()),
        }
    }
}

/// Reads the nodes at the top level of the user data.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    let mut count = 0_usize;
    list(deserializer, |_, node: &Node| {
        count = count.saturating_add(1).saturating_add(node.nodes.len());
        if count > limits::USER_DATA_NODES {
            return Err(format!("at most {} user data nodes are supported", limits::USER_DATA_NODES));
        }
        node.check(true).map_err(|fault| fault.to_string())
    })
}

/// Reads the nodes of a table.
fn read_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    list(deserializer, |_, node: &Node| node.check(false).map_err(|fault| fault.to_string()))
}

/// Reads the stride of a node: as in drivers, 0 is as good as nothing.
fn read_stride<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Ok(optional_number(deserializer)?.filter(|stride| *stride != 0))
}
