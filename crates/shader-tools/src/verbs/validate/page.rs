//! Findings for people, and as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};

use dx_container::error::Severity;
use serde_json::Value;

use super::finding::{Finding, Judgement, SourcePlace};
use crate::json;
use crate::style::{self, counted, paint};

pub fn text(out: &mut dyn Write, name: &str, judgement: &Judgement) -> io::Result<()> {
    for finding in &judgement.findings {
        let style = if finding.severity == Severity::Error { style::BAD } else { style::NOTE };
        let severity = paint(style, format!("{}[{}]", finding.severity.name(), finding.rule));
        let at = finding.line.map_or_else(|| name.to_owned(), |line| format!("{name}:{line}"));
        writeln!(out, "{at}: {severity} {}", finding.message)?;
        let place = place(finding);
        match snippet(finding) {
            Some(snippet) if place.is_empty() => writeln!(out, "  {snippet}")?,
            Some(snippet) => writeln!(out, "  {} {snippet}", paint(style::DIM, format!("{place}:")))?,
            None if place.is_empty() => {}
            None => writeln!(out, "  {}", paint(style::DIM, place))?,
        }
    }
    if judgement.left_out() > 0 {
        writeln!(out, "{name}: and {}", counted(judgement.left_out(), "more finding"))?;
    }
    match judgement.unchecked {
        Some(unchecked) => writeln!(out, "{name}: {} {unchecked}", paint(style::NOTE, "note:")),
        None => Ok(()),
    }
}

/// What stands there: an instruction, or the first bytes.
fn snippet(finding: &Finding) -> Option<String> {
    let (_, len) = finding.bytes.unwrap_or_default();
    match &finding.instruction {
        Some(instruction) => Some(instruction.clone()),
        None if finding.shown_bytes.is_empty() => None,
        None => {
            let mut bytes: Vec<String> =
                finding.shown_bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            if len > finding.shown_bytes.len() as u64 {
                bytes.push("...".to_owned());
            }
            Some(bytes.join(" "))
        }
    }
}

/// `at 0x124 in PSV0`, `in function main, block 0, from blur.hlsl:12:3`.
fn place(finding: &Finding) -> String {
    let mut place = String::new();
    if let Some((offset, _)) = finding.bytes {
        let _ = write!(place, "at {offset:#x}");
    }
    if let Some(part) = finding.part {
        let _ = write!(place, "{}in {part}", if place.is_empty() { "" } else { " " });
    }
    if let Some(function) = &finding.function {
        let _ = write!(place, "{}in function {function}", if place.is_empty() { "" } else { ", " });
    }
    if let Some(block) = &finding.block {
        let _ = write!(place, ", block {block}");
    }
    if let Some(SourcePlace { file, line, column }) = &finding.source {
        let file = file.as_ref().map_or_else(|| "line ".to_owned(), |file| format!("{file}:"));
        let _ = write!(place, ", from {file}{line}:{column}");
    }
    place
}

pub fn json(out: &mut dyn Write, name: &str, judgement: &Judgement) -> io::Result<()> {
    let mut head = format!("{{\"file\":{},\"valid\":{}", json::text(name), judgement.is_valid());
    let (errors, warnings) = (judgement.errors, judgement.warnings);
    let _ = write!(head, ",\"errors\":{errors},\"warnings\":{warnings},\"findings\":[");
    out.write_all(head.as_bytes())?;
    for (index, finding) in judgement.findings.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(out, "{separator}{}", object(finding))?;
    }
    write!(out, "]")?;
    if judgement.left_out() > 0 {
        write!(out, ",\"findingsLeftOut\":{}", judgement.left_out())?;
    }
    if let Some(unchecked) = judgement.unchecked {
        write!(out, ",\"unchecked\":{}", json::text(unchecked))?;
    }
    write!(out, "}}")
}

/// A finding as an object; members without a value are left out.
fn object(finding: &Finding) -> String {
    let mut object = String::new();
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            let separator = if object.is_empty() { '{' } else { ',' };
            let _ = write!(object, "{separator}\"{name}\":{value}");
        }
    };
    let words = |text: &Option<String>| text.as_deref().map(Value::from);
    add("rule", Some(finding.rule.into()));
    add("severity", Some(finding.severity.name().into()));
    add("message", Some(finding.message.as_str().into()));
    add("part", finding.part.map(|part| part.to_string().into()));
    add("offset", finding.bytes.map(|(offset, _)| offset.into()));
    add("length", finding.bytes.map(|(_, len)| len.into()));
    add("function", words(&finding.function));
    add("block", words(&finding.block));
    add("statement", finding.statement.map(Value::from));
    add("instruction", words(&finding.instruction));
    let source = finding.source.as_ref();
    add("sourceFile", source.and_then(|source| words(&source.file)));
    add("sourceLine", source.map(|source| source.line.into()));
    add("sourceColumn", source.map(|source| source.column.into()));
    add("line", finding.line.map(Value::from));
    object.push('}');
    object
}
