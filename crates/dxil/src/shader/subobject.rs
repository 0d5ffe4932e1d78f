//! Subobjects of ray tracing pipelines: `dx.subobjects`, in libraries that are yet to be put into a container, whose
//! RDAT has them.

use bstr::BString;
use dx_container::enums::{HitGroupType, SubobjectKind};
use dx_container::flags::{RaytracingPipelineFlags, StateObjectFlags};

use super::entry_point::RootSignatureBytes;
use super::form::{Form as _, Node, Own};
use super::reader::{Operand, Operands, Reader};
use super::writer::Writer;
use crate::Result;
use dxil_ir::MetadataId;

/// A subobject.
#[derive(Debug, Clone, PartialEq)]
pub struct Subobject {
    /// Its name.
    pub name: BString,
    /// What it is.
    pub content: SubobjectContent,
    /// Operands behind those that are known, as they are.
    pub extra: Vec<Option<MetadataId>>,
}

/// What a subobject is.
#[derive(Debug, Clone, PartialEq)]
pub enum SubobjectContent {
    /// What the state object allows.
    StateObjectConfig(StateObjectFlags),
    /// A root signature for all shaders.
    GlobalRootSignature {
        /// Serialized.
        signature: RootSignatureBytes,
        /// In HLSL; may be empty.
        text: BString,
    },
    /// A root signature for some shaders.
    LocalRootSignature {
        /// Serialized.
        signature: RootSignatureBytes,
        /// In HLSL; may be empty.
        text: BString,
    },
    /// Which exports another subobject is for.
    ExportsAssociation {
        /// The other subobject.
        subobject: BString,
        /// The exports.
        exports: Vec<BString>,
    },
    /// What ray tracing shaders hand to each other.
    RaytracingShaderConfig {
        /// The most bytes of a payload.
        max_payload_size: u32,
        /// The most bytes of attributes.
        max_attribute_size: u32,
    },
    /// How a pipeline traces.
    RaytracingPipelineConfig {
        /// How deep rays may be traced.
        max_trace_recursion_depth: u32,
    },
    /// Which shaders a hit runs.
    HitGroup {
        /// What is hit.
        kind: HitGroupType,
        /// The intersection shader; may be empty.
        intersection: BString,
        /// The any hit shader; may be empty.
        any_hit: BString,
        /// The closest hit shader; may be empty.
        closest_hit: BString,
    },
    /// How a pipeline traces, with flags.
    RaytracingPipelineConfig1 {
        /// How deep rays may be traced.
        max_trace_recursion_depth: u32,
        /// What it leaves out or allows.
        flags: RaytracingPipelineFlags,
    },
    /// A kind that is not known; its operands are extra ones.
    Unknown(SubobjectKind),
}

impl SubobjectContent {
    /// Which kind it is.
    pub fn kind(&self) -> SubobjectKind {
        match self {
            Self::StateObjectConfig(_) => SubobjectKind::STATE_OBJECT_CONFIG,
            Self::GlobalRootSignature { .. } => SubobjectKind::GLOBAL_ROOT_SIGNATURE,
            Self::LocalRootSignature { .. } => SubobjectKind::LOCAL_ROOT_SIGNATURE,
            Self::ExportsAssociation { .. } => SubobjectKind::SUBOBJECT_TO_EXPORTS_ASSOCIATION,
            Self::RaytracingShaderConfig { .. } => SubobjectKind::RAYTRACING_SHADER_CONFIG,
            Self::RaytracingPipelineConfig { .. } => SubobjectKind::RAYTRACING_PIPELINE_CONFIG,
            Self::HitGroup { .. } => SubobjectKind::HIT_GROUP,
            Self::RaytracingPipelineConfig1 { .. } => SubobjectKind::RAYTRACING_PIPELINE_CONFIG1,
            Self::Unknown(kind) => *kind,
        }
    }

    fn read(kind: SubobjectKind, reader: &mut Reader<'_>, from: &mut Operands<'_>) -> Result<Self> {
        Ok(match kind {
            SubobjectKind::STATE_OBJECT_CONFIG => Self::StateObjectConfig(Own::read(reader, from, "flags")?),
            SubobjectKind::GLOBAL_ROOT_SIGNATURE => Self::GlobalRootSignature {
                signature: Own::read(reader, from, "signature")?,
                text: Own::read(reader, from, "text")?,
            },
            SubobjectKind::LOCAL_ROOT_SIGNATURE => Self::LocalRootSignature {
                signature: Own::read(reader, from, "signature")?,
                text: Own::read(reader, from, "text")?,
            },
            SubobjectKind::SUBOBJECT_TO_EXPORTS_ASSOCIATION => Self::ExportsAssociation {
                subobject: Own::read(reader, from, "subobject")?,
                exports: Own::read(reader, from, "exports")?,
            },
            SubobjectKind::RAYTRACING_SHADER_CONFIG => Self::RaytracingShaderConfig {
                max_payload_size: Own::read(reader, from, "max_payload_size")?,
                max_attribute_size: Own::read(reader, from, "max_attribute_size")?,
            },
            SubobjectKind::RAYTRACING_PIPELINE_CONFIG => Self::RaytracingPipelineConfig {
                max_trace_recursion_depth: Own::read(reader, from, "max_trace_recursion_depth")?,
            },
            SubobjectKind::HIT_GROUP => Self::HitGroup {
                kind: Own::read(reader, from, "kind")?,
                intersection: Own::read(reader, from, "intersection")?,
                any_hit: Own::read(reader, from, "any_hit")?,
                closest_hit: Own::read(reader, from, "closest_hit")?,
            },
            SubobjectKind::RAYTRACING_PIPELINE_CONFIG1 => Self::RaytracingPipelineConfig1 {
                max_trace_recursion_depth: Own::read(reader, from, "max_trace_recursion_depth")?,
                flags: Own::read(reader, from, "flags")?,
            },
            kind => Self::Unknown(kind),
        })
    }

    fn write(&self, writer: &mut Writer<'_>, to: &mut Vec<Operand>) {
        match self {
            Self::StateObjectConfig(flags) => Own::write(flags, writer, to),
            Self::GlobalRootSignature { signature, text } | Self::LocalRootSignature { signature, text } => {
                Own::write(signature, writer, to);
                Own::write(text, writer, to);
            }
            Self::ExportsAssociation { subobject, exports } => {
                Own::write(subobject, writer, to);
                Own::write(exports, writer, to);
            }
            Self::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
                Own::write(max_payload_size, writer, to);
                Own::write(max_attribute_size, writer, to);
            }
            Self::RaytracingPipelineConfig { max_trace_recursion_depth } => {
                Own::write(max_trace_recursion_depth, writer, to);
            }
            Self::HitGroup { kind, intersection, any_hit, closest_hit } => {
                Own::write(kind, writer, to);
                [intersection, any_hit, closest_hit]
                    .into_iter()
                    .for_each(|name| Own::write(name, writer, to));
            }
            Self::RaytracingPipelineConfig1 { max_trace_recursion_depth, flags } => {
                Own::write(max_trace_recursion_depth, writer, to);
                Own::write(flags, writer, to);
            }
            Self::Unknown(_) => {}
        }
    }
}

impl Node for Subobject {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.list(operand, |reader, operands| {
            let name = Own::read(reader, operands, "name")?;
            let kind: u32 = Own::read(reader, operands, "kind")?;
            let content = SubobjectContent::read(SubobjectKind(kind), reader, operands)?;
            Ok(Self { name, content, extra: operands.rest() })
        })
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        let mut operands = Vec::new();
        Own::write(&self.name, writer, &mut operands);
        Own::write(&self.content.kind().0, writer, &mut operands);
        self.content.write(writer, &mut operands);
        operands.extend(&self.extra);
        writer.list(&operands)
    }
}
