//! What watches shaders while they run: what the command line asks to be traced and counted, in terms of one program.

use dxil_run::profile::Profile;
use dxil_run::trace::{Trace, TraceOptions, TraceTarget};
use dxil_run::{Dispatch, Observer, Program};
use dxil_text::Pieces;

use super::arguments::RunShaders;
use super::profile::ProfileText;
use super::refusal::Refusal;
use super::shader::RunnableShader;
use super::trace::TraceText;
use super::watching::Watching;
use crate::error::Error;

/// What watches one dispatch.
pub type Watch = (Option<Trace>, Option<Profile>);

/// What was watched, to be shown.
#[derive(Default)]
pub struct Watched {
    /// The text of `--trace`.
    pub trace: Option<TraceText>,
    /// Count executed HLSL lines, blocks and instructions, active lanes, and bytes read and written.
    pub profile: Option<ProfileText>,
}

/// An observer of which each thread has its own.
pub trait Merged: Observer + Clone + Send + Sync {
    /// Adds what another one saw.
    fn merge(&mut self, other: Self);
}

impl Merged for () {
    fn merge(&mut self, (): Self) {}
}

impl Merged for Watch {
    fn merge(&mut self, (trace, profile): Self) {
        if let (Some(ours), Some(theirs)) = (&mut self.0, trace) {
            ours.merge(theirs);
        }
        if let (Some(ours), Some(theirs)) = (&mut self.1, &profile) {
            ours.merge(theirs);
        }
    }
}

impl RunShaders {
    /// What watches a dispatch of a program; `None` where nothing is to be watched.
    pub(super) fn watch(
        &self,
        shader: &RunnableShader,
        program: &Program,
        groups: [u32; 3],
    ) -> Result<Option<Watch>, Refusal> {
        let Watching { trace, profile, .. } = self.watching;
        // With a pixel, its lanes are traced, and nothing else is.
        let trace = trace && self.pixel.is_none();
        if !trace && !profile {
            return Ok(None);
        }
        let about = |why: String| Refusal::of(&shader.name, Error::Usage(why));
        let trace = trace.then(|| self.trace_options(shader, program, groups).map(Trace::new));
        let trace = trace.transpose().map_err(about)?;
        Ok(Some((trace, profile.then(|| Profile::new(program)))))
    }

    /// What was watched of a dispatch, to be shown.
    pub(super) fn watched(
        &self,
        shader: &RunnableShader,
        program: &Program,
        dispatch: &Dispatch<'_>,
        watch: Option<Watch>,
    ) -> Watched {
        let Some((trace, profile)) = watch else { return Watched::default() };
        let top = self.watching.profile_top;
        Watched {
            trace: trace.map(|trace| TraceText::of(shader, program, dispatch.wave_size(), trace)),
            profile: profile.map(|profile| ProfileText::of(shader, program, &profile, top)),
        }
    }

    fn trace_options(
        &self,
        shader: &RunnableShader,
        program: &Program,
        groups: [u32; 3],
    ) -> Result<TraceOptions, String> {
        let watching = &self.watching;
        let count: u32 = program.threads().iter().product();
        let threads = if watching.trace_lanes.is_empty() { vec![0] } else { watching.trace_lanes.clone() };
        if let Some(thread) = threads.iter().find(|thread| **thread >= count) {
            let last = count.saturating_sub(1);
            return Err(format!(
                "--trace-lanes {thread} does not exist: the threads of a group are 0 to {last}"
            ));
        }
        let [x, y, z] = watching.trace_group.map(u64::from);
        let [along_x, along_y, _] = groups.map(u64::from);
        if watching.trace_group.iter().zip(groups).any(|(group, count)| *group >= count) {
            let [along_x, along_y, along_z] = groups;
            return Err(format!(
                "--trace-group {x},{y},{z} does not exist: the dispatch has {along_x},{along_y},{along_z} \
                 groups"
            ));
        }
        let group = (z.saturating_mul(along_y).saturating_add(y)).saturating_mul(along_x).saturating_add(x);
        self.chosen(
            shader,
            TraceOptions { target: TraceTarget::Threads { group, threads }, ..TraceOptions::default() },
        )
    }

    /// What is traced of the lanes that shade a pixel; `None` for nothing.
    pub(super) fn pixel_trace(&self, shader: &RunnableShader) -> Result<Option<TraceOptions>, Refusal> {
        let about = |why: String| Refusal::of(&shader.name, Error::Usage(why));
        let trace = self.watching.trace.then(|| self.chosen(shader, TraceOptions::default()));
        trace.transpose().map_err(about)
    }

    /// Options with the functions, values and limits that the command line says.
    fn chosen(&self, shader: &RunnableShader, mut options: TraceOptions) -> Result<TraceOptions, String> {
        let watching = &self.watching;
        options.limit = watching.trace_limit;
        if !watching.trace_functions.is_empty() {
            let mut found = std::collections::HashSet::new();
            for wanted in &watching.trace_functions {
                let name = shader.function_named(wanted)?;
                let is_it = shader.module.bodies().filter(|(_, global, _)| global.name == name.as_slice());
                found.extend(is_it.map(|(id, ..)| id));
            }
            options.functions = Some(found);
        }
        if !watching.trace_values.is_empty() {
            options.instructions = Some(values(shader, &watching.trace_values)?);
        }
        Ok(options)
    }
}

type Values = std::collections::HashSet<(dxil_ir::GlobalId, dxil_ir::InstructionId)>;

/// The instructions that give values of these names, in all functions.
fn values(shader: &RunnableShader, names: &[String]) -> Result<Values, String> {
    let mut pieces = Pieces::of(&shader.module);
    let mut found = Values::new();
    let mut missing: Vec<&String> = names.iter().collect();
    for (function, _, _) in shader.module.bodies() {
        let lines = pieces.lines(function).map_err(|error| error.to_string())?;
        for line in lines {
            if let Some(name) = names.iter().find(|name| Some(name.as_str()) == line.name.as_deref()) {
                found.insert((function, line.id));
                missing.retain(|other| *other != name);
            }
        }
    }
    match missing.first() {
        None => Ok(found),
        Some(name) => {
            Err(format!("--trace-values {name} is not the name of an instruction: `dis` lists the names"))
        }
    }
}
