//! `cargo xtask docs`: shell completions and man pages into `target/docs`, for packagers. The program writes
//! them itself, from the definition that its help comes from.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Outcome, cargo};

/// A shell, and the file name by which it finds a completion script.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "shader-tools.bash"),
    ("zsh", "_shader-tools"),
    ("fish", "shader-tools.fish"),
    ("powershell", "_shader-tools.ps1"),
    ("elvish", "shader-tools.elv"),
];

/// Writes them all, in the place of what an earlier run left.
pub fn run() -> Outcome {
    let program = cargo::build_program("dev", "man")?;
    let folder = cargo::target_dir()?.join("docs");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    write_completions(&program, &folder.join("completions"))?;
    cargo::run(Command::new(&program).arg("man").arg(folder.join("man")))?;
    println!("completions and man pages: {}", folder.display());
    Ok(())
}

fn write_completions(program: &Path, folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (shell, name) in COMPLETIONS {
        let script = cargo::stdout(Command::new(program).args(["completions", shell]))?;
        let file = folder.join(name);
        fs::write(&file, script).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}
