//! `cargo xtask ci`: everything that must pass before a change lands, in one order, here and on every machine
//! that checks changes.

use std::time::Instant;

use crate::{Outcome, cargo, codegen, commits, messages, root, tidy};

/// One thing that must pass.
struct Step {
    /// What runs it alone.
    command: String,
    /// A variable the command needs.
    variable: Option<(&'static str, &'static str)>,
    work: Work,
}

enum Work {
    /// The step's command, in a process of its own.
    Command,
    /// A task of this program, called as a function: it has been built already.
    Task(fn() -> Outcome),
}

/// Runs every step; the first that fails ends the run.
pub fn run() -> Outcome {
    let start = Instant::now();
    let steps = steps(readme_test_command()?);
    for (number, step) in (1..).zip(&steps) {
        println!("[{number}/{}] {}", steps.len(), step.shown());
        let step_start = Instant::now();
        step.run().map_err(|cause| format!("{cause}\nto run this step alone: {}", step.shown()))?;
        println!("      passed in {:.1} s", step_start.elapsed().as_secs_f64());
    }
    println!("everything passed in {:.1} s", start.elapsed().as_secs_f64());
    match std::env::var_os("SHADER_CORPUS") {
        Some(folder) => println!("SHADER_CORPUS was set: the property tests covered {}", folder.display()),
        None => println!("SHADER_CORPUS was not set: the property tests over a larger corpus were skipped"),
    }
    Ok(())
}

fn steps(readme_test: String) -> Vec<Step> {
    vec![
        Step::command("cargo fmt --all --check"),
        Step::command("cargo clippy --workspace --all-targets --all-features -- -D warnings"),
        Step::task("cargo xtask codegen --check", || codegen::run(true)),
        Step::task("cargo xtask messages --check", || messages::run(true)),
        Step::task("cargo xtask tidy", || tidy::run(false)),
        Step::task("cargo xtask commits", commits::run),
        Step::command(readme_test),
        Step::command("cargo test -p xtask"),
        Step::command("cargo test -p shader-store --features cloud,farm"),
        Step {
            variable: Some(("RUSTDOCFLAGS", "-D warnings")),
            ..Step::command("cargo doc --workspace --no-deps")
        },
        Step::command("cargo bench --workspace --no-run"),
    ]
}

impl Step {
    fn command(command: impl Into<String>) -> Self {
        Self { command: command.into(), variable: None, work: Work::Command }
    }

    fn task(command: &str, task: fn() -> Outcome) -> Self {
        Self { work: Work::Task(task), ..Self::command(command) }
    }

    fn shown(&self) -> String {
        let variable = self.variable.map(|(name, value)| format!("{name}=\"{value}\" ")).unwrap_or_default();
        variable + &self.command
    }

    fn run(&self) -> Outcome {
        match self.work {
            Work::Task(task) => task(),
            Work::Command => {
                let words = self.command.split_whitespace().skip_while(|&word| word == "cargo");
                cargo::run(cargo::command(words).envs(self.variable))
            }
        }
    }
}

/// The comment in the README that stands before its test command.
const TEST_MARK: &str = "<!-- ci: test -->";

/// The command that the README tells people to test with: what it promises is what runs here.
fn readme_test_command() -> Result<String, String> {
    let path = root().join("README.md");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    test_command(&text).map_err(|cause| format!("README.md: {cause}"))
}

fn test_command(readme: &str) -> Result<String, String> {
    let mut lines = readme.lines().map(str::trim).skip_while(|&line| line != TEST_MARK).skip(1);
    if lines.find(|line| !line.is_empty()) != Some("```sh") {
        return Err(format!("missing ```sh block after the line `{TEST_MARK}`"));
    }
    let block: Vec<&str> = lines.take_while(|&line| line != "```").collect();
    match block.as_slice() {
        // There is no shell between: words are split at blanks and nothing else has a meaning.
        [command] if command.starts_with("cargo ") && !command.contains(['"', '\'', '$', '&', '|', ';']) => {
            Ok((*command).to_owned())
        }
        _ => Err(format!("the block after `{TEST_MARK}` must be one plain cargo command")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_command_is_the_block_after_the_mark() {
        let readme = "# x\n\n```sh\ncargo run\n```\n\n<!-- ci: test -->\n\n```sh\ncargo test\n```\n";
        assert_eq!(test_command(readme), Ok("cargo test".to_owned()));
    }

    #[test]
    fn test_command_must_be_there_alone_and_plain() {
        for readme in [
            "",
            "```sh\ncargo test\n```\n",
            "<!-- ci: test -->\ntext\n```sh\ncargo test\n```\n",
            "<!-- ci: test -->\n```sh\ncargo test\ncargo bench\n```\n",
            "<!-- ci: test -->\n```sh\ncargo test && true\n```\n",
            "<!-- ci: test -->\n```sh\nmake\n```\n",
        ] {
            assert!(test_command(readme).is_err(), "{readme}");
        }
    }
}
