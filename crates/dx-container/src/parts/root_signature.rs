//! RTS0: a serialized root signature, versions 1.0, 1.1 and 1.2.
//!
//! A header, an array of parameters that refer to their payloads, tables that refer to their ranges, static
//! samplers. Every serializer writes them in that order without gaps; offsets elsewhere are followed too.
//!
//! Source: DXC's `DxilRootSignature.h`, LLVM's `DXContainer.h` for 1.2; checked on real files.

use std::ops::Range;

use crate::enums::{
    ComparisonFunc, DescriptorRangeType, Filter, RootParameterType, RootSignatureVersion, ShaderVisibility,
    StaticBorderColor, TextureAddressMode,
};
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow;
use crate::fields::Show;
use crate::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags};
use crate::limits;
use crate::names::{Named, NamedValue as _};
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::{Payload, Reader, Word};

mod check;
mod convert;
mod element;
mod registers;
mod shader;

pub use check::{
    FIRST_RESERVED_SPACE, Finding, FindingKind, MAX_ANISOTROPY, MAX_MIP_LOD_BIAS, MIN_MIP_LOD_BIAS, check,
};
pub use convert::ConversionError;
pub use element::At;
pub use shader::{ShaderFinding, check_shader};

const HEADER_SIZE: usize = 24;
const PARAMETER_SIZE: usize = 12;

/// The size of an unbounded range, and the offset that appends a range to the previous one.
pub const UNBOUNDED: u32 = u32::MAX;

const DESCRIPTORS: &[Named] = &[Named { value: UNBOUNDED as u64, name: "unbounded", about: "" }];
const OFFSETS: &[Named] =
    &[Named { value: UNBOUNDED as u64, name: "append", about: "after the range before" }];

/// Returns true for versions after 1.0, whose descriptors and ranges have flags.
fn has_flags(version: RootSignatureVersion) -> bool {
    version != RootSignatureVersion::V1_0
}

fn range_size(version: RootSignatureVersion) -> usize {
    if has_flags(version) { 24 } else { 20 }
}

fn sampler_size(version: RootSignatureVersion) -> usize {
    if version == RootSignatureVersion::V1_2 { 56 } else { 52 }
}

/// A root parameter. `Ranges` is a [`Ranges`] in a view and a vector in an owned part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter<Ranges> {
    /// The stages that can access it.
    pub visibility: ShaderVisibility,
    /// The content.
    pub content: ParameterContent<Ranges>,
}

/// The content of a root parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterContent<Ranges> {
    /// A descriptor table.
    Table(Ranges),
    /// Constants in the root signature itself.
    Constants {
        /// The register of the constant buffer.
        register: u32,
        /// The register space.
        space: u32,
        /// The number of 32-bit values.
        num_values: u32,
    },
    /// A descriptor in the root signature itself.
    Descriptor {
        /// The type: CBV, SRV or UAV.
        kind: RootParameterType,
        /// The register.
        register: u32,
        /// The register space.
        space: u32,
        /// The flags; none in version 1.0.
        flags: RootDescriptorFlags,
    },
}

/// A range of descriptors of one type in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescriptorRange {
    /// The type of the descriptors.
    pub kind: DescriptorRangeType,
    /// The number of descriptors, or [`UNBOUNDED`].
    pub num_descriptors: u32,
    /// The first register.
    pub base_register: u32,
    /// The register space.
    pub space: u32,
    /// The flags; none in version 1.0.
    pub flags: DescriptorRangeFlags,
    /// The offset in the table in descriptors; [`UNBOUNDED`] appends to the previous range.
    pub offset: u32,
}

/// A static sampler.
///
/// Compares floats by their bits, so that a NaN equals itself.
#[derive(Debug, Clone, Copy)]
pub struct StaticSampler {
    /// The filter.
    pub filter: Filter,
    /// The address modes in u, v and w.
    pub address: [TextureAddressMode; 3],
    /// The bias of the mip level.
    pub mip_lod_bias: f32,
    /// The maximum anisotropy, 0 to 16.
    pub max_anisotropy: u32,
    /// The comparison function.
    pub comparison: ComparisonFunc,
    /// The border color.
    pub border_color: StaticBorderColor,
    /// The lowest mip level.
    pub min_lod: f32,
    /// The highest mip level.
    pub max_lod: f32,
    /// The register.
    pub register: u32,
    /// The register space.
    pub space: u32,
    /// The stages that can access it.
    pub visibility: ShaderVisibility,
    /// Version 1.2 only; none in the others, which cannot say it.
    pub flags: StaticSamplerFlags,
}

/// The view of part RTS0, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct RootSignature<'a> {
    /// The version.
    pub version: RootSignatureVersion,
    /// The root signature flags.
    pub flags: RootSignatureFlags,
    parameters: Array,
    samplers: Array,
    payload: Payload<'a>,
}

/// The offset and length of an array in the part.
#[derive(Debug, Clone, Copy)]
struct Array {
    at: Word,
    count: Word,
}

/// The ranges of a descriptor table.
#[derive(Debug, Clone, Copy)]
pub struct Ranges<'a> {
    version: RootSignatureVersion,
    array: Array,
    payload: Payload<'a>,
}

impl<'a> View<'a> for RootSignature<'a> {
    type Buf = RootSignatureBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let payload = r.payload();
        let version_word = r.word("Version", Show::Enum(RootSignatureVersion::NAMES))?;
        let version = RootSignatureVersion(version_word.value);
        if !(RootSignatureVersion::V1_0..=RootSignatureVersion::V1_2).contains(&version) {
            let expected = "1 (1.0), 2 (1.1) or 3 (1.2)";
            let kind = ContainerErrorKind::Value {
                what: "root signature version",
                found: version.0.into(),
                expected,
            };
            return Err(r.error_at(version_word, kind));
        }
        let parameters = Array::decode(r, ["NumRootParameters", "RootParametersOffset"])?;
        let samplers = Array::decode(r, ["NumStaticSamplers", "StaticSamplersOffset"])?;
        let flags = r.flags32("Flags")?;

        let parameters_size = parameters.len().saturating_mul(PARAMETER_SIZE);
        let mut covered = vec![
            0..HEADER_SIZE,
            parameters.at.to_usize()..parameters.at.to_usize().saturating_add(parameters_size),
        ];
        let mut ranges_left = payload.bytes.len() * limits::RANGE_BYTES_PER_BYTE;
        parameters.seek(r, "the parameters", PARAMETER_SIZE)?;
        r.list("Parameters", parameters.len(), |r, _| {
            let (parameter, payload) = Parameter::decode_with_place(r, version)?;
            covered.push(payload);
            match parameter.content {
                ParameterContent::Table(ranges) => {
                    let at = ranges.array.at.to_usize();
                    covered.push(at..at.saturating_add(ranges.len().saturating_mul(range_size(version))));
                    ranges.decode(r, &mut ranges_left)
                }
                _ => Ok(()),
            }
        })?;
        samplers.seek(r, "the samplers", sampler_size(version))?;
        let samplers_size = samplers.len() * sampler_size(version);
        covered.push(samplers.at.to_usize()..samplers.at.to_usize() + samplers_size);
        r.list("StaticSamplers", samplers.len(), |r, _| StaticSampler::decode(r, version).map(drop))?;
        decode_gaps(r, covered)?;
        Ok(Self { version, flags, parameters, samplers, payload })
    }

    fn to_buf(&self) -> RootSignatureBuf {
        let parameters = self.parameters().map(|parameter| Parameter {
            visibility: parameter.visibility,
            content: match parameter.content {
                ParameterContent::Table(ranges) => ParameterContent::Table(ranges.iter().collect()),
                ParameterContent::Constants { register, space, num_values } => {
                    ParameterContent::Constants { register, space, num_values }
                }
                ParameterContent::Descriptor { kind, register, space, flags } => {
                    ParameterContent::Descriptor { kind, register, space, flags }
                }
            },
        });
        let (version, flags) = (self.version, self.flags);
        RootSignatureBuf {
            version,
            flags,
            parameters: parameters.collect(),
            samplers: self.samplers().collect(),
        }
    }
}

/// Reports what lies between the `covered` ranges: nothing that any serializer wrote.
fn decode_gaps(r: &mut Reader<'_, '_>, mut covered: Vec<Range<usize>>) -> Result<()> {
    covered.sort_unstable_by_key(|range| range.start);
    let end = r.payload().bytes.len();
    covered.push(end..end);
    let mut at = 0;
    for range in covered {
        if range.start > at {
            r.resume(at);
            r.bytes("Unknown", range.start.min(end) - at, Show::Unknown)?;
        }
        at = at.max(range.end.min(end));
    }
    Ok(())
}

impl Array {
    fn decode(r: &mut Reader<'_, '_>, [count, at]: [&'static str; 2]) -> Result<Self> {
        Ok(Self { count: r.word(count, Show::Count)?, at: r.word(at, Show::Offset)? })
    }

    fn len(self) -> usize {
        self.count.to_usize()
    }

    /// Goes to the first member, if all of them, of `size` bytes each, lie in the part.
    fn seek(self, r: &mut Reader<'_, '_>, what: &'static str, size: usize) -> Result<()> {
        r.seek(self.at)?;
        r.check_fits(self.count, what, self.len().saturating_mul(size))
    }

    /// The members again, in silence; decoding has read all of them before, so none is an error now.
    fn iter<'a, T>(
        self,
        payload: Payload<'a>,
        decode: impl Fn(&mut Reader<'a, '_>) -> Result<T>,
    ) -> impl Iterator<Item = T> {
        let mut reader = Reader::new(payload);
        reader.resume(self.at.to_usize());
        (0..self.len()).map_while(move |_| decode(&mut reader).ok())
    }
}

impl<'a> RootSignature<'a> {
    /// The parameters in order.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<Ranges<'a>>> {
        let version = self.version;
        self.parameters.iter(self.payload, move |r| Parameter::decode(r, version))
    }

    /// The static samplers in order.
    pub fn samplers(&self) -> impl Iterator<Item = StaticSampler> {
        let version = self.version;
        self.samplers.iter(self.payload, move |r| StaticSampler::decode(r, version))
    }
}

impl<'a> Ranges<'a> {
    /// The ranges in order.
    pub fn iter(&self) -> impl Iterator<Item = DescriptorRange> + use<'a> {
        let version = self.version;
        self.array.iter(self.payload, move |r| DescriptorRange::decode(r, version))
    }

    /// The number of ranges.
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// True for a table without ranges.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads and reports the ranges where they lie, then goes on where the reader was.
    fn decode(&self, r: &mut Reader<'a, '_>, left: &mut usize) -> Result<()> {
        let back = r.position();
        self.array.seek(r, "the ranges", range_size(self.version))?;
        *left = left.checked_sub(self.len() * range_size(self.version)).ok_or_else(|| {
            let limit = (self.payload.bytes.len() * limits::RANGE_BYTES_PER_BYTE) as u64;
            r.error_at(self.array.count, ContainerErrorKind::Sharing { what: "descriptor ranges", limit })
        })?;
        r.list("Ranges", self.len(), |r, _| DescriptorRange::decode(r, self.version).map(drop))?;
        r.resume(back);
        Ok(())
    }
}

impl<'a> Parameter<Ranges<'a>> {
    fn decode(r: &mut Reader<'a, '_>, version: RootSignatureVersion) -> Result<Self> {
        Self::decode_with_place(r, version).map(|(parameter, _)| parameter)
    }

    /// Reads a parameter and its payload, but not the ranges of a table; ends after the parameter. Returns where
    /// the payload lies, too.
    fn decode_with_place(
        r: &mut Reader<'a, '_>,
        version: RootSignatureVersion,
    ) -> Result<(Self, Range<usize>)> {
        let kind_word = r.word("ParameterType", Show::Enum(RootParameterType::NAMES))?;
        let kind = RootParameterType(kind_word.value);
        let visibility = r.named32("ShaderVisibility")?;
        let at = r.word("Offset", Show::Offset)?;
        let back = r.position();
        r.seek(at)?;
        let content = match kind {
            RootParameterType::DESCRIPTOR_TABLE => {
                let array = Array::decode(r, ["NumRanges", "RangesOffset"])?;
                ParameterContent::Table(Ranges { version, array, payload: r.payload() })
            }
            RootParameterType::CONSTANTS_32_BIT => ParameterContent::Constants {
                register: r.u32("ShaderRegister", Show::Plain)?,
                space: r.u32("RegisterSpace", Show::Plain)?,
                num_values: r.u32("Num32BitValues", Show::Plain)?,
            },
            RootParameterType::CBV | RootParameterType::SRV | RootParameterType::UAV => {
                ParameterContent::Descriptor {
                    kind,
                    register: r.u32("ShaderRegister", Show::Plain)?,
                    space: r.u32("RegisterSpace", Show::Plain)?,
                    flags: if has_flags(version) {
                        r.flags32("Flags")?
                    } else {
                        RootDescriptorFlags::empty()
                    },
                }
            }
            _ => {
                let expected = "0 (DescriptorTable), 1 (Constants32Bit), 2 (CBV), 3 (SRV) or 4 (UAV)";
                let kind =
                    ContainerErrorKind::Value { what: "ParameterType", found: kind.0.into(), expected };
                return Err(r.error_at(kind_word, kind));
            }
        };
        let payload = at.to_usize()..r.position();
        r.resume(back);
        Ok((Self { visibility, content }, payload))
    }
}

impl DescriptorRange {
    fn decode(r: &mut Reader<'_, '_>, version: RootSignatureVersion) -> Result<Self> {
        Ok(Self {
            kind: r.named32("RangeType")?,
            num_descriptors: r.u32("NumDescriptors", Show::Special(DESCRIPTORS))?,
            base_register: r.u32("BaseShaderRegister", Show::Plain)?,
            space: r.u32("RegisterSpace", Show::Plain)?,
            flags: if has_flags(version) { r.flags32("Flags")? } else { DescriptorRangeFlags::empty() },
            offset: r.u32("OffsetInDescriptorsFromTableStart", Show::Special(OFFSETS))?,
        })
    }

    fn write(&self, bytes: &mut Vec<u8>, version: RootSignatureVersion) {
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        word(self.kind.0);
        word(self.num_descriptors);
        word(self.base_register);
        word(self.space);
        if has_flags(version) {
            word(self.flags.bits());
        }
        word(self.offset);
    }
}

impl StaticSampler {
    fn decode(r: &mut Reader<'_, '_>, version: RootSignatureVersion) -> Result<Self> {
        Ok(Self {
            filter: r.named32("Filter")?,
            address: [r.named32("AddressU")?, r.named32("AddressV")?, r.named32("AddressW")?],
            mip_lod_bias: r.f32("MipLODBias")?,
            max_anisotropy: r.u32("MaxAnisotropy", Show::Plain)?,
            comparison: r.named32("ComparisonFunc")?,
            border_color: r.named32("BorderColor")?,
            min_lod: r.f32("MinLOD")?,
            max_lod: r.f32("MaxLOD")?,
            register: r.u32("ShaderRegister", Show::Plain)?,
            space: r.u32("RegisterSpace", Show::Plain)?,
            visibility: r.named32("ShaderVisibility")?,
            flags: if version == RootSignatureVersion::V1_2 {
                r.flags32("Flags")?
            } else {
                StaticSamplerFlags::empty()
            },
        })
    }

    fn write(&self, bytes: &mut Vec<u8>, version: RootSignatureVersion) {
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        word(self.filter.0);
        self.address.iter().for_each(|mode| word(mode.0));
        word(self.mip_lod_bias.to_bits());
        word(self.max_anisotropy);
        word(self.comparison.0);
        word(self.border_color.0);
        word(self.min_lod.to_bits());
        word(self.max_lod.to_bits());
        word(self.register);
        word(self.space);
        word(self.visibility.0);
        if version == RootSignatureVersion::V1_2 {
            word(self.flags.bits());
        }
    }
}

impl PartialEq for StaticSampler {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |sampler: &Self| {
            let mut bytes = Vec::new();
            sampler.write(&mut bytes, RootSignatureVersion::V1_2);
            bytes
        };
        bytes(self) == bytes(other)
    }
}

/// The owned form of part RTS0.
#[derive(Debug, Clone, PartialEq)]
pub struct RootSignatureBuf {
    /// The version; fields that it does not have are not written.
    pub version: RootSignatureVersion,
    /// The root signature flags.
    pub flags: RootSignatureFlags,
    /// The parameters in order.
    pub parameters: Vec<Parameter<Vec<DescriptorRange>>>,
    /// The static samplers in order.
    pub samplers: Vec<StaticSampler>,
}

impl PartBuf for RootSignatureBuf {
    type View<'a> = RootSignature<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let payloads_at = HEADER_SIZE + PARAMETER_SIZE * self.parameters.len();
        let mut payloads = Vec::new();
        let mut parameters = Vec::with_capacity(PARAMETER_SIZE * self.parameters.len());
        for parameter in &self.parameters {
            let at = narrow("parameter offset", payloads_at + payloads.len())?;
            for word in [parameter.kind().0, parameter.visibility.0, at] {
                parameters.extend(word.to_le_bytes());
            }
            parameter.write_payload(&mut payloads, self.version, at)?;
        }
        let header = [
            self.version.0,
            narrow("root parameter count", self.parameters.len())?,
            narrow("root parameters offset", HEADER_SIZE)?,
            narrow("static sampler count", self.samplers.len())?,
            narrow("static samplers offset", payloads_at + payloads.len())?,
            self.flags.bits(),
        ];
        let mut bytes: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(parameters);
        bytes.extend(payloads);
        self.samplers.iter().for_each(|sampler| sampler.write(&mut bytes, self.version));
        Ok(bytes)
    }
}

impl<R> Parameter<R> {
    /// The number that says what it is.
    pub fn kind(&self) -> RootParameterType {
        match self.content {
            ParameterContent::Table(_) => RootParameterType::DESCRIPTOR_TABLE,
            ParameterContent::Constants { .. } => RootParameterType::CONSTANTS_32_BIT,
            ParameterContent::Descriptor { kind, .. } => kind,
        }
    }
}

impl Parameter<Vec<DescriptorRange>> {
    /// Appends the parameter's payload, of which `at` is the offset in the part; a table's ranges follow it.
    fn write_payload(&self, bytes: &mut Vec<u8>, version: RootSignatureVersion, at: u32) -> Result<()> {
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        match &self.content {
            ParameterContent::Table(ranges) => {
                const TABLE_SIZE: usize = 8;
                word(narrow("range count", ranges.len())?);
                word(narrow("ranges offset", at as usize + TABLE_SIZE)?);
                ranges.iter().for_each(|range| range.write(bytes, version));
            }
            ParameterContent::Constants { register, space, num_values } => {
                word(*register);
                word(*space);
                word(*num_values);
            }
            ParameterContent::Descriptor { register, space, flags, .. } => {
                word(*register);
                word(*space);
                if has_flags(version) {
                    word(flags.bits());
                }
            }
        }
        Ok(())
    }
}
