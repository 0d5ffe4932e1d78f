//! Names of resources in messages: by name and register, and what kind of resource it is.

use std::fmt;

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::SignatureElement;

use super::bound_resource::BoundResource;
use crate::names::{A, Semantic};

/// What a handle is of: `a Texture2D SRV`, `a constant buffer`.
pub(super) struct Kind(pub(super) Option<BoundResource>);

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
