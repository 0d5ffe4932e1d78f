//! The register ranges of a program as slots, and handles as indices of slots. A resource is described by the
//! annotation of its handle, or else by the metadata of its slot.

use dxil::handles::{DeclaredResource, ResourceTable};
use dxil_ir::{Module, Value};

use super::function_state::FunctionState;
use super::preparation::Preparation;
use crate::error::{Result, RunErrorKind};
use crate::resources::Slot;

/// Returns a slot for each resource that metadata lists: SRVs, UAVs, constant buffers, samplers.
pub(super) fn slots(resources: &ResourceTable<'_>, module: &Module) -> Vec<Slot> {
    resources.iter().map(|resource| slot(resource, module)).collect()
}

fn slot(resource: &DeclaredResource<'_>, module: &Module) -> Slot {
    let range = resource.range();
    Slot {
        class: resource.class,
        name: range.name.clone(),
        space: range.space,
        register: range.lower_bound,
        count: range.size,
        kind: resource.kind(),
        view: resource.properties(module),
        is_used: false,
    }
}

impl Preparation<'_> {
    /// The slot of a handle that a call creates by ID or binding.
    pub(super) fn slot_of(&self, state: &mut FunctionState<'_>, handle: Value) -> Result<usize> {
        let resource = state.handles.resource(&self.resources, handle);
        let slot = resource.and_then(|resource| self.resources.number(resource.declared?));
        let error = || RunErrorKind::invalid("handle refers to a resource that !dx.resources does not list");
        slot.ok_or_else(error)
    }
}
