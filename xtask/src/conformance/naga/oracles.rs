//! The executed compute entry points of naga's snapshot inputs. Separate from the verdicts because `judge/`, a
//! workspace with a graphics library, executes them.

use std::collections::BTreeMap;
use std::fs;

use super::super::verdicts::expect_stored;
use super::super::{Outcome, judge, root, text};
use crate::cargo;

/// The table of outcomes.
const TABLE: &str = "tests/conformance/naga-run.tsv";
/// The environment variable with the file name of DXC's program.
const DXC: &str = "DXC";
/// The column of DXC's outcomes.
const DXC_COLUMN: usize = 4;

const HEAD: &str = "\
# The compute entry points of naga's snapshot inputs, compiled by naga-dxil and executed by dxil-run over random inputs;
#   written by `DXC=PROGRAM cargo xtask conformance naga FOLDER… --bless`. The judge adds stores of all local variables,
#   private variables and values of the outermost block to each entry point.
# inputs: the inputs, at most three, for which the shader changes memory; 0, if no value reaches memory
# lavapipe: the driver executes naga's SPIR-V; DXC: dxil-run executes what DXC 1.6 compiles from naga's HLSL
# outcome: equal, byte for byte; within bounds, if floats differ at most by the accuracy of WGSL; differs, with a reason
#   that is not a fault of naga-dxil; not run, with the limit of the oracle
# digest: FNV-1a of our memory after all dispatches
# file\tentry\tinputs\tlavapipe\tDXC\tdigest
";

/// Executes the compute entry points of the folders, and compares or stores the outcomes.
pub(super) fn oracles(folders: &[&str], is_blessing: bool) -> Outcome {
    let has_dxc = std::env::var_os(DXC).is_some();
    let mut command = judge::command()?;
    let printed = cargo::stdout(command.arg("naga").args(folders))?;
    let printed = String::from_utf8(printed).map_err(|error| error.to_string())?;
    let (driver, rows): (Vec<&str>, Vec<&str>) = printed.lines().partition(|line| line.starts_with('#'));
    for (oracle, column) in [("lavapipe", DXC_COLUMN - 1), ("DXC", DXC_COLUMN)] {
        println!("{oracle}: {}", counts(&rows, column));
    }
    if !has_dxc {
        println!("no entry point is compared with DXC: set {DXC} to the file name of dxc");
    }
    let failures: Vec<&str> = rows.iter().filter(|row| row.contains("\tfailed")).copied().collect();
    if !failures.is_empty() {
        return Err(format!("{} entry points fail:\n{}", failures.len(), failures.join("\n")));
    }
    if is_blessing {
        if !has_dxc {
            return Err(format!("{TABLE} has outcomes of DXC: set {DXC} to the file name of dxc"));
        }
        let contents = format!("{HEAD}{}\n{}\n", driver.join("\n"), rows.join("\n"));
        return fs::write(root().join(TABLE), contents).map_err(text);
    }
    expect_stored(&rows, TABLE, |row| comparable(row, has_dxc))
}

/// A row without the outcome of DXC, if DXC is not installed.
fn comparable(row: &str, has_dxc: bool) -> String {
    let cells = row.split('\t').enumerate();
    let cells = cells.filter(|(column, _)| has_dxc || *column != DXC_COLUMN);
    cells.map(|(_, cell)| cell).collect::<Vec<_>>().join("\t")
}

/// The number of rows with each outcome.
fn counts(rows: &[&str], column: usize) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        let cell = row.split('\t').nth(column).unwrap_or_default();
        let outcome = cell.split(':').next().unwrap_or_default();
        *counts.entry(if outcome == "-" { "not run" } else { outcome }).or_default() += 1;
    }
    let counts = counts.iter().map(|(outcome, count)| format!("{count} {outcome}"));
    counts.collect::<Vec<_>>().join(", ")
}
