//! The records of functions, resources and subobjects as types.

use bstr::BStr;
use zerocopy::little_endian::U32;

use super::Rdat;
use super::record::Record;
use crate::enums::{HitGroupType, ResourceClass, ResourceKind, RuntimeDataPart, ShaderKind, SubobjectKind};
use crate::fields::Texts;
use crate::flags::{
    FeatureFlags, FunctionFlags, RaytracingPipelineFlags, RuntimeResourceFlags, ShaderStageFlags,
    StateObjectFlags,
};
use crate::names::NamedFlags as _;

/// A function of the library.
#[derive(Debug, Clone, Copy)]
pub struct Function<'a> {
    /// The name in the module.
    pub name: &'a BStr,
    /// The name in the source.
    pub unmangled_name: &'a BStr,
    /// The rows of the resources it uses; `None` where it uses none.
    pub resources: Option<&'a [U32]>,
    /// The functions it calls that the library does not have.
    pub dependencies: Option<Texts<'a>>,
    /// The stage; [`ShaderKind::LIBRARY`] is a function that is no entry.
    pub shader_kind: ShaderKind,
    /// Bytes of a ray's, a callable's or a mesh's payload.
    pub payload_size: u32,
    /// Bytes of a hit's attributes.
    pub attribute_size: u32,
    /// Optional features it needs.
    pub features: FeatureFlags,
    /// The stages it can be used in.
    pub stages: ShaderStageFlags,
    /// The lowest target it can be compiled for: kind in the high half, then a byte of major << 4 | minor.
    pub min_target: u32,
    /// The least and the most wave lanes it is made for; 0 is any, and what older records do not say.
    pub wave_lanes: [u32; 2],
    /// More for entries; none in older records.
    pub flags: FunctionFlags,
    /// The record as it is, for what is not here.
    pub record: Record<'a>,
}

/// A resource of the library.
#[derive(Debug, Clone, Copy)]
pub struct Resource<'a> {
    /// SRV, UAV, constant buffer or sampler.
    pub class: ResourceClass,
    /// The shape.
    pub kind: ResourceKind,
    /// The number in the module, one row of numbers a class.
    pub id: u32,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The last register; all ones is without end.
    pub upper_bound: u32,
    /// The name.
    pub name: &'a BStr,
    /// The flags of its use.
    pub flags: RuntimeResourceFlags,
    /// The record as it is.
    pub record: Record<'a>,
}

/// A state subobject that the source declares.
#[derive(Debug, Clone, Copy)]
pub struct Subobject<'a> {
    /// The kind.
    pub kind: SubobjectKind,
    /// The name.
    pub name: &'a BStr,
    /// The content.
    pub content: SubobjectContent<'a>,
    /// The record as it is.
    pub record: Record<'a>,
}

/// The content of a state subobject.
#[derive(Debug, Clone, Copy)]
pub enum SubobjectContent<'a> {
    /// The flags of the state object.
    StateObjectConfig(StateObjectFlags),
    /// A serialized root signature, global or local by the subobject's kind.
    RootSignature(&'a [u8]),
    /// Exports that another subobject goes with.
    ExportsAssociation {
        /// That subobject's name.
        subobject: &'a BStr,
        /// The exports; `None`: those that nothing else goes with.
        exports: Option<Texts<'a>>,
    },
    /// Sizes for ray tracing shaders.
    RaytracingShaderConfig {
        /// The largest payload.
        max_payload_size: u32,
        /// The largest attributes.
        max_attribute_size: u32,
    },
    /// Limits of a pipeline.
    RaytracingPipelineConfig {
        /// The maximum depth of recursion.
        max_recursion_depth: u32,
        /// The pipeline flags; none in the older form, which has no field for them.
        flags: RaytracingPipelineFlags,
    },
    /// Shaders for what a ray hits.
    HitGroup {
        /// The kind of geometry.
        kind: HitGroupType,
        /// The any-hit shader's name, or nothing.
        any_hit: &'a BStr,
        /// The closest-hit shader's.
        closest_hit: &'a BStr,
        /// The intersection shader's.
        intersection: &'a BStr,
    },
    /// A kind nobody has named.
    Unknown,
}

impl<'a> Rdat<'a> {
    /// The functions in the order of the file.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function<'a>> + use<'a> {
        self.records(RuntimeDataPart::FUNCTION_TABLE).map(|record| Function {
            name: record.text("Name"),
            unmangled_name: record.text("UnmangledName"),
            resources: record.words("Resources"),
            dependencies: record.texts("FunctionDependencies"),
            shader_kind: ShaderKind(record.number32("ShaderKind")),
            payload_size: record.number32("PayloadSizeInBytes"),
            attribute_size: record.number32("AttributeSizeInBytes"),
            features: FeatureFlags::from_word(record.number("FeatureInfo")),
            stages: ShaderStageFlags::from_word(record.number("ShaderStageFlag")),
            min_target: record.number32("MinShaderTarget"),
            wave_lanes: ["MinimumExpectedWaveLaneCount", "MaximumExpectedWaveLaneCount"]
                .map(|name| record.number32(name)),
            flags: FunctionFlags::from_word(record.number("ShaderFlags")),
            record,
        })
    }

    /// The resources in the order of the file.
    pub fn resources(&self) -> impl ExactSizeIterator<Item = Resource<'a>> + use<'a> {
        self.records(RuntimeDataPart::RESOURCE_TABLE).map(|record| Resource {
            class: ResourceClass(record.number32("Class")),
            kind: ResourceKind(record.number32("Kind")),
            id: record.number32("ID"),
            space: record.number32("Space"),
            lower_bound: record.number32("LowerBound"),
            upper_bound: record.number32("UpperBound"),
            name: record.text("Name"),
            flags: RuntimeResourceFlags::from_word(record.number("Flags")),
            record,
        })
    }

    /// The subobjects in the order of the file.
    pub fn subobjects(&self) -> impl ExactSizeIterator<Item = Subobject<'a>> + use<'a> {
        self.records(RuntimeDataPart::SUBOBJECT_TABLE).map(|record| {
            let kind = SubobjectKind(record.number32("Kind"));
            Subobject {
                kind,
                name: record.text("Name"),
                content: SubobjectContent::of(kind, &record),
                record,
            }
        })
    }
}

impl<'a> SubobjectContent<'a> {
    fn of(kind: SubobjectKind, record: &Record<'a>) -> Self {
        match kind {
            SubobjectKind::STATE_OBJECT_CONFIG => {
                Self::StateObjectConfig(StateObjectFlags::from_word(record.number("Flags")))
            }
            SubobjectKind::GLOBAL_ROOT_SIGNATURE | SubobjectKind::LOCAL_ROOT_SIGNATURE => {
                Self::RootSignature(record.bytes("Data"))
            }
            SubobjectKind::SUBOBJECT_TO_EXPORTS_ASSOCIATION => Self::ExportsAssociation {
                subobject: record.text("Subobject"),
                exports: record.texts("Exports"),
            },
            SubobjectKind::RAYTRACING_SHADER_CONFIG => Self::RaytracingShaderConfig {
                max_payload_size: record.number32("MaxPayloadSizeInBytes"),
                max_attribute_size: record.number32("MaxAttributeSizeInBytes"),
            },
            SubobjectKind::RAYTRACING_PIPELINE_CONFIG | SubobjectKind::RAYTRACING_PIPELINE_CONFIG1 => {
                Self::RaytracingPipelineConfig {
                    max_recursion_depth: record.number32("MaxTraceRecursionDepth"),
                    flags: RaytracingPipelineFlags::from_word(record.number("Flags")),
                }
            }
            SubobjectKind::HIT_GROUP => Self::HitGroup {
                kind: HitGroupType(record.number32("Type")),
                any_hit: record.text("AnyHit"),
                closest_hit: record.text("ClosestHit"),
                intersection: record.text("Intersection"),
            },
            _ => Self::Unknown,
        }
    }
}
