//! Modules alone, without what lies beside them in containers: those of real files, each with the verdict of the reference
//! validator.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use dx_container::parts::PartView;
use dx_container::{Container, FourCc, is_container};
use dxil::bitcode;
use dxil_validate::{Options, Report, validate_module};

/// What the reference says of a file: whether it is valid, and the rule of its first message.
struct Verdict {
    is_valid: bool,
    first: Option<String>,
}

fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("SHADER_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: SHADER_CORPUS names no folder");
    }
    folder
}

/// The reference's messages with the names of their rules, those with the most words first.
fn messages(corpus: &Path) -> Vec<(Vec<String>, String)> {
    let path = corpus.join("../reference/tables/dxil_validation_rules.json");
    let table: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let mut messages = Vec::new();
    for rule in table["rules"].as_array().unwrap() {
        let mut text = rule["message"].as_str().unwrap().to_owned();
        for argument in 0..9 {
            text = text.replace(&format!("%{argument}"), "\0");
        }
        let pieces: Vec<String> = text.split('\0').map(str::to_owned).collect();
        messages.push((pieces, rule["name"].as_str().unwrap().to_owned()));
    }
    messages.sort_by_key(|(pieces, _)| std::cmp::Reverse(pieces.iter().map(String::len).sum::<usize>()));
    messages
}

/// Whether a text begins with the first piece and holds the others behind it in order.
fn fits(text: &str, pieces: &[String]) -> bool {
    let Some(mut rest) = text.strip_prefix(pieces[0].as_str()) else { return false };
    for piece in &pieces[1..] {
        let Some(at) = rest.find(piece.as_str()) else { return false };
        rest = &rest[at + piece.len()..];
    }
    true
}

fn verdict(path: &Path, messages: &[(Vec<String>, String)]) -> Option<Verdict> {
    let text = fs::read(path.with_extension("dxv.txt")).ok()?;
    let text = String::from_utf8_lossy(&text);
    let is_valid = text.starts_with("exit 0");
    let first = text.lines().find_map(|line| Some(line.split_once("error: ")?.1.trim().to_owned()));
    let rule = first.and_then(|first| {
        messages.iter().find(|(pieces, _)| fits(&first, pieces)).map(|(_, name)| name.clone())
    });
    Some(Verdict { is_valid, first: rule })
}

/// Calls `visit` with each file of a folder that holds a module, and what is found in that.
fn each_module(folder: &Path, mut visit: impl FnMut(&Path, &Report)) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| !path.is_dir()) {
        let bytes = fs::read(path).unwrap();
        if !is_container(&bytes) {
            continue;
        }
        let Ok(container) = Container::parse(&bytes) else { continue };
        let Some(part) = container.parts().iter().find(|part| part.name == FourCc::DXIL) else { continue };
        let Ok(PartView::Program(program)) = container.read(part) else { continue };
        let module =
            bitcode::read(program.bitcode, 0).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut report = Report::default();
        validate_module(&module, &Options::default(), &mut report);
        visit(path, &report);
    }
}

fn show(report: &Report) -> String {
    let findings = report.findings.iter().take(4);
    findings
        .map(|finding| format!("\n    {} {:?}: {}", finding.rule, finding.place, finding.message))
        .collect()
}

/// Modules that were made to be refused: the verdict is the reference's, and the rule of its first message is one of ours.
#[test]
fn invalid_modules_are_refused_for_the_same_reasons() {
    let Some(corpus) = corpus() else { return };
    let messages = messages(&corpus);
    let (mut files, mut verdicts, mut invalid, mut rules) = (0, 0, 0, 0);
    each_module(&corpus.join("dxc-invalid"), |path, report| {
        let verdict = verdict(path, &messages).unwrap();
        files += 1;
        let name = path.file_name().unwrap().to_string_lossy();
        if verdict.is_valid == report.is_valid() {
            verdicts += 1;
        } else {
            println!("{name}: the reference says valid={}{}", verdict.is_valid, show(report));
        }
        if !verdict.is_valid {
            invalid += 1;
            let has_rule =
                |rule: &String| report.findings.iter().any(|finding| finding.rule.row().id == rule);
            if verdict.first.as_ref().is_some_and(has_rule) {
                rules += 1;
            } else {
                println!("{name}: the reference's first is {:?}{}", verdict.first, show(report));
            }
        }
    });
    println!(
        "{files} files, {verdicts} verdicts agree; {invalid} invalid, {rules} first rules are among ours"
    );
    assert_eq!((files, verdicts, invalid), (90, 90, 81));
    assert!(rules * 100 >= invalid * 95, "{rules} of {invalid}");
}

/// Modules of compilers are valid, but those that the reference refuses, too.
#[test]
fn modules_of_compilers_are_valid() {
    let Some(corpus) = corpus() else { return };
    let messages = messages(&corpus);
    let variants = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/variants");
    let folders = [variants, "dxc", "dxc-as", "vkd3d-proton", "link", "lower-dxc", "../examples"];
    let (mut files, mut refused, mut wrong) = (0, 0, 0);
    for folder in folders {
        each_module(&corpus.join(folder), |path, report| {
            files += 1;
            let told = match verdict(path, &messages) {
                Some(verdict) => verdict,
                // What was assembled from the listing of a file is that file.
                None => {
                    let original = corpus.join("dxc").join(path.file_name().unwrap());
                    let is_derivative = path.to_string_lossy().contains("cs_derivative_2d_");
                    let known = verdict(&original, &messages).filter(|_| folder == "dxc-as");
                    known.unwrap_or(Verdict { is_valid: !is_derivative, first: None })
                }
            };
            refused += usize::from(!told.is_valid);
            if told.is_valid != report.is_valid() {
                wrong += 1;
                println!("{}: the reference says valid={}{}", path.display(), told.is_valid, show(report));
            }
        });
    }
    println!("{files} modules, {refused} of them invalid; {wrong} verdicts are wrong");
    assert_eq!(wrong, 0);
    assert!(files > 1500 && refused > 0);
}
