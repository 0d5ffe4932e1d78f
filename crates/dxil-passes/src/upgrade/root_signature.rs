//! Writes and reads the named metadata `dx.rootsignatures`, LLVM's representation of root signatures. A row has the
//! function of the entry point, a list of elements and the version; an element is a node that begins with its name.
//!
//! Source: LLVM 22's RootSignatureMetadata.cpp.

use bstr::ByteSlice as _;
use dx_container::enums::{
    ComparisonFunc, DescriptorRangeType, Filter, RootParameterType, RootSignatureVersion, ShaderVisibility,
    StaticBorderColor, TextureAddressMode,
};
use dx_container::flags::{
    DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags,
};
use dx_container::parts::root_signature::{
    DescriptorRange, Parameter, ParameterContent, RootSignatureBuf, StaticSampler,
};
use dxil_ir::constants::ConstantKind;
use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, MetadataId, Module, ValueKind};

/// The name of the named metadata.
pub(crate) const NAME: &str = "dx.rootsignatures";

/// The encoding of version 1.0, in which descriptors and data are volatile, but flags do not exist.
const VERSION_1_0: u32 = 1;
/// The flag `DATA_VOLATILE`, which LLVM's metadata has for descriptors of version 1.0, except for samplers.
const VOLATILE_DATA: u32 = 2;
/// The flag `DESCRIPTORS_VOLATILE`, which LLVM's metadata has for descriptor ranges of version 1.0.
const VOLATILE_DESCRIPTORS: u32 = 1;

/// Adds a row with the root signature of an entry point.
pub(super) fn add(module: &mut Module, entry: GlobalId, signature: &RootSignatureBuf) {
    let is_first = signature.version.0 == VERSION_1_0;
    let mut elements = Vec::new();
    if signature.flags.bits() != 0 {
        elements.push(element(module, "RootFlags", &[signature.flags.bits()]));
    }
    for parameter in &signature.parameters {
        let visibility = parameter.visibility.0;
        elements.push(match &parameter.content {
            ParameterContent::Constants { register, space, num_values } => {
                element(module, "RootConstants", &[visibility, *register, *space, *num_values])
            }
            ParameterContent::Descriptor { kind, register, space, flags } => {
                let name = match *kind {
                    RootParameterType::CBV => "RootCBV",
                    RootParameterType::SRV => "RootSRV",
                    _ => "RootUAV",
                };
                let flags = if is_first { VOLATILE_DATA } else { flags.bits() };
                element(module, name, &[visibility, *register, *space, flags])
            }
            ParameterContent::Table(ranges) => {
                let mut parts = numbers(module, "DescriptorTable", &[visibility]);
                for range in ranges {
                    let (name, volatile) = match range.kind {
                        DescriptorRangeType::SRV => ("SRV", VOLATILE_DESCRIPTORS | VOLATILE_DATA),
                        DescriptorRangeType::UAV => ("UAV", VOLATILE_DESCRIPTORS | VOLATILE_DATA),
                        DescriptorRangeType::CBV => ("CBV", VOLATILE_DESCRIPTORS | VOLATILE_DATA),
                        _ => ("Sampler", VOLATILE_DESCRIPTORS),
                    };
                    let flags = if is_first { volatile } else { range.flags.bits() };
                    let words =
                        [range.num_descriptors, range.base_register, range.space, range.offset, flags];
                    parts.push(Some(element(module, name, &words)));
                }
                module.tuple(&parts)
            }
        });
    }
    for sampler in &signature.samplers {
        elements.push(static_sampler(module, sampler));
    }
    let elements: Vec<_> = elements.into_iter().map(Some).collect();
    let function = module.value_as_metadata(entry.into());
    let elements = module.tuple(&elements);
    let version = number(module, signature.version.0);
    let node = module.tuple(&[Some(function), Some(elements), Some(version)]);
    module.add_named_metadata(NAME, &[node]);
}

fn static_sampler(module: &mut Module, sampler: &StaticSampler) -> MetadataId {
    let [u, v, w] = sampler.address.map(|mode| mode.0);
    let mut parts = numbers(module, "StaticSampler", &[sampler.filter.0, u, v, w]);
    let float = |module: &mut Module, number: f32| {
        let value = module.float(number);
        Some(module.value_as_metadata(value))
    };
    parts.push(float(module, sampler.mip_lod_bias));
    for word in [sampler.max_anisotropy, sampler.comparison.0, sampler.border_color.0] {
        parts.push(Some(number(module, word)));
    }
    parts.push(float(module, sampler.min_lod));
    parts.push(float(module, sampler.max_lod));
    for word in [sampler.register, sampler.space, sampler.visibility.0, sampler.flags.bits()] {
        parts.push(Some(number(module, word)));
    }
    module.tuple(&parts)
}

/// Returns the node of an element: its name and 32-bit integers.
fn element(module: &mut Module, name: &str, words: &[u32]) -> MetadataId {
    let parts = numbers(module, name, words);
    module.tuple(&parts)
}

/// Returns the operands of an element: its name and 32-bit integers.
fn numbers(module: &mut Module, name: &str, words: &[u32]) -> Vec<Option<MetadataId>> {
    let mut parts = vec![Some(module.metadata_string(name))];
    parts.extend(words.iter().map(|word| Some(number(module, *word))));
    parts
}

fn number(module: &mut Module, word: u32) -> MetadataId {
    let i32 = module.types.int(32);
    let value = module.int(i32, word.into());
    module.value_as_metadata(value)
}

/// Returns the root signature of an entry point or, if `entry` is `None`, the root signature without a function.
/// Returns `None` if no row has the function, or the row is invalid. Inverse of [`add`].
pub(crate) fn read(module: &Module, entry: Option<GlobalId>) -> Option<RootSignatureBuf> {
    let named = module.named_metadata.iter().find(|named| named.name == NAME)?;
    let operands = |id: MetadataId| -> Vec<Option<MetadataId>> {
        (0..).map_while(|index| module.metadata.operand(id, index)).collect()
    };
    let is_of_entry = |parts: &&Vec<Option<MetadataId>>| {
        let function = parts.first().copied().flatten().and_then(|id| module.metadata.get(id));
        match entry {
            Some(entry) => {
                matches!(function, Some(Metadata::Value(_, value)) if value.kind() == ValueKind::Global(entry))
            }
            None => function.is_none(),
        }
    };
    let rows: Vec<_> = named.operands.iter().map(|row| operands(*row)).collect();
    let row = rows.iter().find(is_of_entry)?;
    let &[_, Some(elements), ref version @ ..] = &row[..] else { return None };
    let version = version.first().copied().flatten().and_then(|id| word(module, id)).unwrap_or(2);
    let mut signature = RootSignatureBuf {
        version: RootSignatureVersion(version),
        flags: RootSignatureFlags::default(),
        parameters: Vec::new(),
        samplers: Vec::new(),
    };
    for element in operands(elements) {
        let parts = operands(element?);
        let (name, rest) = parts.split_first()?;
        let name = text(module, (*name)?)?;
        let words: Vec<u32> = rest.iter().map_while(|part| word(module, (*part)?)).collect();
        match (name, words.as_slice()) {
            (b"RootFlags", [flags]) => signature.flags = RootSignatureFlags::from_bits_retain(*flags),
            (b"RootConstants", &[visibility, register, space, num_values]) => {
                signature.parameters.push(Parameter {
                    visibility: ShaderVisibility(visibility),
                    content: ParameterContent::Constants { register, space, num_values },
                })
            }
            (b"RootCBV" | b"RootSRV" | b"RootUAV", &[visibility, register, space, ref flags @ ..]) => {
                let kind = match name {
                    b"RootCBV" => RootParameterType::CBV,
                    b"RootSRV" => RootParameterType::SRV,
                    _ => RootParameterType::UAV,
                };
                let flags = flags.first().copied().filter(|_| version != VERSION_1_0).unwrap_or(0);
                let flags = RootDescriptorFlags::from_bits_retain(flags);
                signature.parameters.push(Parameter {
                    visibility: ShaderVisibility(visibility),
                    content: ParameterContent::Descriptor { kind, register, space, flags },
                });
            }
            (b"DescriptorTable", &[visibility]) => {
                let ranges =
                    rest.iter().skip(1).map(|range| table_range(module, &operands((*range)?), version));
                signature.parameters.push(Parameter {
                    visibility: ShaderVisibility(visibility),
                    content: ParameterContent::Table(ranges.collect::<Option<Vec<_>>>()?),
                });
            }
            (b"StaticSampler", _) => signature.samplers.push(read_sampler(module, rest)?),
            _ => return None,
        }
    }
    Some(signature)
}

/// Reads a descriptor range of a table.
fn table_range(module: &Module, parts: &[Option<MetadataId>], version: u32) -> Option<DescriptorRange> {
    let (name, rest) = parts.split_first()?;
    let kind = match text(module, (*name)?)? {
        b"SRV" => DescriptorRangeType::SRV,
        b"UAV" => DescriptorRangeType::UAV,
        b"CBV" => DescriptorRangeType::CBV,
        b"Sampler" => DescriptorRangeType::SAMPLER,
        _ => return None,
    };
    let words = rest.iter().map(|part| word(module, (*part)?)).collect::<Option<Vec<u32>>>()?;
    let &[num_descriptors, base_register, space, offset, flags] = &words[..] else { return None };
    let flags = if version == VERSION_1_0 { 0 } else { flags };
    let flags = DescriptorRangeFlags::from_bits_retain(flags);
    Some(DescriptorRange { kind, num_descriptors, base_register, space, flags, offset })
}

/// Reads a static sampler. The metadata of LLVM 21 does not contain flags.
fn read_sampler(module: &Module, parts: &[Option<MetadataId>]) -> Option<StaticSampler> {
    let operand = |index: usize| parts.get(index).copied().flatten();
    let number = |index: usize| word(module, operand(index)?);
    let float = |index: usize| {
        let Some(Metadata::Value(_, value)) = module.metadata.get(operand(index)?) else { return None };
        let ValueKind::Constant(id) = value.kind() else { return None };
        match module.constants.get(id)?.kind {
            ConstantKind::Float(bits) => u32::try_from(bits).ok().map(f32::from_bits),
            ConstantKind::Null => Some(0.0),
            _ => None,
        }
    };
    Some(StaticSampler {
        filter: Filter(number(0)?),
        address: [
            TextureAddressMode(number(1)?),
            TextureAddressMode(number(2)?),
            TextureAddressMode(number(3)?),
        ],
        mip_lod_bias: float(4)?,
        max_anisotropy: number(5)?,
        comparison: ComparisonFunc(number(6)?),
        border_color: StaticBorderColor(number(7)?),
        min_lod: float(8)?,
        max_lod: float(9)?,
        register: number(10)?,
        space: number(11)?,
        visibility: ShaderVisibility(number(12)?),
        flags: StaticSamplerFlags::from_bits_retain(number(13).unwrap_or(0)),
    })
}

/// Returns the low 32 bits of an integer constant.
fn word(module: &Module, id: MetadataId) -> Option<u32> {
    let Metadata::Value(_, value) = module.metadata.get(id)? else { return None };
    let [a, b, c, d, ..] = module.signed_integer(value)?.to_le_bytes();
    Some(u32::from_le_bytes([a, b, c, d]))
}

fn text(module: &Module, id: MetadataId) -> Option<&[u8]> {
    match module.metadata.get(id)? {
        Metadata::String(text) => Some(module.metadata.string(text).as_bytes()),
        _ => None,
    }
}
