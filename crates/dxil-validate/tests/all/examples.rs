//! The examples of rules, made from their cases: lines of assembly that break a rule, and what they were before.
//!
//! `BLESS=1 cargo test -p dxil-validate --test all examples` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil_ir::bitcode;
use dxil_validate::{Options, Rule, validate_module};
use testkit::corpus::root;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![examples_are_fresh, examples_show_a_difference];

/// Lines of an excerpt, and characters of a line.
const LINES: usize = 8;
const WIDTH: usize = 120;

struct Example {
    fails: String,
    passes: String,
    message: String,
}

/// The assembly of a shader, as cases are changes of it.
fn assembly(path: &str) -> String {
    let bytes = fs::read(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let container = Container::parse(&bytes).unwrap();
    let part = container.part(FourCc::DXIL).unwrap();
    let program = ProgramPart::parse(container.payload(&part)).unwrap();
    let mut text = String::new();
    dxil_text::print(&bitcode::read(program.bitcode, 0).unwrap(), &mut text).unwrap();
    text
}

/// The program of a case's first input as it was before, and as it is. A case that has both as texts has the valid one
/// first.
fn programs(name: &str, case: &str) -> (String, String) {
    let mut inputs = case.split("\n#--- ").skip(1).map(|input| input.split_once('\n').unwrap());
    let (header, lines) = inputs.next().unwrap();
    if header == "valid.ll" {
        let (header, broken) = inputs.next().unwrap();
        assert!(header.starts_with("broken"), "{name}");
        return (lines.to_owned(), broken.to_owned());
    }
    let with =
        |mark: &str| lines.lines().filter_map(|line| line.strip_prefix(mark)).collect::<Vec<_>>().join("\n");
    let before = assembly(header.rsplit(' ').next().unwrap());
    let after = before.replacen(&with("- "), &with("+ "), 1);
    assert_ne!(before, after, "{name}: nothing is changed");
    (before, after)
}

/// The whole lines that differ.
fn excerpts(before: &str, after: &str) -> (String, String) {
    let (mut old, mut new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    (old, new) = (old.split_off(start), new.split_off(start));
    while let (Some(one), Some(other)) = (old.last(), new.last())
        && one == other
    {
        old.pop();
        new.pop();
    }
    let at = old
        .iter()
        .zip(&new)
        .map(|(one, other)| one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count());
    let at: Vec<usize> = at.collect();
    let shown = |lines: &[&str]| {
        let indent = lines.iter().filter(|line| !line.is_empty());
        let indent = indent.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        let cut =
            |(index, line): (usize, &&str)| cut(line.get(indent..).unwrap_or(""), at.get(index).copied());
        let mut shown: Vec<String> =
            lines.iter().enumerate().map(cut).filter(|line| !line.is_empty()).collect();
        if shown.len() > LINES {
            shown.truncate(LINES);
            shown.push("...".to_owned());
        }
        shown.join("\n")
    };
    (shown(&old), shown(&new))
}

/// The part of a long line that has the difference.
fn cut(line: &str, differs_at: Option<usize>) -> String {
    let count = line.chars().count();
    if count <= WIDTH {
        return line.to_owned();
    }
    let from = differs_at.unwrap_or(0).saturating_sub(WIDTH / 2).min(count - WIDTH);
    let piece: String = line.chars().skip(from).take(WIDTH).collect();
    let (before, behind) =
        (if from > 0 { "... " } else { "" }, if from + WIDTH < count { " ..." } else { "" });
    format!("{before}{piece}{behind}")
}

/// What is said of the changed program, where the rule is one of programs.
fn message(rule: Rule, text: &str) -> String {
    let Ok(module) = dxil_text::parse(text.as_bytes()) else { return String::new() };
    let report = validate_module(module.clone(), &Options::default()).report;
    let finding = report.findings.into_iter().find(|finding| finding.rule == rule);
    finding.map(|finding| finding.message).unwrap_or_default()
}

fn examples() -> BTreeMap<String, Example> {
    let mut examples = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests/cases/validate/rules")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(id) = name.strip_suffix(".txt") else { continue };
        let (before, after) = programs(name, &fs::read_to_string(&path).unwrap());
        let (passes, fails) = excerpts(&before, &after);
        let message = message(Rule::named(id).unwrap(), &after);
        examples.insert(id.to_owned(), Example { fails, passes, message });
    }
    examples
}

/// Examples that the program shows are those of the cases.
fn examples_are_fresh() {
    let examples = examples();
    let mut text = format!(
        "// Made by `BLESS=1 cargo test -p dxil-validate --test all examples`. Do not edit: change the case and run it again.\n\
         //! What breaks a rule and what keeps it, by the rule's name: `tests/cases/validate/rules`.\n\n\
         use crate::rule::RuleExample;\n\n\
         /// Sorted by name.\n\
         pub(crate) static EXAMPLES: [(&str, RuleExample); {}] = [\n",
        examples.len()
    );
    for (id, Example { fails, passes, message }) in &examples {
        let _ = writeln!(
            text,
            "    ({id:?}, RuleExample {{ fails: {fails:?}, passes: {passes:?}, message: {message:?} }}),"
        );
    }
    text.push_str("];\n");
    let path = root().join("crates/dxil-validate/src/generated/examples.rs");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == text, "stale: {} (run with BLESS=1)", path.display());
}

/// Every rule with a case has an example, and what it shows differs.
fn examples_show_a_difference() {
    let mut found = 0;
    for rule in Rule::all() {
        let Some(example) = rule.example() else { continue };
        found += 1;
        assert!(rule.row().check, "{rule}");
        assert_ne!(example.fails, example.passes, "{rule}");
    }
    let known = examples().len();
    assert_eq!(found, known, "the table was changed: run the test again, which compiles the new table");
}
