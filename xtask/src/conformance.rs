//! `cargo xtask conformance`: what reference tools say of real files, stored as data that tests compare with.
//! The tools are needed here only, never for `cargo test`.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use md5::{Digest as _, Md5};

use crate::{Outcome, cargo, root};

mod amd;
#[cfg(feature = "programs")]
mod amd_compile;
#[cfg(feature = "programs")]
mod amd_known;
mod amd_objects;
mod back;
#[cfg(feature = "programs")]
mod by_version;
mod cache;
#[cfg(feature = "programs")]
mod docs;
mod instructions;
mod json;
mod judge;
#[cfg(feature = "programs")]
mod lower;
#[cfg(feature = "programs")]
mod modern;
mod naga;
mod next_llvm;
mod rdna;
mod report;
#[cfg(unix)]
mod sarif;
mod upgrade;
mod verdicts;

pub use amd::amd;
#[cfg(feature = "programs")]
pub use amd_compile::amd_compile;
pub use amd_objects::amd_objects;
pub use back::back;
pub use cache::cache;
#[cfg(feature = "programs")]
pub use docs::docs;
pub use instructions::instructions;
pub use json::json;
pub use judge::judge;
#[cfg(feature = "programs")]
pub use lower::lower;
#[cfg(feature = "programs")]
pub use modern::modern;
pub use naga::naga;
pub use next_llvm::next_llvm;
pub use rdna::rdna;
pub use report::report;
#[cfg(unix)]
pub use sarif::sarif;
pub use upgrade::upgrade;

/// What LLVM says of each file, by MD5.
pub const YAML_TABLE: &str = "tests/conformance/yaml.tsv";

/// How containers begin.
const MAGIC: &[u8] = b"DXBC"; // not a FourCC

const YAML_HEAD: &str = "\
# What obj2yaml and yaml2obj of LLVM 22 say, as MD5; written by `cargo xtask conformance yaml --bless`.
# file: in this project, or below corpus/ in the folder that SHADER_CORPUS names
# accepted: our `yaml --llvm`, which yaml2obj read
# obj2yaml: what it prints, blanks at line ends removed; - where it refuses the file
# yaml2obj: the file it makes of that
# file\taccepted\tobj2yaml\tyaml2obj
";

/// Files of the corpus that are compared, evenly chosen, besides the project's own examples.
const FILES: usize = 300;

/// Compares our YAML with LLVM's tools on the files of the table, or writes the table.
pub fn yaml(bless: bool) -> Outcome {
    let program = cargo::build_program("release", "")?;
    let table = root().join(YAML_TABLE);
    let names = if bless { choose_files()? } else { names_of(&fs::read_to_string(&table).map_err(text)?) };
    let mut rows = YAML_HEAD.to_owned();
    let mut refused = 0;
    for name in &names {
        let Some(file) = resolve(name) else {
            return Err(format!("{name} not found: set SHADER_CORPUS to the corpus folder that contains it"));
        };
        let row = compare(&program, &file).map_err(|error| format!("{name}: {error}"))?;
        refused += usize::from(row.ends_with('-'));
        let _ = writeln!(rows, "{name}\t{row}");
    }
    println!("{} files agree with LLVM; obj2yaml rejects {refused} of them", names.len());
    keep_table(YAML_TABLE, &rows, |_| true, bless)
}

/// Stores a table, or compares those of its lines that `counts` tells with what is stored.
fn keep_table(name: &str, now: &str, counts: fn(&&str) -> bool, bless: bool) -> Outcome {
    let path = root().join(name);
    if bless {
        fs::create_dir_all(path.parent().expect("a folder")).map_err(text)?;
        return fs::write(&path, now).map_err(text);
    }
    let stored = fs::read_to_string(&path).map_err(text)?;
    let [stored, now] = [&*stored, now].map(|table| table.lines().filter(counts).collect::<Vec<_>>());
    match stored.iter().zip(&now).find(|(stored, now)| stored != now) {
        Some((stored, now)) => Err(format!("{name} differs:\n  stored: {stored}\n  now:    {now}")),
        None if stored.len() != now.len() => {
            Err(format!("{name} has {} lines, now there are {}", stored.len(), now.len()))
        }
        None => Ok(()),
    }
}

/// The three digests of a file; an error where yaml2obj refuses our text or makes something else of obj2yaml's.
fn compare(program: &Path, file: &Path) -> Result<String, String> {
    let ours = run(Command::new(program).args(["yaml", "--llvm"]).arg(file), b"")?;
    run(&mut llvm("yaml2obj"), &ours).map_err(|error| format!("yaml2obj rejects our YAML: {error}"))?;
    let Ok(theirs) = run(llvm("obj2yaml").arg(file), b"") else {
        return Ok(format!("{}\t-\t-", md5(&ours)));
    };
    let made = run(&mut llvm("yaml2obj"), &theirs)?;
    let folder = cargo::target_dir()?.join("conformance");
    fs::create_dir_all(&folder).map_err(text)?;
    let back = folder.join("back.dxil");
    run(Command::new(program).args(["yaml", "--from", "-", "-o"]).arg(&back), &theirs)?;
    if fs::read(&back).map_err(text)? != made {
        return Err("our file from the YAML of obj2yaml differs from that of yaml2obj".to_owned());
    }
    let lines: Vec<String> =
        String::from_utf8_lossy(&theirs).lines().map(|line| line.trim_end().to_owned()).collect();
    Ok(format!("{}\t{}\t{}", md5(&ours), md5((lines.join("\n") + "\n").as_bytes()), md5(&made)))
}

/// A tool of LLVM 22, as Debian names it.
fn llvm(tool: &str) -> Command {
    llvm_of("22", tool)
}

/// A tool of a major version of LLVM, with the program name of Debian's packages.
fn llvm_of(version: &str, tool: &str) -> Command {
    Command::new(format!("{tool}-{version}"))
}

/// A tool of LLVM 23, as Debian names it.
fn llvm_23(tool: &str) -> Command {
    llvm_of("23", tool)
}

fn run(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    let name = command.get_program().display().to_string();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(failed)?;
    // A program that does not want its input has said so otherwise.
    let _ = writer.join();
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// MD5 in hexadecimal.
pub fn md5(bytes: &[u8]) -> String {
    Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file that a row is about, if it is there.
pub fn resolve(name: &str) -> Option<PathBuf> {
    let file = match name.strip_prefix("corpus/") {
        Some(name) => PathBuf::from(std::env::var_os("SHADER_CORPUS")?).join(name),
        None => root().join(name),
    };
    file.exists().then_some(file)
}

/// The files of the table that are there.
pub fn files() -> Result<Vec<PathBuf>, String> {
    let table = fs::read_to_string(root().join(YAML_TABLE)).map_err(text)?;
    Ok(names_of(&table).iter().filter_map(|name| resolve(name)).collect())
}

/// The project's own shaders.
pub fn examples() -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(&root().join("examples"), &mut files)?;
    Ok(files)
}

fn names_of(table: &str) -> Vec<String> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}

/// The examples, and files of the corpus that compilers made.
fn choose_files() -> Result<Vec<String>, String> {
    let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
    let own = examples()?;
    let mut theirs = Vec::new();
    for folder in ["vkd3d-proton", "dxc", "dxc-as", "fxc", "link", "lower-dxc"] {
        collect(&corpus.join(folder), &mut theirs)?;
    }
    let count = theirs.len().min(FILES);
    let chosen = (0..count).map(|index| &theirs[index * theirs.len() / count]);
    let relative = |file: &PathBuf, folder: &Path, prefix: &str| {
        let name = file.strip_prefix(folder).expect("it lies there").display();
        format!("{prefix}{name}")
    };
    let own = own.iter().map(|file| relative(file, root(), ""));
    Ok(own.chain(chosen.map(|file| relative(file, &corpus, "corpus/"))).collect())
}

/// Adds the containers in a folder and its subfolders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let mut all = Vec::new();
    add_files(folder, &mut all)?;
    for path in all {
        if fs::read(&path).map_err(text)?.starts_with(MAGIC) {
            files.push(path);
        }
    }
    Ok(())
}

/// Adds all files in a folder and its subfolders, sorted by name.
pub(super) fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).map_err(text)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            add_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}
