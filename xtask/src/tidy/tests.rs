//! What each tidy rule finds and what it leaves alone.

use super::*;

/// The findings about a file, without its path.
fn findings(path: &str, text: &str) -> Vec<String> {
    let mut findings = Findings::default();
    check_name(path, &mut findings);
    let file = File::new(path.to_owned(), text.to_owned());
    check_file(&file, &["PSV0".to_owned(), "Aon9".to_owned()], &mut findings);
    findings.0.iter().map(|finding| finding[path.len() + 1..].to_owned()).collect()
}

/// The lines that findings about a file stand in.
fn lines(path: &str, text: &str) -> Vec<usize> {
    let line = |finding: &String| finding.split(':').next().and_then(|line| line.parse().ok());
    findings(path, text).iter().filter_map(line).collect()
}

fn is_tidy(path: &str, text: &str) -> bool {
    findings(path, text).is_empty()
}

#[test]
fn a_file_opens_with_its_doc() {
    assert!(is_tidy("crates/a/src/b.rs", "//! B.\n"));
    assert_eq!(lines("crates/a/src/b.rs", "use c;\n"), [1]);
    assert_eq!(lines("crates/a/src/b.rs", "// Stamp.\n//! B.\n"), [1]);
    assert!(is_tidy("crates/a/src/generated/b.rs", "// Stamp.\n//! B.\n"));
    assert_eq!(lines("crates/a/src/generated/b.rs", "// Stamp.\nuse c;\n"), [1]);
}

#[test]
fn names_say_what_is_inside() {
    for path in ["a/utils.rs", "tests/common/a.rs", "a/misc", "a/b/mod.rs", "a/build.rs"] {
        assert_eq!(lines(path, "//! A.\n"), [1], "{path}");
    }
    for path in ["a/common_prefix.rs", "a/rebuild.rs", "a/build"] {
        assert!(is_tidy(path, "//! A.\n"), "{path}");
    }
}

#[test]
fn long_files_need_a_reason_and_the_longest_have_none() {
    let file = |doc: &str, lines: usize| format!("//! A.\n{doc}{}", "use b;\n".repeat(lines));
    assert!(is_tidy("a.rs", &file("", 599)));
    assert_eq!(lines("a.rs", &file("", 600)), [1]);
    assert!(is_tidy("a.rs", &file("//! Long because of the alphabet.\n", 600)));
    assert_eq!(lines("a.rs", &file("//! Long because of the alphabet.\n", 899)), [1]);
    assert!(is_tidy("a/generated/b.rs", &file("", 2000)));
}

#[test]
fn comments_fit_their_columns() {
    let file = |line: &str| format!("//! A.\n{line}\n");
    let word = |columns: usize| "a".repeat(columns);
    for start in ["// ", "/// ", "//! ", "    // "] {
        assert!(is_tidy("a.rs", &file(&format!("{start}{}", word(120 - start.len())))));
        let what = "2: comment has 121 columns; the limit is 120";
        assert_eq!(findings("a.rs", &file(&format!("{start}{}", word(121 - start.len())))), [what]);
    }
    assert!(is_tidy("a.rs", &file(&format!("// https://{}", word(120)))));
    assert!(is_tidy("a.rs", &file(&format!("/// | {} |", word(120)))));
    assert!(is_tidy("a.rs", &file(&format!("const A: &str = \"\n// {}\";", word(120)))));
    assert!(is_tidy("a/generated/b.rs", &file(&format!("// {}", word(120)))));
}

#[test]
fn long_functions_are_found_where_they_begin() {
    let function = |lines: usize| format!("//! A.\n\nfn a() {{\n{}}}\n", "    b();\n".repeat(lines));
    assert!(is_tidy("a.rs", &function(98)));
    assert_eq!(findings("a.rs", &function(99)), ["3: `a` has 101 lines; the limit is 100"]);
}

#[test]
fn names_of_parts_stand_in_tables_only() {
    let code = "//! PSV0 and `b\"PSV0\"`.\nf(b\"PSV0\");\nf(\"a PSV0 part\"); // \"PSV0\"\nf(\"Aon9\");\n";
    assert_eq!(lines("crates/a/src/b.rs", code), [2, 4]);
    assert!(is_tidy("crates/a/src/generated/b.rs", code));
    assert!(is_tidy("tests/b.rs", code));
    assert!(is_tidy("a.rs", "//! A.\nf(\"PSV0\"); // LLVM's key, not a FourCC\n"));
    assert!(is_tidy("a.rs", "//! A.\n#[cfg(test)]\nmod tests {\n    const A: &str = \"PSV0\";\n}\n"));
}

#[test]
fn dependencies_have_reasons() {
    let manifest = |line: &str| format!("[workspace.dependencies]\n{line}\n\n[profile.test]\na = 1\n");
    assert!(is_tidy("Cargo.toml", &manifest("a = { version = \"1\" } # for this")));
    assert!(is_tidy("Cargo.toml", &manifest("a = { path = \"a\" }")));
    assert_eq!(lines("Cargo.toml", &manifest("a = \"1\"")), [2]);
    assert_eq!(lines("Cargo.toml", &manifest("a = \"1\" #")), [2]);
    assert_eq!(lines("Cargo.toml", &manifest("a = { version = \"1\", features = [\"#b\"] }")), [2]);
}

#[test]
fn work_left_undone_is_found_in_comments_and_pages() {
    for word in UNFINISHED {
        assert_eq!(lines("a.rs", &format!("//! A.\nb(); // {word}: c\n")), [2]);
        assert!(is_tidy("a.rs", &format!("//! A.\nb(\"{word}\");\n")));
        assert_eq!(lines("a.md", &format!("Not yet. {word}(me)\n")), [1]);
        assert!(is_tidy("a.md", &format!("There is no `{word}`.\n")));
        assert!(is_tidy("a.yml", &format!("# {word}S, A{word}\n")));
    }
}

#[test]
fn paths_of_a_machine_are_found() {
    for folder in MACHINE_FOLDERS {
        assert_eq!(lines("a.md", &format!("see `/{folder}/a`\n")), [1]);
        assert!(is_tidy("a.md", &format!("see a/{folder}/b, ../{folder}/b, %/{folder}/b\n")));
        assert_eq!(lines("a.rs", &format!("//! A.\n// /{folder}/b\n")), [2]);
        assert_eq!(lines("a.rs", &format!("//! A.\nb(\"/{folder}/b\");\n")), [2]);
        // A test may be about such paths, but not explained by them.
        assert!(is_tidy("tests/a.rs", &format!("//! A.\nb(\"/{folder}/b\");\n")));
        assert_eq!(lines("tests/a.rs", &format!("//! A.\n// /{folder}/b\n")), [2]);
    }
}

#[test]
fn lines_end_in_a_newline_alone() {
    assert_eq!(lines("a.toml", "a = 1\r\nb = 2 \nc = 3\t\r\n"), [1, 2, 3, 3]);
    assert_eq!(lines("a.md", "a  \n"), [1]);
    assert!(is_tidy("a.txt", "a \r\n"));
}
