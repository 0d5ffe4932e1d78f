//! `cargo xtask conformance run`: compute shaders on a Vulkan driver and by us. Separate because another program does
//! it, in a workspace of its own: `judge/`.

use std::collections::BTreeMap;
use std::process::Command;

use super::{Outcome, keep_table, root};
use crate::cargo;

/// What came of each case.
const TABLE: &str = "tests/conformance/run.tsv";

const HEAD: &str = "\
# Compute shaders by dxil-run and, through dxil-spirv, on lavapipe; written by `cargo xtask conformance run --bless`.
# case: link/ in examples/link beside the corpus; run/ in the corpus; random/ over random inputs
# outcome: equal, byte for byte; within rule, by the rule that the pipeline has for its results: signs of NaN, denormals and last
# bits of sines, exponentials, logarithms; differs, by a rule of D3D or Vulkan; not run, by what the converter or the driver
# cannot do, or where the pipeline is not for D3D
# case\toutcome\twhy
";

/// What the judge is made of that cargo does not bring.
const NEEDS: &str =
    "the judge is not built. It needs CMake, a C++ compiler and libclang (Debian: cmake g++ libclang-dev)";

/// Builds the judge, and returns the command that runs it.
pub(super) fn command() -> Result<Command, String> {
    let folder = cargo::target_dir()?.join("judge");
    let manifest = root().join("judge/Cargo.toml");
    let command = |word: &str| {
        let mut command = cargo::command([word, "--quiet", "--manifest-path"]);
        command.arg(&manifest).arg("--target-dir").arg(&folder);
        command
    };
    cargo::run(&mut command("build")).map_err(|error| format!("{NEEDS}: {error}"))?;
    let mut run = command("run");
    run.arg("--");
    Ok(run)
}

/// Runs the judge, and stores the outcome of each case or compares it with the stored outcome.
pub fn judge(bless: bool) -> Outcome {
    let rows = String::from_utf8(cargo::stdout(&mut command()?)?).map_err(|error| error.to_string())?;
    let mut counts = BTreeMap::new();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        *counts.entry(outcome(row)).or_insert(0) += 1;
    }
    for (outcome, count) in &counts {
        println!("{count:4} {outcome}");
    }
    let failures: Vec<&str> = rows.lines().filter(|row| outcome(row) == "failed").collect();
    if !failures.is_empty() {
        return Err(format!("{} cases fail:\n{}", failures.len(), failures.join("\n")));
    }
    // The driver that the judge names need not be the one of the last time.
    keep_table(TABLE, &format!("{HEAD}{rows}"), |line| !line.starts_with('#'), bless)
}

fn outcome(row: &str) -> &str {
    row.split('\t').nth(1).unwrap_or_default()
}
