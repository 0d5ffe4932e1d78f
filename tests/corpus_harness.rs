//! The harness of tests that are about the folder that SHADER_CORPUS names, or in part. A test that has nothing to check there
//! is ignored: the result counts it, and the last line of the run says it. The standard harness can do neither.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// Of a test that is about the corpus: nothing was there to check.
pub(crate) fn skipped(what: &str) -> Completion {
    Completion::ignored_with(format!("SHADER_CORPUS names no folder with {what}"))
}

/// A test that is about the corpus, or in part: it says whether it was skipped, and panics where it fails.
pub(crate) type Test = fn() -> Completion;

/// Runs tests as `cargo test` does, and says at the end how many were skipped.
pub(crate) fn run(tests: &[(&'static str, Test)]) -> ExitCode {
    let trials = tests.iter().map(|(name, test)| {
        let test = *test;
        Trial::ignorable_test(*name, move || Ok::<_, Failed>(test()))
    });
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials.collect());
    if conclusion.num_ignored > 0 {
        let (skipped, all) = (conclusion.num_ignored, tests.len());
        eprintln!(
            "{skipped} of {all} checks were SKIPPED: they need a corpus of shaders (SHADER_CORPUS, see CONTRIBUTING.md)"
        );
    }
    conclusion.exit_code()
}
