//! Passes of `lower` by themselves, one file a case: assembly of today's LLVM, and in it what FileCheck is to find.
//!
//! The first lines of `tests/lower/*.ll` say what to run: `; RUN: dxil-op-lower`, names of passes, where the module
//! comes out, or `; FAIL: dxil-op-lower`, where what the pass says does. Lines with `CHECK` say what that has to be.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use dxil_ir::{Dialect, verify};
use dxil_passes::lower::{PASSES, run_passes};
use testkit::filecheck::{Options, check};
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] = tests![cases_are_as_expected, every_pass_has_a_case];

/// Lists of other passes, which have cases of their own.
const LISTS: [&str; 2] = ["flatten", "simplify"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower")
}

/// The words behind a directive.
fn words(source: &str, directive: &str) -> Option<Vec<String>> {
    let prefix = format!("; {directive}: ");
    let line = source.lines().find_map(|line| line.strip_prefix(&prefix))?;
    Some(line.split_whitespace().map(str::to_owned).collect())
}

fn cases_are_as_expected() -> Result<(), Failed> {
    let mut failures = String::new();
    for path in testkit::corpus::files(&folder()) {
        let source = fs::read_to_string(&path)?;
        let (passes, may_pass) = match (words(&source, "RUN"), words(&source, "FAIL")) {
            (Some(passes), None) => (passes, true),
            (None, Some(passes)) => (passes, false),
            _ => return Err(format!("{}: RUN or FAIL", path.display()).into()),
        };
        let passes: Vec<&str> = passes.iter().map(String::as_str).collect();
        let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern)
            .map_err(|errors| errors.shown(&path.display().to_string(), source.as_bytes()).to_string())?;
        let output = match run_passes(parsed.module, &passes) {
            Ok(module) => {
                if let Some(finding) = verify(&module).findings.first() {
                    let place = finding.place.show(&module);
                    writeln!(failures, "{}: {place}: {}", path.display(), finding.message)?;
                }
                let mut text = String::new();
                dxil_text::print(&module, &mut text)?;
                assert!(may_pass, "{} is no error", path.display());
                text
            }
            Err(error) => {
                assert!(!may_pass, "{}: {error}", path.display());
                error.to_string()
            }
        };
        if let Err(failure) = check(&source, &output, &Options::default()) {
            writeln!(failures, "{}: {failure}\n{output}", path.display())?;
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// A pass without a case is one that nobody looked at.
fn every_pass_has_a_case() {
    let mut run = BTreeSet::new();
    for path in testkit::corpus::files(&folder()) {
        let source = fs::read_to_string(&path).unwrap();
        run.extend(words(&source, "RUN").or_else(|| words(&source, "FAIL")).unwrap_or_default());
    }
    for pass in PASSES.iter().filter(|pass| !LISTS.contains(&pass.name)) {
        assert!(run.contains(pass.name), "{} has no case", pass.name);
    }
}
