//! Look-ups of user data nodes in the state. Separate because relocations, registers and limits all look them up.

use std::fmt;

pub use super::node::{DRIVER_SET, Node, NodeKind};
use super::{PipelineState, ResourceLayout};

/// Byte offset of the sampler in a combined texture's descriptor.
pub const SAMPLER_OF_COMBINED_TEXTURE: u32 = 32;

/// Bytes of a dword: nodes are measured in dwords, values of relocations in bytes.
pub const DWORD: u32 = 4;

impl Node {
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
