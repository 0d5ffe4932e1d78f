//! Names of resources in messages: by name and register, and what kind of resource it is.

use std::fmt;

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::{ResourceRange, Resources, SignatureElement};
use hashbrown::HashMap;

use super::context::Context;
use super::handles::Bound;
use crate::names::{A, Semantic};
use crate::reflection::{Binding, CLASSES, Resource, binding, ranges};

impl<'m> Context<'m> {
    /// The resource that a handle is of, where it is one of the module's.
    pub(super) fn resource(&self, bound: &Bound) -> Option<Resource<'m>> {
        let range = self.places.by_class.get(&bound.class)?.get(bound.index?)?;
        Some(Resource { reflection: self.reflection, class: bound.class, range })
    }

    /// The number in its class of the resource that begins at a register.
    pub(super) fn resource_at(&self, binding: Binding) -> Option<usize> {
        self.places.by_binding.get(&binding).copied()
    }
}

/// The resources of a module by their numbers and by their registers.
#[derive(Default)]
pub(super) struct Places<'m> {
    by_class: HashMap<ResourceClass, Vec<&'m ResourceRange>>,
    by_binding: HashMap<Binding, usize>,
}

impl<'m> Places<'m> {
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

/// What a handle is of: `a Texture2D SRV`, `a constant buffer`.
pub(super) struct Kind(pub(super) Option<Bound>);

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(bound) = self.0 else { return f.write_str("a resource of unknown kind") };
        match (bound.class, bound.kind) {
            (ResourceClass::CBUFFER, _) => f.write_str("a constant buffer"),
            (ResourceClass::SAMPLER, _) if bound.compares_or_counts => f.write_str("a comparison sampler"),
            (ResourceClass::SAMPLER, _) => f.write_str("a non-comparison sampler"),
            (_, ResourceKind::RT_ACCELERATION_STRUCTURE) => f.write_str("an acceleration structure"),
            (class, kind) => write!(f, "{} {class}", A(kind)),
        }
    }
}

/// An element of a signature as messages name it.
pub(super) fn semantic(element: &SignatureElement) -> Semantic<'_> {
    Semantic { name: element.name.as_ref(), index: element.semantic_index(0) }
}
