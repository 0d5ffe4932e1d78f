//! `cargo xtask conformance back`: programs upgraded and lowered again, by themselves and behind LLVM 22's optimizer.
//! Separate because what comes back is compared with what there was: its parts, and what it does.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::upgrade::{Case, cases, rule};
use super::{Outcome, cargo, keep_table, llvm, run, text};

/// What becomes of each program.
const TABLE: &str = "tests/conformance/back.tsv";

const HEAD: &str = "\
# Programs upgraded and lowered again; written by `cargo xtask conformance back --bless`.
# file: a valid one, in this project or below corpus/ in the folder that SHADER_CORPUS names
# back: same, where the parts that follow from the program are the same bytes, or which differ; refused and the rule
# runs: same, where it gives the same buffers in its pipeline; differs; - where it has none
# optimized, runs: the same with LLVM 22's opt -O2 between the two, valid where it was same
# file\tback\truns\toptimized\truns
";

/// The parts that follow from a program.
const DERIVED: &str = "SFI0 ISG1 OSG1 PSG1 PSV0 RDAT RTS0";

/// What becomes of a program that goes back.
struct Back {
    verdict: String,
    runs: &'static str,
}

/// Counts of verdicts.
#[derive(Default)]
struct Counts {
    valid: usize,
    same: usize,
    optimized: usize,
    ran: usize,
    ran_same: usize,
    optimized_ran_same: usize,
}

/// Lets all valid programs go there and back; stores what becomes of them, or compares with what is stored.
pub fn back(bless: bool) -> Outcome {
    let program = cargo::build_program("release", "")?;
    let folder = cargo::target_dir()?.join("conformance/back");
    fs::create_dir_all(&folder).map_err(text)?;
    let mut rows = HEAD.to_owned();
    let (mut counts, mut programs) = (Counts::default(), 0);
    for case in cases()? {
        let valid = Command::new(&program).arg("validate").arg(&case.file).output().map_err(text)?;
        if !valid.status.success() {
            continue;
        }
        programs += 1;
        let (plain, optimized) = there_and_back(&program, &case, &folder)?;
        counts.valid += usize::from(!plain.verdict.starts_with("refused"));
        counts.same += usize::from(plain.verdict == "same");
        counts.optimized += usize::from(optimized.verdict == "valid");
        counts.ran += usize::from(plain.runs != "-");
        counts.ran_same += usize::from(plain.runs == "same");
        counts.optimized_ran_same += usize::from(optimized.runs == "same");
        let _ = writeln!(
            rows,
            "{}\t{}\t{}\t{}\t{}",
            case.name, plain.verdict, plain.runs, optimized.verdict, optimized.runs
        );
    }
    let Counts { valid, same, optimized, ran, ran_same, optimized_ran_same } = counts;
    println!(
        "{programs} valid programs: {valid} are valid again, {same} with the same parts; {optimized} behind opt -O2\n\
         of {ran} that run, {ran_same} give the same, {optimized_ran_same} behind opt -O2"
    );
    keep_table(TABLE, &rows, |_| true, bless)
}

/// What becomes of a program by itself, and behind the optimizer.
fn there_and_back(program: &Path, case: &Case, folder: &Path) -> Result<(Back, Back), String> {
    let upgraded = run(Command::new(program).arg("upgrade").arg(&case.file), b"")?;
    let plain = lowered(program, case, &upgraded, &folder.join("plain.dxil"))?;
    let optimized = match run(llvm("opt").args(["-O2", "-S", "-"]), &upgraded) {
        Ok(optimized) => lowered(program, case, &optimized, &folder.join("optimized.dxil"))?,
        Err(_) => Back { verdict: "refused by opt".to_owned(), runs: "-" },
    };
    // What an optimizer leaves of a program need not have the same parts.
    let is_valid = !optimized.verdict.starts_with("refused");
    let verdict = if is_valid { "valid".to_owned() } else { optimized.verdict };
    Ok((plain, Back { verdict, ..optimized }))
}

fn lowered(program: &Path, case: &Case, module: &[u8], to: &Path) -> Result<Back, String> {
    let _ = fs::remove_file(to);
    if let Err(message) = run(Command::new(program).args(["lower", "-", "-o"]).arg(to), module) {
        return Ok(Back { verdict: format!("refused {}", rule(&message)), runs: "-" });
    }
    let (was, is) = (fs::read(&case.file).map_err(text)?, fs::read(to).map_err(text)?);
    let mut verdict = String::new();
    for name in DERIVED.split(' ') {
        if part(&was, name.as_bytes()) != part(&is, name.as_bytes()) {
            let _ = write!(verdict, " {name}");
        }
    }
    let verdict = if verdict.is_empty() { "same".to_owned() } else { format!("parts differ:{verdict}") };
    Ok(Back { verdict, runs: runs(program, case, to)? })
}

/// Whether a shader does in its pipeline what another does.
fn runs(program: &Path, case: &Case, other: &Path) -> Result<&'static str, String> {
    let pipeline: PathBuf = case.file.with_extension("yaml");
    if !pipeline.exists() {
        return Ok("-");
    }
    let buffers = |shader: &Path| {
        let command = ["run", "--no-check", "--print", "--pipeline"];
        let mut command_line = Command::new(program);
        let output = command_line.args(command).arg(&pipeline).arg(shader).output().map_err(text)?;
        Ok::<_, String>(output.stdout)
    };
    Ok(if buffers(&case.file)? == buffers(other)? { "same" } else { "differs" })
}

/// The content of the first part with a name.
fn part<'b>(container: &'b [u8], name: &[u8]) -> Option<&'b [u8]> {
    let word = |at: usize| {
        let bytes = container.get(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let count = word(28)?;
    (0..count).map_while(|index| word(32 + 4 * index)).find_map(|at| {
        let found = container.get(at..at.checked_add(4)?)? == name;
        found.then(|| container.get(at + 8..(at + 8).checked_add(word(at + 4)?)?))?
    })
}
