//! Codes of messages: every code that the sources of the crates can print has an explanation, and every explained code
//! can be printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use testkit::{Failed, Test, corpus, note, tests};
use walkdir::WalkDir;

pub(crate) const TESTS: &[Test] = tests![every_code_is_explained, every_explained_code_is_printed];

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");

/// The beginnings of functions that return a code.
const FUNCTIONS: [&str; 3] =
    ["fn code(&self) -> &'static str {", "fn code(self) -> &'static str {", "fn code(&self) -> &str {"];
/// Functions that return a code and have another name.
const NAMES: [(&str, &str); 1] = [("crates/dxil-run/src/findings.rs", "fn name(self) -> &'static str {")];
/// Calls whose first argument is a code.
const CALLS: [&str; 2] = ["Finding::new(\"", "error["];
/// Files with codes that no message prints in brackets: members of `upgrade --json`.
const ONLY_JSON: [&str; 1] = ["crates/dxil-passes/src/upgrade/reason.rs"];

/// The codes in the sources, with the files.
fn printed_codes() -> Result<BTreeMap<String, BTreeSet<String>>, Failed> {
    let mut codes = BTreeMap::<String, BTreeSet<String>>::new();
    let root = corpus::root();
    for entry in WalkDir::new(root.join("crates")).sort_by_file_name() {
        let path = entry?.into_path();
        let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        let is_source = name.ends_with(".rs") && name.split('/').nth(2) == Some("src");
        if !is_source || name.ends_with("/tests.rs") || ONLY_JSON.contains(&name.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let names = NAMES.iter().filter(|(file, _)| *file == name).map(|(_, function)| *function);
        for function in FUNCTIONS.into_iter().chain(names) {
            for (at, _) in text.match_indices(function) {
                for code in literals(body(&text[at + function.len()..])) {
                    codes.entry(code.to_owned()).or_default().insert(name.clone());
                }
            }
        }
        for call in CALLS {
            for (at, _) in text.match_indices(call) {
                let rest = &text[at + call.len()..];
                let len = rest.find(|c: char| !is_of_code(c)).unwrap_or(0);
                let code = &rest[..len];
                if rest[len..].starts_with(['"', ']']) && !code.is_empty() {
                    codes.entry(code.to_owned()).or_default().insert(name.clone());
                }
            }
        }
    }
    Ok(codes)
}

fn is_of_code(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '-'
}

/// The text up to the closing brace of a function body.
fn body(text: &str) -> &str {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// The string literals in a function body; attributes are skipped.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("#["))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|literal| !literal.is_empty() && literal.chars().all(is_of_code))
}

fn every_code_is_explained() -> Result<(), Failed> {
    let codes = printed_codes()?;
    note!("{} codes in the sources", codes.len());
    assert!(codes.len() >= 300, "{} codes", codes.len());
    let output = Command::new(PROGRAM).arg("explain").args(codes.keys()).output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

fn every_explained_code_is_printed() -> Result<(), Failed> {
    let codes = printed_codes()?;
    let table = fs::read_to_string(corpus::root().join("tables/codes.toml"))?;
    let rows =
        table.lines().filter_map(|line| line.trim_start().strip_prefix("{ code = \"")?.split('"').next());
    let rows: Vec<&str> = rows.collect();
    assert!(rows.len() >= 300, "{} rows", rows.len());
    let unprinted: Vec<_> = rows.iter().filter(|code| !codes.contains_key(**code)).collect();
    assert!(unprinted.is_empty(), "no source prints these codes of tables/codes.toml: {unprinted:?}");
    Ok(())
}
