//! `edit`: what is changed, and what stays, over many shaders. Separate from the cases because they are about all
//! files at once, and about editors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dx_container::{Container, FourCc};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Module, Op, Type, ValueKind};
use rayon::prelude::*;
use serde_json::Value;
use testkit::{Completion, Failed, Test, corpus, note, skipped, tests};

use crate::searching::{document, run};

pub(crate) const TESTS: &[Test] = tests![
    fields_are_edited_alone,
    entries_are_renamed_alone,
    constants_are_edited_alone,
    editors_change_what_they_save
];

/// The digests of the parts of a container, by name and place.
fn parts(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Failed> {
    let container = Container::parse(bytes)?;
    Ok(container.parts().iter().map(|part| (part.name.to_string(), part.data.to_vec())).collect())
}

/// Shaders of DXIL that can be edited and validated: the project's own, and those of the corpus, more than 500.
fn edited_shaders() -> Vec<PathBuf> {
    let own = corpus::files(&corpus::root().join("examples"));
    let others = corpus::subfolder("dxc").map(|folder| corpus::files(&folder)).unwrap_or_default();
    let is_shader = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "dxil");
    let others = others.into_iter().filter(is_shader);
    own.into_iter().filter(is_shader).chain(others).collect()
}

/// What `diff` says of two trees, by file: the parts and paths that differ.
fn differences(a: &Path, b: &Path) -> Result<BTreeMap<String, Vec<(String, String)>>, Failed> {
    let document = document(&["diff", "--json"], &[a, b])?;
    let mut found = BTreeMap::new();
    for file in document["files"].as_array().ok_or("files")? {
        let list = file["differences"].as_array().into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let pairs = list.map(|it| (text(&it["part"]), text(&it["path"]))).collect();
        found.insert(text(&file["b"]), pairs);
    }
    Ok(found)
}

/// A copy of shaders in one folder, under numbers.
fn copied(shaders: &[PathBuf]) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    for (index, path) in shaders.iter().enumerate() {
        std::fs::copy(path, folder.path().join(format!("{index:04}.dxil")))?;
    }
    Ok(folder)
}

/// The exit status of `validate` for each file.
fn verdicts(folder: &Path) -> Result<Vec<bool>, Failed> {
    let document = document(&["validate", "--json"], &[folder])?;
    let files = document["files"].as_array().ok_or("files")?;
    Ok(files.iter().map(|file| file["valid"] == true).collect())
}

/// A field that is set changes, its part and nothing else; what was valid is no less so.
fn fields_are_edited_alone() -> Result<(), Failed> {
    let (before, after) = (copied(&edited_shaders())?, tempfile::tempdir()?);
    let output =
        run(&["edit", "--set", "SFI0.Flags=0x8000000000000000", "-o"], &[after.path(), before.path()])?;
    let mut edited = 0;
    for path in corpus::files(after.path()) {
        let old = parts(&std::fs::read(before.path().join(path.file_name().ok_or("a name")?))?)?;
        let new = parts(&std::fs::read(&path)?)?;
        assert_eq!(old.len(), new.len());
        for ((name, old), (other, new)) in old.into_iter().zip(new) {
            assert_eq!(name, other);
            assert_eq!(old == new, name != "SFI0", "{name} of {}", path.display());
        }
        edited += 1;
    }
    let all = corpus::files(before.path()).len();
    assert!(edited + 5 >= all, "{edited} of {all}: {}", String::from_utf8_lossy(&output.stderr));
    for (file, differences) in differences(before.path(), after.path())? {
        // A file without this part is not edited, and so is in one tree alone.
        let is_it = |(part, path): &(String, String)| part == "SFI0" && path == "Flags" || part == "file";
        assert!(differences.len() == 1 && differences.iter().all(is_it), "{file}: {differences:?}");
    }
    Ok(())
}

/// A shader whose entry has another name has the same parts but for those that name it, and is as valid as before.
fn entries_are_renamed_alone() -> Result<(), Failed> {
    let (before, after) = (copied(&edited_shaders())?, tempfile::tempdir()?);
    run(&["edit", "--entry", "another_name", "-o"], &[after.path(), before.path()])?;
    let renamed = corpus::files(after.path());
    for path in &renamed {
        let old = parts(&std::fs::read(before.path().join(path.file_name().ok_or("a name")?))?)?;
        let new = parts(&std::fs::read(path)?)?;
        for (name, data) in old.iter().filter(|(name, _)| KEPT.contains(&name.as_str())) {
            assert!(new.contains(&(name.clone(), data.clone())), "{name} of {}", path.display());
        }
    }
    let kept: Vec<PathBuf> =
        renamed.iter().map(|path| before.path().join(path.file_name().unwrap_or_default())).collect();
    let [old, new] = [verdicts(copied(&kept)?.path())?, verdicts(copied(&renamed)?.path())?];
    assert!(renamed.len() >= 10, "{} files", renamed.len());
    assert_eq!(old, new);
    Ok(())
}

/// Parts that do not say what the entry is called.
const KEPT: [&str; 5] = ["SFI0", "ISG1", "OSG1", "RTS0", "PRIV"];

/// A float that an instruction computes with, as `--constant` names it with another value: what changes is then neither
/// an address nor an index.
fn another_constant(bytes: &[u8]) -> Result<Option<String>, Failed> {
    let container = Container::parse(bytes)?;
    let Some(part) = [FourCc::ILDB, FourCc::DXIL].into_iter().find_map(|name| container.part(name)) else {
        return Ok(None);
    };
    let program = Program::parse(container.payload(&part))?;
    let module = dxil_ir::bitcode::read(program.bitcode, program.bitcode_offset)?;
    for (_, global, body) in module.bodies() {
        let name = String::from_utf8_lossy(global.name.as_ref()).into_owned();
        // Of a library, the name before it was mangled.
        let name = name.trim_start_matches(['\u{1}', '?']).split("@@").next().unwrap_or_default().to_owned();
        for (index, (_, _, instruction)) in body.in_order().enumerate() {
            // Of operations, the first argument is the opcode.
            let operands = match &instruction.op {
                Op::Binary { .. } | Op::Compare { .. } | Op::Select { .. } => 0..3,
                Op::Call { .. } => 1..CALL_OPERANDS,
                _ => continue,
            };
            for operand in operands {
                let value = instruction.op.operand(&body.lists, operand);
                if value.is_some_and(|value| is_float(&module, value.kind())) {
                    return Ok(Some(format!("{name}:#{index}.{operand}={UNUSUAL}")));
                }
            }
        }
    }
    Ok(None)
}

/// More than operations have.
const CALL_OPERANDS: usize = 32;

/// A number that no shader has: where one became equal to another, other instructions would compute the same, and
/// `diff` would pair those.
const UNUSUAL: &str = "0.0390625";

fn is_float(module: &Module, value: ValueKind) -> bool {
    let ValueKind::Constant(id) = value else { return false };
    let Some(constant) = module.constants.get(id) else { return false };
    let is_number = matches!(constant.kind, ConstantKind::Float(_));
    is_number && matches!(module.types.get(constant.ty), Some(Type::Float))
}

/// Parts that a program is in, its digest, and the name that follows from that.
const OF_THE_PROGRAM: [&str; 4] = ["DXIL", "ILDB", "HASH", "ILDN"];

/// One constant of each shader is replaced: the program differs in one line, no part does but those that hold it, and
/// it is as valid as before.
fn constants_are_edited_alone() -> Result<(), Failed> {
    let shaders = edited_shaders();
    let before = copied(&shaders)?;
    let after = tempfile::tempdir()?;
    let files = corpus::files(before.path());
    let edited: Vec<Option<PathBuf>> = files
        .par_iter()
        .map(|path| {
            let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
            let Some(edit) = another_constant(&bytes).map_err(|error| format!("{error:?}"))? else {
                return Ok(None);
            };
            let to = after.path().join(path.file_name().unwrap_or_default());
            let output = run(&["edit", "--constant", &edit, "-o"], &[&to, path])
                .map_err(|error| format!("{error:?}"))?;
            assert!(output.status.success(), "{edit}: {}", String::from_utf8_lossy(&output.stderr));
            Ok(Some(path.clone()))
        })
        .collect::<Result<_, String>>()?;
    let edited: Vec<PathBuf> = edited.into_iter().flatten().collect();
    for path in &edited {
        let old = parts(&std::fs::read(path)?)?;
        let new = parts(&std::fs::read(after.path().join(path.file_name().unwrap_or_default()))?)?;
        assert_eq!(old.len(), new.len());
        for ((name, old), (other, new)) in old.into_iter().zip(new) {
            let is_of_program = OF_THE_PROGRAM.contains(&name.as_str());
            assert!(name == other && (old == new || is_of_program), "{name} of {}", path.display());
        }
    }
    let kept = tempfile::tempdir()?;
    for path in &edited {
        std::fs::copy(path, kept.path().join(path.file_name().unwrap_or_default()))?;
    }
    let document = document(&["diff", "--json"], &[kept.path(), after.path()])?;
    let compared = document["files"].as_array().ok_or("files")?;
    assert_eq!(compared.len(), edited.len());
    for file in compared {
        let mut programs = 0;
        for difference in file["differences"].as_array().into_iter().flatten() {
            let part = difference["part"].as_str().unwrap_or_default();
            assert!(OF_THE_PROGRAM.contains(&part), "{}: {difference}", file["b"]);
            let Some(lines) = difference["lines"].as_array() else { continue };
            let of_sign = |sign: char| {
                let lines = lines.iter().filter_map(|line| line.as_str());
                lines.filter(|line| line.starts_with(sign)).count()
            };
            assert_eq!((of_sign('-'), of_sign('+')), (1, 1), "{}: {difference}", file["b"]);
            programs += 1;
        }
        // With debug information beside it, the same line of that program.
        assert!(matches!(programs, 1 | 2), "{}: {}", file["b"], file["differences"]);
    }
    assert_eq!(verdicts(kept.path())?, verdicts(after.path())?);
    note!("{} of {} shaders have such a constant", edited.len(), files.len());
    assert!(edited.len() >= 3, "{} files", edited.len());
    Ok(())
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
        (Some("no-such-editor-of-anybody"), 2, "cannot be started"),
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
