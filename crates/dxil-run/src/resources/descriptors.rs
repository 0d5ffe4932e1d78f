//! What is bound to the registers of a range, or lies in a heap. Separate because places may be far apart, and what is
//! bound to one of a million registers is to take no more than what is bound to the first.

use std::collections::BTreeMap;

use super::Descriptor;
use crate::limits;

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
