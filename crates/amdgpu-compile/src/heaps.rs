//! Descriptor heaps (`ResourceDescriptorHeap`, `SamplerDescriptorHeap`), which shaders index directly. Each heap is a
//! set whose only binding is an array of all descriptors. Separate because a shader declares no resource for a heap.

use dxil::handles::HandleOrigin;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, Module};

use crate::error::{Result, invalid};

/// A heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heap {
    /// Of buffers and textures.
    Resources,
    /// Of samplers.
    Samplers,
}

impl Heap {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Resources, Self::Samplers];

    /// The heap by an argument of `createHandleFromHeap`.
    pub(crate) fn of(is_samplers: bool) -> Self {
        if is_samplers { Self::Samplers } else { Self::Resources }
    }

    /// What HLSL calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resources => "ResourceDescriptorHeap",
            Self::Samplers => "SamplerDescriptorHeap",
        }
    }

    /// Dwords from one descriptor to the next.
    pub fn stride(self) -> u32 {
        match self {
            Self::Resources => 8,
            Self::Samplers => 4,
        }
    }
}

/// The heaps that a function takes resources of.
pub(crate) fn used(module: &mut Module, function: GlobalId) -> Result<Vec<Heap>> {
    let editor = Editor::new(module, function).map_err(invalid)?;
    let is_used = |heap: &Heap| {
        editor.all_instructions().into_iter().any(|id| match HandleOrigin::called(&editor, id) {
            Some(HandleOrigin::Heap { is_sampler, .. }) => {
                editor.context().signed_integer(is_sampler).map(|number| Heap::of(number != 0)) == Some(*heap)
            }
            _ => false,
        })
    };
    let found = Heap::ALL.into_iter().filter(is_used).collect();
    let _ = editor.finish();
    Ok(found)
}
