//! The project's tasks as functions, so that tests can call what `cargo xtask` calls.

#[cfg(feature = "programs")]
pub mod bench;
mod cargo;
pub mod ci;
pub mod codegen;
pub mod commits;
pub mod conformance;
mod copies;
pub mod docs;
#[cfg(unix)]
pub mod llvm;
pub mod messages;
pub mod soak;
pub mod tidy;
mod workspace;

pub use workspace::{Outcome, root};

/// Runs a task in a build of this program that has the shipped crates in it.
pub fn run_with_programs(task: &[&str]) -> Outcome {
    let words = ["run", "--quiet", "--package", "xtask", "--features", "programs", "--"];
    cargo::run(cargo::command(words).args(task))
}
