//! The results of a run. Separate from the page and the JSON document that show them.

use std::collections::HashMap;

use dx_container::enums::ShaderKind;
use dxil_draw::LaneOutputs;
use dxil_run::{Outcome, Program, Stop, Thread};
use filecheck::Failure;
use located::Severity;
use run_pipeline::Verdict;

use super::history::History;
use super::refusal::Refusal;
use super::shader::RunnableShader;
use super::watch::Watched;
use crate::error::Error;
use crate::judging::{Finding, Judgement, ModulePlaces, source_texts};
use crate::style;

/// The results of a run.
#[derive(Default)]
pub struct Report {
    /// The findings of each shader, in order.
    pub shaders: Vec<ShaderReport>,
    /// The pipeline file, if there is one.
    pub pipeline: Option<String>,
    /// The results of its comparisons.
    pub verdicts: Vec<Verdict>,
    /// What each lane of a shader gave that was run by itself.
    pub lanes: Option<Vec<LaneOutputs>>,
    /// What was drawn to a pixel.
    pub history: Option<History>,
    /// The results of comparisons with pictures.
    pub pictures: Vec<PictureVerdict>,
    /// How many checks there were on what is printed.
    pub checks: Option<usize>,
    /// The first of them that does not hold.
    pub unmet: Option<Failure>,
    /// What was watched of the shader that is added next.
    watched: Watched,
    /// What a function gave, lane by lane.
    pub results: Option<Vec<Vec<String>>>,
}

/// What came of comparing a buffer with a picture.
pub struct PictureVerdict {
    pub buffer: String,
    /// The file.
    pub picture: String,
    /// How they differ, if they do.
    pub why: Option<String>,
}

/// The findings of a shader.
pub struct ShaderReport {
    pub name: String,
    pub findings: Judgement,
    pub groups: [u32; 3],
    pub steps: u64,
    pub bytes: u64,
    pub watched: Watched,
}

impl Report {
    /// Whether nothing was found and all holds.
    pub fn is_fine(&self) -> bool {
        let holds = |verdict: &Verdict| verdict.mismatch.is_none();
        let has_found = |shader: &ShaderReport| shader.findings.errors > 0;
        let differs = |picture: &PictureVerdict| picture.why.is_some();
        let is_expected = self.verdicts.iter().all(holds) && !self.pictures.iter().any(differs);
        is_expected && !self.shaders.iter().any(has_found) && self.unmet.is_none()
    }

    /// Removes the findings of the kinds with these names. Returns the number of removed findings.
    pub fn allow(&mut self, kinds: &[String]) -> usize {
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        self.shaders.iter_mut().map(|shader| shader.findings.ignore(&kinds)).sum()
    }

    /// Keeps what was watched of a dispatch, what came of which is added next.
    pub fn add_watched(&mut self, watched: Watched) {
        self.watched = watched;
    }

    /// Adds what was found of the shader that was added last.
    pub fn add_findings(&mut self, findings: Vec<Finding>) {
        if let Some(last) = self.shaders.last_mut() {
            last.findings.errors += findings.len();
            last.findings.findings.extend(findings);
        }
    }

    /// Adds what came of a dispatch. Fails where it was stopped.
    pub fn add(
        &mut self,
        shader: &RunnableShader,
        program: &Program,
        groups: [u32; 3],
        outcome: Outcome,
    ) -> Result<(), Refusal> {
        let findings = findings(shader, program, &outcome);
        let (name, steps, bytes) = (shader.name.clone(), outcome.steps, outcome.bytes);
        let watched = std::mem::take(&mut self.watched);
        match self.shaders.last_mut().filter(|_| program.is_of_patches()) {
            // Of a hull shader, the function of patches belongs to that of control points.
            Some(last) if last.name == name => {
                last.findings.errors += findings.errors;
                last.findings.findings.extend(findings.findings);
                (last.steps, last.bytes) = (last.steps + steps, last.bytes + bytes);
            }
            _ => self.shaders.push(ShaderReport { name, findings, groups, steps, bytes, watched }),
        }
        match outcome.stop {
            None => Ok(()),
            Some(Stop::Steps) => {
                let text = format!(
                    "stopped after {} instructions: possible endless loop (--max-steps N raises the limit)",
                    style::grouped(outcome.steps)
                );
                Err(Refusal::of(&shader.name, Error::Invalid(text)))
            }
        }
    }
}

/// The group and the thread in it that something happened to.
fn in_group(first: Thread, [x, y, _]: [u32; 3]) -> String {
    let Thread { group, thread } = first;
    let (along_x, along_y) = (thread % x.max(1), thread / x.max(1) % y.max(1));
    format!("in group {group}, thread {along_x},{along_y},{}", thread / x.saturating_mul(y).max(1))
}

/// What was found, with the instructions and lines of source that it is about.
fn findings(shader: &RunnableShader, program: &Program, outcome: &Outcome) -> Judgement {
    let mut judgement = Judgement::default();
    let mut places = ModulePlaces::of(&shader.module);
    let mut texts = source_texts(&shader.module, shader.container().as_ref());
    let by_origin = if outcome.findings.is_empty() { HashMap::new() } else { shader.places() };
    for (pc, kind, finding) in program.findings_by_instruction(&outcome.findings) {
        let thread = finding.first.thread;
        let at = match program.stage() {
            ShaderKind::PIXEL => {
                let (x, y) = (thread & 0xffff, thread >> 16);
                format!("in pixel {x},{y} of primitive {}", finding.first.group)
            }
            ShaderKind::VERTEX => format!("in vertex {thread} of instance {}", finding.first.group),
            ShaderKind::HULL if program.is_of_patches() => format!("in patch {}", finding.first.group),
            ShaderKind::HULL => format!("in control point {thread} of patch {}", finding.first.group),
            ShaderKind::DOMAIN => format!("in point {thread} of patch {}", finding.first.group),
            ShaderKind::GEOMETRY => format!("in instance {thread} of primitive {}", finding.first.group),
            _ => in_group(finding.first, program.threads()),
        };
        let times = if finding.count == 1 {
            String::new()
        } else {
            format!("{} times, first ", style::grouped(finding.count))
        };
        let message = format!("{}: {times}{at}", finding.detail);
        let mut found = Finding::new(kind.name(), Severity::Error, message);
        if let Some(place) = program.origin(pc).and_then(|origin| by_origin.get(&origin)) {
            places.describe(*place, &mut found);
        }
        if let Some(source) = &mut found.source {
            texts.complete(source);
        }
        judgement.errors += 1;
        judgement.findings.push(found);
    }
    judgement
}
