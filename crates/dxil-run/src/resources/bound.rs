//! Bound resources: memory, the descriptors of each slot, and the descriptor heaps. Separate from the binding of
//! descriptors, which reads the slots of a program.

use dx_container::enums::ResourceClass;

use super::Resources;
use super::descriptors::{Descriptor, Descriptors};
use crate::limits;

/// What a program is bound to.
#[derive(Debug)]
pub struct Bound<'r> {
    /// The memory.
    pub resources: &'r Resources,
    /// The descriptors of each of [`Program::slots`](crate::Program::slots).
    pub(super) slots: Vec<Descriptors>,
    /// The heap of buffers and textures.
    pub(super) resource_heap: Descriptors,
    /// The heap of samplers.
    pub(super) sampler_heap: Descriptors,
    /// Which memories UAVs are of.
    pub(super) writable: Vec<bool>,
}

/// The slot in handles that stands for the heap of buffers and textures.
pub const RESOURCE_HEAP: u32 = 0xffe;

/// The slot in handles that stands for the heap of samplers.
pub const SAMPLER_HEAP: u32 = 0xfff;

/// How far the slot is shifted in handles.
pub const SLOT_SHIFT: u32 = 20;

impl<'r> Bound<'r> {
    /// Puts a descriptor of a class into its heap: that of samplers, or that of buffers and textures. False where the
    /// heap has no such place.
    pub fn bind_in_heap(&mut self, class: ResourceClass, place: u32, descriptor: Descriptor) -> bool {
        let is_sampler = class == ResourceClass::SAMPLER;
        self.note_writable(class, &descriptor);
        let heap = if is_sampler { &mut self.sampler_heap } else { &mut self.resource_heap };
        heap.put(place, descriptor)
    }

    pub(super) fn note_writable(&mut self, class: ResourceClass, descriptor: &Descriptor) {
        let memory = match descriptor {
            Descriptor::Buffer(buffer) if class == ResourceClass::UAV => buffer.memory,
            Descriptor::Texture(texture) if class == ResourceClass::UAV => texture.memory,
            _ => return,
        };
        if let Some(is_writable) = self.writable.get_mut(memory) {
            *is_writable = true;
        }
    }

    /// True if a UAV is of this memory.
    pub(crate) fn is_writable(&self, memory: usize) -> bool {
        self.writable.get(memory).copied().unwrap_or(false)
    }

    /// What a handle stands for.
    pub fn descriptor(&self, handle: u32) -> Option<&Descriptor> {
        let (slot, index) = (handle >> SLOT_SHIFT, handle & (limits::DESCRIPTORS - 1));
        let descriptors = match slot {
            RESOURCE_HEAP => &self.resource_heap,
            SAMPLER_HEAP => &self.sampler_heap,
            slot => self.slots.get(usize::try_from(slot).ok()?)?,
        };
        descriptors.get(index)
    }
}
