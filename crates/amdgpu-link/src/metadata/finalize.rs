//! What of the document depends on pipeline state alone, set when everything is merged. Separate because unlinked shaders
//! must not say it: that is what makes one of them fit many pipelines.

use super::tree::{Tree, Value, number, register, unexpected};
use super::{Metadata, SPILL_THRESHOLD, USER_DATA_LIMIT, Version};
use crate::error::Result;
use crate::explain::{Event, Log};
use crate::registers::{Bits, Register};
use crate::state::user_data::NodeKind;
use crate::state::{PipelineState, Stages, Topology, WaveBreak};
use crate::target::Target;

/// Sets it.
///
/// # Errors
/// When a value that it depends on is of the wrong type.
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
        let mut registers = Registers { pipeline: &mut *pipeline, target, log };
        match version {
            Version::Registers => registers.set_numbered(state, stages)?,
            Version::Named => registers.set_named(state, stages)?,
        }
    }
    if let Some([low, high]) = state.options.hash {
        log.tell(|| set(".internal_pipeline_hash", None, format!("{low:#x}, {high:#x}"), "options.hash"));
        pipeline.set(".internal_pipeline_hash", Value::Array(vec![low.into(), high.into()]));
    }
    Ok(())
}

fn set(key: impl Into<String>, from: Option<u32>, to: impl ToString, why: &str) -> Event {
    let from = from.map(|from| format!("{from:#x}"));
    Event::Set { key: key.into(), from, to: to.to_string(), why: why.to_owned() }
}

/// The client's own bytes.
pub(crate) fn client_metadata<'a>(metadata: &mut Metadata<'a>, bytes: &'a [u8]) -> Result<()> {
    if !bytes.is_empty() {
        metadata.pipeline_mut()?.set(".api_create_info", Value::Binary(bytes));
    }
    Ok(())
}

/// With a spill table, all of the user data is in use, but what only the driver reads.
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
        log.tell(|| set(USER_DATA_LIMIT, old, format!("{limit:#x}"), why));
        pipeline.set(USER_DATA_LIMIT, Value::from(limit));
    }
    Ok(())
}

struct Registers<'p, 'a, 'l> {
    pipeline: &'p mut Value<'a>,
    target: Target,
    log: &'l mut Log,
}

impl Registers<'_, '_, '_> {
    fn set_numbered(&mut self, state: &PipelineState, stages: Stages) -> Result<()> {
        let rasterizer = &state.rasterizer;
        let mut clip =
            Bits::CLIP_DX_LINEAR_ATTR_CLIP_ENA.put(u32::from(rasterizer.user_clip_planes) & 0x3f, 1);
        clip = Bits::CLIP_DX_RASTERIZATION_KILL.put(clip, rasterizer.discard.into());
        self.put(
            Register::PA_CL_CLIP_CNTL,
            "PA_CL_CLIP_CNTL",
            clip,
            "rasterizer.user_clip_planes, rasterizer.discard",
        )?;
        if self.target.major >= 9 && state.color.alpha_to_coverage {
            let old = self.get(Register::DB_SHADER_CONTROL)?.unwrap_or_default();
            let mask_export = Bits::DB_SHADER_MASK_EXPORT_ENABLE.of(old);
            let control = Bits::DB_SHADER_ALPHA_TO_MASK_DISABLE.put(old, mask_export);
            self.put(Register::DB_SHADER_CONTROL, "DB_SHADER_CONTROL", control, "color.alpha_to_coverage")?;
        }
        if self.target.major == 10 {
            let control = Bits::SC_WAVE_BREAK_REGION_SIZE.put(0, wave_break(rasterizer.wave_break));
            self.put(
                Register::PA_SC_SHADER_CONTROL,
                "PA_SC_SHADER_CONTROL",
                control,
                "rasterizer.wave_break",
            )?;
        }
        if self.target.major >= 9 {
            let config = Bits::AA_COVERAGE_TO_SHADER_SELECT.put(0, rasterizer.inner_coverage.into());
            self.put(Register::PA_SC_AA_CONFIG, "PA_SC_AA_CONFIG", config, "rasterizer.inner_coverage")?;
        }
        if is_vertex_and_fragment(stages) {
            let number = if self.target.major >= 11 {
                Register::VGT_GS_OUT_PRIM_TYPE_GFX11
            } else {
                Register::VGT_GS_OUT_PRIM_TYPE
            };
            if self.get(number)?.is_some() {
                let (primitive, _) = output_primitive(state.input_assembly.topology);
                self.put(number, "VGT_GS_OUT_PRIM_TYPE", primitive, "input_assembly.topology")?;
            }
        }
        Ok(())
    }

    fn get(&self, number: u32) -> Result<Option<u32>> {
        register(self.pipeline.get(".registers"), number)
    }

    fn put(&mut self, number: u32, name: &'static str, value: u32, why: &'static str) -> Result<()> {
        let old = self.get(number)?;
        if old != Some(value) {
            self.log.tell(|| set(name, old, format!("{value:#x}"), why));
            self.pipeline.map_at(".registers")?.set_at(number, value);
        }
        Ok(())
    }

    fn set_named(&mut self, state: &PipelineState, stages: Stages) -> Result<()> {
        let rasterizer = &state.rasterizer;
        let mask_export = self.db_shader_control(".mask_export_enable")?;
        let disable = if state.options.sample_mask_export_overrides_alpha_to_coverage {
            Some(!state.color.alpha_to_coverage || mask_export)
        } else {
            state.color.alpha_to_coverage.then_some(false)
        };
        if let Some(disable) = disable.filter(|_| stages.contains(Stages::FRAGMENT)) {
            let control = [".db_shader_control", ".alpha_to_mask_disable"];
            self.put_named(&control, Value::Boolean(disable), "color.alpha_to_coverage")?;
        }
        if self.target.major == 10 {
            let size = wave_break(rasterizer.wave_break);
            let path = [".pa_sc_shader_control", ".wave_break_region_size"];
            self.put_named(&path, Value::from(size), "rasterizer.wave_break")?;
        }
        let coverage = if rasterizer.inner_coverage { "InputInnerCoverage" } else { "InputCoverage" };
        self.put_named(
            &[".aa_coverage_to_shader_select"],
            Value::from(coverage),
            "rasterizer.inner_coverage",
        )?;
        if is_vertex_and_fragment(stages) {
            let registers = self.pipeline.get(".graphics_registers");
            let output = registers.and_then(|registers| registers.get(".vgt_gs_out_prim_type"));
            if output.is_some() {
                let (_, primitive) = output_primitive(state.input_assembly.topology);
                let path = [".vgt_gs_out_prim_type", ".outprim_type"];
                self.put_named(&path, Value::from(primitive), "input_assembly.topology")?;
            }
        }
        Ok(())
    }

    fn db_shader_control(&self, field: &str) -> Result<bool> {
        let registers = self.pipeline.get(".graphics_registers");
        let control = registers.and_then(|registers| registers.get(".db_shader_control"));
        match control.and_then(|control| control.get(field)) {
            None => Ok(false),
            Some(value) => value.truth().ok_or_else(|| unexpected(field, value, "true or false")),
        }
    }

    fn put_named(&mut self, path: &[&'static str], value: Value<'static>, why: &'static str) -> Result<()> {
        let mut slot = self.pipeline.map_at(".graphics_registers")?;
        if let [group, _] = path {
            slot = slot.map_at(group)?;
        }
        let Some(field) = path.last() else { return Ok(()) };
        if slot.get(field) != Some(&value) {
            let old = slot.get(field).map(Tree::in_words);
            let to = value.in_words();
            self.log.tell(|| Event::Set { key: path.join(" > "), from: old, to, why: why.to_owned() });
            slot.set(field, value);
        }
        Ok(())
    }
}

/// Waves of pixels end at blocks of this size, as the register has it.
fn wave_break(size: WaveBreak) -> u32 {
    match size {
        WaveBreak::None => 0,
        WaveBreak::Size8x8 => 1,
        WaveBreak::Size16x16 => 2,
        WaveBreak::Size32x32 => 3,
    }
}

/// Where the vertex shader's own primitives are drawn: as a primitive shader, it must say what they are.
fn is_vertex_and_fragment(stages: Stages) -> bool {
    let others = Stages::TESS_CONTROL | Stages::TESS_EVAL | Stages::GEOMETRY | Stages::MESH | Stages::TASK;
    stages.contains(Stages::VERTEX) && !stages.intersects(others)
}

/// What becomes of a topology's primitives: the register's number, and the name in 3.x.
fn output_primitive(topology: Topology) -> (u32, &'static str) {
    match topology {
        Topology::PointList => (0, "PointList"),
        Topology::LineList
        | Topology::LineStrip
        | Topology::LineListWithAdjacency
        | Topology::LineStripWithAdjacency => (1, "LineStrip"),
        Topology::TriangleList
        | Topology::TriangleStrip
        | Topology::TriangleFan
        | Topology::TriangleListWithAdjacency
        | Topology::TriangleStripWithAdjacency
        | Topology::PatchList => (2, "TriStrip"),
        Topology::RectList => (4, "RectList"),
    }
}
