//! The registers that a fetchless body's wave is started with, read off its metadata. Separate because the prologue is
//! made from them alone.

use az::SaturatingAs as _;

use super::Metadata;
use super::dialect::HardwareStage;
use crate::error::{ErrorKind, Result};
use crate::glue::{FetchEntry, FetchStage};
use crate::registers::UserData;
use crate::target::Target;

/// A hardware stage that vertex shaders run in.
struct Stage {
    stage: FetchStage,
    hardware: HardwareStage,
    /// Vector registers of the vertex index and the instance index, and the number of initialized vector registers.
    vectors: [u32; 3],
}

/// The stages in order of precedence: with tessellation, the vertex shader runs in the first one that is present.
static STAGES: [Stage; 5] = [
    Stage { stage: FetchStage::Ls, hardware: HardwareStage::LS, vectors: [0, 3, 4] },
    Stage { stage: FetchStage::Hs, hardware: HardwareStage::HS, vectors: [2, 5, 6] },
    Stage { stage: FetchStage::Es, hardware: HardwareStage::ES, vectors: [0, 3, 4] },
    Stage { stage: FetchStage::Gs, hardware: HardwareStage::GS, vectors: [5, 8, 9] },
    Stage { stage: FetchStage::Vs, hardware: HardwareStage::VS, vectors: [0, 3, 4] },
];

/// The number of scalar registers before the user data of a merged stage.
const MERGED_SGPRS: u32 = 8;

/// The number of scalar registers that may follow the user data of a stage that is not merged: stream-out and scratch.
const SGPRS_AFTER_USER_DATA: u32 = 10;

/// The initial registers of a body's vertex shader, and its hardware stage.
///
/// # Errors
/// When the document has no hardware stage that vertex shaders run in.
pub(crate) fn fetch_entry(
    metadata: &Metadata<'_>,
    target: Target,
) -> Result<(FetchEntry, &'static HardwareStage)> {
    let pipeline = metadata.pipeline()?;
    let version = metadata.version()?;
    let stage = STAGES.iter().find(|stage| version.has_stage(pipeline, &stage.hardware));
    let stage = stage.ok_or_else(|| {
        ErrorKind::Missing("hardware stage of the vertex shader in the metadata").unplaced()
    })?;
    let merged = target.major >= 9 && stage.stage != FetchStage::Vs;
    let before = if merged { MERGED_SGPRS } else { 0 };
    let user = version.user_sgprs(pipeline, &stage.hardware, target)?;
    let position = |wanted: UserData| {
        let mut registers = (before..).zip(&user);
        registers.find(|(_, held)| **held == Some(wanted)).map(|(number, _)| number)
    };
    let count = user.len().saturating_as::<u32>();
    let [vertex_id, instance_id, vgpr_count] = stage.vectors;
    let entry = FetchEntry {
        stage: stage.stage,
        vertex_buffer_table: position(UserData::VERTEX_BUFFER_TABLE),
        base_vertex: position(UserData::BASE_VERTEX),
        base_instance: position(UserData::BASE_INSTANCE),
        sgpr_count: before + count + if merged { 0 } else { SGPRS_AFTER_USER_DATA },
        vertex_id,
        instance_id,
        vgpr_count,
        wave32: version.is_wave32(pipeline, &stage.hardware, target)?,
    };
    Ok((entry, &stage.hardware))
}
