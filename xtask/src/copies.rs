//! Copies of files that packages must hold: the licences in each crate, the example shaders in that of the program.
//! Separate from tables because bytes are copied as they are. Links to them would not survive every checkout.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// The licences, as they are called at the root and in each crate.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
/// The folder of the examples, at the root and in the program's crate.
const EXAMPLES: &str = "examples";

/// The copies: what is copied and where to, both relative to the workspace.
fn copies() -> Result<Vec<(PathBuf, PathBuf)>, String> {
    let mut copies = Vec::new();
    for folder in entries(Path::new("crates"))? {
        copies.extend(LICENCES.map(|name| (PathBuf::from(name), folder.join(name))));
    }
    let program = Path::new("crates/shader-tools");
    copies.extend(files(Path::new(EXAMPLES))?.into_iter().map(|file| (file.clone(), program.join(file))));
    Ok(copies)
}

/// Makes the copies, or says which of them are no longer copies.
pub fn run(check: bool) -> Result<Vec<PathBuf>, String> {
    let copies = copies()?;
    let mut stale = Vec::new();
    for (from, to) in &copies {
        let bytes = fs::read(root().join(from)).map_err(|error| format!("{}: {error}", from.display()))?;
        let path = root().join(to);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        if check {
            stale.push(to.clone());
            continue;
        }
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        made.map_err(|error| format!("{}: {error}", to.display()))?;
    }
    let examples = files(&Path::new("crates/shader-tools").join(EXAMPLES)).unwrap_or_default();
    let orphans = examples.into_iter().filter(|file| copies.iter().all(|(_, to)| to != file));
    stale.extend(orphans);
    Ok(stale)
}

/// What lies in a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let found = fs::read_dir(root().join(folder)).map_err(failed)?;
    let names: Result<Vec<_>, _> =
        found.map(|entry| entry.map(|entry| folder.join(entry.file_name()))).collect();
    let mut names = names.map_err(failed)?;
    names.sort();
    Ok(names)
}

/// The files in a folder and in its subfolders, without the packages among them: cargo excludes a package inside
/// another one.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in entries(folder)? {
        let path = root().join(&entry);
        if path.join("Cargo.toml").exists() {
            continue;
        }
        if path.is_dir() { found.extend(files(&entry)?) } else { found.push(entry) }
    }
    Ok(found)
}
