//! How tasks call cargo and find what it built. Separate because ci, docs and bench all do.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Outcome, root};

/// The cargo that runs this task, in the workspace's root.
pub fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(words);
    command
}

/// Runs a command to its end; an error where it fails.
pub fn run(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(status.to_string()) }
}

/// What a command prints; an error where it fails.
pub fn stdout(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().display().to_string();
    let output = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{program}: {e}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{program}: {}", output.status)) }
}

/// Where cargo puts what it builds, whether the environment or a configuration file says so.
pub fn target_dir() -> Result<PathBuf, String> {
    let metadata = stdout(&mut command(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_slice(&metadata).map_err(|e| format!("cargo metadata: {e}"))?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .ok_or("cargo metadata has no target directory".to_owned())
}

/// Builds the program in a profile, with features it has not by itself, and says where it lies.
pub fn build_program(profile: &str, features: &str) -> Result<PathBuf, String> {
    let words =
        ["build", "--quiet", "--package", "shader-tools", "--profile", profile, "--features", features];
    let messages = stdout(command(words).args(["--message-format", "json-render-diagnostics"]))?;
    let messages = serde_json::Deserializer::from_slice(&messages).into_iter::<Value>();
    // The libraries it is made of have no executable.
    let executable = messages.flatten().find_map(|message| message["executable"].as_str().map(PathBuf::from));
    executable.ok_or_else(|| "cargo build produced no executable".to_owned())
}
