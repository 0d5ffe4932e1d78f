//! What must stay true of the project itself: fresh tables, tidy sources.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::process::Command;

use serde_json::Value;
use testkit::corpus::{self, root};
use testkit::{Limits, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    generated_code_is_fresh,
    inspect_decodes_parts_in_one_place,
    json_is_written_in_one_place,
    invariants_are_kept_by_tests_that_there_are,
    only_the_command_line_imports_verbs,
    readme_names_the_required_compiler,
    shipped_dependencies_build_with_the_oldest_compiler,
    tests_with_a_harness_of_their_own_list_all_of_them,
    the_tree_is_tidy within Limits::seconds(60, "it reads every file of the repository")
];

/// Verbs import layers, and no other verb; layers import no verb.
fn only_the_command_line_imports_verbs() {
    let source = root().join("crates/shader-tools/src");
    let mut read = 0;
    for file in walkdir::WalkDir::new(&source).into_iter().map(Result::unwrap) {
        let path = file.path().strip_prefix(&source).unwrap().display().to_string().replace('\\', "/");
        if !path.ends_with(".rs") || path == "cli.rs" {
            continue;
        }
        read += 1;
        let own = path.strip_prefix("verbs/").and_then(|path| path.split(['/', '.']).next());
        let text = fs::read_to_string(file.path()).unwrap();
        for (_, imported) in
            text.match_indices("crate::verbs::").map(|(at, found)| text.split_at(at + found.len()))
        {
            let verb = imported.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            assert_eq!(verb, own, "{path} imports a verb");
        }
    }
    assert!(read > 200, "{read} files");
}

/// `cargo xtask codegen` has been run since a table changed.
fn generated_code_is_fresh() {
    if let Err(stale) = xtask::codegen::run(true) {
        panic!("{stale}");
    }
}

/// What `inspect` shows of a part comes from one walk: only `decoded.rs` asks for one.
fn inspect_decodes_parts_in_one_place() {
    let asks = ["container.walk(", "container.read(", "container.view", "View as _", "Declarations::read"];
    let files = corpus::files(&root().join("crates/shader-tools/src/verbs/inspect"));
    let decodes = |path: &&std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("it is text");
        asks.iter().any(|call| text.contains(call))
    };
    let found: Vec<_> = files.iter().filter(decodes).filter_map(|path| path.file_name()).collect();
    assert_eq!(found, ["decoded.rs"]);
}

/// Only `json/` writes JSON punctuation: other files serialize types, and build no trees of JSON values.
fn json_is_written_in_one_place() {
    let source = root().join("crates/shader-tools/src");
    // An escaped quote beside the punctuation of an object, in a string literal; a raw string; macros of `serde_json`.
    let written = [r#"\":"#, r#"{\""#, r##"#"{"##, "json!(", "to_value("];
    let mut read = 0;
    for path in corpus::files(&source) {
        let name = path.strip_prefix(&source).unwrap().display().to_string().replace('\\', "/");
        if name.starts_with("json/") || name == "json.rs" || !name.ends_with(".rs") {
            continue;
        }
        read += 1;
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in (1..).zip(text.lines()) {
            let found = written.iter().find(|found| line.contains(**found));
            // The help of `run` shows JSON that a user writes.
            if let Some(found) = found.filter(|_| !line.contains("--bind ")) {
                panic!("{name}:{number}: {found} writes JSON: serialize a type with crate::json");
            }
        }
    }
    assert!(read > 200, "{read} files");
}

/// A binary with a harness of its own runs the lists that its `main` names, and nothing that is marked as a test: every
/// list is named. (What is on no list is dead code, which clippy refuses.)
fn tests_with_a_harness_of_their_own_list_all_of_them() {
    let (mut checked, mut lists) = (0, 0);
    for entry in fs::read_dir(root().join("crates")).expect("there are crates") {
        let folder = entry.expect("a crate").path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
        for table in manifest.split("[[test]]").skip(1) {
            let lines = table.lines().skip(1).take_while(|line| !line.starts_with('['));
            let value = |key: &str| {
                let mut pairs = lines.clone().filter_map(|line| line.split_once(" = "));
                pairs.find_map(|(name, value)| (name == key).then(|| value.trim_matches('"')))
            };
            if value("harness") != Some("false") {
                continue;
            }
            let files = corpus::files(&folder.join("tests").join(value("name").expect("a test has a name")));
            let texts = files.iter().map(|path| fs::read_to_string(path).expect("it is text"));
            let (mut made, mut named) = (0, 0);
            for (path, text) in files.iter().zip(texts) {
                assert!(!text.contains(MARK), "{}: tests that nothing runs", path.display());
                made += text.matches("const TESTS:").count();
                named += text.matches("::TESTS").count();
            }
            assert_eq!(made, named, "{}: lists of tests, and those that `main` names", folder.display());
            checked += 1;
            lists += made;
        }
    }
    assert!(checked >= 15 && lists >= 50, "{checked} binaries with a harness of their own, {lists} lists");
}

/// What marks a test of the standard harness.
const MARK: &str = concat!("#[", "test]");

/// The files and tests that ARCHITECTURE.md names behind its invariants.
fn invariants_are_kept_by_tests_that_there_are() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is text");
    let (_, invariants) = page.split_once("## What must stay true").expect("it has the section");
    let sources = corpus::files(&root().join("crates"));
    let sources = sources.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let code: String = sources.map(|path| fs::read_to_string(path).expect("it is text")).collect();
    let (mut files, mut tests) = (0, 0);
    for word in invariants.split('`').skip(1).step_by(2) {
        let is_name = |word: &str| {
            word.contains('_') && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
        };
        match word.split_once('/') {
            Some((package, path)) if path.starts_with("all/") || path.starts_with("limits/") => {
                let is_there = |of: &str| root().join(of).join(package).join("tests").join(path).exists();
                assert!(is_there("crates") || is_there("testkit"), "{word}");
                files += 1;
            }
            None if is_name(word) => {
                assert!(code.contains(&format!("fn {word}(")), "no test {word}");
                tests += 1;
            }
            _ => {}
        }
    }
    assert!(files >= 40 && tests >= 25, "{files} files and {tests} tests are named");
}

/// No crate that is shipped, and none that it is built from on any system, asks for a newer compiler than the workspace
/// says.
fn shipped_dependencies_build_with_the_oldest_compiler() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked"]).current_dir(root());
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let list = |value: &'_ Value| value.as_array().expect("a list").clone();
    let by_id = |values: Vec<Value>| -> HashMap<String, Value> {
        values.into_iter().map(|value| (value["id"].as_str().expect("an id").to_owned(), value)).collect()
    };
    let packages = by_id(list(&metadata["packages"]));
    let nodes = by_id(list(&metadata["resolve"]["nodes"]));
    let version = |id: &str| {
        let text = packages[id]["rust_version"].as_str()?;
        let mut numbers = text.split('.').map(|number| number.parse::<u32>().expect("a number"));
        Some((numbers.next(), numbers.next()))
    };

    let shipped = |id: &String| packages[id]["publish"].is_null();
    let members =
        list(&metadata["workspace_members"]).into_iter().map(|id| id.as_str().expect("an id").to_owned());
    let mut waiting: Vec<String> = members.filter(shipped).collect();
    let oldest = version(waiting.first().expect("crates are shipped")).expect("the workspace says its own");
    let mut seen = HashSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        assert!(
            version(&id) <= Some(oldest),
            "{id} asks for {:?}, the workspace for {oldest:?}",
            version(&id)
        );
        for dependency in list(&nodes[&id]["deps"]) {
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev") {
                waiting.push(dependency["pkg"].as_str().expect("an id").to_owned());
            }
        }
    }
    assert!(seen.len() >= 60, "{} crates", seen.len());
}

/// README names the compiler that `rust-version` in Cargo.toml requires, which CI installs.
fn readme_names_the_required_compiler() {
    let read = |name: &str| std::fs::read_to_string(xtask::root().join(name)).unwrap();
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")).unwrap();
    let version = version.split('"').next().unwrap();
    assert!(
        read("README.md").contains(&format!("Rust {version} or later")),
        "README does not name Rust {version}"
    );
}

/// `cargo xtask tidy` finds nothing.
fn the_tree_is_tidy() {
    if let Err(findings) = xtask::tidy::run(false) {
        panic!("{findings}");
    }
}
