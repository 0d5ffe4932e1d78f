//! What came of a run, for people and as JSON.

use std::collections::HashMap;
use std::io::{self, Write};

use dx_container::enums::ShaderKind;
use dxil_ir::verify::IrPlace;
use dxil_ir::{GlobalId, InstructionId};
use dxil_run::pipeline::{Mismatch, Rule, Unmet, Verdict};
use dxil_run::{Outcome, Program, Stop, Thread};
use located::Severity;
use serde_json::{Value, json};

use super::Refusal;
use super::history::{self, History};
use super::shader::LoadedShader;
use super::watch::Watched;
use super::{profile, trace};
use crate::error::Error;
use crate::json;
use crate::judging::{Finding, Judgement, ModulePlaces, findings_json, source_texts, write_findings};
use crate::layout::hanging;
use crate::style::{self, counted, paint};
use crate::table::table;

/// What came of a run.
#[derive(Default)]
pub struct Report {
    /// What was found in each shader, in order.
    pub shaders: Vec<ShaderReport>,
    /// The pipeline file, if there is one.
    pub pipeline: Option<String>,
    /// What came of its comparisons.
    pub verdicts: Vec<Verdict>,
    /// What each lane of a shader gave that was run by itself.
    pub lanes: Option<Vec<Value>>,
    /// What was drawn to a pixel.
    pub history: Option<History>,
    /// What came of comparisons with pictures.
    pub pictures: Vec<PictureVerdict>,
    /// How many checks there were on what is printed.
    pub checks: Option<usize>,
    /// The first of them that does not hold.
    pub unmet: Option<Unmet>,
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

/// What was found in a shader.
pub struct ShaderReport {
    name: String,
    findings: Judgement,
    groups: [u32; 3],
    steps: u64,
    bytes: u64,
    watched: Watched,
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
        shader: &LoadedShader,
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
                    "stopped after {} instructions: --max-steps allows more",
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
fn findings(shader: &LoadedShader, program: &Program, outcome: &Outcome) -> Judgement {
    let mut judgement = Judgement::default();
    let mut places = ModulePlaces::of(&shader.module);
    let mut texts = source_texts(&shader.module, shader.container().as_ref());
    let by_origin = if outcome.findings.is_empty() { HashMap::new() } else { self::places(shader) };
    for (pc, kind, finding) in outcome.findings.iter() {
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

/// Where all instructions of a shader are.
pub(super) fn places(shader: &LoadedShader) -> HashMap<(GlobalId, InstructionId), IrPlace> {
    let mut places = HashMap::new();
    for (function, _, body) in shader.module.bodies() {
        for (block, block_id) in (0..).zip(&body.layout) {
            for (index, id) in (0..).zip(body.instructions_of(*block_id)) {
                let place = IrPlace::Instruction { function, block, index, id: *id };
                places.insert((function, *id), place);
            }
        }
    }
    places
}

/// The page.
pub fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    for shader in &report.shaders {
        if let Some(trace) = &shader.watched.trace {
            trace::write(out, &shader.name, trace)?;
        }
        if let Some(profile) = &shader.watched.profile {
            profile::write(out, &shader.name, profile)?;
        }
        write_findings(out, &shader.name, &shader.findings, true)?;
    }
    for lane in report.lanes.iter().flatten() {
        writeln!(out, "{lane}")?;
    }
    if let Some(history) = &report.history {
        history::write(out, history)?;
    }
    for results in report.results.iter().flatten() {
        writeln!(out, "{}", results.join(" "))?;
    }
    let Some(pipeline) = &report.pipeline else { return Ok(()) };
    let wrong = report.verdicts.iter().filter(|verdict| verdict.mismatch.is_some());
    for verdict in wrong.clone() {
        write_verdict(out, verdict)?;
    }
    if let Some(unmet) = &report.unmet {
        let text =
            format!("{}: {} {}", paint(style::BAD, format!("line {}", unmet.line)), unmet.check, unmet.why);
        out.write_all(hanging(&text).as_bytes())?;
        writeln!(out, "  line {} of the buffers: {}\n", unmet.found.0, unmet.found.1.trim())?;
    }
    for picture in &report.pictures {
        if let Some(why) = &picture.why {
            let text = format!("{} {why} ({})", paint(style::TITLE, &picture.buffer), picture.picture);
            writeln!(out, "{}", hanging(&text).trim_end())?;
        }
    }
    let mut told = Vec::new();
    if !report.pictures.is_empty() {
        let same = report.pictures.iter().filter(|picture| picture.why.is_none()).count();
        told.push(format!("{same} of {} as pictured", counted(report.pictures.len(), "buffer")));
    }
    if !report.verdicts.is_empty() {
        let held = report.verdicts.len() - wrong.count();
        told.push(format!("{held} of {} results hold", report.verdicts.len()));
    }
    if let Some(checks) = report.checks {
        told.push(match &report.unmet {
            Some(unmet) => format!("the check in line {} does not hold", unmet.line),
            None => format!("{} hold", counted(checks, "check")),
        });
    }
    if told.is_empty() {
        told.push("nothing is expected of it: --expect checks buffers".to_owned());
    }
    writeln!(out, "{pipeline}: {}", told.join(", "))
}

fn write_verdict(out: &mut dyn Write, verdict: &Verdict) -> io::Result<()> {
    let [actual, expected] = &verdict.buffers;
    let title = paint(style::TITLE, &verdict.name);
    let rule = describe(verdict.rule);
    match &verdict.mismatch {
        None => Ok(()),
        Some(Mismatch::Size([found, wanted])) => {
            writeln!(out, "{title} ({rule}): {actual} has {found} bytes, and {expected} {wanted}\n")
        }
        Some(Mismatch::Components { count, of, first }) => {
            writeln!(
                out,
                "{title} ({rule}): {actual} differs from {expected} in {count} of {}",
                counted(*of, "component")
            )?;
            let is_array = first.iter().any(|difference| difference.resource > 0);
            let rows: Vec<Vec<String>> = first
                .iter()
                .map(|difference| {
                    let place = match is_array {
                        true => format!("{}[{}]", difference.resource, difference.component),
                        false => difference.component.to_string(),
                    };
                    let hex = |bits: u64| format!("{bits:#x}");
                    let (actual, expected) = (&difference.actual, &difference.expected);
                    vec![place, actual.0.clone(), hex(actual.1), expected.0.clone(), hex(expected.1)]
                })
                .collect();
            out.write_all(table(&["component", "found", "bits", "expected", "bits"], &rows).as_bytes())?;
            if *count > first.len() {
                writeln!(out, "  ... and {} more", count - first.len())?;
            }
            writeln!(out)
        }
    }
}

fn describe(rule: Rule) -> String {
    match rule {
        Rule::Exact => "exact".to_owned(),
        Rule::Ulp { tolerance, .. } => format!("at most {tolerance} ULP"),
        Rule::Epsilon { epsilon, .. } => format!("less than {epsilon}"),
    }
}

/// The same as JSON.
pub fn write_json(out: &mut dyn Write, schema: &str, report: &Report) -> io::Result<()> {
    write!(out, "{{\"schema\":{},\"files\":[", json::text(schema))?;
    for (index, shader) in report.shaders.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        let (name, [x, y, z]) = (json::text(&shader.name), shader.groups);
        let (steps, bytes) = (shader.steps, shader.bytes);
        write!(
            out,
            "{separator}\n{{\"file\":{name},\"groups\":[{x},{y},{z}],\"steps\":{steps},\"bytes\":{bytes},\"findings\":"
        )?;
        findings_json(out, &shader.findings)?;
        if let Some(trace) = &shader.watched.trace {
            write!(out, ",\"trace\":{}", trace::json(trace))?;
        }
        if let Some(profile) = &shader.watched.profile {
            write!(out, ",\"profile\":{}", profile::json(profile))?;
        }
        write!(out, "}}")?;
    }
    write!(out, "\n]")?;
    if let Some(results) = &report.results {
        write!(out, ",\"returned\":{}", json!(results))?;
    }
    if let Some(pipeline) = &report.pipeline {
        let results: Vec<Value> = report.verdicts.iter().map(verdict_json).collect();
        write!(out, ",\"pipeline\":{},\"results\":{}", json::text(pipeline), Value::from(results))?;
    }
    if let Some(lanes) = &report.lanes {
        write!(out, ",\"lanes\":{}", json!(lanes))?;
    }
    if let Some(history) = &report.history {
        write!(out, ",\"history\":{}", history::json(history))?;
    }
    if !report.pictures.is_empty() {
        let pictures = report.pictures.iter().map(|picture| {
            json!({ "buffer": picture.buffer, "picture": picture.picture, "holds": picture.why.is_none(), "difference": picture.why })
        });
        write!(out, ",\"pictures\":{}", Value::from_iter(pictures))?;
    }
    if let Some(checks) = report.checks {
        let unmet = report.unmet.as_ref().map(|unmet| {
            json!({ "line": unmet.line, "check": unmet.check, "message": unmet.why, "foundLine": unmet.found.0, "found": unmet.found.1 })
        });
        write!(out, ",\"checks\":{checks},\"unmet\":{}", unmet.unwrap_or(Value::Null))?;
    }
    out.write_all(b"}\n")
}

fn verdict_json(verdict: &Verdict) -> Value {
    let [actual, expected] = &verdict.buffers;
    let (name, holds, rule) = (&verdict.name, verdict.mismatch.is_none(), describe(verdict.rule));
    let mut object =
        json!({ "result": name, "holds": holds, "rule": rule, "actual": actual, "expected": expected });
    let Some(members) = object.as_object_mut() else { return object };
    match &verdict.mismatch {
        None => {}
        Some(Mismatch::Size(sizes)) => {
            members.insert("sizes".to_owned(), json!(sizes));
        }
        Some(Mismatch::Components { count, first, .. }) => {
            let list = first.iter().map(|difference| {
                let (found, wanted) = (&difference.actual.0, &difference.expected.0);
                json!({ "resource": difference.resource, "component": difference.component, "found": found, "expected": wanted })
            });
            members.insert("different".to_owned(), json!(count));
            members.insert("first".to_owned(), list.collect());
        }
    }
    object
}

/// A run that was refused, as JSON.
pub fn write_error(out: &mut dyn Write, schema: &str, name: &str, error: &Error) -> io::Result<()> {
    let (schema, name, error) = (json::text(schema), json::text(name), json::error(error));
    write!(out, "{{\"schema\":{schema},\"files\":[\n{{\"file\":{name},\"error\":{error}}}\n]}}\n")
}
