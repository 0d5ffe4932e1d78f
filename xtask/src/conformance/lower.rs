//! `cargo xtask conformance lower`: LLVM's tests of its DirectX back end, run by our passes and checked by our
//! FileCheck. Separate because the tests are LLVM's: they are read where they lie, and only their names and what came
//! of them are stored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dxil_ir::intrinsics::LlvmVersion;

use super::by_version::{ByVersion, llvm_version};
use super::{Outcome, text};

mod part_variables;
mod resource_table;
mod root_signatures;
mod shader_flags;
mod shell;
mod streams;
mod tools;

/// The outcome of each test.
const TABLE: &str = "tests/conformance/lower-llvm.tsv";

const HEAD: &str = "\
# LLVM's tests of its DirectX back end, run by our passes, by major version of LLVM; written by
#   `cargo xtask conformance lower FOLDER --llvm VERSION --bless`.
# file: below llvm/test
# the others: pass, if every RUN line passes; fail, with the first line that fails; not run, with what is required;
#   - if this version does not have the test
";

/// The folders with tests of DXIL. LLVM 23 does not have all of them.
const FOLDERS: [&str; 3] = ["CodeGen/DirectX", "Transforms/DXILUpgrade", "tools/dxil-dis"];

/// Comments that LLVM 23 prints after debug information.
const REWRITING: [&str; 3] = ["DXIL: to be replaced", "additional data:", ": to be replaced by:"];

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

    fn cell(&self) -> String {
        match self {
            Self::Pass => self.word().to_owned(),
            Self::Fail(why) | Self::NotRun(why) => {
                format!("{}: {}", self.word(), why.replace(['\t', '\n'], " ").trim())
            }
        }
    }
}

/// Runs the tests of a major version of LLVM; `folder` is its `llvm/test`. Stores the outcomes in the column of this
/// version, or compares them with the stored ones.
pub fn lower(folder: &str, version: &str, bless: bool) -> Outcome {
    let mut table = ByVersion::open(TABLE, HEAD, &[""], version)?;
    let llvm = llvm_version(version);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    // A panic is reported as a failure of its test.
    std::panic::set_hook(Box::new(|_| {}));
    for name in FOLDERS {
        let files = testkit::corpus::files_if_any(&Path::new(folder).join(name));
        for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "ll")) {
            let shown = file.strip_prefix(folder).map_err(|error| error.to_string())?.display().to_string();
            let source = fs::read_to_string(file).map_err(|error| format!("{shown}: {}", text(error)))?;
            let verdict = verdict(&source, llvm);
            *counts.entry(verdict.word()).or_default() += 1;
            table.set(shown, vec![verdict.cell()]);
        }
    }
    let _ = std::panic::take_hook();
    if counts.is_empty() {
        return Err(format!(
            "{folder} has none of the folders {}, expected LLVM's folder llvm/test",
            FOLDERS.join(", ")
        ));
    }
    let of = |word: &str| counts.get(word).copied().unwrap_or(0);
    let run = of("pass") + of("fail");
    println!("{run} files run, {} pass, {} fail; {} not run", of("pass"), of("fail"), of("not run"));
    table.keep(bless)
}

/// What comes of a test.
fn verdict(source: &str, llvm: LlvmVersion) -> Verdict {
    let marked =
        |word: &str| source.lines().find_map(|line| line.split_once(word).map(|(_, rest)| rest.trim()));
    if let Some(needed) = marked("REQUIRES:") {
        return Verdict::NotRun(format!("it requires {needed}"));
    }
    let is_about_rewriting =
        |line: &str| line.contains("CHECK") && REWRITING.iter().any(|comment| line.contains(comment));
    if source.lines().any(is_about_rewriting) {
        let why = "it checks comments about the debug information that LLVM replaces when it writes bitcode";
        return Verdict::NotRun(why.to_owned());
    }
    let lines = shell::run_lines(source);
    if lines.is_empty() {
        return Verdict::NotRun("it has no RUN line".to_owned());
    }
    let mut files = tools::Files::new(source, llvm);
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
