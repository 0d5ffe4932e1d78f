//! What a program is bound to: memory of atomic words, so that groups may run at the same time, and descriptors that
//! say what lies in it.

pub(crate) mod access;
mod binding;
mod bound;
pub mod buffer;
mod descriptors;
pub mod format;
pub mod memory;
pub(crate) mod races;
pub mod sampler;
pub(crate) mod samples;
mod slot;
pub mod structure;
pub mod texture;

use std::sync::atomic::{AtomicU32, Ordering};

pub use bound::{Bound, RESOURCE_HEAP, SAMPLER_HEAP, SLOT_SHIFT};
pub use buffer::{ALL_MAPPED, Buffer};
pub use descriptors::Descriptor;
pub use format::{Component, Format, Packed};
pub use memory::Memory;
pub use sampler::{AddressMode, Comparison, Filter, Reduction, Sampler};
pub use slot::{Slot, letter};
pub use structure::{AccelerationStructure, Geometry, Instance, InstanceFlags, Shape};
pub use texture::{Dimension, Texture};

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

    /// Begins a dispatch, or a stage of a draw, and returns its number. Race checks ignore accesses of dispatches with
    /// other numbers.
    pub fn begin_dispatch(&self) -> u32 {
        let number = self.dispatches.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(races::DISPATCHES) {
            self.memories.iter().for_each(Memory::forget_accesses);
        }
        number
    }
}
