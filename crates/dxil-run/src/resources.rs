//! What a program is bound to: memory of atomic words, so that groups may run at the same time, and descriptors that
//! say what lies in it.

pub(crate) mod access;
pub mod buffer;
pub mod format;
pub mod memory;
pub(crate) mod races;
pub mod sampler;
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
    /// The descriptors of each of [`Program::slots`], by their places in it.
    slots: Vec<Vec<Option<Descriptor>>>,
    /// The heap of buffers and textures.
    pub resource_heap: Vec<Option<Descriptor>>,
    /// The heap of samplers.
    pub sampler_heap: Vec<Option<Descriptor>>,
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
        let slots = vec![Vec::new(); program.slots().len()];
        Self { resources, slots, resource_heap: Vec::new(), sampler_heap: Vec::new() }
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
            let Some(index) = slot.place(class, register, space) else { continue };
            let Ok(place) = usize::try_from(index) else { continue };
            if index >= limits::DESCRIPTORS {
                continue;
            }
            if descriptors.len() <= place {
                descriptors.resize(place + 1, None);
            }
            if let Some(entry) = descriptors.get_mut(place) {
                (*entry, is_bound) = (Some(descriptor.clone()), true);
            }
        }
        is_bound
    }

    /// Whether anything is bound to a slot.
    pub fn is_bound(&self, program: &Program, slot: usize) -> bool {
        program.slots().get(slot).is_some_and(|slot| slot.count == 0)
            || self.slots.get(slot).is_some_and(|descriptors| descriptors.iter().any(Option::is_some))
    }

    /// What a handle stands for.
    pub fn descriptor(&self, handle: u32) -> Option<&Descriptor> {
        let (slot, index) = (handle >> SLOT_SHIFT, handle & (limits::DESCRIPTORS - 1));
        let descriptors = match slot {
            RESOURCE_HEAP => &self.resource_heap,
            SAMPLER_HEAP => &self.sampler_heap,
            slot => self.slots.get(usize::try_from(slot).ok()?)?,
        };
        descriptors.get(usize::try_from(index).ok()?)?.as_ref()
    }
}

impl Slot {
    /// Its name and its registers, such as `Out (u0, space1)`.
    pub fn label(&self) -> String {
        let letter = match self.class {
            ResourceClass::SRV => 't',
            ResourceClass::UAV => 'u',
            ResourceClass::CBUFFER => 'b',
            _ => 's',
        };
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
    pub(crate) fn place(&self, class: ResourceClass, register: u32, space: u32) -> Option<u32> {
        let index = register.checked_sub(self.register)?;
        (self.class == class && self.space == space && (self.count == u32::MAX || index < self.count))
            .then_some(index)
    }
}
