//! What must stay true of the project itself: fresh tables, tidy sources. Real files are `corpus.rs`'s business.

use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![generated_code_is_fresh, tests_with_a_harness_of_their_own_list_all_of_them, the_tree_is_tidy];

/// `cargo xtask codegen` has been run since a table changed.
fn generated_code_is_fresh() {
    if let Err(stale) = xtask::codegen::run(true) {
        panic!("{stale}");
    }
}

/// A test file with a harness of its own runs what its `main` lists, and nothing that is marked as a test.
fn tests_with_a_harness_of_their_own_list_all_of_them() {
    let root = xtask::root();
    let mut checked = 0;
    for entry in std::fs::read_dir(root.join("crates")).expect("there are crates") {
        let folder = entry.expect("a crate").path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
        for table in manifest.split("[[test]]").skip(1) {
            let lines = table.lines().skip(1).take_while(|line| !line.starts_with('['));
            let value = |key: &str| {
                let mut pairs = lines.clone().filter_map(|line| line.split_once(" = "));
                pairs.find_map(|(name, value)| (name == key).then(|| value.trim_matches('"').to_owned()))
            };
            if value("harness").as_deref() != Some("false") {
                continue;
            }
            let name = value("name").expect("a test has a name");
            let path = value("path").unwrap_or_else(|| format!("tests/{name}.rs"));
            let text = std::fs::read_to_string(folder.join(&path)).expect("a test has a file");
            assert!(!text.contains("#[test]"), "{path}: tests that nothing runs");
            checked += 1;
        }
    }
    assert!(checked >= 9, "{checked} files with a harness of their own");
}

/// `cargo xtask tidy` finds nothing.
fn the_tree_is_tidy() {
    if let Err(findings) = xtask::tidy::run() {
        panic!("{findings}");
    }
}
