//! Baselines of whole folders: a new baseline hides all findings, and is the same for any number of threads.

use std::fs;
use std::path::Path;
use std::process::Command;

use testkit::{Completion, Failed, Test, corpus, skipped, tests};

use crate::searching::document;

pub(crate) const TESTS: &[Test] = tests![baselines_of_the_corpus_hide_all_findings];

/// Writes a baseline for `folder` in this number of threads.
fn write(folder: &Path, to: &Path, threads: &str) -> Result<String, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    let output = command.args(["validate", "-j", threads, "--write-baseline"]).args([to, folder]).output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(fs::read_to_string(to)?)
}

fn baselines_of_the_corpus_hide_all_findings() -> Result<Completion, Failed> {
    let Some(files) = corpus::inputs("dxc-invalid", "dxil") else {
        return Ok(skipped("invalid shaders (dxc-invalid/)"));
    };
    let folder = files.first().and_then(|file| file.parent()).ok_or("a file is in a folder")?;
    let output = tempfile::tempdir()?;
    let known = output.path().join("known.json");
    let baseline = write(folder, &known, "1")?;
    assert_eq!(baseline, write(folder, &output.path().join("again.json"), "8")?);
    let count = |document: &serde_json::Value, member: &str| -> u64 {
        let files = document["files"].as_array().into_iter().flatten();
        files.map(|file| file[member].as_u64().unwrap_or_default()).sum()
    };
    let found = document(&["validate", "--json"], &[folder])?;
    let found = count(&found, "errors") + count(&found, "warnings");
    corpus::assert_if_known("findings in a baseline", usize::try_from(found)?, 1000);
    let hidden = document(&["validate", "--json", "--strict", "--baseline"], &[&known, folder])?;
    assert_eq!(count(&hidden, "suppressed"), found);
    assert_eq!(count(&hidden, "errors") + count(&hidden, "warnings"), 0);
    Ok(Completion::Completed)
}
