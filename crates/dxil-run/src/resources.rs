//! What a program is bound to: memory of atomic words, so that groups may run at the same time, and descriptors that
//! say what lies in it.

pub(crate) mod access;
pub mod buffer;
mod descriptors;
pub mod format;
pub mod memory;
pub(crate) mod races;
pub mod sampler;
pub(crate) mod samples;
pub mod structure;
pub mod texture;

use std::sync::atomic::{AtomicU32, Ordering};

use dx_container::enums::ResourceClass;

pub use buffer::Buffer;
pub use format::{Component, Format, Packed};
pub use memory::Memory;
pub use sampler::{AddressMode, Comparison, Filter, Reduction, Sampler};
pub use structure::{AccelerationStructure, Geometry, Instance, InstanceFlags, Shape};
pub use texture::{Dimension, Texture};

use crate::limits;
use crate::program::{Program, Slot};
use descriptors::Descriptors;

/// What is bound to one register.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Descriptor {
    /// A buffer of any kind, constant buffers among them.
    Buffer(Buffer),
    /// A texture.
    Texture(Texture),
    /// A sampler.
    Sampler(Sampler),
    /// An acceleration structure, in [`Resources::structures`].
    Structure(usize),
}

/// All memory of a run. Descriptors refer to it by number.
#[derive(Debug, Default)]
pub struct Resources {
    /// Memory by number.
    pub memories: Vec<Memory>,
    /// Acceleration structures by number.
    pub structures: Vec<AccelerationStructure>,
    /// How many dispatches there were.
    dispatches: AtomicU32,
}

impl Resources {
    /// Adds memory; its number.
    pub fn add(&mut self, memory: Memory) -> usize {
        self.memories.push(memory);
        self.memories.len() - 1
    }

    /// The number of a dispatch that begins: what was accessed before it is no concern of its threads.
    pub(crate) fn begin_dispatch(&self) -> u32 {
        let number = self.dispatches.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(races::DISPATCHES) {
            self.memories.iter().for_each(Memory::forget_accesses);
        }
        number
    }
}

/// What a program is bound to.
#[derive(Debug)]
pub struct Bound<'r> {
    /// The memory.
    pub resources: &'r Resources,
    /// The descriptors of each of [`Program::slots`].
    slots: Vec<Descriptors>,
    /// The heap of buffers and textures.
    resource_heap: Descriptors,
    /// The heap of samplers.
    sampler_heap: Descriptors,
    /// Which memories UAVs are of.
    writable: Vec<bool>,
}

/// The slot in handles that stands for the heap of buffers and textures.
pub const RESOURCE_HEAP: u32 = 0xffe;
/// The slot in handles that stands for the heap of samplers.
pub const SAMPLER_HEAP: u32 = 0xfff;
/// How far the slot is shifted in handles.
pub const SLOT_SHIFT: u32 = 20;

impl<'r> Bound<'r> {
    /// A program's slots, to which nothing is bound yet.
    pub fn new(program: &Program, resources: &'r Resources) -> Self {
        let slots = vec![Descriptors::default(); program.slots().len()];
        let (resource_heap, sampler_heap) = Default::default();
        let writable = vec![false; resources.memories.len()];
        Self { resources, slots, resource_heap, sampler_heap, writable }
    }

    /// Binds a descriptor to a register of a class and a space. False where the program has no such register.
    pub fn bind(
        &mut self,
        program: &Program,
        class: ResourceClass,
        register: u32,
        space: u32,
        descriptor: Descriptor,
    ) -> bool {
        let mut is_bound = false;
        for (slot, descriptors) in program.slots().iter().zip(&mut self.slots) {
            if let Some(place) = slot.place(class, register, space) {
                is_bound |= descriptors.put(place, descriptor.clone());
            }
        }
        if is_bound {
            self.note_writable(class, &descriptor);
        }
        is_bound
    }

    /// Puts a descriptor of a class into its heap: that of samplers, or that of buffers and textures. False where the
    /// heap has no such place.
    pub fn bind_in_heap(&mut self, class: ResourceClass, place: u32, descriptor: Descriptor) -> bool {
        let is_sampler = class == ResourceClass::SAMPLER;
        self.note_writable(class, &descriptor);
        let heap = if is_sampler { &mut self.sampler_heap } else { &mut self.resource_heap };
        heap.put(place, descriptor)
    }

    fn note_writable(&mut self, class: ResourceClass, descriptor: &Descriptor) {
        let memory = match descriptor {
            Descriptor::Buffer(buffer) if class == ResourceClass::UAV => buffer.memory,
            Descriptor::Texture(texture) if class == ResourceClass::UAV => texture.memory,
            _ => return,
        };
        if let Some(is_writable) = self.writable.get_mut(memory) {
            *is_writable = true;
        }
    }

    /// Whether a UAV is of this memory.
    pub(crate) fn is_writable(&self, memory: usize) -> bool {
        self.writable.get(memory).copied().unwrap_or(false)
    }

    /// Whether anything is bound to a slot.
    pub fn is_bound(&self, program: &Program, slot: usize) -> bool {
        program.slots().get(slot).is_some_and(|slot| slot.count == 0)
            || self.slots.get(slot).is_some_and(|descriptors| !descriptors.is_empty())
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

/// The letter that registers of a class have in HLSL.
pub fn letter(class: ResourceClass) -> char {
    match class {
        ResourceClass::SRV => 't',
        ResourceClass::UAV => 'u',
        ResourceClass::CBUFFER => 'b',
        _ => 's',
    }
}

impl Slot {
    /// Its name and its registers, such as `Out (u0, space1)`.
    pub fn label(&self) -> String {
        let letter = letter(self.class);
        let space = if self.space == 0 { String::new() } else { format!(", space{}", self.space) };
        let registers = match self.count {
            0 | 1 => format!("{letter}{}", self.register),
            u32::MAX => format!("{letter}{} and all behind it", self.register),
            count => format!("{letter}{}-{letter}{}", self.register, self.register.saturating_add(count - 1)),
        };
        match self.name.is_empty() {
            true => format!("{registers}{space}"),
            false => format!("{} ({registers}{space})", self.name),
        }
    }

    /// Which of its resources a register is; `None` where it is none.
    pub fn place(&self, class: ResourceClass, register: u32, space: u32) -> Option<u32> {
        let index = register.checked_sub(self.register)?;
        (self.class == class && self.space == space && (self.count == u32::MAX || index < self.count))
            .then_some(index)
    }
}
