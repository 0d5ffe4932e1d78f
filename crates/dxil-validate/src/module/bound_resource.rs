//! The resource that a handle refers to, as far as checks of its uses need it. Separate from the analysis of handles,
//! because checks and messages name it too.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, SamplerKind};
use dxil::shader::{Cbuffer, Sampler, Srv, Uav};

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
    pub(super) fn from_srv(srv: &Srv, index: usize) -> Self {
        let properties = srv.properties.as_ref();
        Self {
            class: ResourceClass::SRV,
            kind: srv.shape,
            element: properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID),
            compares_or_counts: false,
            is_reorder_coherent: false,
            size: 0,
            uav: None,
            index: Some(index),
        }
    }

    pub(super) fn from_uav(uav: &Uav, index: usize) -> Self {
        let properties = uav.properties.as_ref();
        Self {
            class: ResourceClass::UAV,
            kind: uav.shape,
            element: properties.and_then(|all| all.element_type()).copied().unwrap_or(ElementType::INVALID),
            compares_or_counts: uav.has_counter,
            is_reorder_coherent: properties
                .and_then(|all| all.is_reorder_coherent())
                .copied()
                .unwrap_or(false),
            size: 0,
            uav: Some(index),
            index: Some(index),
        }
    }

    pub(super) fn from_cbuffer(buffer: &Cbuffer, index: usize) -> Self {
        let (class, kind) = (ResourceClass::CBUFFER, ResourceKind::CBUFFER);
        let element = ElementType::INVALID;
        Self {
            class,
            kind,
            element,
            compares_or_counts: false,
            is_reorder_coherent: false,
            size: buffer.size,
            uav: None,
            index: Some(index),
        }
    }

    pub(super) fn from_sampler(sampler: &Sampler, index: usize) -> Self {
        let (class, kind) = (ResourceClass::SAMPLER, ResourceKind::SAMPLER);
        let (element, compares_or_counts) = (ElementType::INVALID, sampler.kind == SamplerKind::COMPARISON);
        Self {
            class,
            kind,
            element,
            compares_or_counts,
            is_reorder_coherent: false,
            size: 0,
            uav: None,
            index: Some(index),
        }
    }
}
