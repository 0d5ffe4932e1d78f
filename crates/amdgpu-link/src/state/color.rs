//! Colour output state and colour targets, and their checks. Separate because a colour target in a document may leave
//! out members.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::document::list::{at_most, list};
use super::document::scalar::Number;
use super::format::{DataFormat, NumberFormat};
use crate::limits;

/// Colour output state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Color"))]
pub struct ColorState {
    /// The colour target of each output location, at most 8. An output without a target is noted.
    #[serde(deserialize_with = "color_targets")]
    #[cfg_attr(feature = "schema", schemars(length(max = limits::COLOR_TARGETS)))]
    pub targets: Vec<ColorTarget>,
    /// Alpha to coverage, by the alpha of output 0.
    pub alpha_to_coverage: bool,
    /// Dual-source blending: output 1 is the second blend source of target 0.
    pub dual_source_blend: bool,
}

/// A colour target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(try_from = "WrittenColorTarget")]
pub struct ColorTarget {
    /// Components and their widths; `DataFormat::INVALID` where nothing is bound.
    pub data_format: DataFormat,
    /// Number format of the components.
    pub number_format: NumberFormat,
    /// Whether blending is enabled.
    pub blend: bool,
    /// Whether blending uses source alpha for the colour.
    pub src_alpha_to_color: bool,
    /// Channel write mask, bit 0 is red. Nothing in a link depends on it.
    pub write_mask: u8,
}

impl ColorTarget {
    /// The write mask of red, green, blue and alpha.
    pub const ALL_COMPONENTS: u8 = 0xf;
}

/// A colour target as documents have it: parts of it may be left out.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "ColorTarget", description = "A colour target."))]
struct WrittenColorTarget {
    /// Data format: components and their widths; `invalid` where nothing is bound.
    dfmt: DataFormat,
    /// Number format of the components; required unless `dfmt` is `invalid`.
    nfmt: Option<NumberFormat>,
    /// Blending is enabled.
    #[serde(default)]
    blend: bool,
    /// Blending uses source alpha for the colour.
    #[serde(default)]
    src_alpha_to_color: bool,
    /// Channel write mask, bit 0 is red; default: all four. Glue code does not depend on it.
    write_mask: Option<Number>,
}

impl TryFrom<WrittenColorTarget> for ColorTarget {
    type Error = &'static str;

    fn try_from(target: WrittenColorTarget) -> Result<Self, Self::Error> {
        let number_format = match target.nfmt {
            Some(format) => format,
            None if target.dfmt.is_invalid() => NumberFormat::default(),
            None => return Err("a colour target needs `nfmt`"),
        };
        let mask = target.write_mask.map_or(Self::ALL_COMPONENTS.into(), u32::from);
        let mask = u8::try_from(mask).ok().filter(|mask| *mask <= Self::ALL_COMPONENTS);
        Ok(Self {
            data_format: target.dfmt,
            number_format,
            blend: target.blend,
            src_alpha_to_color: target.src_alpha_to_color,
            write_mask: mask.ok_or("`write_mask` must have at most four bits")?,
        })
    }
}

/// Reads colour targets.
fn color_targets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ColorTarget>, D::Error> {
    list(deserializer, |known, _| at_most(known, limits::COLOR_TARGETS, "colour targets"))
}
