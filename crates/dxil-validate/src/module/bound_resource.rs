//! The resource that a handle refers to, as far as checks of its uses need it. Separate from the analysis of handles,
//! because checks and messages name it too.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerKind};
use dxil::handles::{DeclaredResource, Record};
use dxil::shader::{HandleProperties, ResourceProperties};

/// What is known of a resource where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoundResource {
    pub(super) class: ResourceClass,
    pub(super) kind: ResourceKind,
    pub(super) element: ElementType,
    /// Of a sampler, whether it compares; of a buffer, whether it has a counter.
    pub(super) compares_or_counts: bool,
    pub(super) is_reorder_coherent: bool,
    /// Bytes of a constant buffer.
    pub(super) size: u32,
    /// Which one of the module's UAVs it is, where the reference knows that.
    pub(super) uav: Option<usize>,
    /// Which one of the module's resources of its class it is, where that can be told.
    pub(super) index: Option<usize>,
}

impl BoundResource {
    /// A declared resource whose handle is not annotated.
    pub(super) fn declared(resource: &DeclaredResource<'_>) -> Self {
        let unknown = Self {
            class: resource.class,
            kind: resource.kind(),
            element: ElementType::INVALID,
            compares_or_counts: false,
            is_reorder_coherent: false,
            size: 0,
            uav: None,
            index: Some(resource.position),
        };
        let element = |properties: Option<&ResourceProperties>| {
            properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID)
        };
        match resource.record {
            Record::Srv(srv) => Self { element: element(srv.properties.as_ref()), ..unknown },
            Record::Uav(uav) => {
                let properties = uav.properties.as_ref();
                let is_reorder_coherent = properties.and_then(|all| all.is_reorder_coherent());
                Self {
                    element: element(properties),
                    compares_or_counts: uav.has_counter,
                    is_reorder_coherent: is_reorder_coherent.copied().unwrap_or(false),
                    uav: Some(resource.position),
                    ..unknown
                }
            }
            Record::Cbuffer(buffer) => Self { size: buffer.size, ..unknown },
            Record::Sampler(sampler) => {
                Self { compares_or_counts: sampler.kind == SamplerKind::COMPARISON, ..unknown }
            }
        }
    }

    /// The resource of an annotated handle.
    pub(super) fn annotated(properties: HandleProperties, index: Option<usize>) -> Self {
        let kind = properties.kind();
        let is_typed = !matches!(kind, ResourceKind::STRUCTURED_BUFFER | ResourceKind::RAW_BUFFER);
        Self {
            class: properties.class(),
            kind,
            element: if is_typed { properties.element_type() } else { ElementType::INVALID },
            compares_or_counts: properties.is_comparison() || properties.has_counter(),
            is_reorder_coherent: properties.is_reorder_coherent(),
            size: properties.cbuffer_size(),
            uav: None,
            index,
        }
    }
}
