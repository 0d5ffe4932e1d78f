//! The root folder of the workspace, and the result of a task. Separate because every task depends on both.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the root folder of the workspace.
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

/// The result of a task: an error is a message.
pub type Outcome = Result<(), String>;
