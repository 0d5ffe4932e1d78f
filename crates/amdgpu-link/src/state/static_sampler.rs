//! Static samplers, and their checks. Separate because a list of them is checked as a whole.

use std::collections::HashSet;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::document::list::list;
#[cfg(feature = "schema")]
use super::document::scalar::Number;
use super::document::scalar::{number, numbers};
use crate::limits;

/// A static sampler, or an array of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StaticSampler {
    /// Descriptor set.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub set: u32,
    /// Binding in the set.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub binding: u32,
    /// The descriptor: four dwords for each element.
    #[serde(default, deserialize_with = "numbers")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Number>"))]
    pub words: Vec<u32>,
    /// It has a YCbCr conversion; such pipelines cannot be linked.
    #[serde(default, rename = "ycbcr")]
    pub converts_ycbcr: bool,
}

/// Reads static samplers.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<StaticSampler>, D::Error> {
    let mut bindings = HashSet::new();
    list(deserializer, |_, sampler: &StaticSampler| {
        let (set, binding) = (sampler.set, sampler.binding);
        if !sampler.words.len().is_multiple_of(limits::SAMPLER_WORDS) {
            return Err("`words` of a static sampler must contain four dwords per array element".to_owned());
        }
        if sampler.words.is_empty() && !sampler.converts_ycbcr {
            return Err("a static sampler needs `words`".to_owned());
        }
        if !bindings.insert((set, binding)) {
            return Err(format!("duplicate static sampler of set {set}, binding {binding}"));
        }
        Ok(())
    })
}
