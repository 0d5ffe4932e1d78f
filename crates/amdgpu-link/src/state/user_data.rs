//! User data nodes: the pieces of the user data that the driver passes to a shader. Separate because relocations, registers
//! and limits all look them up.

use std::fmt;

use super::PipelineState;

/// The type of a node.
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
    /// A read-only typed buffer descriptor of 16 bytes.
    ConstTexelBuffer,
    /// A fragment mask descriptor of 32 bytes.
    Fmask,
    /// A buffer descriptor of 16 bytes.
    Buffer,
    /// A uniform (constant) buffer descriptor of 16 bytes.
    ConstBuffer,
    /// A compact buffer descriptor: an address of 8 bytes.
    BufferCompact,
    /// A compact uniform buffer descriptor: an address of 8 bytes.
    ConstBufferCompact,
    /// A mutable descriptor, of any type.
    Mutable,
    /// An inline uniform block: data in place of a descriptor.
    InlineBuffer,
    /// Pointer to a descriptor table.
    Table,
    /// Pointer to other data, such as the vertex buffer table.
    Indirect,
    /// Pointer to the stream-out table.
    StreamOutTable,
    /// Push constants.
    PushConst,
}

/// The set of the driver's own descriptors, which no API gives a number.
pub const DRIVER_SET: u32 = u32::MAX;

/// Bytes from an image's descriptor to the sampler of a combined texture.
pub const SAMPLER_OF_COMBINED_TEXTURE: u32 = 32;

/// Bytes in a dword: offsets and sizes of nodes count dwords, values of relocations bytes.
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
        !matches!(self, Self::Table | Self::Indirect | Self::StreamOutTable | Self::PushConst)
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

/// A node, at the top level or within a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its type.
    pub kind: NodeKind,
    /// Its first dword, in the user data or in its table.
    pub offset: u32,
    /// Its size in dwords.
    pub size: u32,
    /// Descriptor set; `None` for nodes without. The driver's own descriptors have [`DRIVER_SET`].
    pub set: Option<u32>,
    /// Binding in the set.
    pub binding: u32,
    /// Stride of an array in dwords; `None` for that of the type.
    pub stride: Option<u32>,
    /// Contents of a table, in order.
    pub nodes: Vec<Node>,
}

impl Node {
    /// Stride of an array in dwords.
    pub fn stride(&self) -> u32 {
        self.stride.unwrap_or_else(|| self.kind.stride(self.size))
    }

    /// The set of a table: that of its first inner node.
    pub fn table_set(&self) -> Option<u32> {
        self.nodes.first().filter(|_| self.kind == NodeKind::Table)?.set
    }

    /// The element of this node that a binding names; `None` where the node does not describe the binding.
    fn element_of(&self, wanted: Wanted, set: u32, binding: u32, ranges: bool) -> Option<u32> {
        if self.set != Some(set) || !self.kind.has_binding() || !wanted.accepts(self.kind) {
            return None;
        }
        let element = binding.checked_sub(self.binding)?;
        let start = u64::from(element).saturating_mul(self.stride().into());
        (element == 0 || ranges && start < u64::from(self.size)).then_some(element)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        match self.set {
            Some(DRIVER_SET) => write!(f, " of the driver's set, binding {}", self.binding),
            Some(set) => write!(f, " of set {set}, binding {}", self.binding),
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

    /// Its letter; none for any descriptor.
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

    /// Whether a node of this type fits. Uniform buffers are buffers, and so on: the compiler does not know which.
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

/// A node that was looked up, and the element of its array that is meant.
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
    /// Dwords from the start of the table, or of the user data, to the descriptor.
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

    /// All nodes that describe a binding, in order. More than one is a state that contradicts itself, unless they are of
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

    /// The first node of push constants.
    pub fn find_push_constants(&self) -> Option<&Node> {
        self.push_constants().next()
    }

    /// The nodes of push constants: in the user data, or where sets are laid out indirectly, a table that begins with them.
    pub fn push_constants(&self) -> impl Iterator<Item = &Node> {
        self.user_data.iter().filter(|node| {
            node.kind == NodeKind::PushConst
                || self.options.resource_layout == super::ResourceLayout::Indirect
                    && node.kind == NodeKind::Table
                    && node.nodes.first().is_some_and(|inner| inner.kind == NodeKind::PushConst)
        })
    }
}
