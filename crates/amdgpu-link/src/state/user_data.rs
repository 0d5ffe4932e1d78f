//! User data nodes: the pieces of the user data that the driver passes to a shader. Separate because relocations,
//! registers and limits all look them up.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;

use super::document::check;
#[cfg(feature = "schema")]
use super::document::scalar::Number;
use super::document::scalar::{number, optional_number};
use super::{PipelineState, ResourceLayout};

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

/// Byte offset of the sampler in a combined texture's descriptor.
pub const SAMPLER_OF_COMBINED_TEXTURE: u32 = 32;

/// Bytes of a dword: nodes are measured in dwords, values of relocations in bytes.
pub const DWORD: u32 = 4;

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
    #[serde(default, deserialize_with = "check::stride")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub stride: Option<u32>,
    /// Contents of a table. The set of its first node is the set of the table.
    #[serde(default, deserialize_with = "check::table")]
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
    #[error("only nodes of type table have `nodes`")]
    NotATable,
    #[error("a descriptor needs `set` and `binding`")]
    NoBinding,
    #[error("only descriptors have `set`, `binding` and `stride`")]
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

    /// The element of this node for a binding; `None` where the node does not describe the binding.
    fn element_of(&self, wanted: Wanted, set: u32, binding: u32, ranges: bool) -> Option<u32> {
        if self.set != Some(set) || !self.kind.has_binding() || !wanted.accepts(self.kind) {
            return None;
        }
        let element = binding.checked_sub(self.binding?)?;
        let start = u64::from(element).saturating_mul(self.stride().into());
        (element == 0 || ranges && start < u64::from(self.size)).then_some(element)
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

/// The kind of descriptor that a relocation asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// `s`: a sampler, or a combined texture's.
    Sampler,
    /// `r`: an image, or a combined texture's.
    Resource,
    /// `b`: a buffer of any kind.
    Buffer,
    /// `t`: a typed buffer.
    TexelBuffer,
    /// `f`: a fragment mask, or with `Options::enable_fmask` an image where there is none.
    Fmask,
    /// `x`, or no letter: any descriptor.
    Any,
}

impl Wanted {
    /// The kind for a letter of a relocation's symbol.
    pub fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b's' => Self::Sampler,
            b'r' => Self::Resource,
            b'b' => Self::Buffer,
            b't' => Self::TexelBuffer,
            b'f' => Self::Fmask,
            b'x' => Self::Any,
            _ => return None,
        })
    }

    /// The letter; `None` for any descriptor.
    pub(crate) fn letter(self) -> Option<char> {
        Some(match self {
            Self::Sampler => 's',
            Self::Resource => 'r',
            Self::Buffer => 'b',
            Self::TexelBuffer => 't',
            Self::Fmask => 'f',
            Self::Any => return None,
        })
    }

    /// Whether a node of this type matches. The compiler does not distinguish buffers from uniform buffers and the
    /// like.
    fn accepts(self, kind: NodeKind) -> bool {
        use NodeKind as K;
        kind == K::Mutable
            || match self {
                Self::Any => true,
                Self::Sampler => matches!(kind, K::Sampler | K::CombinedTexture),
                Self::Resource => matches!(kind, K::Resource | K::YcbcrSampler | K::CombinedTexture),
                Self::Buffer => kind.is_buffer(),
                Self::TexelBuffer => {
                    matches!(kind, K::TexelBuffer | K::ConstTexelBuffer | K::CombinedTexture)
                }
                Self::Fmask => kind == K::Fmask,
            }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sampler => "sampler",
            Self::Resource => "image",
            Self::Buffer => "buffer",
            Self::TexelBuffer => "texel buffer",
            Self::Fmask => "fragment mask",
            Self::Any => "descriptor",
        })
    }
}

/// The result of a look-up: a node, and the element of its array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'s> {
    /// The table that holds the node; `None` at the top level.
    pub table: Option<&'s Node>,
    /// The node.
    pub node: &'s Node,
    /// The element, counted from the node's first; 0 unless a range of bindings is one node.
    pub element: u32,
}

impl Found<'_> {
    /// The descriptor's offset in the table, or in the user data, in dwords.
    ///
    /// `None` where that exceeds 32 bits.
    pub fn offset(&self) -> Option<u32> {
        self.node.offset.checked_add(self.element.checked_mul(self.node.stride())?)
    }
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.element > 0 {
            write!(f, "element {} of ", self.element)?;
        }
        write!(f, "{} at dword {}", self.node, self.offset().unwrap_or(self.node.offset))?;
        match self.table {
            Some(table) => write!(f, " of the table at dword {}", table.offset),
            None => f.write_str(" of the user data"),
        }
    }
}

impl PipelineState {
    /// The first node, in order, that describes a binding.
    ///
    /// Source: rules of `PipelineState::findResourceNode` of LGC.
    pub fn find_node(&self, wanted: Wanted, set: u32, binding: u32) -> Option<Found<'_>> {
        let found = self.find_nodes(wanted, set, binding).next();
        if found.is_none() && wanted == Wanted::Fmask && self.options.enable_fmask {
            return self.find_nodes(Wanted::Resource, set, binding).next();
        }
        found
    }

    /// All nodes that describe a binding, in order. More than one is a contradiction in the state, unless they are of
    /// different kinds.
    pub fn find_nodes(&self, wanted: Wanted, set: u32, binding: u32) -> impl Iterator<Item = Found<'_>> {
        let ranges = self.options.use_resource_binding_range;
        self.user_data.iter().flat_map(move |outer| {
            let table = Some(outer).filter(|outer| outer.kind == NodeKind::Table);
            let nodes = table.map_or(std::slice::from_ref(outer), |table| &table.nodes);
            nodes.iter().filter_map(move |node| {
                let element = node.element_of(wanted, set, binding, ranges)?;
                Some(Found { table, node, element })
            })
        })
    }

    /// The first table of a set.
    pub fn find_table(&self, set: u32) -> Option<&Node> {
        self.user_data.iter().find(|node| node.table_set() == Some(set))
    }

    /// The node whose address a user data register for a set holds: the set's table, wherever it is in the user data.
    /// For a set without a table it is the last of its top-level buffers; the shader then reads those from the spill
    /// table, never through the register. In the indirect layout, 0 is the table of push constants, and a set has the
    /// number after its own.
    pub fn find_set(&self, set: u32) -> Option<&Node> {
        let mut nodes = self.user_data.iter().rev();
        match self.options.resource_layout {
            ResourceLayout::Compact => self
                .find_table(set)
                .or_else(|| nodes.find(|node| node.kind.is_buffer() && node.set == Some(set))),
            ResourceLayout::Indirect => nodes.find(|node| {
                let Some(first) = node.nodes.first().filter(|_| node.kind == NodeKind::Table) else {
                    return false;
                };
                match set.checked_sub(1) {
                    None => first.kind == NodeKind::PushConst,
                    wanted => first.kind != NodeKind::PushConst && first.set == wanted,
                }
            }),
        }
    }

    /// The first node of push constants.
    pub fn find_push_constants(&self) -> Option<&Node> {
        self.push_constants().next()
    }

    /// The nodes of push constants: in the user data, or where sets are laid out indirectly, a table that begins with
    /// them.
    pub fn push_constants(&self) -> impl Iterator<Item = &Node> {
        self.user_data.iter().filter(|node| {
            node.kind == NodeKind::PushConst
                || self.options.resource_layout == ResourceLayout::Indirect
                    && node.kind == NodeKind::Table
                    && node.nodes.first().is_some_and(|inner| inner.kind == NodeKind::PushConst)
        })
    }
}
