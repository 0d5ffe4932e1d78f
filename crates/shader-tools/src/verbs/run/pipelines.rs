//! Shaders that a pipeline file says resources, dispatches and results of.

use std::sync::atomic::AtomicU64;

use bstr::BStr;
use dx_container::enums::ShaderKind;
use dxil_run::draw::{Draw, DrawStage};
use dxil_run::pipeline::{Expectations, Pipeline, PipelineRun, ShaderStage, Stage};
use dxil_run::{Dispatch, Entrance};

use super::history::History;
use super::page::Report;
use super::shader::LoadedShader;
use super::{Refusal, RunShaders, execute, read_text};
use crate::error::Error;
use crate::streams;
use crate::style::counted;

/// Components that differ and are shown of a buffer.
const SHOWN: usize = 20;

impl RunShaders {
    /// Runs all stages in turn and compares what came out.
    pub(super) fn run_pipeline(
        &self,
        shaders: &[LoadedShader],
        expectations: Option<&Expectations>,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let Some(path) = &self.pipeline else { return Ok(()) };
        let (name, bytes, text) = read_text(path)?;
        let about = |error: dxil_run::RunError| Refusal::about(&name, &bytes, error);
        let mut pipeline = Pipeline::parse(&text).map_err(about)?;
        let stages = pipeline.shaders.clone();
        let is_draw = check_stages(&stages, shaders.len()).map_err(|error| Refusal::of(&name, error))?;
        self.check_pictures(&pipeline)?;
        let memory = PipelineRun::new(&pipeline);
        if is_draw {
            self.draw(&name, (&pipeline, &memory), shaders, report)?;
        } else if self.pixel.is_some() {
            return Err(Error::Usage("--pixel is of a draw, and the pipeline has none".to_owned()).into());
        } else {
            self.dispatch_all(&name, (&pipeline, &memory), shaders, report)?;
        }
        memory.finish(&mut pipeline);
        report.pipeline = Some(name);
        report.verdicts = pipeline.verdicts(SHOWN).collect();
        let printed = pipeline.buffers_text();
        if self.print {
            use std::io::Write as _;
            streams::raw().write_all(printed.as_bytes()).map_err(Error::from)?;
        }
        report.unmet = expectations.and_then(|expectations| expectations.check(&printed).err());
        report.checks = expectations.map(Expectations::len);
        self.compare_pictures(&pipeline, report)?;
        self.save_buffers(&pipeline)?;
        Ok(())
    }

    /// Runs compute shaders in turn.
    fn dispatch_all(
        &self,
        name: &str,
        (pipeline, memory): (&Pipeline, &PipelineRun),
        shaders: &[LoadedShader],
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let stages = &pipeline.shaders;
        let steps = AtomicU64::new(self.max_steps);
        let mut programs = Vec::new();
        for (stage, shader) in stages.iter().zip(shaders) {
            programs.push(prepare(self, stage, shader)?);
        }
        // All that can be refused is before the first shader runs.
        let mut ready = Vec::new();
        for ((stage, shader), program) in stages.iter().zip(shaders).zip(&programs) {
            let bound = shader.with_root_signature(|signature| {
                let bound = memory.bind(pipeline, stage.stage, program, signature);
                bound.map_err(|error| Refusal::of(name, error))
            })?;
            let groups = stage.dispatch.unwrap_or(pipeline.dispatch);
            let watch = self.watch(shader, program, groups)?;
            ready.push((groups, shader, program, bound, watch));
        }
        for (groups, shader, program, bound, mut watch) in ready {
            let dispatch = Dispatch::new(program, &bound, groups, self.options());
            let dispatch = dispatch.map_err(|error| Refusal::of(&shader.name, error))?;
            let outcome = execute::dispatch(&dispatch, program, &steps, watch.as_mut());
            report.add_watched(self.watched(shader, program, &dispatch, watch));
            report.add(shader, program, groups, outcome)?;
        }
        Ok(())
    }

    /// Runs the shaders of a draw together.
    fn draw(
        &self,
        name: &str,
        (pipeline, memory): (&Pipeline, &PipelineRun),
        shaders: &[LoadedShader],
        report: &mut Report,
    ) -> Result<(), Refusal> {
        if self.watching.trace || self.watching.profile {
            let text = "draws are neither traced nor profiled".to_owned();
            return Err(Error::Unsupported(text).into());
        }
        let about = |error: dxil_run::RunError| Refusal::of(name, error);
        let mut programs = Vec::new();
        for (stage, shader) in pipeline.shaders.iter().zip(shaders) {
            let kind = stage.stage.drawn().unwrap_or(ShaderKind::VERTEX);
            let of_stage = shader.prepare_stage((kind, entry(stage, shader)), self.prepare_options())?;
            programs.extend(of_stage.into_iter().map(|program| (stage.stage, shader, program)));
        }
        let mut bounds = Vec::new();
        for (stage, shader, program) in &programs {
            bounds.push(shader.with_root_signature(|signature| {
                memory.bind(pipeline, *stage, program, signature).map_err(about)
            })?);
        }
        let stages: Vec<_> =
            programs.iter().zip(&bounds).map(|((.., program), bound)| DrawStage { program, bound }).collect();
        let state = memory.draw(pipeline).map_err(about)?;
        let draw = Draw::new(&stages, &state, self.options()).map_err(about)?;
        let (outcomes, events) = draw.run_watched(self.pixel, &execute::Cores);
        report.history = self.pixel.map(|pixel| History { pixel, events });
        for ((_, shader, program), outcome) in programs.iter().zip(outcomes) {
            report.add(shader, program, [1; 3], outcome)?;
        }
        memory.resolve(pipeline).map_err(about)
    }
}

/// Whether the stages are those of a draw rather than compute shaders.
fn check_stages(stages: &[ShaderStage], shaders: usize) -> Result<bool, Error> {
    let is_draw = stages.iter().any(|stage| stage.stage != Stage::Compute);
    if let Some(other) = stages.iter().find(|stage| is_draw && stage.stage.drawn().is_none()) {
        let text = match other.stage {
            Stage::Compute => "a pipeline has either compute shaders or the stages of a draw".to_owned(),
            other => format!("the stage {other:?} cannot be run: compute shaders and draws can"),
        };
        return Err(Error::Unsupported(text));
    }
    if stages.len() != shaders {
        let stages = counted(stages.len(), "stage");
        let text = format!("the pipeline has {stages}, and {} given", counted(shaders, "shader"));
        return Err(Error::Usage(text));
    }
    Ok(is_draw)
}

/// The stage's function; the only one of a shader, whatever it is called.
fn prepare(
    run: &RunShaders,
    stage: &ShaderStage,
    shader: &LoadedShader,
) -> Result<dxil_run::Program, Refusal> {
    shader.prepare(Entrance::Shader(entry(stage, shader)), run.prepare_options())
}

/// The name of a stage's function; none where a shader has only one, whatever it is called.
fn entry<'s>(stage: &'s ShaderStage, shader: &LoadedShader) -> Option<&'s BStr> {
    let mut entries = shader.shader.entry_points.iter().filter(|entry| entry.function.is_some());
    let is_only = entries.next().is_some() && entries.next().is_none();
    (!is_only).then(|| BStr::new(stage.entry.as_bytes()))
}
