//! Descriptor heaps, of which shaders take resources by index (`ResourceDescriptorHeap`, `SamplerDescriptorHeap`):
//! each is a set whose one binding is an array of all descriptors. Separate because what a shader takes of them is
//! known when its handles are annotated, and not before.

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::ops::Opcode;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, Module};

use crate::bindings::{BindingMap, Registers};
use crate::error::{CompileErrorKind, Result, invalid};
use crate::resources::{Resource, Resources};

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
        editor.all_instructions().into_iter().any(|id| match Opcode::called(&editor, id) {
            Some((Opcode::CREATE_HANDLE_FROM_HEAP, [_, is_samplers, ..])) => {
                editor.context().signed_integer(*is_samplers).map(|number| Heap::of(number != 0))
                    == Some(*heap)
            }
            _ => false,
        })
    };
    let found = Heap::ALL.into_iter().filter(is_used).collect();
    let _ = editor.finish();
    Ok(found)
}

impl Resources {
    /// Adds heaps, whose sets nothing else may be in.
    pub(crate) fn add_heaps(&mut self, heaps: &[Heap], map: &BindingMap) -> Result<()> {
        for heap in heaps {
            let (binding, rooted) = map.heap(*heap)?;
            if let Some(other) = self.all.iter().find(|other| other.binding.set == binding.set) {
                let (set, name) = (binding.set, heap.name());
                let text = format!("set {set} is that of {name}, and {} is in it, too", other.registers);
                return Err(CompileErrorKind::Binding(text).into());
            }
            let class = match heap {
                Heap::Resources => ResourceClass::SRV,
                Heap::Samplers => ResourceClass::SAMPLER,
            };
            self.all.push(Resource {
                id: u32::MAX,
                name: heap.name().to_owned(),
                registers: Registers { class, space: binding.set, first: 0 },
                count: u32::MAX,
                binding,
                rooted,
                kind: ResourceKind::INVALID,
                bytes: 0,
                element: None,
                is_coherent: false,
                counter: None,
                heap: Some(*heap),
            });
        }
        Ok(())
    }

    /// That of a heap.
    pub(crate) fn heap(&self, heap: Heap) -> Option<&Resource> {
        self.all.iter().find(|resource| resource.heap == Some(heap))
    }
}
