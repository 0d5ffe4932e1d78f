//! `cargo xtask conformance upgrade`: upgraded programs through LLVM 22 and 23. Separate because every program is
//! upgraded in every mode, and LLVM decides whether each result is valid.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use super::{Outcome, cargo, collect, keep_table, llvm, llvm_23, md5, root, run, text};

/// What LLVM makes of each program.
const TABLE: &str = "tests/conformance/upgrade.tsv";

const HEAD: &str = "\
# What LLVM says of upgraded programs; written by `cargo xtask conformance upgrade --bless`.
# file: in this project, or below corpus/ in the folder that SHADER_CORPUS names
# the others, by --llvm and --target: the MD5 of the upgraded text that llvm-as and opt -passes=verify accept, with O2
#   behind it where opt -O2 makes a program of it that is accepted too; or refused and the rule of ours that is broken
#   The tools of LLVM 22 read the texts for LLVM 22, and the tools of LLVM 23 read the others.
# file\t22 dx\t23 dx\tmain dx\t22 generic\t23 generic\tmain generic
";

/// Folders of the corpus, each with whether its programs are optimized too.
const FOLDERS: [(&str, bool); 3] = [("dxc", false), ("vkd3d-proton", false), ("run", true)];

const MODES: [[&str; 2]; 6] =
    [["22", "dx"], ["23", "dx"], ["main", "dx"], ["22", "generic"], ["23", "generic"], ["main", "generic"]];

const VERIFY: [&str; 3] = ["-passes=verify", "-disable-output", "-"];

/// A program, and whether it is optimized too.
pub(super) struct Case {
    pub(super) file: PathBuf,
    pub(super) name: String,
    is_optimized: bool,
}

/// What LLVM says of one in one mode.
enum Verdict {
    /// The digest of what it accepts.
    Accepted(String),
    /// The same, and it accepts what it makes of it.
    Optimized(String),
    /// The rule of ours for which there is nothing that it could be asked about.
    Refused(String),
}

/// What LLVM says of one in all modes, or what of ours it refuses.
type Verdicts = Result<Vec<Verdict>, String>;

impl Verdict {
    fn cell(&self) -> String {
        match self {
            Self::Accepted(digest) => digest.clone(),
            Self::Optimized(digest) => format!("{digest} O2"),
            Self::Refused(rule) => format!("refused {rule}"),
        }
    }
}

/// Upgrades all programs and asks LLVM; stores what it says, or compares with what is stored.
pub fn upgrade(bless: bool) -> Outcome {
    let program = cargo::build_program("release", "")?;
    let cases = cases()?;
    let verdicts: Mutex<Vec<Option<Verdicts>>> = Mutex::new(cases.iter().map(|_| None).collect());
    let waiting = Mutex::new(cases.iter().enumerate());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().expect("nobody panics with it").next();
                    let Some((place, case)) = next else { break };
                    let found = MODES.iter().map(|mode| case.verdict(&program, *mode)).collect();
                    verdicts.lock().expect("nobody panics with it")[place] = Some(found);
                }
            });
        }
    });
    let verdicts = verdicts.into_inner().expect("nobody panicked with it");
    let mut rows = HEAD.to_owned();
    let (mut accepted, mut optimized, mut errors) = (0, 0, Vec::new());
    for (case, found) in cases.iter().zip(verdicts) {
        rows.push_str(&case.name);
        match found.expect("each case was looked at") {
            Ok(found) => {
                for verdict in &found {
                    accepted += usize::from(!matches!(verdict, Verdict::Refused(_)));
                    optimized += usize::from(matches!(verdict, Verdict::Optimized(_)));
                    rows.push('\t');
                    rows.push_str(&verdict.cell());
                    if let Verdict::Refused(rule) = verdict {
                        println!("{} is refused by {rule}", case.name);
                    }
                }
            }
            Err(error) => errors.push(error),
        }
        rows.push('\n');
    }
    let refused = cases.len() * MODES.len() - accepted - errors.len();
    println!(
        "{} programs: LLVM accepts {accepted} upgraded texts, and optimizes {optimized} of them; {refused} refused by us",
        cases.len()
    );
    if !errors.is_empty() {
        return Err(errors.join("\n"));
    }
    keep_table(TABLE, &rows, |_| true, bless)
}

/// All programs there are.
pub(super) fn cases() -> Result<Vec<Case>, String> {
    let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
    let mut folders = vec![(root().join("examples"), "examples".to_owned(), true)];
    folders.extend(
        FOLDERS.map(|(name, is_optimized)| (corpus.join(name), format!("corpus/{name}"), is_optimized)),
    );
    let mut cases = Vec::new();
    for (folder, shown, is_optimized) in folders {
        let mut files = Vec::new();
        collect(&folder, &mut files)?;
        for file in files {
            if has_program(&file)? {
                let name = file.strip_prefix(&folder).map_err(|error| error.to_string())?.display();
                let name = format!("{shown}/{name}");
                cases.push(Case { file, name, is_optimized });
            }
        }
    }
    Ok(cases)
}

impl Case {
    /// What LLVM says of it in one mode; an error where it refuses what we make.
    fn verdict(&self, program: &Path, [version, target]: [&str; 2]) -> Result<Verdict, String> {
        let upgraded = Command::new(program)
            .args(["upgrade", "--llvm", version, "--target", target])
            .arg(&self.file)
            .output()
            .map_err(text)?;
        if !upgraded.status.success() {
            return Ok(Verdict::Refused(rule(&String::from_utf8_lossy(&upgraded.stderr))));
        }
        let failed = |error| format!("{} (--llvm {version} --target {target}): {error}", self.name);
        let llvm = |tool| if version == "22" { llvm(tool) } else { llvm_23(tool) };
        run(llvm("llvm-as").args(["-o", "/dev/null", "-"]), &upgraded.stdout).map_err(failed)?;
        run(llvm("opt").args(VERIFY), &upgraded.stdout).map_err(failed)?;
        let digest = md5(&upgraded.stdout);
        if !self.is_optimized {
            return Ok(Verdict::Accepted(digest));
        }
        let result = run(llvm("opt").args(["-O2", "-S", "-"]), &upgraded.stdout).map_err(failed)?;
        run(llvm("opt").args(VERIFY), &result).map_err(failed)?;
        Ok(Verdict::Optimized(digest))
    }
}

/// The rule that a message names in brackets, or its first line.
pub(super) fn rule(message: &str) -> String {
    let named = message.split_once(": [").and_then(|(_, rest)| Some(rest.split_once(']')?.0));
    let first = message.lines().next().unwrap_or("without a word");
    named.unwrap_or(first).replace('\t', " ")
}

/// Whether a file is a container with a DXIL program.
fn has_program(file: &Path) -> Result<bool, String> {
    let bytes = fs::read(file).map_err(text)?;
    let has = |name: &[u8]| bytes.windows(4).take(4096).any(|window| window == name);
    let programs: [&[u8]; 2] = [
        b"DXIL", // not a FourCC
        b"ILDB", // not a FourCC
    ];
    Ok(programs.into_iter().any(has))
}
