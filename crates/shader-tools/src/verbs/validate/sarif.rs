//! Findings as SARIF 2.1.0, the format in which analyses tell editors and services what they found.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::finding::{Finding, Judgement};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The results of a file, one a line.
pub fn results(name: &str, judgement: &Judgement) -> String {
    let findings = judgement.findings.iter().map(|finding| result(name, finding).to_string());
    let unchecked = judgement.unchecked.map(|text| {
        let location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(name) } } });
        json!({ "level": "note", "message": { "text": text }, "locations": [location] }).to_string()
    });
    findings.chain(unchecked).collect::<Vec<_>>().join(",\n")
}

fn result(name: &str, finding: &Finding) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(name) } });
    if let Some(line) = finding.line {
        set(&mut physical, "region", json!({ "startLine": line }));
    } else if let Some((offset, len)) = finding.bytes {
        set(&mut physical, "region", json!({ "byteOffset": offset, "byteLength": len }));
    }
    let mut location = json!({ "physicalLocation": physical });
    if let Some(function) = &finding.function {
        let mut name = function.clone();
        if let Some(block) = &finding.block {
            name = format!("{name}, block {block}");
        }
        let logical = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
        set(&mut location, "logicalLocations", logical);
    }
    let text = match &finding.instruction {
        Some(instruction) => format!("{}: {instruction}", finding.message),
        None => finding.message.clone(),
    };
    json!({
        "ruleId": finding.rule,
        "level": finding.severity.name(),
        "message": { "text": text },
        "locations": [location],
    })
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

/// A path as a reference: characters that mean something there are escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The document around the results of all files.
pub fn document(out: &mut dyn Write, results: &str) -> io::Result<()> {
    let of_tokens =
        dxbc::check::Rule::all().map(|rule| (rule.row().id, rule.row().sentence, rule.row().hint));
    let of_dxil =
        dxil_validate::Rule::all().map(|rule| (rule.row().id, rule.row().sentence, rule.row().hint));
    let rules: Vec<Value> = of_tokens
        .chain(of_dxil)
        .map(|(id, sentence, hint)| {
            json!({ "id": id, "shortDescription": { "text": sentence }, "help": { "text": hint } })
        })
        .collect();
    let driver = json!({ "name": "shader-tools", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    writeln!(
        out,
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},"
    )?;
    writeln!(out, "\"columnKind\":\"utf16CodeUnits\",\"results\":[")?;
    writeln!(out, "{results}\n]}}]}}")
}
