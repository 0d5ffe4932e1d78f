//! Binds descriptors to the slots of a program.

use dx_container::enums::ResourceClass;

use super::Resources;
use super::bound::Bound;
use super::descriptors::{Descriptor, Descriptors};
use super::slot::Slot;
use crate::program::Program;

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

    /// The slots that a program uses and to which nothing is bound.
    pub fn unbound<'p>(&self, program: &'p Program) -> impl Iterator<Item = &'p Slot> {
        let slots = program.slots().iter().enumerate();
        slots.filter(|(index, slot)| slot.is_used && !self.is_bound(program, *index)).map(|(_, slot)| slot)
    }

    /// True if anything is bound to a slot.
    pub fn is_bound(&self, program: &Program, slot: usize) -> bool {
        program.slots().get(slot).is_some_and(|slot| slot.count == 0)
            || self.slots.get(slot).is_some_and(|descriptors| !descriptors.is_empty())
    }
}
