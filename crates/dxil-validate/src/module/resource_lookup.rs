//! The resources of a module by class and index, and by class, space and first register. Separate from the context,
//! which builds it once.

use dx_container::enums::ResourceClass;
use dxil::shader::{ResourceRange, Resources};
use hashbrown::HashMap;

use crate::reflection::{Binding, CLASSES, binding, ranges};

/// The resources of a module by index and by binding.
#[derive(Default)]
pub(super) struct ResourceLookup<'m> {
    pub(super) by_class: HashMap<ResourceClass, Vec<&'m ResourceRange>>,
    pub(super) by_binding: HashMap<Binding, usize>,
}

impl<'m> ResourceLookup<'m> {
    pub(super) fn of(all: &'m Resources) -> Self {
        let mut places = Self::default();
        for class in CLASSES {
            let of_class: Vec<_> = ranges(all, class).collect();
            for (index, range) in of_class.iter().enumerate() {
                places.by_binding.entry(binding(class, range)).or_insert(index);
            }
            places.by_class.insert(class, of_class);
        }
        places
    }
}
