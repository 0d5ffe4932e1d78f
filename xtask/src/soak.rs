//! `cargo xtask soak`: the tests of damage and of random inputs, with more of them than a run of `cargo test` has time
//! for. The same bodies from the same seeds, so that what fails here can be run again.

use std::path::Path;
use std::{fs, io};

use crate::{Outcome, cargo, root};

/// How many times the inputs of `cargo test`, where nobody says it.
pub const FACTOR: &str = "20";

/// What asks `testkit` for how many inputs it takes.
const TIMES: &str = "times(";

/// Runs the binaries of tests that ask for it, one after the other. Whichever fail, all run.
pub fn run(factor: &str) -> Outcome {
    if !factor.parse::<usize>().is_ok_and(|factor| factor > 0) {
        return Err(format!("{factor}: expected how many times the inputs of `cargo test`"));
    }
    let mut failed = Vec::new();
    for (package, test) in binaries().map_err(|error| format!("crates: {error}"))? {
        println!("{package}, {test}: {factor} times the inputs");
        let mut command = cargo::command(["test", "--package", &package, "--test", &test]);
        if cargo::run(command.env("SHADER_SOAK", factor).args(["--", "--nocapture"])).is_err() {
            failed.push(format!("{package}, {test}"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join("; "))) }
}

/// Packages with the names of their binaries whose tests scale.
fn binaries() -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for package in fs::read_dir(root().join("crates"))? {
        let package = package?;
        let tests = package.path().join("tests");
        if !tests.is_dir() {
            continue;
        }
        for test in fs::read_dir(tests)? {
            let test = test?;
            if test.path().is_dir() && scales(&test.path())? {
                let names = [package.file_name(), test.file_name()];
                let [package, test] = names.map(|name| name.to_string_lossy().into_owned());
                found.push((package, test));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn scales(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Inputs of tests that are no text lie there, too.
        let has_some = if path.is_dir() {
            scales(&path)?
        } else {
            String::from_utf8_lossy(&fs::read(&path)?).contains(TIMES)
        };
        if has_some {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every crate whose inputs are damaged has such tests.
    #[test]
    fn binaries_that_scale_are_found() {
        let found = binaries().unwrap();
        for package in [
            "dx-text",
            "dx-bytecode",
            "dxil",
            "dxil-draw",
            "dxil-ir",
            "dxil-passes",
            "dxil-run",
            "dxil-text",
            "dxil-validate",
            "shader-tools",
        ] {
            assert!(found.iter().any(|(name, _)| name == package), "{package} in {found:?}");
        }
    }

    #[test]
    fn factors_are_numbers() {
        assert!(run("many").is_err());
        assert!(run("0").is_err());
    }
}
