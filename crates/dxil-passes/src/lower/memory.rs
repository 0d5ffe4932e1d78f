//! Passes over memory: accesses to resources and constant buffers, allocas, group-shared variables, constant arrays and
//! pointer parameters.

pub(super) mod addresses;
pub(super) mod aggregates_in_memory;
pub(super) mod cbuffer_access;
pub(super) mod cbuffer_loads;
pub(super) mod flatten_arrays;
pub(super) mod mem_intrinsics;
pub(super) mod padding;
pub(super) mod parameter_pointees;
pub(super) mod parameter_types;
pub(super) mod pointer_phis;
pub(super) mod resource_access;
pub(super) mod resource_atomics;
pub(super) mod resource_bytes;
pub(super) mod resource_elements;
pub(super) mod select_of_allocas;
