//! The lines of the `dis` listing in findings of `validate`: each line contains the instruction of the finding.

use std::fs;
use std::path::Path;

use serde_json::Value;
use testkit::{Completion, Failed, Limits, Test, corpus, skipped, tests};

use crate::searching::{document, run};

pub(crate) const TESTS: &[Test] = tests![
    own_findings_have_the_lines_of_listings,
    findings_of_the_corpus_have_the_lines_of_listings within Limits::seconds(120, "lists 180 invalid shaders"),
];

/// A container of shader model 5 with two findings, as in tests/cases/validate/findings.txt.
const TOKENS: &str = "44584243 00000000 00000000 00000000 00000000 01000000 54000000 01000000 24000000 53484558 28000000 \
                      50000100 0a000000 68000002 01000000 30000001 1f000403 0a001000 00000000 3e000001 3a000001";

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or_default(), 16);
    digits.chunks(2).filter_map(|digits| pair(digits).ok()).collect()
}

/// Compares the findings about a file with its listing; returns the number of compared findings.
fn compare(path: &Path) -> Result<usize, Failed> {
    let findings = document(&["validate", "--json"], &[path])?;
    let empty = Vec::new();
    let findings = findings["files"][0]["findings"].as_array().unwrap_or(&empty);
    let names = ["instruction", "function"];
    let has_name = |finding: &Value| names.iter().any(|name| finding[*name].is_string());
    let has_line = |finding: &&Value| finding["listingLine"].is_u64() && has_name(finding);
    let findings: Vec<&Value> = findings.iter().filter(has_line).collect();
    if findings.is_empty() {
        return Ok(0);
    }
    let listing = run(&["dis"], &[path])?.stdout;
    let lines: Vec<&str> = std::str::from_utf8(&listing)?.lines().collect();
    for finding in &findings {
        let number = finding["listingLine"].as_u64().map(usize::try_from).ok_or("a number")??;
        let line = lines.get(number - 1).ok_or_else(|| format!("{}: no line {number}", path.display()))?;
        let is_right = match (finding["instruction"].as_str(), finding["block"].as_str()) {
            (Some(instruction), _) => is_same(line, instruction),
            // The first instruction of the block.
            (None, Some(_)) => line.starts_with("  "),
            (None, None) => line.starts_with("define ") || line.starts_with("declare "),
        };
        assert!(is_right, "{}:{number}: {line}: {finding}", path.display());
    }
    Ok(findings.len())
}

/// Returns true if a line of a listing contains an instruction. Names of values may differ, because `dis` lists the
/// module with debug information.
fn is_same(line: &str, instruction: &str) -> bool {
    let operation = |text: &str| -> String {
        let text = text.trim_start().replace("\\01", "").replace(['"', '\u{1}'], "");
        let text = match text.split_once(" = ") {
            Some((name, operation)) if name.starts_with('%') => operation.to_owned(),
            _ => text,
        };
        text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    };
    let (line, instruction) = (operation(line), operation(instruction));
    line.starts_with(&instruction)
}

fn own_findings_have_the_lines_of_listings() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let debug = folder.path().join("debug.dxil");
    let edit =
        ["edit", "examples/triangle_ps_debug.dxil", "--constant", "PSMain:%9.7=9", "--no-validate", "-o"];
    run(&edit, &[&debug])?;
    let stripped = folder.path().join("stripped.dxil");
    run(&["strip", "--debug"], &[&debug, Path::new("-o"), &stripped])?;
    let tokens = folder.path().join("tokens.dxbc");
    fs::write(&tokens, bytes(TOKENS))?;
    assert_eq!((compare(&debug)?, compare(&stripped)?, compare(&tokens)?), (1, 1, 2));
    Ok(())
}

fn findings_of_the_corpus_have_the_lines_of_listings() -> Result<Completion, Failed> {
    let Some(files) = corpus::inputs("dxc-invalid", "dxil") else {
        return Ok(skipped("invalid shaders (dxc-invalid/)"));
    };
    let mut count = 0;
    for path in &files {
        count += compare(path)?;
    }
    corpus::assert_if_known("findings with a line", count, 400);
    Ok(Completion::Completed)
}
