//! Passes over resource handles: forwarding through memory, phis and selects of handles, bindings.

pub(super) mod copied_handles;
pub(super) mod forward_handle_accesses;
pub(super) mod handle_arrays;
pub(super) mod handle_phis;
pub(super) mod handle_sources;
pub(super) mod initial_handles;
pub(super) mod remove_unused_resources;
pub(super) mod resource_implicit_binding;
pub(super) mod resource_select_dispatch;
pub(super) mod resource_variables;
pub(super) mod resources;
pub(super) mod stored_handles;
pub(super) mod whole_resource_loads;
