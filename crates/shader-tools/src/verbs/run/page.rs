//! The results of a run as a page.

use std::io::{self, Write};

use run_pipeline::{Mismatch, Verdict};

use super::document::{LaneObject, describe, directive};
use super::report::Report;
use super::{history, profile, trace};
use crate::json;
use crate::judging::write_findings;
use crate::layout::hanging;
use crate::style::{self, counted, grouped, paint};
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
        json::write_line(out, &LaneObject::new(lane))?;
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
            writeln!(out, "  line {} of the output of --print: {}", position.line, position.text.trim())?;
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
        told.push(format!("{} of {} match", grouped(same as u64), counted(report.pictures.len(), "picture")));
    }
    if !report.verdicts.is_empty() {
        let held = report.verdicts.len() - wrong.count();
        let [held, all] = [held, report.verdicts.len()].map(|count| grouped(count as u64));
        told.push(format!("{held} of {all} results match"));
    }
    if let Some(checks) = report.checks {
        told.push(match &report.unmet {
            Some(unmet) => format!("the check in line {} failed", unmet.line),
            None => format!("{} passed", counted(checks, "check")),
        });
    }
    if told.is_empty() {
        told.push("executed; the pipeline file has no Results to check".to_owned());
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
            writeln!(out, "{title} ({rule}): {actual} has {found} bytes, but {expected} has {wanted}\n")
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
                writeln!(out, "  ... and {} more", grouped((count - first.len()) as u64))?;
            }
            writeln!(out)
        }
    }
}
