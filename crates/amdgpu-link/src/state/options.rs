//! Compile options that affect the link. Separate because look-ups of user data depend on them.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::document::scalar::{self, optional_number};
#[cfg(feature = "schema")]
use super::document::scalar::{Bytes, Number, WideNumber};

/// Layout of descriptor sets in the user data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResourceLayout {
    /// Tables of any sets; dynamic buffer descriptors at the top level.
    #[default]
    Compact,
    /// A table with the push constants, then one table for each set.
    Indirect,
}

/// Handling of static samplers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StaticSamplerPolicy {
    /// The loader writes them into the descriptor tables; the link lists them.
    #[default]
    Manifest,
    /// A pipeline with a static sampler cannot be linked.
    Refuse,
}

/// Compile options that affect the link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The pipeline's 128-bit hash, written to `.internal_pipeline_hash`. Default: keep that of the shaders.
    #[serde(deserialize_with = "scalar::hash")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<[WideNumber; 2]>"))]
    pub hash: Option<[u64; 2]>,
    /// High 32 bits of the address of the shadow descriptor table: the value of `$shadowdesctable`. Default:
    /// 0xFFFFFFFF, which means no shadow table, and `$shadowenabled` is 0.
    #[serde(deserialize_with = "high_addr_of_fmask")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub high_addr_of_fmask: u32,
    /// Fragment masks (FMASK) have their own descriptors; the image's is used where one is missing. Default: true.
    #[serde(deserialize_with = "enable_fmask")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    pub enable_fmask: bool,
    /// Layout of descriptor sets in the user data.
    pub resource_layout: ResourceLayout,
    /// A node with an array describes a range of bindings, one for each element.
    #[serde(rename = "use_binding_range")]
    pub use_resource_binding_range: bool,
    /// Handling of static samplers.
    pub static_samplers: StaticSamplerPolicy,
    /// Exporting a sample mask disables alpha to coverage (metadata 3.x).
    pub sample_mask_export_overrides_alpha_to_coverage: bool,
    /// Client metadata for `.api_create_info`, in hexadecimal digits.
    #[serde(deserialize_with = "scalar::bytes")]
    #[cfg_attr(feature = "schema", schemars(with = "Bytes", default = "String::new"))]
    pub client_metadata: Vec<u8>,
}

impl Options {
    /// `high_addr_of_fmask` where there is no shadow descriptor table.
    pub const NO_SHADOW_TABLE: u32 = u32::MAX;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: None,
            high_addr_of_fmask: Self::NO_SHADOW_TABLE,
            enable_fmask: true,
            resource_layout: ResourceLayout::default(),
            use_resource_binding_range: false,
            static_samplers: StaticSamplerPolicy::default(),
            sample_mask_export_overrides_alpha_to_coverage: false,
            client_metadata: Vec::new(),
        }
    }
}

/// Reads the high half of the shadow table's address.
fn high_addr_of_fmask<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Ok(optional_number(deserializer)?.unwrap_or(Options::NO_SHADOW_TABLE))
}

/// Reads whether fragment masks have descriptors.
fn enable_fmask<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(true))
}
