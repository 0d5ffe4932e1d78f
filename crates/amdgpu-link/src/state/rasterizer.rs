//! Rasterizer state, and its checks. Separate because its members have limits of their own.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

#[cfg(feature = "schema")]
use super::document::scalar::Number;
use super::document::scalar::{number, optional_number};
use crate::limits;

/// Wave break region size: waves do not cross the borders of such blocks of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub enum WaveBreak {
    /// No blocks.
    #[default]
    #[serde(rename = "none")]
    None,
    /// 8 by 8 pixels.
    #[serde(rename = "8x8")]
    Size8x8,
    /// 16 by 16 pixels.
    #[serde(rename = "16x16")]
    Size16x16,
    /// 32 by 32 pixels.
    #[serde(rename = "32x32")]
    Size32x32,
}

/// Rasterizer state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rasterizer {
    /// Rasterizer discard.
    pub discard: bool,
    /// Inner coverage: the fragment shader sees fully covered pixels.
    pub inner_coverage: bool,
    /// Samples per pixel: the value of `$numsamples`. Default: 1.
    #[serde(deserialize_with = "samples")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub samples: u32,
    /// Index of the sample pattern: the value of `$samplePatternIdx`.
    #[serde(deserialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub sample_pattern: u32,
    /// Mask of the enabled user clip planes, six bits.
    #[serde(deserialize_with = "user_clip_planes")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub user_clip_planes: u8,
    /// Wave break region size.
    pub wave_break: WaveBreak,
}

impl Default for Rasterizer {
    fn default() -> Self {
        Self {
            discard: false,
            inner_coverage: false,
            samples: 1,
            sample_pattern: 0,
            user_clip_planes: 0,
            wave_break: WaveBreak::None,
        }
    }
}

/// Reads the samples of a pixel.
fn samples<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let samples = optional_number(deserializer)?.unwrap_or(1);
    if samples.is_power_of_two() && samples <= limits::SAMPLES {
        return Ok(samples);
    }
    Err(D::Error::custom(format!("`samples` must be a power of two, at most {}", limits::SAMPLES)))
}

/// Reads the mask of user clip planes.
fn user_clip_planes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let planes = u8::try_from(optional_number(deserializer)?.unwrap_or_default()).ok();
    let planes = planes.filter(|planes| planes.checked_shr(limits::USER_CLIP_PLANES) == Some(0));
    planes.ok_or_else(|| D::Error::custom("`user_clip_planes` must have at most six bits"))
}
