//! Whole processes of the program beside LLVM's walk over the same bitcode, on large shaders. Separate because both
//! take turns in one run: only then does their ratio hold on a machine that does something else as well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};

use super::units::time;
use crate::{Outcome, cargo, root};

/// The filter that asks for these alone.
pub(super) const NAME: &str = "processes";
/// How often each command runs; the best run counts.
const TRIES: usize = 20;
const INPUTS: [&str; 3] = ["material_ps", "functions_lib", "types_cs"];
const WALK: &str = "llvm-bcanalyzer-22";

/// What is measured, in the order of the columns.
const VERBS: [&str; 4] = ["dis", "as", "validate", "upgrade"];

/// A program, and what the commands are given.
struct Case {
    name: String,
    /// The bitcode that is printed, as a file of its own.
    bitcode: PathBuf,
    /// The container or the bitcode that is printed and validated.
    shader: PathBuf,
    /// Its listing.
    text: PathBuf,
}

/// Prints the table.
pub(super) fn print(module: &Path) -> Outcome {
    if Command::new(WALK).arg("--version").output().is_err() {
        println!("\nskipped the comparison of processes: {WALK} is not installed");
        return Ok(());
    }
    let program = cargo::build_program("dist", "")?;
    let folder = cargo::target_dir()?.join("process-bench");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut cases = Vec::new();
    for name in INPUTS {
        let shader = root().join("xtask/bench").join(format!("{name}.dxil"));
        let bitcode = folder.join(format!("{name}.bc"));
        fs::write(&bitcode, printed_bitcode(&shader)?).map_err(|e| e.to_string())?;
        cases.push(Case::new(&program, &folder, name, shader, bitcode)?);
    }
    // The benches of bitcode put it there.
    if module.exists() {
        cases.push(Case::new(
            &program,
            &folder,
            "the module of the bitcode benchmarks",
            module.to_owned(),
            module.to_owned(),
        )?);
    }
    println!(
        "\nWhole processes, alternating runs, best of {TRIES}; in brackets the time relative to `{WALK} --dump`:\n"
    );
    println!("| input | bitcode | `{WALK} --dump` | `dis` | `as` | `validate` | `upgrade` |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for case in &cases {
        case.print(&program, &folder)?;
    }
    fs::remove_dir_all(&folder).map_err(|e| e.to_string())
}

impl Case {
    fn new(
        program: &Path,
        folder: &Path,
        name: &str,
        shader: PathBuf,
        bitcode: PathBuf,
    ) -> Result<Self, String> {
        let text = folder.join(format!("{}.ll", name.replace(' ', "_")));
        cargo::run(Command::new(program).arg("dis").arg(&shader).arg("-o").arg(&text))?;
        Ok(Self { name: name.to_owned(), bitcode, shader, text })
    }

    fn print(&self, program: &Path, folder: &Path) -> Outcome {
        let assembled = folder.join("assembled");
        let mut walk = Command::new(WALK);
        walk.arg("--dump").arg(&self.bitcode);
        let mut commands = vec![walk];
        for verb in VERBS {
            let mut command = Command::new(program);
            match verb {
                "as" => command.arg(verb).arg(&self.text).arg("-o").arg(&assembled),
                _ => command.arg(verb).arg(&self.shader),
            };
            commands.push(command);
        }
        let mut best = vec![Duration::MAX; commands.len()];
        for _ in 0..TRIES {
            for (command, best) in commands.iter_mut().zip(&mut best) {
                // Replacing a file waits for the disk, whatever made it.
                let _ = fs::remove_file(&assembled);
                *best = (*best).min(run(command)?);
            }
        }
        let seconds: Vec<f64> = best.iter().map(Duration::as_secs_f64).collect();
        let size = fs::metadata(&self.bitcode).map_err(|e| e.to_string())?.len();
        print!("| {} | {} kB | {} |", self.name, size / 1000, time(seconds[0]));
        for ours in &seconds[1..] {
            print!(" {} ({:.2}) |", time(*ours), ours / seconds[0]);
        }
        println!();
        Ok(())
    }
}

/// How long a command takes, whose output goes nowhere.
fn run(command: &mut Command) -> Result<Duration, String> {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let took = start.elapsed();
    let status = status.map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    // Findings are no failure.
    match status.code() {
        Some(0 | 1) => Ok(took),
        _ => Err(format!("{}: {status}", command.get_program().display())),
    }
}

/// The bitcode that `dis` prints of a container: that with debug information where there is one.
fn printed_bitcode(shader: &Path) -> Result<Vec<u8>, String> {
    let bytes = fs::read(shader).map_err(|e| format!("{}: {e}", shader.display()))?;
    let container = Container::parse(&bytes).map_err(|e| format!("{}: {e}", shader.display()))?;
    let program =
        container.view::<ProgramPart>(FourCc::ILDB).or_else(|| container.view::<ProgramPart>(FourCc::DXIL));
    let program = program.ok_or_else(|| format!("{}: no program", shader.display()))?;
    program.map(|program| program.bitcode.to_vec()).map_err(|e| format!("{}: {e}", shader.display()))
}
