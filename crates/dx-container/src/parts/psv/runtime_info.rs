//! The runtime-info record: fixed fields that grew with each version, two of them unions over the stage.

use bstr::{BStr, BString};

use crate::enums::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ShaderKind, TessellatorDomain,
    TessellatorOutputPrimitive,
};
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow8;
use crate::fields::Show;
use crate::fourcc::FourCc;
use crate::names::Named;
use crate::reader::{Payload, Reader};

/// The offset of the stage in the record, from version 1 on.
const STAGE_AT: usize = 24;

/// The maximum wave size of a shader that does not set one.
pub const ANY_LANES: u32 = u32::MAX;

const LANES: &[Named] = &[Named { value: ANY_LANES as u64, name: "any", about: "" }];

/// The version of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Version {
    /// 24 bytes: the stage's fields and wave sizes.
    V0,
    /// 36 bytes, validator 1.1: the stage, signatures, masks.
    V1,
    /// 48 bytes, validator 1.6: the thread group.
    V2,
    /// 52 bytes, validator 1.8: the entry name.
    V3,
    /// 56 bytes, validator 1.10: group-shared bytes.
    #[default]
    V4,
}

impl Version {
    /// Every version, oldest first.
    pub const ALL: [Self; 5] = [Self::V0, Self::V1, Self::V2, Self::V3, Self::V4];

    /// The size of the record in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::V0 => 24,
            Self::V1 => 36,
            Self::V2 => 48,
            Self::V3 => 52,
            Self::V4 => 56,
        }
    }

    /// The newest version that fits in a record of `size` bytes.
    fn of_size(size: u32) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|version| version.size() <= size)
    }
}

/// The runtime-info record. `Name` is `&BStr` in a view and [`BString`] in an owned part.
///
/// Fields of later versions than [`version`](Self::version) are zero, empty, and not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuntimeInfo<Name> {
    /// The version of the record.
    pub version: Version,
    /// The stage-specific data.
    pub stage_info: StageInfo,
    /// The minimum wave size.
    pub min_wave_lanes: u32,
    /// The maximum wave size, or [`ANY_LANES`].
    pub max_wave_lanes: u32,
    /// Version 1: the stage.
    pub stage: ShaderKind,
    /// Version 1: 1 if the shader reads SV_ViewID, else 0.
    pub uses_view_id: u8,
    /// Version 1: two bytes that depend on the stage.
    pub stage_extra: StageExtra,
    /// Version 1: the numbers of elements of the input, output, and patch constant or primitive signature.
    pub element_counts: [u8; 3],
    /// Version 1: the number of rows of the packed input signature.
    pub input_vectors: u8,
    /// Version 1: the number of rows of the packed output signature, by stream.
    pub output_vectors: [u8; 4],
    /// Version 2: the thread group size in x, y and z.
    pub num_threads: [u32; 3],
    /// Version 3: the entry function.
    pub entry_name: Name,
    /// Version 4: the size of groupshared memory in bytes.
    pub group_shared_bytes: u32,
}

impl<'a> RuntimeInfo<&'a BStr> {
    /// Reads the record, and the unknown bytes beyond the newest known version.
    pub(super) fn decode(r: &mut Reader<'a, '_>, strings: Option<&'a [u8]>) -> Result<(Self, &'a [u8])> {
        let size = r.word("RuntimeInfoSize", Show::Size)?;
        let Some(version) = Version::of_size(size.value) else {
            let least = Version::V0.size().into();
            let kind =
                ContainerErrorKind::RecordSize { what: "RuntimeInfoSize", found: size.value.into(), least };
            return Err(r.error_at(size, kind));
        };
        r.check_fits(size, "the record", size.to_usize())?;
        r.record("RuntimeInfo", |r| {
            r.sized("the runtime info", size.to_usize(), |r| Self::decode_version(r, version, strings))
        })
    }

    fn decode_version(r: &mut Reader<'a, '_>, version: Version, strings: Option<&'a [u8]>) -> Result<Self> {
        let stage = match version {
            Version::V0 => r.payload().stage,
            _ => r.peek_u8(r.position() + STAGE_AT).map(|stage| ShaderKind(stage.into())),
        };
        let mut info = Self { version, stage_info: StageInfo::decode(r, stage)?, ..Self::default() };
        info.min_wave_lanes = r.u32("MinimumWaveLaneCount", Show::Plain)?;
        info.max_wave_lanes = r.u32("MaximumWaveLaneCount", Show::Special(LANES))?;
        if version >= Version::V1 {
            info.stage = r.named8("ShaderStage")?;
            info.uses_view_id = r.u8("UsesViewID", Show::Bool)?;
            info.stage_extra = StageExtra::decode(r, info.stage)?;
            for (count, name) in info.element_counts.iter_mut().zip(ELEMENT_COUNTS) {
                *count = r.u8(name, Show::Count)?;
            }
            info.input_vectors = r.u8("SigInputVectors", Show::Plain)?;
            for (stream, (count, name)) in info.output_vectors.iter_mut().zip(OUTPUT_VECTORS).enumerate() {
                let has_stream = stream == 0 || info.stage == ShaderKind::GEOMETRY;
                *count = r.u8(name, if has_stream { Show::Plain } else { Show::Reserved })?;
            }
        }
        let has_groups =
            matches!(info.stage, ShaderKind::COMPUTE | ShaderKind::MESH | ShaderKind::AMPLIFICATION);
        let of_groups = if has_groups { Show::Plain } else { Show::Reserved };
        if version >= Version::V2 {
            for (count, name) in
                info.num_threads.iter_mut().zip(["NumThreadsX", "NumThreadsY", "NumThreadsZ"])
            {
                *count = r.u32(name, of_groups)?;
            }
        }
        if version >= Version::V3 {
            info.entry_name = match strings {
                Some(strings) => r.text_at("EntryName", strings)?.1,
                // What precedes the string table is broken, as decoding that will say.
                None => r.u32("EntryName", Show::Offset).map(|_| Default::default())?,
            };
        }
        if version >= Version::V4 {
            info.group_shared_bytes = r.u32("NumBytesGroupSharedMemory", of_groups)?;
        }
        Ok(info)
    }

    pub(super) fn to_buf(self) -> RuntimeInfo<BString> {
        let Self {
            version,
            stage_info,
            min_wave_lanes,
            max_wave_lanes,
            stage,
            uses_view_id,
            stage_extra,
            ..
        } = self;
        let Self { element_counts, input_vectors, output_vectors, num_threads, group_shared_bytes, .. } =
            self;
        RuntimeInfo {
            version,
            stage_info,
            min_wave_lanes,
            max_wave_lanes,
            stage,
            uses_view_id,
            stage_extra,
            element_counts,
            input_vectors,
            output_vectors,
            num_threads,
            entry_name: self.entry_name.to_owned(),
            group_shared_bytes,
        }
    }
}

impl RuntimeInfo<()> {
    /// The offset of the entry name's offset in the part: the size before the record, and version 2.
    pub(super) const ENTRY_NAME_AT: usize = 4 + 48;
}

const ELEMENT_COUNTS: [&str; 3] = ["SigInputElements", "SigOutputElements", "SigPatchOrPrimElements"];
const OUTPUT_VECTORS: [&str; 4] =
    ["SigOutputVectors0", "SigOutputVectors1", "SigOutputVectors2", "SigOutputVectors3"];

impl<Name> RuntimeInfo<Name> {
    /// The record's bytes without the size before it. `entry_name_at` is the name's offset in the string table.
    pub(super) fn write(
        &self,
        bytes: &mut Vec<u8>,
        element_counts: [u8; 3],
        entry_name_at: u32,
    ) -> Result<()> {
        bytes.extend(self.stage_info.encode());
        bytes.extend(self.min_wave_lanes.to_le_bytes());
        bytes.extend(self.max_wave_lanes.to_le_bytes());
        if self.version >= Version::V1 {
            bytes.extend([narrow8("shader stage", self.stage.0)?, self.uses_view_id]);
            bytes.extend(self.stage_extra.0);
            bytes.extend(element_counts);
            bytes.push(self.input_vectors);
            bytes.extend(self.output_vectors);
        }
        if self.version >= Version::V2 {
            self.num_threads.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
        }
        if self.version >= Version::V3 {
            bytes.extend(entry_name_at.to_le_bytes());
        }
        if self.version >= Version::V4 {
            bytes.extend(self.group_shared_bytes.to_le_bytes());
        }
        Ok(())
    }

    /// Rows of the packed patch constant or primitive signature.
    pub fn patch_or_primitive_vectors(&self) -> u8 {
        match self.stage {
            ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::MESH => self.stage_extra.first(),
            _ => 0,
        }
    }

    /// The maximum number of output vertices of a geometry shader.
    pub fn max_vertex_count(&self) -> Option<u16> {
        (self.stage == ShaderKind::GEOMETRY).then(|| u16::from_le_bytes(self.stage_extra.0))
    }

    /// The output topology of a mesh shader.
    pub fn mesh_output_topology(&self) -> Option<MeshOutputTopology> {
        let [_, topology] = self.stage_extra.0;
        (self.stage == ShaderKind::MESH).then_some(MeshOutputTopology(topology.into()))
    }
}

/// Two bytes of version 1 that depend on the stage: a geometry shader's vertex count, or the rows of the patch
/// constant or primitive signature and a mesh shader's topology. [`RuntimeInfo`] reads them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StageExtra(pub [u8; 2]);

impl StageExtra {
    /// For a geometry shader.
    pub fn geometry(max_vertex_count: u16) -> Self {
        Self(max_vertex_count.to_le_bytes())
    }

    /// For a hull or domain shader.
    pub fn patch(vectors: u8) -> Self {
        Self([vectors, 0])
    }

    /// For a mesh shader; fails where the topology does not fit its byte.
    pub fn mesh(vectors: u8, topology: MeshOutputTopology) -> Result<Self> {
        Ok(Self([vectors, narrow8("mesh output topology", topology.0)?]))
    }

    fn first(self) -> u8 {
        let [first, _] = self.0;
        first
    }

    fn decode(r: &mut Reader<'_, '_>, stage: ShaderKind) -> Result<Self> {
        Ok(match stage {
            ShaderKind::GEOMETRY => Self::geometry(r.u16("MaxVertexCount", Show::Plain)?),
            ShaderKind::HULL | ShaderKind::DOMAIN => {
                Self([r.u8("SigPatchOrPrimVectors", Show::Plain)?, r.u8("Reserved", Show::Reserved)?])
            }
            ShaderKind::MESH => {
                let vectors = r.u8("SigPatchOrPrimVectors", Show::Plain)?;
                Self::mesh(vectors, r.named8("MeshOutputTopology")?)?
            }
            _ => Self(r.u16("Reserved", Show::Reserved)?.to_le_bytes()),
        })
    }
}

/// The stage-specific data: a union of 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageInfo {
    /// A vertex shader.
    Vertex {
        /// Whether SV_Position is written (0 or 1).
        output_position_present: u8,
    },
    /// A hull shader.
    Hull {
        /// The number of input control points.
        input_control_points: u32,
        /// The number of output control points.
        output_control_points: u32,
        /// The domain.
        domain: TessellatorDomain,
        /// The output primitive of the tessellator.
        output_primitive: TessellatorOutputPrimitive,
    },
    /// A domain shader.
    Domain {
        /// The number of input control points.
        input_control_points: u32,
        /// Whether SV_Position is written (0 or 1).
        output_position_present: u8,
        /// The domain.
        domain: TessellatorDomain,
    },
    /// A geometry shader.
    Geometry {
        /// The input primitive.
        input_primitive: InputPrimitive,
        /// The output topology.
        output_topology: PrimitiveTopology,
        /// The mask of output streams; stream 0 is bit 0.
        output_stream_mask: u32,
        /// Whether SV_Position is written (0 or 1).
        output_position_present: u8,
    },
    /// A pixel shader.
    Pixel {
        /// Whether SV_Depth is written (0 or 1).
        depth_output: u8,
        /// Whether it runs per sample (0 or 1).
        sample_frequency: u8,
    },
    /// A mesh shader.
    Mesh {
        /// The size of groupshared memory in bytes.
        group_shared_bytes: u32,
        /// The size of groupshared memory with data that depends on SV_ViewID.
        group_shared_bytes_view_dependent: u32,
        /// The payload size in bytes.
        payload_bytes: u32,
        /// The maximum number of output vertices.
        max_output_vertices: u16,
        /// The maximum number of output primitives.
        max_output_primitives: u16,
    },
    /// An amplification shader.
    Amplification {
        /// The payload size in bytes.
        payload_bytes: u32,
    },
    /// Another or unknown stage (version 0 does not state it), or unexpected nonzero bytes.
    Other([u8; 16]),
}

impl Default for StageInfo {
    fn default() -> Self {
        Self::Other([0; 16])
    }
}

impl StageInfo {
    const SIZE: usize = 16;

    fn decode(r: &mut Reader<'_, '_>, stage: Option<ShaderKind>) -> Result<Self> {
        let start = r.position();
        let raw = r.payload().bytes.get(start..).and_then(|from| from.first_chunk::<{ Self::SIZE }>());
        let typed = match stage {
            Some(stage) => Self::decode_fields(r, stage)?,
            None => Self::Other(r.array("StageInfo", Show::Digest)?),
        };
        r.bytes("Reserved", (start + Self::SIZE).saturating_sub(r.position()), Show::Reserved)?;
        Ok(match raw {
            Some(raw) if typed.encode() != *raw => Self::Other(*raw),
            _ => typed,
        })
    }

    /// The fields of a stage in `bytes`.
    pub fn of(stage: ShaderKind, bytes: &[u8; 16]) -> Self {
        let mut reader = Reader::new(Payload::new(FourCc::PSV0, bytes));
        // 16 bytes are enough for each of them.
        Self::decode_fields(&mut reader, stage).unwrap_or_default()
    }

    fn decode_fields(r: &mut Reader<'_, '_>, stage: ShaderKind) -> Result<Self> {
        const CONTROL_POINTS_IN: &str = "InputControlPointCount";
        const POSITION: &str = "OutputPositionPresent";
        const DOMAIN: &str = "TessellatorDomain";
        Ok(match stage {
            ShaderKind::VERTEX => Self::Vertex { output_position_present: r.u8(POSITION, Show::Bool)? },
            ShaderKind::HULL => Self::Hull {
                input_control_points: r.u32(CONTROL_POINTS_IN, Show::Plain)?,
                output_control_points: r.u32("OutputControlPointCount", Show::Plain)?,
                domain: r.named32(DOMAIN)?,
                output_primitive: r.named32("TessellatorOutputPrimitive")?,
            },
            ShaderKind::DOMAIN => {
                let input_control_points = r.u32(CONTROL_POINTS_IN, Show::Plain)?;
                let output_position_present = r.u8(POSITION, Show::Bool)?;
                r.bytes("Reserved", 3, Show::Reserved)?;
                Self::Domain { input_control_points, output_position_present, domain: r.named32(DOMAIN)? }
            }
            ShaderKind::GEOMETRY => Self::Geometry {
                input_primitive: r.named32("InputPrimitive")?,
                output_topology: r.named32("OutputTopology")?,
                output_stream_mask: r.u32("OutputStreamMask", Show::Hex)?,
                output_position_present: r.u8(POSITION, Show::Bool)?,
            },
            ShaderKind::PIXEL => Self::Pixel {
                depth_output: r.u8("DepthOutput", Show::Bool)?,
                sample_frequency: r.u8("SampleFrequency", Show::Bool)?,
            },
            ShaderKind::MESH => Self::Mesh {
                group_shared_bytes: r.u32("GroupSharedBytesUsed", Show::Plain)?,
                group_shared_bytes_view_dependent: r.u32("GroupSharedBytesDependentOnViewID", Show::Plain)?,
                payload_bytes: r.u32("PayloadSizeInBytes", Show::Plain)?,
                max_output_vertices: r.u16("MaxOutputVertices", Show::Plain)?,
                max_output_primitives: r.u16("MaxOutputPrimitives", Show::Plain)?,
            },
            ShaderKind::AMPLIFICATION => {
                Self::Amplification { payload_bytes: r.u32("PayloadSizeInBytes", Show::Plain)? }
            }
            _ => Self::default(),
        })
    }

    fn encode(&self) -> [u8; Self::SIZE] {
        let words = |words: [u32; 4]| -> [u8; Self::SIZE] {
            let mut bytes = [0; Self::SIZE];
            bytes
                .as_chunks_mut::<4>()
                .0
                .iter_mut()
                .zip(words)
                .for_each(|(to, word)| *to = word.to_le_bytes());
            bytes
        };
        let halves = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        match *self {
            Self::Vertex { output_position_present } => words([output_position_present.into(), 0, 0, 0]),
            Self::Hull { input_control_points, output_control_points, domain, output_primitive } => {
                words([input_control_points, output_control_points, domain.0, output_primitive.0])
            }
            Self::Domain { input_control_points, output_position_present, domain } => {
                words([input_control_points, output_position_present.into(), domain.0, 0])
            }
            Self::Geometry {
                input_primitive,
                output_topology,
                output_stream_mask,
                output_position_present,
            } => words([
                input_primitive.0,
                output_topology.0,
                output_stream_mask,
                output_position_present.into(),
            ]),
            Self::Pixel { depth_output, sample_frequency } => {
                words([u32::from(depth_output) | u32::from(sample_frequency) << 8, 0, 0, 0])
            }
            Self::Mesh {
                group_shared_bytes,
                group_shared_bytes_view_dependent,
                payload_bytes,
                max_output_vertices,
                max_output_primitives,
            } => words([
                group_shared_bytes,
                group_shared_bytes_view_dependent,
                payload_bytes,
                halves(max_output_vertices, max_output_primitives),
            ]),
            Self::Amplification { payload_bytes } => words([payload_bytes, 0, 0, 0]),
            Self::Other(bytes) => bytes,
        }
    }
}
