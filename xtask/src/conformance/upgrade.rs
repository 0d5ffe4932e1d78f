//! `cargo xtask conformance upgrade`: upgraded programs through LLVM 22. Separate because every program is upgraded in
//! every mode here, and LLVM says of each whether it is one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Outcome, cargo, collect, keep_table, llvm, md5, root, run, text};

/// What LLVM makes of each program.
const TABLE: &str = "tests/conformance/upgrade.tsv";

const HEAD: &str = "\
# What llvm-as and opt -passes=verify of LLVM 22 accept of upgraded programs; written by `cargo xtask conformance upgrade
# --bless`, which fails where they refuse one, or where a program that LLVM optimizes is one no more.
# file: in this project, or below corpus/ in the folder that SHADER_CORPUS names
# the others: the MD5 of the upgraded text, by --llvm and --target; - where the program is refused
# file\t22 dx\tmain dx\t22 generic\tmain generic
";

/// Folders of the corpus, each with whether its programs are optimized too.
const FOLDERS: [(&str, bool); 3] = [("dxc", false), ("vkd3d-proton", false), ("run", true)];

const MODES: [[&str; 2]; 4] = [["22", "dx"], ["main", "dx"], ["22", "generic"], ["main", "generic"]];

/// Upgrades all programs and asks LLVM; stores digests of what it accepts, or compares with what is stored.
pub fn upgrade(bless: bool) -> Outcome {
    let program = cargo::build_program("release", "")?;
    let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
    let mut rows = HEAD.to_owned();
    let (mut accepted, mut refused, mut optimized) = (0, 0, 0);
    let mut folders = vec![(root().join("examples"), "examples".to_owned(), true)];
    folders.extend(
        FOLDERS.map(|(name, is_optimized)| (corpus.join(name), format!("corpus/{name}"), is_optimized)),
    );
    for (folder, shown, is_optimized) in folders {
        let mut files = Vec::new();
        collect(&folder, &mut files)?;
        for file in files {
            if !has_program(&file)? {
                continue;
            }
            let name = file.strip_prefix(&folder).map_err(|error| error.to_string())?.display().to_string();
            let _ = write!(rows, "{shown}/{name}");
            for [version, target] in MODES {
                let upgraded = Command::new(&program)
                    .args(["upgrade", "--llvm", version, "--target", target])
                    .arg(&file)
                    .output()
                    .map_err(text)?;
                if !upgraded.status.success() {
                    refused += 1;
                    rows.push_str("\t-");
                    continue;
                }
                let failed = |error| format!("{shown}/{name} (--llvm {version} --target {target}): {error}");
                let verify = ["-passes=verify", "-disable-output", "-"];
                run(llvm("llvm-as").args(["-o", "/dev/null", "-"]), &upgraded.stdout).map_err(failed)?;
                run(llvm("opt").args(verify), &upgraded.stdout).map_err(failed)?;
                accepted += 1;
                if is_optimized {
                    let result =
                        run(llvm("opt").args(["-O2", "-S", "-"]), &upgraded.stdout).map_err(failed)?;
                    run(llvm("opt").args(verify), &result).map_err(failed)?;
                    optimized += 1;
                }
                let _ = write!(rows, "\t{}", md5(&upgraded.stdout));
            }
            rows.push('\n');
        }
    }
    println!(
        "{accepted} upgraded texts are accepted by LLVM 22, {optimized} of them optimized; {refused} refused by us"
    );
    keep_table(TABLE, &rows, |_| true, bless)
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
