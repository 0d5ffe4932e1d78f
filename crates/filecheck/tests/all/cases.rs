//! Cases of FileCheck in `tests/cases/*.txt`, each several files in one, in the format of LLVM's split-file.
//!
//! The file `checks` contains the directives. Files whose names begin with `good` pass and the others fail, all as with
//! FileCheck of LLVM 22. Lines at the top are its arguments (`ARGS:`) and the message for a file that fails
//! (`SAYS NAME: …`).

use std::path::Path;

use filecheck::{Checks, Failure, Options};
use testkit::split_file::split_file;
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] = tests![cases_pass_and_fail, arguments_are_options, files_are_split];

fn check(checks: &str, input: &str, options: &Options) -> Result<(), Failure> {
    Checks::parse(checks, options)?.check(input)
}

fn cases_pass_and_fail() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let files = testkit::corpus::files(&folder);
    assert!(files.len() > 15, "{} has {} cases", folder.display(), files.len());
    for path in files {
        let text = std::fs::read_to_string(&path)?;
        let path = path.display();
        let head: Vec<&str> = text.lines().take_while(|line| !line.contains("---")).collect();
        let arguments = head.iter().find_map(|line| line.strip_prefix("ARGS: ")).unwrap_or_default();
        let words: Vec<&str> = arguments.split(' ').filter(|word| !word.is_empty()).collect();
        let (options, _) = Options::of_arguments(&words)?;
        let files = split_file(&text)?;
        let (name, checks) = &files[0];
        assert_eq!(name, "checks", "{path}");
        assert!(
            files[1..].iter().any(|(name, _)| !name.starts_with("good")),
            "{path} has nothing that fails"
        );
        for (name, input) in &files[1..] {
            let said = check(checks, input, &options).map_err(|failure| failure.to_string());
            let expected = head.iter().find_map(|line| line.strip_prefix(&format!("SAYS {name}: ")));
            assert_eq!(said.is_ok(), name.starts_with("good"), "{path}: {name}: {said:?}");
            if let Some(expected) = expected {
                assert_eq!(said.unwrap_err(), expected, "{path}: {name}");
            }
        }
    }
    Ok(())
}

fn arguments_are_options() {
    let (options, files) = Options::of_arguments(&[
        "a.ll",
        "--check-prefixes=ONE,TWO",
        "-check-prefix",
        "THREE",
        "-DNAME=value",
        "--allow-empty",
    ])
    .unwrap();
    assert_eq!(options.prefixes, ["ONE", "TWO", "THREE"]);
    assert_eq!(options.defines, ["NAME=value"]);
    assert!(options.allow_empty && !options.full_lines);
    assert_eq!(files, ["a.ll"]);
    let error = Options::of_arguments(&["--check-what"]).unwrap_err();
    assert_eq!(error, "--check-what is not an option of FileCheck, or is not supported");
    assert!(check("CHECK: a", "", &Options::default()).is_err());
    assert!(check("CHECK-NOT: a", "", &options).is_err(), "no directive of those prefixes");
    assert!(check("ONE-NOT: a", "", &options).is_ok());
}

fn files_are_split() {
    let text = "before\n;--- a.ll\none\ntwo\n//--- b.ll\nthree\n;;--- none\n";
    let files = split_file(text).unwrap();
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(files, [file("a.ll", "one\ntwo\n"), file("b.ll", "three\n;;--- none\n")]);
    assert!(split_file("nothing").is_err());
    assert!(split_file(";--- a\n;--- a\n").is_err());
}
