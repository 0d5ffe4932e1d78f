//! `cargo xtask conformance next-llvm`: proves that a new version of LLVM needs table rows only. Separate because the
//! task adds rows for an invented version to a copy of the repository, and executes a program there.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Outcome, add_files, cargo, root, text};

/// The program that reads and prints modules of the version.
const PROGRAM: &str = "tests/conformance/next_llvm.rs";

/// The rows: the table, a line of the table, and the row that is added before the line.
const ROWS: [(&str, &str, &str); 5] = [
    ("intrinsics", "  { name = \"main\", const = \"Main\" },\n", "  { name = \"24\", const = \"V24\" },\n"),
    (
        "intrinsics",
        "  { name = \"llvm.dx.resource.atomic.binop\"",
        "  { name = \"llvm.dx.mock.blend\", since = \"24\", result = [\"anyfloat\"], parameters = [\"match(0)\", \"match(0)\"], \
         attributes = \"nocallback nofree nosync nounwind willreturn memory(none)\" },\n",
    ),
    (
        "attributes",
        "  { name = \"mustprogress\"",
        "  { name = \"mockattribute\", const = \"MockAttribute\", modern = { code = 110, form = \"flag\", on = [\"function\"], \
         since = \"24\" } },\n",
    ),
    ("bitcode", "  { cast = \"sitofp\"", "  { cast = \"sext\", flags = [\"nneg\"], since = \"24\" },\n"),
    ("bitcode", "]\n\n[[record]]\nblock = \"module\"\nname = \"ALIAS_NEW\"", "  \"mock\",\n"),
];

/// The entries of the repository that a build and the generator need.
const COPIED: [&str; 12] = [
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "crates",
    "docs",
    "examples",
    "judge",
    "tables",
    "testkit",
    "tests",
    "xtask",
];

/// Adds the rows to a copy, generates the code, and executes the program.
pub fn next_llvm() -> Outcome {
    let copy = cargo::target_dir()?.join("next-llvm");
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(text)?;
    }
    for name in COPIED {
        copy_entry(&root().join(name), &copy.join(name))?;
    }
    for (table, line, row) in ROWS {
        let path = copy.join("tables").join(table).with_extension("toml");
        let rows = fs::read_to_string(&path).map_err(text)?;
        if rows.matches(line).count() != 1 {
            return Err(format!("tables/{table}.toml does not contain {line:?} once"));
        }
        fs::write(&path, rows.replace(line, &format!("{row}{line}"))).map_err(text)?;
    }
    let example = copy.join("crates/dxil-text/examples/next_llvm.rs");
    copy_entry(&root().join(PROGRAM), &example)?;
    for arguments in [
        &["run", "--quiet", "--package", "xtask", "--", "codegen"][..],
        &["run", "--quiet", "--package", "dxil-text", "--example", "next_llvm"],
    ] {
        // In one target folder, Cargo would confuse the packages of the copy and the repository.
        let target = copy.join("target");
        let mut command = Command::new("cargo");
        let command = command.current_dir(&copy).env("CARGO_TARGET_DIR", target).args(arguments);
        cargo::run(command).map_err(|error| format!("cargo {}: {error}", arguments.join(" ")))?;
    }
    Ok(())
}

fn copy_entry(from: &Path, to: &Path) -> Outcome {
    let mut files = Vec::new();
    if from.is_dir() {
        add_files(from, &mut files)?
    } else {
        files.push(from.to_owned())
    }
    for file in files {
        let relative = file.strip_prefix(from).map_err(|error| error.to_string())?;
        let to = if relative.as_os_str().is_empty() { to.to_owned() } else { to.join(relative) };
        fs::create_dir_all(to.parent().unwrap_or(Path::new("."))).map_err(text)?;
        fs::copy(&file, &to).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}
