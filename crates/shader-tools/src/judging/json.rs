//! Findings as JSON: all of them, each with all that is known.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::Value;

use crate::json;
use crate::judging::finding::{Finding, Judgement};

/// The findings of the file called `name`, as an object.
pub fn write(out: &mut dyn Write, name: &str, judgement: &Judgement) -> io::Result<()> {
    let mut head = format!("{{\"file\":{},\"valid\":{}", json::text(name), judgement.is_valid());
    let (errors, warnings) = (judgement.errors, judgement.warnings);
    let _ = write!(head, ",\"errors\":{errors},\"warnings\":{warnings},\"findings\":");
    out.write_all(head.as_bytes())?;
    findings(out, judgement)?;
    if judgement.left_out() > 0 {
        write!(out, ",\"findingsLeftOut\":{}", judgement.left_out())?;
    }
    if let Some(file) = &judgement.debug_file {
        write!(out, ",\"debugFile\":{}", json::text(file))?;
    }
    if let Some(unchecked) = judgement.unchecked {
        write!(out, ",\"unchecked\":{}", json::text(unchecked))?;
    }
    if judgement.is_unsigned {
        write!(out, ",\"unsigned\":true")?;
    }
    write!(out, "}}")
}

/// The findings, as a list.
pub fn findings(out: &mut dyn Write, judgement: &Judgement) -> io::Result<()> {
    write!(out, "[")?;
    for (index, finding) in judgement.findings.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(out, "{separator}{}", object(finding))?;
    }
    write!(out, "]")
}

/// A finding as an object; members without a value are left out.
fn object(finding: &Finding) -> String {
    let mut object = String::new();
    let words = |text: &Option<String>| text.as_deref().map(Value::from);
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            let separator = if object.is_empty() { '{' } else { ',' };
            let _ = write!(object, "{separator}\"{name}\":{value}");
        }
    };
    add("rule", Some(finding.rule.into()));
    add("severity", Some(finding.severity.name().into()));
    add("message", Some(finding.message.as_str().into()));
    add("hint", words(&finding.hint));
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
    add("sourceColumn", source.filter(|source| source.column > 0).map(|source| source.column.into()));
    add("sourceText", source.and_then(|source| words(&source.text)));
    let line = finding.line.as_ref();
    add("line", line.map(|line| line.line.into()));
    add("column", line.and_then(|line| line.column).map(Value::from));
    add("text", line.and_then(|line| words(&line.text)));
    object.push('}');
    object
}
