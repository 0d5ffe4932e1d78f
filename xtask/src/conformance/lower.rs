//! `cargo xtask conformance lower`: LLVM's tests of its DirectX back end, run by our passes and checked by our
//! FileCheck. Separate because the tests are LLVM's: they are read where they lie, and only their names and what came
//! of them are stored.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{Outcome, keep_table, text};

mod resource_table;
mod root_signatures;
mod shader_flags;
mod shell;
mod streams;
mod tools;

/// What came of each test.
const TABLE: &str = "tests/conformance/lower-llvm.tsv";

const HEAD: &str = "\
# LLVM 22.1.8's tests of its DirectX back end, run by our passes; written by `cargo xtask conformance lower FOLDER --bless`.
# file: below llvm/test
# outcome: pass, where every RUN line does; fail, with the first line that does not; not run, where one takes what is not here
# file\toutcome\twhy
";

/// The folders with tests that are about DXIL.
const FOLDERS: [&str; 3] = ["CodeGen/DirectX", "Transforms/DXILUpgrade", "tools/dxil-dis"];

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    Pass,
    Fail(String),
    NotRun(String),
}

impl Verdict {
    fn word(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail(_) => "fail",
            Self::NotRun(_) => "not run",
        }
    }

    fn why(&self) -> &str {
        match self {
            Self::Pass => "",
            Self::Fail(why) | Self::NotRun(why) => why,
        }
    }
}

/// Runs the tests below `llvm/test`; stores what comes of them, or compares with what is stored.
pub fn lower(folder: &str, bless: bool) -> Outcome {
    let mut rows = HEAD.to_owned();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    // What panics is told as a failure of its test.
    std::panic::set_hook(Box::new(|_| {}));
    for name in FOLDERS {
        let files = testkit::corpus::files_if_any(&Path::new(folder).join(name));
        if files.is_empty() {
            return Err(format!("{folder} has no tests in {name}: it is to be LLVM's folder llvm/test"));
        }
        for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "ll")) {
            let shown = file.strip_prefix(folder).map_err(|error| error.to_string())?.display();
            let source = fs::read_to_string(file).map_err(|error| format!("{shown}: {}", text(error)))?;
            let verdict = verdict(&source);
            *counts.entry(verdict.word()).or_default() += 1;
            let why = verdict.why().replace(['\t', '\n'], " ");
            let _ = writeln!(rows, "{shown}\t{}\t{}", verdict.word(), why.trim());
        }
    }
    let _ = std::panic::take_hook();
    let of = |word: &str| counts.get(word).copied().unwrap_or(0);
    let run = of("pass") + of("fail");
    println!("{run} files run, {} pass, {} fail; {} not run", of("pass"), of("fail"), of("not run"));
    keep_table(TABLE, &rows, |_| true, bless)
}

/// What comes of a test.
fn verdict(source: &str) -> Verdict {
    let marked =
        |word: &str| source.lines().find_map(|line| line.split_once(word).map(|(_, rest)| rest.trim()));
    if let Some(needed) = marked("REQUIRES:") {
        return Verdict::NotRun(format!("it requires {needed}"));
    }
    let lines = shell::run_lines(source);
    if lines.is_empty() {
        return Verdict::NotRun("it has no RUN line".to_owned());
    }
    let mut files = tools::Files::new(source);
    let mut verdict = Verdict::Pass;
    for line in &lines {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shell::run(line, &mut files)));
        let failed =
            |why: String| Verdict::Fail(if lines.len() > 1 { format!("{line}: {why}") } else { why });
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(tools::Stop::Failed(why))) => {
                verdict = failed(why);
                break;
            }
            // Those that can be run may fail still.
            Ok(Err(tools::Stop::Unknown(why))) => verdict = Verdict::NotRun(why),
            Err(panic) => {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
                verdict = failed(format!("panics: {said}"));
                break;
            }
        }
    }
    match (marked("XFAIL:"), verdict) {
        (Some(_), Verdict::Fail(_)) => Verdict::Pass,
        (Some(_), Verdict::Pass) => Verdict::Fail("LLVM expects it to fail".to_owned()),
        (_, verdict) => verdict,
    }
}
