//! Embeds the commit in release builds of a git clone, for `shader-tools --version`. This build script is the only one
//! of the workspace, because no other code can read the clone at build time.
//!
//! The script reads the files of the clone and does not run git. Debug builds embed no commit: their output is stable,
//! and the script does not run again after a commit. A source archive has no commit. The environment variable
//! `SHADER_TOOLS_COMMIT` overrides the clone.

#![allow(clippy::print_stdout, reason = "Cargo reads the output")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum length of a chain of symbolic references.
const SYMBOLIC_REFERENCES: usize = 5;

fn main() {
    println!("cargo:rerun-if-changed=embed_commit.rs");
    println!("cargo:rerun-if-env-changed=SHADER_TOOLS_COMMIT");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || env::var_os("SHADER_TOOLS_COMMIT").is_some() {
        return;
    }
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let Some(root) = package.as_deref().and_then(workspace) else { return };
    let mut read_files = Vec::new();
    if let Some(commit) = commit(&root, &mut read_files) {
        println!("cargo:rustc-env=SHADER_TOOLS_COMMIT={commit}");
    }
    for path in read_files {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// The root of the workspace. A copy of this package in a clone of another project, such as the output of `cargo
/// vendor`, is not in a workspace of this form.
pub fn workspace(package: &Path) -> Option<PathBuf> {
    let package = fs::canonicalize(package).ok()?;
    let root = package.parent()?.parent()?;
    (package == root.join("crates").join("shader-tools")).then(|| root.to_owned())
}

/// The commit of HEAD in hexadecimal digits; `None` if `root` is not the work tree of a clone. Appends the files and
/// folders to `watched` whose changes can change the commit.
pub fn commit(root: &Path, watched: &mut Vec<PathBuf>) -> Option<String> {
    let mut read = |path: &Path| {
        let content = fs::read_to_string(path).ok()?;
        watched.push(path.to_owned());
        Some(content)
    };
    let mut git = root.join(".git");
    if !git.is_dir() {
        // A linked worktree or a submodule.
        let content = read(&git)?;
        git = root.join(content.strip_prefix("gitdir:")?.trim());
    }
    // The references of a linked worktree are in the folder of its clone.
    let common = read(&git.join("commondir")).map_or_else(|| git.clone(), |path| git.join(path.trim()));
    let mut content = read(&git.join("HEAD"))?;
    for _ in 0..SYMBOLIC_REFERENCES {
        let Some(name) = content.strip_prefix("ref:").map(str::trim) else { break };
        if name.split('/').any(|component| matches!(component, "" | "." | "..")) {
            return None;
        }
        let path = common.join(name);
        content = match read(&path) {
            Some(content) => content,
            None => {
                let packed = read(&common.join("packed-refs"))?;
                // The next commit creates the file, which Cargo cannot watch before it exists.
                watched.extend(path.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned));
                return packed.lines().find_map(|line| {
                    let (commit, of) = line.split_once(' ')?;
                    (of == name).then(|| commit.to_owned()).filter(|commit| is_hash(commit))
                });
            }
        };
    }
    let commit = content.trim();
    is_hash(commit).then(|| commit.to_owned())
}

fn is_hash(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
