//! Passes over metadata, attributes and linkage, and the readers of metadata that other passes use.

pub(super) mod attributes;
pub(super) mod cbuffer_layouts;
pub(super) mod debug_values;
pub(super) mod finalize_linkage;
pub(super) mod loop_metadata;
pub(super) mod module_flags;
pub(super) mod post_optimization_validation;
pub(super) mod resource_metadata;
pub(super) mod resource_symbols;
pub(super) mod root_signature;
pub(super) mod semantic_signatures;
pub(super) mod translate_metadata;
pub(super) mod type_annotations;
pub(super) mod used_lists;
