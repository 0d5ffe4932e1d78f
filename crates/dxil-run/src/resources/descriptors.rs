//! Descriptors, and tables of them for the registers of a range or a heap. A table is a map because registers may be
//! far apart: a descriptor at one of a million registers is to take no more memory than one at the first.

use std::collections::BTreeMap;

use super::{Buffer, Sampler, Texture};
use crate::limits;

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
    /// An acceleration structure, in [`Resources::structures`](super::Resources::structures).
    Structure(usize),
}

/// Descriptors by their places.
#[derive(Debug, Clone, Default)]
pub(crate) struct Descriptors(BTreeMap<u32, Descriptor>);

impl Descriptors {
    /// Puts a descriptor at a place, instead of the one that is there. False where handles cannot name the place.
    pub(crate) fn put(&mut self, place: u32, descriptor: Descriptor) -> bool {
        let is_possible = place < limits::DESCRIPTORS;
        if is_possible {
            self.0.insert(place, descriptor);
        }
        is_possible
    }

    /// The descriptor at a place.
    pub(crate) fn get(&self, place: u32) -> Option<&Descriptor> {
        self.0.get(&place)
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
