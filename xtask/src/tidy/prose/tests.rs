//! Cases of the prose lint: matches, permitted uses, exempt text.

use std::fs;

use super::found::{Found, MAX_ALLOWED, area};
use super::lines::lines;
use super::rules::{Rules, TABLE, rows};
use crate::root;
use crate::tidy::file::File;

fn prose(path: &str, text: &str) -> Vec<(usize, String)> {
    lines(&File::new(path.to_owned(), text.to_owned()))
}

fn found(path: &str, text: &str) -> Found {
    let mut found = Found::default();
    found.add(&Rules::read().unwrap(), &File::new(path.to_owned(), text.to_owned()));
    found
}

fn names(path: &str, text: &str) -> Vec<String> {
    found(path, text).matches.into_iter().map(|found| found.rule).collect()
}

#[test]
fn each_row_finds_its_forbidden_example_only() {
    let rules = Rules::read().unwrap();
    let rows = rows(&fs::read_to_string(root().join(TABLE)).unwrap()).unwrap();
    assert!(rows.len() >= 18, "{} rows", rows.len());
    for row in rows {
        let (forbidden, permitted) = row.example;
        assert_eq!(rules.matches(&forbidden).collect::<Vec<_>>(), [row.name.as_str()], "{forbidden}");
        assert_eq!(rules.matches(&permitted).next(), None, "{permitted}");
    }
}

#[test]
fn permitted_uses_are_not_matches() {
    let rules = Rules::read().unwrap();
    for sentence in [
        "What is a phi web?",
        "The pass runs behind a feature flag.",
        "The call takes 3 ms.",
        "The closure takes a block.",
        "There is no need for it; the value is no longer used.",
        "Of course, the count is exact.",
    ] {
        assert_eq!(rules.matches(sentence).next(), None, "{sentence}");
    }
}

#[test]
fn comments_and_messages_of_rust_are_read() {
    let text =
        "//! Head.\n/// Doc `code`.\nfn f() { // why\n    g(\"one two three four\", \"two words\");\n}\n";
    let lines = [(0, "Head."), (1, "Doc `x`."), (2, "why"), (3, "one two three four")];
    assert_eq!(prose("a.rs", text), lines.map(|(line, text)| (line, text.to_owned())));
    let long = "fn f() {\n    g(\"one two \\\n       three four\");\n}\n";
    assert_eq!(prose("a.rs", long), [(1, "one two three four".to_owned())]);
}

#[test]
fn code_and_generated_files_are_exempt() {
    assert_eq!(
        names("a.rs", "/// Example:\n/// ```\n/// // Of what it says\n/// ```\n/// End.\nfn f() {}\n"),
        [""; 0]
    );
    assert_eq!(names("a/generated/b.rs", "//! What it says.\n"), [""; 0]);
    assert_eq!(names("a.md", "```text\nWhat it says.\n```\n`of what`\n"), [""; 0]);
    // Strings of tests are data; comments of tests are prose.
    assert_eq!(names("tests/a.rs", "fn f() {\n    g(\"What it is is none\");\n}\n"), [""; 0]);
    assert_eq!(names("tests/a.rs", "//! What it is.\n"), ["R1"]);
    assert_eq!(names(TABLE, "# What it is.\n"), [""; 0]);
}

#[test]
fn markdown_and_toml_are_read() {
    let lines = |lines: &[(usize, &str)]| -> Vec<_> {
        lines.iter().map(|&(line, text)| (line, text.to_owned())).collect()
    };
    assert_eq!(
        prose("a.md", "# Title\n\n- item\n\n| a | `b|c` d |\n"),
        lines(&[(0, "Title"), (2, "item"), (4, "a"), (4, "`x` d")])
    );
    let text = "# head\nname = \"x\"\nwhy = \"one two three four\" # tail\n";
    assert_eq!(prose("a.toml", text), lines(&[(0, "head"), (2, "tail"), (2, "one two three four")]));
}

#[test]
fn exempt_lines_need_a_reason_and_are_few() {
    let quoted = found("a.rs", "// Of what it says. prose: allow quoted message of DXC\n");
    assert!(quoted.matches.is_empty() && quoted.allowance_errors().is_empty());
    let bare = found("a.md", "It is none. <!-- prose: allow -->\n");
    assert_eq!(bare.allowance_errors(), ["a.md:1: `prose: allow` needs a reason"]);
    let many = found("a.rs", &"// It is none. prose: allow quoted message\n".repeat(MAX_ALLOWED + 1));
    assert_eq!(many.allowance_errors().len(), 1);
}

#[test]
fn areas_are_crates_and_top_folders() {
    assert_eq!(area("crates/dxil-ir/src/lib.rs"), "dxil-ir");
    assert_eq!(area("docs/run.md"), "docs");
    assert_eq!(area("README.md"), "root");
}
