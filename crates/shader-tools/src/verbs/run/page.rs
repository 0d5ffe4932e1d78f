//! The results of a run as a page and as JSON.

use std::io::{self, Write};

use filecheck::Failure;
use run_pipeline::{Mismatch, Rule, Verdict};
use serde_json::{Value, json};

use super::report::Report;
use super::{history, profile, trace};
use crate::error::Error;
use crate::json;
use crate::judging::{findings_json, write_findings};
use crate::layout::hanging;
use crate::style::{self, counted, paint};
use crate::table::table;

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
        let line = paint(style::BAD, format!("line {}", unmet.line));
        let text = format!("{line}: {} {}", directive(unmet), unmet.reason);
        out.write_all(hanging(&text).as_bytes())?;
        if let Some(position) = &unmet.position {
            writeln!(out, "  line {} of the buffers: {}", position.line, position.text.trim())?;
        }
        writeln!(out)?;
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

/// A failed check as it is written, such as `CHECK-NEXT: Name: Out`.
fn directive(unmet: &Failure) -> String {
    format!("{}: {}", unmet.directive, unmet.pattern)
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
            let position = unmet.position.as_ref();
            let (line, text) =
                (position.map(|position| position.line), position.map(|position| position.text.as_str()));
            json!({ "line": unmet.line, "check": directive(unmet), "message": unmet.reason, "foundLine": line, "found": text })
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
