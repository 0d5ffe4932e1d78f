//! Where a fetchless body finds what its wave is started with, read off its registers. Separate because the prologue is made
//! from it alone.

use super::tree::{Tree, Value, number, register};
use super::{Metadata, Version};
use crate::error::{Error, ErrorKind, Result};
use crate::glue::{FetchEntry, FetchStage};
use crate::registers::{Bits, Register, UserData};
use crate::target::Target;

/// A hardware stage that vertex shaders run in.
struct Stage {
    stage: FetchStage,
    name: &'static str,
    resources: u32,
    user_data: u32,
    /// Vector registers of the vertex's and the instance's index, and how many there are at the start.
    vectors: [u32; 3],
    /// The bit that says that waves have 32 lanes.
    wave32: Option<Bits>,
}

/// In the order in which they are looked for: with tessellation, the vertex shader runs in the first stage there is.
const STAGES: [Stage; 5] = [
    Stage {
        stage: FetchStage::Ls,
        name: ".ls",
        resources: Register::SPI_SHADER_PGM_RSRC1_LS,
        user_data: Register::SPI_SHADER_USER_DATA_LS_0,
        vectors: [0, 3, 4],
        wave32: None,
    },
    Stage {
        stage: FetchStage::Hs,
        name: ".hs",
        resources: Register::SPI_SHADER_PGM_RSRC1_HS,
        user_data: Register::SPI_SHADER_USER_DATA_HS_0,
        vectors: [2, 5, 6],
        wave32: Some(Bits::STAGES_EN_HS_W32_EN),
    },
    Stage {
        stage: FetchStage::Es,
        name: ".es",
        resources: Register::SPI_SHADER_PGM_RSRC1_ES,
        user_data: Register::SPI_SHADER_USER_DATA_ES_0,
        vectors: [0, 3, 4],
        wave32: None,
    },
    Stage {
        stage: FetchStage::Gs,
        name: ".gs",
        resources: Register::SPI_SHADER_PGM_RSRC1_GS,
        user_data: Register::SPI_SHADER_USER_DATA_GS_0,
        vectors: [5, 8, 9],
        wave32: Some(Bits::STAGES_EN_GS_W32_EN),
    },
    Stage {
        stage: FetchStage::Vs,
        name: ".vs",
        resources: Register::SPI_SHADER_PGM_RSRC1_VS,
        user_data: Register::SPI_SHADER_USER_DATA_VS_0,
        vectors: [0, 3, 4],
        wave32: Some(Bits::STAGES_EN_VS_W32_EN),
    },
];

/// Scalar registers of a merged stage before its user data.
const MERGED_SGPRS: u32 = 8;

/// Scalar registers that may follow the user data of a stage that is not merged: where streams of output go, and scratch.
const SGPRS_AFTER_USER_DATA: u32 = 10;

/// Most user data registers of a stage: what a count of 0 means.
const MAX_USER_SGPRS: u32 = 32;

/// How a body's vertex shader is started.
///
/// # Errors
/// When the document names no stage that vertex shaders run in.
pub(crate) fn fetch_entry(metadata: &Metadata<'_>, target: Target) -> Result<FetchEntry> {
    let pipeline = metadata.pipeline()?;
    let version = metadata.version()?;
    let stages = pipeline.get(".hardware_stages");
    let registers = pipeline.get(".registers");
    let present = |stage: &&Stage| match version {
        Version::Registers => registers.is_some_and(|registers| registers.at(stage.resources).is_some()),
        Version::Named => stages.is_some_and(|stages| stages.get(stage.name).is_some()),
    };
    let stage = STAGES.iter().find(present);
    let stage = stage.ok_or_else(|| {
        Error::new(ErrorKind::Missing("hardware stage of the vertex shader in the metadata"))
    })?;
    let merged = target.major >= 9 && stage.stage != FetchStage::Vs;
    let before = if merged { MERGED_SGPRS } else { 0 };
    let fields = stages.and_then(|stages| stages.get(stage.name));
    let user = UserSgprs::of(stage, version, fields, registers, target)?;
    let position = |wanted: UserData| user.position(wanted).map(|index| before + index);
    let [vertex_id, instance_id, vgpr_count] = stage.vectors;
    Ok(FetchEntry {
        stage: stage.stage,
        vertex_buffer_table: position(UserData::VERTEX_BUFFER_TABLE),
        base_vertex: position(UserData::BASE_VERTEX),
        base_instance: position(UserData::BASE_INSTANCE),
        sgpr_count: before + user.count + if merged { 0 } else { SGPRS_AFTER_USER_DATA },
        vertex_id,
        instance_id,
        vgpr_count,
        wave32: wave32(stage, version, fields, registers, target)?,
    })
}

/// The user data registers of a stage.
struct UserSgprs<'m, 'a> {
    count: u32,
    values: Values<'m, 'a>,
}

enum Values<'m, 'a> {
    Numbered { registers: Option<&'m Value<'a>>, first: u32 },
    Named(&'m [Value<'a>]),
}

impl<'m, 'a> UserSgprs<'m, 'a> {
    fn of(
        stage: &Stage,
        version: Version,
        fields: Option<&'m Value<'a>>,
        registers: Option<&'m Value<'a>>,
        target: Target,
    ) -> Result<Self> {
        let (count, values) = match version {
            Version::Registers => {
                // gfx9 has the registers of the stage that the geometry shader is merged with.
                let first = if target.major == 9 && stage.stage == FetchStage::Gs {
                    Register::SPI_SHADER_USER_DATA_ES_0
                } else {
                    stage.user_data
                };
                let resources = register(registers, first - 1)?.unwrap_or_default();
                (Bits::RSRC2_USER_SGPR.of(resources), Values::Numbered { registers, first })
            }
            Version::Named => {
                let map = fields.and_then(|fields| fields.get(".user_data_reg_map"));
                let count = fields.map_or(Ok(None), |fields| number(fields, ".user_sgprs"))?;
                (count.unwrap_or_default(), Values::Named(map.and_then(Tree::elements).unwrap_or_default()))
            }
        };
        Ok(Self { count: if count == 0 { MAX_USER_SGPRS } else { count.min(MAX_USER_SGPRS) }, values })
    }

    /// Which of them holds `wanted`.
    fn position(&self, wanted: UserData) -> Option<u32> {
        let holds = |value: Option<&Value<'_>>| value.and_then(Tree::number) == Some(wanted.0);
        (0..self.count).find(|index| match &self.values {
            Values::Numbered { registers, first } => {
                holds(registers.and_then(|registers| registers.at(first + index)))
            }
            Values::Named(values) => holds(usize::try_from(*index).ok().and_then(|index| values.get(index))),
        })
    }
}

fn wave32(
    stage: &Stage,
    version: Version,
    fields: Option<&Value<'_>>,
    registers: Option<&Value<'_>>,
    target: Target,
) -> Result<bool> {
    if target.major < 10 {
        return Ok(false);
    }
    if version == Version::Named {
        return Ok(fields.map_or(Ok(None), |fields| number(fields, ".wavefront_size"))? == Some(32));
    }
    let stages = register(registers, Register::VGT_SHADER_STAGES_EN)?.unwrap_or_default();
    Ok(stage.wave32.is_some_and(|bit| bit.of(stages) != 0))
}

/// The stage's key in `.hardware_stages`, and its register of resources.
pub(crate) fn stage_names(stage: FetchStage) -> (&'static str, u32) {
    let row = STAGES.iter().find(|row| row.stage == stage);
    row.map_or((".vs", Register::SPI_SHADER_PGM_RSRC1_VS), |row| (row.name, row.resources))
}
