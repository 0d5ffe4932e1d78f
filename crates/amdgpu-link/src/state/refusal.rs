//! Pipeline state for which relocatable shaders have no code. Separate because it applies only where an input is
//! relocatable: shaders that were compiled for their user data link with any.

use super::user_data::{Node, NodeKind};
use super::{PipelineState, StaticSamplerPolicy};

/// A reason why the pipeline must be compiled whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unrelocatable {
    /// A YCbCr conversion is code in the shader.
    #[error(
        "static sampler of set {set}, binding {binding} converts from YCbCr, which only a whole-pipeline \
         compile supports"
    )]
    YcbcrSampler {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// The caller refuses static samplers.
    #[error("sampler of set {set}, binding {binding} is static, and options.static_samplers is `refuse`")]
    StaticSampler {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// The code loads all descriptors but buffers from the table of their set. LLPC refuses samplers, combined textures
    /// and texel buffers; no driver puts other descriptors at the top level.
    #[error(
        "{kind} at dword {offset} is at the top level of the user data, where relocatable shaders support \
         only buffers"
    )]
    TopLevel {
        /// Its type.
        kind: NodeKind,
        /// The offset in dwords.
        offset: u32,
    },
    /// The code loads a descriptor where it would have to build one.
    #[error("set {set}, binding {binding} is an inline buffer, but relocatable shaders load a descriptor")]
    InlineBuffer {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// The code loads a descriptor of 16 bytes where the user data holds an address of 8.
    #[error(
        "set {set}, binding {binding} is a compact buffer, but the shader loads a full descriptor, without \
         a relocation against compactbuffer_{set}_{binding}"
    )]
    CompactBuffer {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// Drivers put compact buffers at the top level alone, and code looks for them there.
    #[error(
        "set {set}, binding {binding} is a compact buffer in a descriptor table, but compact buffers can only be at the \
         top level of the user data"
    )]
    CompactBufferInTable {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// The code has one pointer for each set.
    #[error("user_data has two tables of set {0}, but relocatable shaders have one pointer for each set")]
    SharedSet(u32),
    /// Multiview needs code of its own.
    #[error("multiview is enabled, but relocatable shaders draw a single view")]
    Multiview,
}

impl Unrelocatable {
    /// A stable name, such as `cannot-link.multiview`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::YcbcrSampler { .. } => "cannot-link.ycbcr-sampler",
            Self::StaticSampler { .. } => "cannot-link.static-sampler",
            Self::TopLevel { .. } => "cannot-link.top-level",
            Self::InlineBuffer { .. } => "cannot-link.inline-buffer",
            Self::CompactBuffer { .. } | Self::CompactBufferInTable { .. } => "cannot-link.compact-buffer",
            Self::SharedSet(_) => "cannot-link.shared-set",
            Self::Multiview => "cannot-link.multiview",
        }
    }
}

impl PipelineState {
    /// The first reason why relocatable shaders cannot be linked with this state, if there is one.
    pub fn unrelocatable(&self) -> Option<Unrelocatable> {
        self.refused_sampler()
            .or_else(|| self.user_data.iter().find_map(refused_node))
            .or_else(|| self.shared_set().map(Unrelocatable::SharedSet))
            .or_else(|| self.input_assembly.multiview.then_some(Unrelocatable::Multiview))
    }

    fn refused_sampler(&self) -> Option<Unrelocatable> {
        let refuse = self.options.static_samplers == StaticSamplerPolicy::Refuse;
        self.static_samplers.iter().find_map(|sampler| {
            let (set, binding) = (sampler.set, sampler.binding);
            if sampler.converts_ycbcr {
                return Some(Unrelocatable::YcbcrSampler { set, binding });
            }
            refuse.then_some(Unrelocatable::StaticSampler { set, binding })
        })
    }

    /// The first set that two tables are for. Tables are few, mostly one a set.
    fn shared_set(&self) -> Option<u32> {
        let mut sets: Vec<u32> = self.user_data.iter().filter_map(Node::table_set).collect();
        sets.sort_unstable();
        sets.iter().zip(sets.iter().skip(1)).find(|(one, next)| one == next).map(|(set, _)| *set)
    }
}

fn refused_node(node: &Node) -> Option<Unrelocatable> {
    let binding_of = |node: &Node| (node.set.unwrap_or_default(), node.binding.unwrap_or_default());
    match node.kind {
        NodeKind::Table => node.nodes.iter().find_map(|inner| {
            let (set, binding) = binding_of(inner);
            match inner.kind {
                NodeKind::InlineBuffer => Some(Unrelocatable::InlineBuffer { set, binding }),
                kind if kind.is_compact() => Some(Unrelocatable::CompactBufferInTable { set, binding }),
                _ => None,
            }
        }),
        NodeKind::InlineBuffer => {
            let (set, binding) = binding_of(node);
            Some(Unrelocatable::InlineBuffer { set, binding })
        }
        kind if kind.has_binding() && !kind.is_buffer() => {
            Some(Unrelocatable::TopLevel { kind, offset: node.offset })
        }
        _ => None,
    }
}
