//! The files of the tree, as tidy rules read them: found by a walk, classified by their paths. Separate because several
//! rules read files, and none of them walks the tree.

use std::fs;
use std::path::Path;

use crate::tidy::rust_source::RustSource;
use crate::{Outcome, root};

/// A text file; its path is relative to the root, with `/`.
pub struct File {
    pub path: String,
    pub text: String,
    /// The comments, literals and code of a Rust file.
    pub rust: Option<RustSource>,
}

impl File {
    pub fn new(path: String, text: String) -> Self {
        let rust = path.ends_with(".rs").then(|| RustSource::parse(&text));
        Self { path, text, rust }
    }

    pub fn is(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
    }

    pub fn is_generated(&self) -> bool {
        self.path.contains("/generated/")
    }

    pub fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }
}

/// Paths of all files of the tree, sorted, without the folders that `.gitignore` names.
pub fn files() -> Result<Vec<String>, String> {
    let ignored = read(&root().join(".gitignore"))?;
    let ignored: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
    let mut found = Vec::new();
    add_files("", &ignored, &mut found)?;
    found.sort();
    Ok(found)
}

fn add_files(folder: &str, ignored: &[&str], found: &mut Vec<String>) -> Outcome {
    let failed = |error: std::io::Error| format!("{folder}: {error}");
    for entry in fs::read_dir(root().join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().display().to_string();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let kind = entry.file_type().map_err(failed)?;
        // The walk reaches the target of a link, a file of the tree, by its own path.
        if name == ".git" || ignored.contains(&path.as_str()) || kind.is_symlink() {
            continue;
        } else if kind.is_dir() {
            add_files(&path, ignored, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// The comment of a TOML line: the text after a `#` outside of strings.
pub fn toml_comment(line: &str) -> Option<&str> {
    let mut in_string = false;
    let start = line.find(|c| {
        in_string ^= c == '"';
        c == '#' && !in_string
    })?;
    line.get(start + 1..)
}
