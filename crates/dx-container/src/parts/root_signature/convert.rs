//! Root signatures from one version to another. Separate because reading and writing never convert.
//!
//! Source: DXC's `DxilRootSignatureConvert.cpp` for 1.0 and 1.1; 1.2 adds the flags of static samplers.

use super::{DescriptorRange, ParameterContent, RootSignatureBuf};
use crate::enums::{DescriptorRangeType, RootSignatureVersion};
use crate::flags::{DescriptorRangeFlags, RootDescriptorFlags, StaticSamplerFlags};
use crate::names::flag_text;

/// Why a root signature cannot be converted to another version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// Only version 1.2 has flags of static samplers.
    #[error(
        "static sampler {sampler} has flags {}, which root signature version {version} cannot express",
        flag_text::<StaticSamplerFlags>(flags.bits().into())
    )]
    SamplerFlags {
        /// The index of the sampler, from 0.
        sampler: usize,
        /// The flags.
        flags: StaticSamplerFlags,
        /// The version asked for.
        version: RootSignatureVersion,
    },
    /// The version is unknown.
    #[error("unknown root signature version {}, expected 1 (1.0), 2 (1.1) or 3 (1.2)", .0.0)]
    Version(RootSignatureVersion),
}

impl RootSignatureBuf {
    /// Converts the root signature to another version.
    ///
    /// The behaviour that version 1.0 implies becomes explicit flags; flags that 1.0 lacks are dropped, as DXC drops
    /// them. Flags of static samplers change results and cannot be expressed in 1.0 or 1.1: those are an error.
    pub fn to_version(&self, version: RootSignatureVersion) -> Result<Self, ConversionError> {
        if !(RootSignatureVersion::V1_0..=RootSignatureVersion::V1_2).contains(&version) {
            return Err(ConversionError::Version(version));
        }
        let mut converted = Self { version, ..self.clone() };
        let (old, new) = (self.version, version);
        if (old == RootSignatureVersion::V1_0) != (new == RootSignatureVersion::V1_0) {
            converted.parameters.iter_mut().for_each(|parameter| match &mut parameter.content {
                ParameterContent::Table(ranges) => {
                    ranges.iter_mut().for_each(|range| range.flags = implied_range_flags(range, new));
                }
                ParameterContent::Descriptor { flags, .. } => *flags = implied_descriptor_flags(new),
                ParameterContent::Constants { .. } => {}
            });
        }
        for (index, sampler) in converted.samplers.iter_mut().enumerate() {
            let flags = sampler.flags;
            if old != RootSignatureVersion::V1_2 {
                sampler.flags = StaticSamplerFlags::empty();
            } else if new != RootSignatureVersion::V1_2 && !flags.is_empty() {
                return Err(ConversionError::SamplerFlags { sampler: index, flags, version });
            }
        }
        Ok(converted)
    }
}

/// The flags of a range of version 1.0 in `version`, or the flags that remain in 1.0.
fn implied_range_flags(range: &DescriptorRange, version: RootSignatureVersion) -> DescriptorRangeFlags {
    match (version, range.kind) {
        (RootSignatureVersion::V1_0, _) => DescriptorRangeFlags::empty(),
        (_, DescriptorRangeType::SAMPLER) => DescriptorRangeFlags::DESCRIPTORS_VOLATILE,
        _ => DescriptorRangeFlags::DESCRIPTORS_VOLATILE | DescriptorRangeFlags::DATA_VOLATILE,
    }
}

/// The same for root descriptors.
fn implied_descriptor_flags(version: RootSignatureVersion) -> RootDescriptorFlags {
    match version {
        RootSignatureVersion::V1_0 => RootDescriptorFlags::empty(),
        _ => RootDescriptorFlags::DATA_VOLATILE,
    }
}
