//! The project's tasks as functions, so that tests can call what `cargo xtask` calls.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

#[cfg(feature = "programs")]
pub mod bench;
mod cargo;
pub mod ci;
pub mod codegen;
pub mod commits;
pub mod conformance;
mod copies;
pub mod docs;
pub mod soak;
pub mod tidy;

/// The workspace's root folder.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        // Asked when it runs: two checkouts may share a target folder, and with it this program.
        let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
        let mut above = Path::new(&package).ancestors();
        above
            .find(|folder| folder.join("xtask/Cargo.toml").exists())
            .expect("run in the workspace")
            .to_owned()
    });
    &ROOT
}

/// Runs a task in a build of this program that has the shipped crates in it.
pub fn run_with_programs(task: &[&str]) -> Outcome {
    let words = ["run", "--quiet", "--package", "xtask", "--features", "programs", "--"];
    cargo::run(cargo::command(words).args(task))
}

/// What a task says when it fails.
pub type Outcome = Result<(), String>;
