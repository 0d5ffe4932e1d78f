//! Findings as SARIF 2.1.0, the format in which analyses tell editors and services what they found.

use std::collections::BTreeSet;
use std::io::{self, Write};

use dx_container::mangled_name::unmangled;
use serde_json::{Map, Value, json};

use crate::judging::rules;
use crate::judging::{Finding, Judgement, SourcePlace};
use crate::layout::floor_char_boundary;

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

/// A finding. It is where the source is, if that is known: an editor shows it there. The file that was validated is
/// what it is about then.
fn result(name: &str, finding: &Finding) -> Value {
    let in_file = in_file(name, finding);
    let source = finding.source.as_ref().and_then(|source| Some((source, source.file.as_deref()?)));
    let mut location = json!({});
    let mut result = json!({ "ruleId": finding.rule, "level": finding.severity.name() });
    let mut related = Vec::new();
    match source {
        Some((source, file)) => {
            set(&mut location, "physicalLocation", in_source(source, file));
            set(&mut result, "analysisTarget", json!({ "uri": uri(name) }));
            if in_file.get("region").is_some() {
                related.push(json!({ "physicalLocation": in_file }));
            }
        }
        None => set(&mut location, "physicalLocation", in_file),
    }
    if let Some(function) = &finding.function {
        let name = unmangled(function.as_str().into()).to_string();
        let mut logical = json!({ "name": name, "fullyQualifiedName": name, "kind": "function" });
        if name != *function {
            set(&mut logical, "decoratedName", function.as_str().into());
        }
        set(&mut location, "logicalLocations", json!([logical]));
    }
    let text = match &finding.hint {
        Some(hint) => format!("{}\n{hint}", finding.message),
        None => finding.message.clone(),
    };
    set(&mut result, "message", json!({ "text": text }));
    set(&mut result, "locations", json!([location]));
    if !related.is_empty() {
        set(&mut result, "relatedLocations", related.into());
    }
    let properties = properties(finding);
    if !properties.is_empty() {
        set(&mut result, "properties", properties.into());
    }
    result
}

/// The place in the file that was validated.
fn in_file(name: &str, finding: &Finding) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(name) } });
    if let Some(line) = &finding.line {
        let mut region = json!({ "startLine": line.line });
        if let (Some(column), Some(text)) = (line.column, &line.text) {
            set(&mut region, "startColumn", column_of(text, column).into());
        }
        if let Some(text) = line.text.as_ref().or(finding.instruction.as_ref()) {
            set(&mut region, "snippet", json!({ "text": text }));
        }
        set(&mut physical, "region", region);
    } else if let Some((offset, len)) = finding.bytes {
        set(&mut physical, "region", json!({ "byteOffset": offset, "byteLength": len }));
    }
    physical
}

/// The place in the source.
fn in_source(source: &SourcePlace, file: &str) -> Value {
    let mut region = json!({ "startLine": source.line });
    let column = usize::try_from(source.column).unwrap_or_default();
    match &source.text {
        Some(text) => {
            if column > 0 {
                set(&mut region, "startColumn", column_of(text, column).into());
            }
            set(&mut region, "snippet", json!({ "text": text }));
        }
        None if column > 0 => set(&mut region, "startColumn", column.into()),
        None => {}
    }
    json!({ "artifactLocation": { "uri": uri(file) }, "region": region })
}

/// What SARIF has no names for, under those of the JSON document.
fn properties(finding: &Finding) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            properties.insert(name.to_owned(), value);
        }
    };
    add("part", finding.part.map(|part| part.to_string().into()));
    add("offset", finding.bytes.map(|(offset, _)| offset.into()));
    add("length", finding.bytes.map(|(_, len)| len.into()));
    add("block", finding.block.as_deref().map(Value::from));
    add("statement", finding.statement.map(Value::from));
    add("instruction", finding.instruction.as_deref().map(Value::from));
    properties
}

/// A column in bytes as one in units of UTF-16, which `columnKind` says they are.
fn column_of(text: &str, column: usize) -> usize {
    let before = text.get(..floor_char_boundary(text, column.saturating_sub(1))).unwrap_or_default();
    1 + before.encode_utf16().count()
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

/// A path as a reference: characters that mean something there are escaped. Debug information has paths of any system.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let has_drive = path.get(1..3) == Some(":/") && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut uri = String::with_capacity(path.len());
    if has_drive {
        uri.push_str("file:///");
    }
    for (index, byte) in path.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            b':' if has_drive && index == 1 => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The document around the results of all files, which name `found` rules.
pub fn document(out: &mut dyn Write, results: &str, found: &BTreeSet<&'static str>) -> io::Result<()> {
    let rules: Vec<Value> = found.iter().filter_map(|id| rules::sentences(id)).map(|(id, sentence, hint)| {
        json!({ "id": id, "shortDescription": { "text": sentence }, "help": { "text": hint } })
    }).collect();
    let driver = json!({ "name": "shader-tools", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    writeln!(
        out,
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},"
    )?;
    writeln!(out, "\"columnKind\":\"utf16CodeUnits\",\"results\":[")?;
    writeln!(out, "{results}\n]}}]}}")
}

#[cfg(test)]
mod tests {
    use super::{column_of, uri};

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/c.hlsl"), "a%20b/c.hlsl");
        assert_eq!(uri("C:\\src\\a.hlsl"), "file:///C:/src/a.hlsl");
        assert_eq!(uri("inc\\a.hlsl"), "inc/a.hlsl");
        assert_eq!(uri("a:b"), "a%3Ab");
    }

    #[test]
    fn columns_count_units_of_utf16() {
        assert_eq!(column_of("ab\u{4e16}\u{1f600}x", 10), 6);
        assert_eq!(column_of("abc", 99), 4);
    }
}
