//! RTS0 under `RootSignature`. Numbers and offsets that follow from the lists are printed as LLVM prints them and
//! may be left out.

use std::cell::{Cell, RefCell};

use az::SaturatingAs as _;
use dx_container::FourCc;
use dx_container::enums::{DescriptorRangeType, RootParameterType, RootSignatureVersion, ShaderVisibility};
use dx_container::fields::{Field, Sink, Value};
use dx_container::flags::{
    DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags,
};
use dx_container::names::{NamedFlags, NamedValue as _};
use dx_container::parts::root_signature::{
    DescriptorRange, Parameter, ParameterContent, RootSignature as Part, RootSignatureBuf, StaticSampler,
};
use dx_container::parts::{self, PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::flags::read_flags;
use super::model::Model;
use super::out::Out;
use crate::error::{Result, TextErrorKind, error};
use crate::yaml::budget::Budget;
use crate::yaml::keys::{self, Keys};
use crate::yaml::tree::Node;
use crate::yaml::values;

pub(super) struct RootSignature(RootSignatureBuf);

impl Model for RootSignature {
    const KEY: &'static str = "RootSignature";

    fn of(payload: Payload<'_>) -> Option<Self> {
        Part::parse(payload).ok().map(|part| Self(part.to_buf()))
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        self.0.arrange(None)
    }

    fn print(&self, out: &mut Out<'_>) {
        let Self(part) = self;
        let places = Places::of(part);
        out.printer.value("Version", part.version.raw());
        out.printer.value("NumRootParameters", part.parameters.len());
        out.printer.value("RootParametersOffset", places.parameters);
        out.printer.value("NumStaticSamplers", part.samplers.len());
        out.printer.value("StaticSamplersOffset", places.samplers);
        let tables = Cell::new(0);
        out.list("Parameters", &part.parameters, |out, parameter| {
            print_parameter(out, parameter, || {
                let index = tables.replace(tables.get() + 1);
                places.ranges.get(index).copied().unwrap_or_default()
            });
        });
        if !part.samplers.is_empty() {
            out.list("Samplers", &part.samplers, print_sampler);
        }
        out.set_flags(RootSignatureFlags::NAMES, part.flags.bits().into());
    }

    fn read(keys: &mut Keys<'_>, _: &mut Budget) -> Result<Self> {
        let version = keys.need("Version")?;
        let number = values::named(version, "Version", RootSignatureVersion::NAMES, u32::MAX.into())?;
        let number = RootSignatureVersion::from_raw(number.saturating_as::<u32>());
        if !(RootSignatureVersion::V1_0..=RootSignatureVersion::V1_2).contains(&number) {
            return Err(version.expected("Version", "1 (1.0), 2 (1.1) or 3 (1.2)"));
        }
        let ranges_at = RefCell::new(Vec::new());
        let part = RootSignatureBuf {
            version: number,
            flags: read_flags(keys)?,
            parameters: keys.list("Parameters", |node| {
                Keys::read(node, "a parameter", |keys| read_parameter(keys, number, &ranges_at))
            })?,
            samplers: keys.list("Samplers", |node| read_sampler(node, number))?,
        };
        let places = Places::of(&part);
        keys.derived("NumRootParameters", part.parameters.len() as u64)?;
        keys.derived("RootParametersOffset", places.parameters)?;
        keys.derived("NumStaticSamplers", part.samplers.len() as u64)?;
        keys.derived("StaticSamplersOffset", places.samplers)?;
        for (node, &offset) in ranges_at.take().into_iter().zip(&places.ranges) {
            node.map_or(Ok(()), |node| keys::check_derived(node, "RangesOffset", offset))?;
        }
        Ok(Self(part))
    }
}

/// The offsets of the arrays of a root signature in its canonical bytes.
#[derive(Default)]
struct Places {
    parameters: u64,
    samplers: u64,
    /// Of each descriptor table.
    ranges: Vec<u64>,
}

impl Places {
    fn of(part: &RootSignatureBuf) -> Self {
        let mut places = Self::default();
        if let Ok(bytes) = part.arrange(None) {
            // What was just written can be read.
            let _ = parts::walk(Payload::new(FourCc::RTS0, &bytes), &mut places);
        }
        places
    }
}

impl Sink<'_> for Places {
    fn field(&mut self, field: Field<'_>) {
        let Value::Number(offset) = field.value else { return };
        match field.name {
            "RootParametersOffset" => self.parameters = offset,
            "StaticSamplersOffset" => self.samplers = offset,
            "RangesOffset" => self.ranges.push(offset),
            _ => {}
        }
    }
}

fn print_parameter(
    out: &mut Out<'_>,
    parameter: &Parameter<Vec<DescriptorRange>>,
    next_ranges_at: impl Fn() -> u64,
) {
    out.named("ParameterType", parameter.kind());
    out.named("ShaderVisibility", parameter.visibility);
    let key = match parameter.content {
        ParameterContent::Table(_) => "Table",
        ParameterContent::Constants { .. } => "Constants",
        ParameterContent::Descriptor { .. } => "Descriptor",
    };
    out.printer.key(key);
    out.printer.deeper();
    match &parameter.content {
        ParameterContent::Table(ranges) => {
            out.printer.value("NumRanges", ranges.len());
            out.printer.value("RangesOffset", next_ranges_at());
            out.list("Ranges", ranges, print_range);
        }
        ParameterContent::Constants { register, space, num_values } => {
            out.printer.value("Num32BitValues", num_values);
            out.printer.value("RegisterSpace", space);
            out.printer.value("ShaderRegister", register);
        }
        ParameterContent::Descriptor { register, space, flags, .. } => {
            out.printer.value("RegisterSpace", space);
            out.printer.value("ShaderRegister", register);
            out.set_flags(RootDescriptorFlags::NAMES, flags.bits().into());
        }
    }
    out.printer.higher();
}

/// Reads a parameter. The value of `RangesOffset` of each descriptor table is put into `ranges_at`.
fn read_parameter<'y>(
    keys: &mut Keys<'y>,
    version: RootSignatureVersion,
    ranges_at: &RefCell<Vec<Option<&'y Node>>>,
) -> Result<Parameter<Vec<DescriptorRange>>> {
    let kind_node = keys.need("ParameterType")?;
    let kind = values::named(kind_node, "ParameterType", RootParameterType::NAMES, u32::MAX.into())?;
    let kind = RootParameterType::from_raw(kind.saturating_as::<u32>());
    let visibility: ShaderVisibility = keys.named("ShaderVisibility")?;
    let content = match kind {
        RootParameterType::DESCRIPTOR_TABLE => {
            let ranges = Keys::read(keys.need("Table")?, "Table", |table| {
                let ranges = table.list("Ranges", |node| read_range(node, version))?;
                table.derived("NumRanges", ranges.len() as u64)?;
                ranges_at.borrow_mut().push(table.take("RangesOffset"));
                Ok(ranges)
            });
            ParameterContent::Table(ranges?)
        }
        RootParameterType::CONSTANTS_32_BIT => {
            Keys::read(keys.need("Constants")?, "Constants", |constants| {
                Ok(ParameterContent::Constants {
                    register: constants.number("ShaderRegister")?,
                    space: constants.number("RegisterSpace")?,
                    num_values: constants.number("Num32BitValues")?,
                })
            })?
        }
        RootParameterType::CBV | RootParameterType::SRV | RootParameterType::UAV => {
            let node = keys.need("Descriptor")?;
            Keys::read(node, "Descriptor", |descriptor| {
                Ok(ParameterContent::Descriptor {
                    kind,
                    register: descriptor.number("ShaderRegister")?,
                    space: descriptor.number("RegisterSpace")?,
                    flags: flags_since(RootSignatureVersion::V1_1, version, descriptor, node)?,
                })
            })?
        }
        _ => return Err(kind_node.expected("ParameterType", &values::one_of(RootParameterType::NAMES))),
    };
    Ok(Parameter { visibility, content })
}

fn print_range(out: &mut Out<'_>, range: &DescriptorRange) {
    out.named("RangeType", range.kind);
    // LLVM 22 takes it for a signed number: an unbounded range has -1.
    out.printer.value("NumDescriptors", range.num_descriptors.cast_signed());
    out.printer.value("BaseShaderRegister", range.base_register);
    out.printer.value("RegisterSpace", range.space);
    out.printer.value("OffsetInDescriptorsFromTableStart", range.offset);
    out.set_flags(DescriptorRangeFlags::NAMES, range.flags.bits().into());
}

fn read_range(node: &Node, version: RootSignatureVersion) -> Result<DescriptorRange> {
    Keys::read(node, "a range", |keys| {
        Ok(DescriptorRange {
            kind: keys.named::<DescriptorRangeType>("RangeType")?,
            num_descriptors: keys.signed("NumDescriptors")?,
            base_register: keys.number("BaseShaderRegister")?,
            space: keys.number("RegisterSpace")?,
            flags: flags_since(RootSignatureVersion::V1_1, version, keys, node)?,
            offset: keys.number("OffsetInDescriptorsFromTableStart")?,
        })
    })
}

const ADDRESS: [&str; 3] = ["AddressU", "AddressV", "AddressW"];

fn print_sampler(out: &mut Out<'_>, sampler: &StaticSampler) {
    out.named("Filter", sampler.filter);
    for (key, mode) in ADDRESS.iter().zip(sampler.address) {
        out.named(key, mode);
    }
    out.float("MipLODBias", sampler.mip_lod_bias);
    out.printer.value("MaxAnisotropy", sampler.max_anisotropy);
    out.named("ComparisonFunc", sampler.comparison);
    out.named("BorderColor", sampler.border_color);
    out.float("MinLOD", sampler.min_lod);
    out.float("MaxLOD", sampler.max_lod);
    out.printer.value("ShaderRegister", sampler.register);
    out.printer.value("RegisterSpace", sampler.space);
    out.named("ShaderVisibility", sampler.visibility);
    out.set_flags(StaticSamplerFlags::NAMES, sampler.flags.bits().into());
}

fn read_sampler(node: &Node, version: RootSignatureVersion) -> Result<StaticSampler> {
    let [u, v, w] = ADDRESS;
    Keys::read(node, "a sampler", |keys| {
        Ok(StaticSampler {
            filter: keys.named("Filter")?,
            address: [keys.named(u)?, keys.named(v)?, keys.named(w)?],
            mip_lod_bias: keys.float("MipLODBias")?,
            max_anisotropy: keys.number("MaxAnisotropy")?,
            comparison: keys.named("ComparisonFunc")?,
            border_color: keys.named("BorderColor")?,
            min_lod: keys.float("MinLOD")?,
            max_lod: keys.float("MaxLOD")?,
            register: keys.number("ShaderRegister")?,
            space: keys.number("RegisterSpace")?,
            visibility: keys.named("ShaderVisibility")?,
            flags: flags_since(RootSignatureVersion::V1_2, version, keys, node)?,
        })
    })
}

/// The flags of `node` that there are since version `first`: before it, none can be written.
fn flags_since<F: NamedFlags + PartialEq>(
    first: RootSignatureVersion,
    version: RootSignatureVersion,
    keys: &mut Keys<'_>,
    node: &Node,
) -> Result<F> {
    let flags = read_flags(keys)?;
    if version >= first || flags == F::default() {
        return Ok(flags);
    }
    let text = format!("flags require root signature version {} ({first}) or later", first.raw());
    Err(error(TextErrorKind::Contradiction(text), node.place))
}
