//! The resources that one body refers to, and the relations between values that refer to them. Separate from the
//! analysis, because phi webs use them too.

use az::SaturatingAs as _;
use hashbrown::HashMap;

use super::resource::{Creation, Reason, Resource};
use crate::shader::HandleProperties;

/// A relation between a value and the operand that its resource depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The value refers to the resource of the operand: a cast, a load, `CreateHandleForLib`.
    Same,
    /// `getelementptr`.
    Element,
    /// `AnnotateHandle`; `None` for properties that are not constant.
    Annotation(Option<HandleProperties>),
    /// A phi or select.
    Join,
}

/// The resources of a body, each once.
#[derive(Debug, Default)]
pub(super) struct ResourceSet {
    all: Vec<Resource>,
    ids: HashMap<Resource, ResourceId>,
}

/// An index into [`ResourceSet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ResourceId(u32);

impl ResourceSet {
    /// The resource with an ID.
    pub(super) fn get(&self, id: ResourceId) -> Option<Resource> {
        self.all.get(id.0 as usize).copied()
    }

    /// The ID of a resource.
    pub(super) fn add(&mut self, resource: Resource) -> ResourceId {
        let next = ResourceId(self.all.len().saturating_as::<u32>());
        let id = *self.ids.entry(resource).or_insert(next);
        if id == next {
            self.all.push(resource);
        }
        id
    }

    /// The resource of a value whose operand has this resource.
    pub(super) fn linked(&mut self, id: ResourceId, link: Link) -> ResourceId {
        match (link, self.get(id)) {
            (Link::Same, _) | (_, None) => id,
            (link, Some(resource)) => self.add(link.of(resource)),
        }
    }

    /// The resource of a value whose operand is unknown; `None` if it is unknown too.
    pub(super) fn linked_unknown(&mut self, reason: Reason, link: Link) -> Option<ResourceId> {
        link.of_unknown(reason).map(|resource| self.add(resource))
    }
}

impl Link {
    /// The resource of a value whose operand has this resource.
    fn of(self, resource: Resource) -> Resource {
        match self {
            Self::Same => resource,
            Self::Join => Resource { index: None, ..resource },
            Self::Annotation(properties) => resource.annotated(properties),
            Self::Element => match resource.creation {
                Creation::Variable { variable, .. } => {
                    Resource { creation: Creation::Variable { variable, is_element: true }, ..resource }
                }
                _ => resource,
            },
        }
    }

    /// The resource of a value whose operand is unknown; `None` if it is unknown too. An annotated undefined value
    /// stays undefined, so that a phi can have any other operand in its place.
    fn of_unknown(self, reason: Reason) -> Option<Resource> {
        match self {
            Self::Annotation(_) if reason == Reason::Undefined => None,
            Self::Annotation(Some(properties)) => Some(Resource::annotated_unknown(reason, properties)),
            Self::Annotation(None) | Self::Same | Self::Element | Self::Join => None,
        }
    }
}
