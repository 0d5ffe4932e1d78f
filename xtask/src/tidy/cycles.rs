//! Import cycles between files of a crate: which files import each other, and by which names. Separate from the import
//! graph, which knows no crates.

use std::fmt::Write as _;

use crate::tidy::file::{files, read};
use crate::tidy::imports::{Imports, cycles, imports};
use crate::{Outcome, root};

/// `cargo xtask cycles`: lists the import cycles of all crates, or of those in the given folders.
pub fn list(folders: &[&str]) -> Outcome {
    let mut text = String::new();
    for root in
        crate_roots()?.iter().filter(|root| folders.is_empty() || folders.iter().any(|f| root.starts_with(f)))
    {
        let imports = imports_of(root)?;
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
pub fn check() -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    for root in crate_roots()? {
        let imports = imports_of(&root)?;
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
fn crate_roots() -> Result<Vec<String>, String> {
    let is_root = |path: &String| {
        let folder = path.strip_suffix("/lib.rs").or_else(|| path.strip_suffix("/main.rs"));
        folder.is_some_and(|folder| folder.ends_with("/src") || folder.contains("/tests/"))
    };
    Ok(files()?.into_iter().filter(is_root).collect())
}

fn imports_of(crate_root: &str) -> Result<Imports, String> {
    imports(crate_root, &|path| read(&root().join(path)).ok())
}
