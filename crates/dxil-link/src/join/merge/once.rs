//! Lists in which each thing stands once, however many inputs have it. Separate because that takes a table beside the
//! list, where inputs are many.

use std::hash::{DefaultHasher, Hasher as _};

use hashbrown::HashMap;

/// Where in a list the things of each hash are.
#[derive(Default)]
pub(super) struct Once {
    places: HashMap<u64, Vec<usize>>,
}

impl Once {
    /// Adds what is not there yet. `hash` takes the same of things that are equal.
    pub(super) fn add<T: PartialEq>(
        &mut self,
        all: &mut Vec<T>,
        more: Vec<T>,
        hash: impl Fn(&T, &mut DefaultHasher),
    ) {
        for thing in more {
            let mut hasher = DefaultHasher::new();
            hash(&thing, &mut hasher);
            let places = self.places.entry(hasher.finish()).or_default();
            if places.iter().all(|place| all.get(*place) != Some(&thing)) {
                places.push(all.len());
                all.push(thing);
            }
        }
    }
}
