//! Shaders that a pipeline file says resources, dispatches and results of.

use std::sync::atomic::{AtomicU64, Ordering};

use bstr::BStr;
use dxil_draw::{Draw, DrawStage, PixelWatch, Steps};
use dxil_run::{Bound, Dispatch, EntrySelector, Program};
use filecheck::Checks;
use run_pipeline::{Pass, Pipeline, PipelineRun, ShaderStage, Stage};

use super::arguments::RunShaders;
use super::history::History;
use super::refusal::{Refusal, read_text};
use super::report::Report;
use super::shader::RunnableShader;
use super::trace::TraceText;
use super::watch::Watch;
use super::{execute, interfaces};
use crate::error::Error;
use crate::judging::Finding;
use crate::streams;
use crate::style::counted;

/// Components that differ and are shown of a buffer.
const SHOWN: usize = 20;

/// A function of a shader, and the stage that it is.
type Staged<'s> = (Stage, &'s RunnableShader, Program);

/// A pass whose shaders are prepared and bound.
enum Ready<'r> {
    Dispatch {
        pass: &'r Pass,
        shader: &'r RunnableShader,
        program: &'r Program,
        dispatch: Dispatch<'r>,
        watch: Option<Watch>,
    },
    Draw {
        pass: &'r Pass,
        programs: &'r [Staged<'r>],
        draw: Box<Draw<'r>>,
        watch: Option<PixelWatch>,
    },
}

impl RunShaders {
    /// Runs all passes in turn and compares what came out.
    pub(super) fn run_pipeline(
        &self,
        shaders: &[RunnableShader],
        checks: Option<&Checks>,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let Some(path) = &self.pipeline else { return Ok(()) };
        let (name, bytes, text) = read_text(path)?;
        let about = |error: dxil_run::RunError| Refusal::about(&name, &bytes, error);
        let mut pipeline = Pipeline::parse(&text).map_err(about)?;
        check_stages(&pipeline, shaders.len()).map_err(|error| Refusal::of(&name, error))?;
        self.check_watching(&pipeline)?;
        self.check_pictures(&pipeline)?;
        if let Some(colour) = self.clear {
            pipeline.clear_targets(colour);
        }
        let memory = PipelineRun::new(&pipeline);
        self.run_passes(&name, (&pipeline, &memory), shaders, report)?;
        memory.finish(&mut pipeline);
        report.pipeline = Some(name);
        report.verdicts = pipeline.verdicts(SHOWN).collect();
        let printed = pipeline.buffers_text();
        if self.print {
            use std::io::Write as _;
            streams::raw().write_all(printed.as_bytes()).map_err(Error::from)?;
        }
        report.unmet = checks.and_then(|checks| checks.check(&printed).err());
        report.checks = checks.map(Checks::len);
        self.compare_pictures(&pipeline, report)?;
        self.save_buffers(&pipeline)?;
        Ok(())
    }

    /// Refuses to watch what is not there.
    fn check_watching(&self, pipeline: &Pipeline) -> Result<(), Error> {
        let has_draws = pipeline.passes.iter().any(Pass::is_draw);
        match self.pixel {
            Some(_) if !has_draws => {
                return Err(Error::Usage(
                    "--pixel requires a draw, but the pipeline has only dispatches".to_owned(),
                ));
            }
            None if has_draws && self.watching.trace => {
                return Err(Error::Usage(
                    "--trace of a draw requires --pixel, which selects the traced lanes".to_owned(),
                ));
            }
            _ => {}
        }
        if has_draws && self.watching.profile {
            return Err(Error::Unsupported("--profile does not support draws".to_owned()));
        }
        Ok(())
    }

    /// Runs all passes in turn.
    fn run_passes(
        &self,
        name: &str,
        (pipeline, memory): (&Pipeline, &PipelineRun),
        shaders: &[RunnableShader],
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let about = |error: dxil_run::RunError| Refusal::of(name, error);
        // All that can be refused is before the first shader runs.
        let (mut programs, mut rest) = (Vec::new(), shaders);
        for pass in &pipeline.passes {
            let (own, others) = rest.split_at_checked(pass.shaders.len()).unwrap_or((rest, &[]));
            programs.push((pass, self.prepare_pass(pass, own)?));
            rest = others;
        }
        let mut bounds = Vec::new();
        for (pass, programs) in &programs {
            bounds.push(bind_pass((pipeline, memory), pass, programs, name)?);
        }
        let states = pipeline
            .passes
            .iter()
            .map(|pass| pass.is_draw().then(|| memory.draw(pipeline, pass)).transpose());
        let states = states.collect::<Result<Vec<_>, _>>().map_err(about)?;
        let mut ready = Vec::new();
        for (((pass, programs), bounds), state) in programs.iter().zip(&bounds).zip(&states) {
            if let Some(state) = state {
                let stages = programs.iter().zip(bounds);
                let stages: Vec<_> =
                    stages.map(|((.., program), bound)| DrawStage { program, bound }).collect();
                let draw = Draw::new(&stages, state, self.options()).map_err(about)?;
                let watch = self.watch_pixel(programs)?;
                ready.push(Ready::Draw { pass, programs, draw: Box::new(draw), watch });
                continue;
            }
            for ((_, shader, program), bound) in programs.iter().zip(bounds) {
                let watch = self.watch(shader, program, pass.dispatch)?;
                let dispatch = Dispatch::new(program, bound, pass.dispatch, self.options());
                let dispatch = dispatch.map_err(|error| Refusal::of(&shader.name, error))?;
                ready.push(Ready::Dispatch { pass, shader, program, dispatch, watch });
            }
        }
        self.check_pixel(&ready)?;
        let steps = AtomicU64::new(self.max_steps);
        report.history = self.pixel.map(History::new);
        for (number, ready) in ready.into_iter().enumerate() {
            match ready {
                Ready::Dispatch { pass, shader, program, dispatch, mut watch } => {
                    let outcome = execute::dispatch(&dispatch, program, &steps, watch.as_mut());
                    report.add_watched(self.watched(shader, program, &dispatch, watch));
                    report.add(shader, program, pass.dispatch, outcome)?;
                }
                Ready::Draw { pass, programs, draw, watch } => {
                    let misfits = if self.no_check { Vec::new() } else { misfits(programs) };
                    run_draw((number, &draw), (programs, misfits), watch.as_ref(), &steps, report)?;
                    memory.resolve(pipeline, pass).map_err(about)?;
                }
            }
        }
        Ok(())
    }

    /// The functions of the shaders of a pass.
    fn prepare_pass<'s>(
        &self,
        pass: &Pass,
        shaders: &'s [RunnableShader],
    ) -> Result<Vec<Staged<'s>>, Refusal> {
        let mut programs = Vec::new();
        for (stage, shader) in pass.shaders.iter().zip(shaders) {
            let entry = entry(stage, shader);
            let Some(kind) = stage.stage.drawn() else {
                programs.push((
                    stage.stage,
                    shader,
                    shader.prepare(EntrySelector::Shader(entry), self.prepare_options())?,
                ));
                continue;
            };
            let of_stage = shader.prepare_stage((kind, entry), self.prepare_options())?;
            programs.extend(of_stage.into_iter().map(|program| (stage.stage, shader, program)));
        }
        Ok(programs)
    }

    /// Refuses a pixel that no draw has.
    fn check_pixel(&self, ready: &[Ready<'_>]) -> Result<(), Error> {
        let Some([x, y]) = self.pixel else { return Ok(()) };
        let sizes = ready.iter().filter_map(|ready| match ready {
            Ready::Draw { draw, .. } => Some(draw.size()),
            Ready::Dispatch { .. } => None,
        });
        let sizes: Vec<[u32; 2]> = sizes.collect();
        if sizes.iter().any(|[width, height]| x < *width && y < *height) {
            return Ok(());
        }
        let sizes: Vec<_> = sizes.iter().map(|[width, height]| format!("{width} x {height}")).collect();
        let sizes = sizes.join(", ");
        Err(Error::Usage(format!(
            "--pixel {x},{y} is outside of the render targets, which have {sizes} pixels"
        )))
    }

    /// What is watched of a draw: a pixel, and what lanes do that shade it.
    fn watch_pixel(&self, programs: &[Staged<'_>]) -> Result<Option<PixelWatch>, Refusal> {
        let Some(pixel) = self.pixel else { return Ok(None) };
        let shading = programs.iter().find(|(stage, ..)| *stage == Stage::Pixel);
        let trace = shading.map(|(_, shader, _)| self.pixel_trace(shader)).transpose()?;
        Ok(Some(PixelWatch { pixel, trace: trace.flatten() }))
    }
}

/// What is found of each program of a draw where its shader follows another one.
fn misfits(programs: &[Staged<'_>]) -> Vec<Vec<Finding>> {
    let mut shaders: Vec<&RunnableShader> = Vec::new();
    let mut is_first = Vec::new();
    for (_, shader, _) in programs {
        // A hull shader is one, though it has two programs.
        let is_new = !shaders.last().is_some_and(|last| std::ptr::eq(*last, *shader));
        is_first.push(is_new);
        shaders.extend(is_new.then_some(shader));
    }
    let mut found = interfaces::findings(&shaders).into_iter();
    let mut of_program =
        |is_first: bool| if is_first { found.next().unwrap_or_default() } else { Vec::new() };
    is_first.into_iter().map(&mut of_program).collect()
}

/// Runs the draw of the pass of this number.
fn run_draw(
    (number, draw): (usize, &Draw<'_>),
    (programs, misfits): (&[Staged<'_>], Vec<Vec<Finding>>),
    watch: Option<&PixelWatch>,
    left: &AtomicU64,
    report: &mut Report,
) -> Result<(), Refusal> {
    let steps = Steps::new(left.load(Ordering::Relaxed));
    let (outcomes, events) = draw.run_watched(watch, &steps, &execute::Cores);
    left.store(steps.left(), Ordering::Relaxed);
    if let (Some(history), Some((_, shader, program))) = (&mut report.history, programs.last()) {
        let text = |trace| TraceText::of(shader, program, draw.wave_size(), trace);
        history.add(number, events, text);
    }
    let mut misfits = misfits.into_iter();
    for ((_, shader, program), outcome) in programs.iter().zip(outcomes) {
        let added = report.add(shader, program, [1; 3], outcome);
        report.add_findings(misfits.next().unwrap_or_default());
        added?;
    }
    Ok(())
}

/// What a pass binds to its programs. A draw has one root signature: that of its first shader that has one.
fn bind_pass<'m>(
    (pipeline, memory): (&Pipeline, &'m PipelineRun),
    pass: &Pass,
    programs: &[Staged<'_>],
    name: &str,
) -> Result<Vec<Bound<'m>>, Refusal> {
    let about = |error: dxil_run::RunError| Refusal::of(name, error);
    let with_signature =
        programs.iter().map(|(_, shader, _)| *shader).find(|shader| shader.has_root_signature());
    let mut bounds = Vec::new();
    for (stage, shader, program) in programs {
        bounds.push(with_signature.unwrap_or(shader).with_root_signature(|signature| {
            memory.bind(pipeline, (pass, *stage), program, signature).map_err(about)
        })?);
    }
    Ok(bounds)
}

/// Refuses stages that are not run, and other shaders than those of the passes.
fn check_stages(pipeline: &Pipeline, shaders: usize) -> Result<(), Error> {
    let is_run = |stage: Stage| stage == Stage::Compute || stage.drawn().is_some();
    if let Some(other) = pipeline.shaders().find(|shader| !is_run(shader.stage)) {
        let text = format!(
            "stage {:?} is not supported: expected compute shaders or the stages of a draw",
            other.stage
        );
        return Err(Error::Unsupported(text));
    }
    let stages = pipeline.shaders().count();
    if stages != shaders {
        let stages = counted(stages, "stage");
        let text =
            format!("the pipeline has {stages}, but the command line has {}", counted(shaders, "shader"));
        return Err(Error::Usage(text));
    }
    Ok(())
}

/// The name of a stage's function; none where a shader has only one, whatever it is called.
fn entry<'s>(stage: &'s ShaderStage, shader: &RunnableShader) -> Option<&'s BStr> {
    let mut entries = shader.shader.entry_points.iter().filter(|entry| entry.function.is_some());
    let is_only = entries.next().is_some() && entries.next().is_none();
    (!is_only).then(|| BStr::new(stage.entry.as_bytes()))
}
