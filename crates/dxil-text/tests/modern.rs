//! Modern LLVM IR: what is printed of a text that was read is that text.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking"
)]

use std::path::PathBuf;

fn files() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("MODERN") else { return Vec::new() };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
    files.sort();
    files
}

/// Without the line of the module's name, and predecessors in order.
fn normal(text: &str) -> Vec<String> {
    let line = |line: &str| match line.split_once("; preds = ") {
        Some((before, list)) => {
            let mut list: Vec<_> = list.split(", ").collect();
            list.sort_unstable();
            format!("{before}; preds = {}", list.join(", "))
        }
        None => line.to_owned(),
    };
    text.lines().filter(|line| !line.starts_with("; ModuleID")).map(line).collect()
}

#[test]
fn texts_come_back() {
    let (mut good, mut bad) = (0, 0);
    for path in files() {
        let text = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let module = match dxil_text::parse(&text) {
            Ok(module) => module,
            Err(errors) => {
                eprintln!("{name}: {}", errors.errors().first().unwrap());
                bad += 1;
                continue;
            }
        };
        let mut printed = String::new();
        if let Err(error) = dxil_text::print(&module, &mut printed) {
            eprintln!("{name}: print: {error}");
            bad += 1;
            continue;
        }
        let (expected, found) = (normal(&String::from_utf8_lossy(&text)), normal(&printed));
        if let Some((expected, found)) = expected.iter().zip(&found).find(|(a, b)| a != b) {
            eprintln!("{name}:\n  {expected}\n  {found}");
            bad += 1;
        } else if expected.len() != found.len() {
            eprintln!("{name}: {} lines, {} printed", expected.len(), found.len());
            bad += 1;
        } else {
            good += 1;
        }
        let report = dxil_ir::verify(&module);
        if !report.is_valid() {
            eprintln!("{name}: verify: {:?}", report.findings.first());
        }
    }
    eprintln!("{good} good, {bad} bad");
}
