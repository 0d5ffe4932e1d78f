//! Artefacts in a store: their keys, the recipes that make them, and the option that names the store. A layer below the
//! verbs, because `cache` and the verbs that store their results must have the same keys.

pub mod artefact_cache;
pub mod explicit_options;
pub mod recipe;
pub mod store_option;
