//! `edit --entry` over many shaders, and editors. Separate from the cases because they are about all files at once, and
//! about programs that people edit with.

use std::path::Path;
use std::process::{Command, Output};

use dxil::shader::Shader;
use dxil::stored::{LISTED, StoredProgram};
use dxil_ir::Module;
use serde_json::Value;
use testkit::{Completion, Failed, Test, corpus, note, skipped, tests};

use crate::edits::{Edit, make, shaders};
use crate::searching::run;

pub(crate) const TESTS: &[Test] = tests![entries_are_renamed_alone, editors_change_what_they_save];

/// Parts that name the entry or hold a program that does, and what follows from their bytes.
const WITH_ENTRY: [&str; 6] = ["DXIL", "ILDB", "STAT", "PSV0", "HASH", "ILDN"];

/// A name that no shader has.
const NAME: &str = "another_name";

/// The name of the function at which a shader is entered.
fn entry_of(module: &Module) -> Option<String> {
    let shader = Shader::read(module).ok()?;
    let [entry] = shader.entry_points.as_slice() else { return None };
    entry.function.map(|_| entry.name.to_string())
}

/// A shader whose entry has another name differs in that name alone, and `validate` finds what it found before.
fn entries_are_renamed_alone() -> Result<(), Failed> {
    let all = shaders(620, |container| {
        StoredProgram::find(container, &LISTED).is_ok_and(|program| program.is_some())
    });
    let (mut edits, mut names) = (Vec::new(), Vec::new());
    for shader in all {
        let container = shader.open()?;
        let program = StoredProgram::find(&container, &LISTED)?.ok_or("a program")?;
        let Some(name) = program.module().ok().and_then(|module| entry_of(&module)) else { continue };
        let parts = WITH_ENTRY.map(str::to_owned).to_vec();
        edits.push(Edit { shader, arguments: ["--entry".to_owned(), NAME.to_owned()], parts });
        names.push(name);
    }
    for (edited, old) in make(edits)?.iter().zip(&names) {
        let name = edited.name();
        for difference in &edited.differences {
            let is_named =
                |side: &str, name: &str| difference[side].as_str().is_none_or(|text| text.contains(name));
            let path = difference["path"].as_str().unwrap_or_default();
            // What follows from the bytes of the program, and what STAT and ILDB repeat.
            let is_of_bytes = difference["part"] == "HASH" || difference["part"] == "ILDN";
            let is_of_bytes = is_of_bytes || difference["note"].is_string();
            let is_of_name = path.contains(old.as_str()) || path.contains(NAME);
            let is_it = is_named("a", old) && is_named("b", NAME) || is_of_name;
            assert!(is_of_bytes || is_it, "{name}: {difference}");
        }
        assert!(!edited.differences.is_empty(), "{name}");
        // Findings name the function.
        let [before, after] = edited.findings.each_ref().map(|list| Value::from(list.clone()).to_string());
        assert_eq!(before.replace(old.as_str(), NAME), after.replace(old.as_str(), NAME), "{name}");
    }
    note!("{} shaders have an entry", names.len());
    corpus::at_least("shaders with another name", names.len(), [50, 500])
}

/// Runs `edit --editor --in-place` with a program as the editor.
fn edit_with(editor: Option<&str>, path: &Path) -> Result<Output, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command.args(["edit", "--editor", "--in-place"]).arg(path).env("NO_COLOR", "1");
    command.env_remove("VISUAL").env_remove("EDITOR");
    if let Some(editor) = editor {
        command.env("EDITOR", editor);
    }
    Ok(command.output()?)
}

/// A listing that is saved with changes is put into the container; one with mistakes is kept, and nothing else happens.
fn editors_change_what_they_save() -> Result<Completion, Failed> {
    if !cfg!(unix) {
        return Ok(skipped("an editor of a shell script"));
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("a.dxil");
    let original = std::fs::read(corpus::root().join("examples/triangle_ps.dxil"))?;
    std::fs::write(&path, &original)?;
    let script = |name: &str, text: &str| -> Result<String, Failed> {
        let path = folder.path().join(name);
        std::fs::write(&path, text)?;
        Ok(format!("sh {}", path.display()))
    };
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();

    for (editor, status, text) in [
        (None, 2, "no editor"),
        (Some("false"), 2, "nothing was changed"),
        (Some("no-such-editor-of-anybody"), 2, "cannot start the editor"),
        (Some("true"), 0, "nothing changes"),
    ] {
        let output = edit_with(editor, &path)?;
        assert_eq!(output.status.code(), Some(status), "{editor:?}: {}", said(&output));
        assert!(said(&output).contains(text), "{editor:?}: {}", said(&output));
        assert_eq!(std::fs::read(&path)?, original, "{editor:?}");
    }

    let wrong = script("wrong", "echo 'no assembly' >> \"$1\"\n")?;
    let output = edit_with(Some(&wrong), &path)?;
    assert!(output.status.code().is_some_and(|code| code > 0) && std::fs::read(&path)? == original);
    let kept = said(&output);
    let kept = kept
        .lines()
        .find_map(|line| line.split_once("the edited listing is kept in "))
        .ok_or("it is kept")?;
    let listings = corpus::files(Path::new(kept.1));
    let listing = std::fs::read_to_string(listings.first().ok_or("there is a listing")?)?;
    assert!(listing.ends_with("no assembly\n"));
    std::fs::remove_dir_all(kept.1)?;

    let right = "sed 's/, 5.000000e-01/, 2.500000e-01/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"\n";
    let output = edit_with(Some(&script("right", right)?), &path)?;
    assert!(output.status.success(), "{}", said(&output));
    let listed = run(&["dis"], &[&path])?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.contains("2.500000e-01") && !listed.contains("5.000000e-01"));
    assert!(run(&["validate"], &[&path])?.status.success());
    Ok(Completion::Completed)
}
