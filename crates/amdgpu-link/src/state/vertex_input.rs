//! Vertex attributes, and their checks. Separate because a list of them is checked as a whole.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::document::list::{at_most, list};
#[cfg(feature = "schema")]
use super::document::scalar::Number;
use super::document::scalar::number;
use super::format::{DataFormat, NumberFormat};
use super::input_rate::InputRate;
use crate::limits;

/// A vertex attribute: its buffer, place and format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VertexInput {
    /// Attribute location in the shader.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub location: u32,
    /// Index of its vertex buffer in the vertex buffer table.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub binding: u32,
    /// Byte offset in an element of the buffer.
    #[serde(default, deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub offset: u32,
    /// Byte stride of the buffer.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub stride: u32,
    /// Data format: components and their widths.
    #[serde(rename = "dfmt")]
    pub data_format: DataFormat,
    /// Number format of the components.
    #[serde(rename = "nfmt")]
    pub number_format: NumberFormat,
    /// Input rate: `vertex` (default), `instance`, `none` (never advances), or a divisor in instances.
    #[serde(default)]
    pub rate: InputRate,
}

/// Reads vertex attributes.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<VertexInput>, D::Error> {
    list(deserializer, |known: &[VertexInput], input| {
        at_most(known, limits::VERTEX_INPUTS, "vertex inputs")?;
        let location = input.location;
        if known.iter().any(|known| known.location == location) {
            return Err(format!("duplicate vertex input location {location}"));
        }
        Ok(())
    })
}
