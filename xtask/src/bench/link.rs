//! Linking one entry with a few of ten thousand libraries, as whole processes. Separate because making the libraries
//! takes longer than all that is measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use testkit::generate::libraries;

use super::units::time;
use crate::{Outcome, cargo};

/// The filter that asks for these alone.
pub(super) const NAME: &str = "link";
/// Libraries to choose from.
const LIBRARIES: usize = 10_000;
/// How often each command runs; the best run counts.
const TRIES: usize = 10;

/// Prints the table.
pub(super) fn print() -> Outcome {
    let program = cargo::build_program("dist", "")?;
    let folder = cargo::target_dir()?.join("link-bench");
    let _ = fs::remove_dir_all(&folder);
    println!(
        "\nWhole processes of `link`, one entry that needs {} of {LIBRARIES} libraries with {} functions each, best of {TRIES}:\n",
        libraries::NEEDED,
        libraries::FUNCTIONS
    );
    println!("| names from | time | goal |");
    println!("|---|--:|--:|");
    for (symbols, what) in [(true, "SYM0 and STR0"), (false, "runtime data")] {
        let below = folder.join(if symbols { "symbols" } else { "rdat" });
        let entry = generate(&below, symbols)?;
        let plain = best(|| command(&program, &below, &entry))?;
        println!("| {what} | {} | 500 ms |", time(plain.as_secs_f64()));
        if symbols {
            let index = below.join("libraries.index");
            let indexed = || {
                let mut command = command(&program, &below, &entry);
                command.arg("--index").arg(&index);
                command
            };
            // The first one writes it.
            let written = best_of(1, indexed)?;
            let read = best(indexed)?;
            println!("| an index, written | {} | |", time(written.as_secs_f64()));
            println!("| an index, read | {} | 50 ms |", time(read.as_secs_f64()));
        }
    }
    fs::remove_dir_all(&folder).map_err(|e| e.to_string())
}

/// Writes the libraries, and gives the entry's file.
fn generate(folder: &Path, symbols: bool) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let below = folder.join("libraries");
    for number in 0..LIBRARIES {
        let folder = below.join(format!("{:02}", number % 100));
        fs::create_dir_all(&folder).map_err(failed)?;
        let bytes = libraries::library(number, symbols).map_err(|e| e.to_string())?;
        fs::write(folder.join(format!("library{number:05}.dxil")), bytes).map_err(failed)?;
    }
    let entry = folder.join("entry.dxil");
    let bytes = libraries::entry(LIBRARIES, symbols).map_err(|e| e.to_string())?;
    fs::write(&entry, bytes).map_err(failed)?;
    Ok(entry)
}

fn command(program: &Path, folder: &Path, entry: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("link").arg(entry).arg("--library-path").arg(folder.join("libraries"));
    command.args(["-T", "ps_6_8", "-E", "PSMain", "-o"]).arg(folder.join("linked.dxil"));
    command
}

fn best(command: impl Fn() -> Command) -> Result<Duration, String> {
    best_of(TRIES, command)
}

fn best_of(tries: usize, command: impl Fn() -> Command) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..tries {
        let start = Instant::now();
        let output = command().stdout(Stdio::null()).output().map_err(|e| e.to_string())?;
        best = best.min(start.elapsed());
        if !output.status.success() {
            return Err(format!("link: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
    }
    Ok(best)
}
