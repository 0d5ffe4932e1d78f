//! Values of the document that depend on pipeline state alone, set after the merge. Separate because unlinked shaders
//! have none of them: so one shader fits many pipelines.

use super::dialect::{Change, Setting};
use super::tree::{Tree as _, Value, number};
use super::{Metadata, SPILL_THRESHOLD, USER_DATA_LIMIT, Version};
use crate::error::Result;
use crate::explain::{Event, Log};
use crate::registers::Bits;
use crate::state::user_data::NodeKind;
use crate::state::{PipelineState, Stages, Topology, WaveBreak};
use crate::target::Target;

/// Sets the values that depend on pipeline state.
///
/// # Errors
/// When a value that another one depends on has the wrong type.
pub(crate) fn finalize(
    metadata: &mut Metadata<'_>,
    target: Target,
    state: &PipelineState,
    stages: Stages,
    log: &mut Log,
) -> Result<()> {
    let version = metadata.version()?;
    let pipeline = metadata.pipeline_mut()?;
    user_data_limit(pipeline, version, state, log)?;
    if stages.is_graphics() {
        Registers { pipeline: &mut *pipeline, version, log }.set(target, state, stages)?;
    }
    if let Some([low, high]) = state.options.hash {
        log.record(|| set(".internal_pipeline_hash", None, format!("{low:#x}, {high:#x}"), "options.hash"));
        pipeline.set(".internal_pipeline_hash", Value::Array(vec![low.into(), high.into()]));
    }
    Ok(())
}

fn set(key: impl Into<String>, from: Option<u32>, to: impl ToString, why: &str) -> Event {
    let from = from.map(|from| format!("{from:#x}"));
    Event::Set { key: key.into(), from, to: to.to_string(), why: why.to_owned() }
}

/// Sets the client metadata, `.api_create_info`.
pub(crate) fn client_metadata<'a>(metadata: &mut Metadata<'a>, bytes: &'a [u8]) -> Result<()> {
    if !bytes.is_empty() {
        metadata.pipeline_mut()?.set(".api_create_info", Value::Binary(bytes));
    }
    Ok(())
}

/// Sets the user data limit: with a spill table, all nodes are in use but those that only the driver reads.
fn user_data_limit(
    pipeline: &mut Value<'_>,
    version: Version,
    state: &PipelineState,
    log: &mut Log,
) -> Result<()> {
    if state.user_data.is_empty() {
        return Ok(());
    }
    let threshold = number(pipeline, SPILL_THRESHOLD)?.unwrap_or(version.no_spill_threshold());
    let old = number(pipeline, USER_DATA_LIMIT)?;
    let (limit, why) = if version.spills(threshold) {
        let nodes = state.user_data.iter();
        let read = nodes.filter(|node| !matches!(node.kind, NodeKind::Indirect | NodeKind::StreamOutTable));
        let ends = read.map(|node| node.offset.saturating_add(node.size));
        (ends.max().unwrap_or_default(), "the spill table is read: all nodes are in use")
    } else if old.unwrap_or_default() == 0 {
        (1, "user_data is not empty")
    } else {
        return Ok(());
    };
    if old != Some(limit) {
        log.record(|| set(USER_DATA_LIMIT, old, format!("{limit:#x}"), why));
        pipeline.set(USER_DATA_LIMIT, Value::from(limit));
    }
    Ok(())
}

struct Registers<'p, 'a, 'l> {
    pipeline: &'p mut Value<'a>,
    version: Version,
    log: &'l mut Log,
}

impl Registers<'_, '_, '_> {
    fn set(&mut self, target: Target, state: &PipelineState, stages: Stages) -> Result<()> {
        let rasterizer = &state.rasterizer;
        let mut clip =
            Bits::CLIP_DX_LINEAR_ATTR_CLIP_ENA.put(u32::from(rasterizer.user_clip_planes) & 0x3f, 1);
        clip = Bits::CLIP_DX_RASTERIZATION_KILL.put(clip, rasterizer.discard.into());
        self.put(&Setting::CLIP_CONTROL, clip, "rasterizer.user_clip_planes, rasterizer.discard")?;
        if target.major >= 9 {
            let mask_export = self.version.is_set(self.pipeline, &Setting::MASK_EXPORT_ENABLE)?;
            if let Some(disable) = self.version.alpha_to_mask_disable(state, stages, mask_export) {
                self.put(&Setting::ALPHA_TO_MASK_DISABLE, disable.into(), "color.alpha_to_coverage")?;
            }
        }
        if target.major == 10 {
            let size = wave_break(rasterizer.wave_break);
            self.put(&Setting::WAVE_BREAK_REGION_SIZE, size, "rasterizer.wave_break")?;
        }
        if target.major >= 9 {
            let inner = rasterizer.inner_coverage.into();
            self.put(&Setting::COVERAGE_TO_SHADER_SELECT, inner, "rasterizer.inner_coverage")?;
        }
        let output = Setting::output_primitive(target);
        if is_vertex_and_fragment(stages) && self.version.has_register(self.pipeline, &output) {
            self.put(&output, output_primitive(state.input_assembly.topology), "input_assembly.topology")?;
        }
        Ok(())
    }

    fn put(&mut self, setting: &Setting, value: u32, why: &'static str) -> Result<()> {
        if let Some(Change { key, from, to }) = self.version.put(self.pipeline, setting, value)? {
            self.log.record(|| Event::Set { key, from, to, why: why.to_owned() });
        }
        Ok(())
    }
}

/// The register's value for a wave break region size.
fn wave_break(size: WaveBreak) -> u32 {
    match size {
        WaveBreak::None => 0,
        WaveBreak::Size8x8 => 1,
        WaveBreak::Size16x16 => 2,
        WaveBreak::Size32x32 => 3,
    }
}

/// Whether the pipeline draws the primitives of its vertex shader: as a primitive shader, that declares their type.
fn is_vertex_and_fragment(stages: Stages) -> bool {
    let others = Stages::TESS_CONTROL | Stages::TESS_EVAL | Stages::GEOMETRY | Stages::MESH | Stages::TASK;
    stages.contains(Stages::VERTEX) && !stages.intersects(others)
}

/// The primitives that the rasterizer sees of a topology, by the register's number.
fn output_primitive(topology: Topology) -> u32 {
    match topology {
        Topology::PointList => 0,
        Topology::LineList
        | Topology::LineStrip
        | Topology::LineListWithAdjacency
        | Topology::LineStripWithAdjacency => 1,
        Topology::TriangleList
        | Topology::TriangleStrip
        | Topology::TriangleFan
        | Topology::TriangleListWithAdjacency
        | Topology::TriangleStripWithAdjacency
        | Topology::PatchList => 2,
        Topology::RectList => 4,
    }
}
