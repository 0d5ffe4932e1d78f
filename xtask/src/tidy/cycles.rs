//! Import cycles between files of a crate: which files import each other, and by which names. Separate from the import
//! graph, which knows no crates.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::tidy::file::{files, read};
use crate::tidy::imports::{Imports, cycles, imports};
use crate::{Outcome, root};

/// The texts of Rust files by their paths.
pub type Sources = BTreeMap<String, String>;

/// `cargo xtask cycles`: lists the import cycles of all crates, or of those in the given folders.
pub fn list(folders: &[&str]) -> Outcome {
    let rust_files = files()?.into_iter().filter(|path| path.ends_with(".rs"));
    let sources = rust_files.map(|path| Ok((path.clone(), read(&root().join(path))?)));
    let sources = sources.collect::<Result<Sources, String>>()?;
    let mut text = String::new();
    for root in crate_roots(&sources) {
        if !folders.is_empty() && !folders.iter().any(|folder| root.starts_with(folder)) {
            continue;
        }
        let imports = imports_of(root, &sources)?;
        let cycles = cycles(&imports);
        let tied: usize = cycles.iter().map(|cycle| cycle.len()).sum();
        let _ = writeln!(text, "{root}: {} files, {tied} of them in {} cycles", imports.len(), cycles.len());
        for cycle in cycles {
            let _ = writeln!(text, "  {} files:", cycle.len());
            for from in &cycle {
                for (to, path) in imports[*from].iter().filter(|(to, _)| cycle.contains(to.as_str())) {
                    let _ = writeln!(text, "    {from} -> {to}: {path}");
                }
            }
        }
    }
    print!("{text}");
    Ok(())
}

/// A finding for each import cycle of the tree.
pub fn check(sources: &Sources) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    for root in crate_roots(sources) {
        let imports = imports_of(root, sources)?;
        for cycle in cycles(&imports) {
            let first = cycle.first().copied().unwrap_or_default();
            findings.push(format!(
                "{first}:1: {} files import each other: {}; `cargo xtask cycles` lists the names",
                cycle.len(),
                cycle.iter().copied().collect::<Vec<_>>().join(", ")
            ));
        }
    }
    Ok(findings)
}

/// The root files of all crates of the tree: libraries, programs and test programs.
fn crate_roots(sources: &Sources) -> impl Iterator<Item = &str> {
    sources.keys().map(String::as_str).filter(|path| {
        let folder = path.strip_suffix("/lib.rs").or_else(|| path.strip_suffix("/main.rs"));
        folder.is_some_and(|folder| folder.ends_with("/src") || folder.contains("/tests/"))
    })
}

fn imports_of(crate_root: &str, sources: &Sources) -> Result<Imports, String> {
    imports(crate_root, &|path| sources.get(path).map(String::as_str))
}
