//! The rows of rules beside the code that looks for them.

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

use dxil_validate::Rule;

/// The constants of the rules by their names, as the tables have them.
fn constants() -> Vec<(Rule, String)> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tables/rules"));
    let mut constants = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.trim_start().starts_with("{ id")) {
            let value =
                |key: &str| line.split_once(&format!("{key} = \"")).unwrap().1.split_once('"').unwrap().0;
            constants.push((Rule::named(value("id")).unwrap(), value("const").to_owned()));
        }
    }
    constants
}

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("generated") {
                sources(&path, text);
            }
        } else {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

/// Whether a rule is named in the code, not only as the beginning of another name.
fn is_named(code: &str, constant: &str) -> bool {
    let name = format!("Rule::{constant}");
    let mut found = code.match_indices(&name);
    found.any(|(at, _)| {
        !code[at + name.len()..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
    })
}

/// A row that says that nothing looks for its rule says so honestly, and one that does not is looked for.
#[test]
fn rows_say_which_rules_are_checked() {
    let mut code = String::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut code);
    let constants = constants();
    assert_eq!(constants.len(), Rule::all().count());
    for (rule, constant) in &constants {
        assert_eq!(rule.row().check, is_named(&code, constant), "{rule}: `check` in its row");
    }
    let of_reference = || Rule::all().filter(|rule| rule.row().number.is_some());
    let checked = of_reference().filter(|rule| rule.row().check).count();
    println!("{checked} of {} rules of the reference are checked", of_reference().count());
}

/// The families of which every rule that is checked has a case that breaks it.
const WHOLE_FAMILIES: [&str; 2] = ["container", "extensions"];

/// Cases of the verb `validate` name the rules that they break.
#[test]
fn rules_have_failing_cases() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/validate"));
    let mut told = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "stdout") {
            told.push_str(&String::from_utf8_lossy(&fs::read(path).unwrap()));
        }
    }
    let is_told = |rule: &Rule| told.contains(&format!("[{rule}]"));
    let checked: Vec<Rule> = Rule::all().filter(|rule| rule.row().check).collect();
    let count = checked.iter().filter(|rule| is_told(rule)).count();
    println!("{} rules are checked, {count} of them have a failing case", checked.len());
    let of_whole = checked.iter().filter(|rule| WHOLE_FAMILIES.contains(&rule.row().family));
    let without: Vec<&Rule> = of_whole.filter(|rule| !is_told(rule)).collect();
    assert!(without.is_empty(), "rules without a failing case: {without:?}");
}
