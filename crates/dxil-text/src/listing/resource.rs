//! The resources that a module lists, as far as the listing shows them. Separate from the tables made of them: there are
//! two.

use bstr::BStr;
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::ir::TypeId;

use super::nodes::Node;
use super::shader::Shader;

/// A resource: a row of one of the four lists.
pub(super) struct Resource<'m> {
    pub(super) class: ResourceClass,
    pub(super) kind: ResourceKind,
    pub(super) id: u32,
    /// The type of the variable it is in the source: a pointer.
    pub(super) variable_type: Option<TypeId>,
    pub(super) name: &'m BStr,
    pub(super) space: u32,
    pub(super) lower_bound: u32,
    /// How many there are; all ones is without end.
    pub(super) count: u32,
    /// Samples of a texel; 0 where the source does not say it.
    pub(super) samples: u32,
    pub(super) has_counter: bool,
    /// What a component holds.
    pub(super) component: u32,
    /// Bytes of a constant buffer.
    pub(super) size: u32,
}

/// Where things stand in a resource's node: first what all have, then what the class says.
mod field {
    pub(super) const ID: usize = 0;
    pub(super) const VARIABLE: usize = 1;
    pub(super) const NAME: usize = 2;
    pub(super) const SPACE: usize = 3;
    pub(super) const LOWER_BOUND: usize = 4;
    pub(super) const COUNT: usize = 5;
    /// Of SRVs and UAVs.
    pub(super) const KIND: usize = 6;
    pub(super) const SRV_SAMPLES: usize = 7;
    pub(super) const SRV_EXTENDED: usize = 8;
    pub(super) const UAV_HAS_COUNTER: usize = 8;
    pub(super) const UAV_EXTENDED: usize = 10;
    /// Of constant buffers.
    pub(super) const SIZE: usize = 6;
}

/// The tag of what a component holds, among the extended properties.
const COMPONENT_TAG: u32 = 0;

/// The resources of a class, in order.
pub(super) fn of_class<'m>(
    shader: &Shader<'m>,
    class: ResourceClass,
) -> impl Iterator<Item = Resource<'m>> + use<'m> {
    let list = usize::try_from(class.0).ok().and_then(|class| shader.resources(class));
    list.into_iter().flat_map(|list| list.nodes()).map(move |node| Resource::read(class, &node))
}

impl<'m> Resource<'m> {
    fn read(class: ResourceClass, node: &Node<'m>) -> Self {
        let number = |index| node.number(index).unwrap_or(0);
        let (kind, extended) = match class {
            ResourceClass::SRV => (ResourceKind(number(field::KIND)), node.node(field::SRV_EXTENDED)),
            ResourceClass::UAV => (ResourceKind(number(field::KIND)), node.node(field::UAV_EXTENDED)),
            ResourceClass::CBUFFER => (ResourceKind::CBUFFER, None),
            _ => (ResourceKind::SAMPLER, None),
        };
        let component = extended.and_then(|extended| extended.number(extended.tagged(COMPONENT_TAG)?));
        Self {
            class,
            kind,
            id: number(field::ID),
            variable_type: node.value(field::VARIABLE).map(|(ty, _)| ty),
            name: node.text(field::NAME).unwrap_or_default(),
            space: number(field::SPACE),
            lower_bound: number(field::LOWER_BOUND),
            count: number(field::COUNT),
            samples: if class == ResourceClass::SRV { number(field::SRV_SAMPLES) } else { 0 },
            has_counter: class == ResourceClass::UAV && node.flag(field::UAV_HAS_COUNTER) == Some(true),
            component: component.unwrap_or(0),
            size: if class == ResourceClass::CBUFFER { number(field::SIZE) } else { 0 },
        }
    }
}
