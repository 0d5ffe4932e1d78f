//! `cargo xtask conformance json --before PROGRAM [FOLDER]`: the JSON documents of every verb, compared with the
//! documents of an older build of the program.
//!
//! A difference in whitespace or in the order of members is not reported, but the task counts the documents that are
//! byte-identical.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{add_files, text};
use crate::{Outcome, cargo, root};

/// The arguments of verbs that print a document about many files.
const MANY: [&[&str]; 23] = [
    &["amd", "inspect", "--json"],
    &["amd", "inspect", "--json", "--code"],
    &["find", "--json", "--string", "e"],
    &["find", "--json", "--operation", "Sample"],
    &["inspect", "--json"],
    &["ls", "--json"],
    &["ls", "--json", "--group-by", "program"],
    &["ls", "--json", "--group-by", "profile", "--top", "3"],
    &["parts", "list", "--json"],
    &["pdb", "find", "--json", "--in", "examples"],
    &["pdb", "list", "--json"],
    &["reflect", "--json"],
    &["roundtrip", "--json", "--through", "container"],
    &["roundtrip", "--json", "--through", "bitcode"],
    &["roundtrip", "--json", "--through", "text"],
    &["scan", "--json"],
    &["size", "--json", "--functions"],
    &["stat", "--json"],
    &["stat", "--json", "--top", "3"],
    &["upgrade", "--json"],
    &["validate", "--json"],
    &["validate", "--sarif"],
    &["verify", "--json"],
];

/// The arguments of verbs that print a document about one file.
const ONE: [&[&str]; 3] = [
    &["link", "--json", "--trace", "-T", "lib_6_x", "-o", LINKED],
    &["run", "--json", "--trace", "--profile", "--max-steps", "10000"],
    &["pdb", "index"],
];

/// The arguments of verbs that print a document about two files.
const TWO: [&[&str]; 3] =
    [&["check-interface", "--json"], &["diff", "--json"], &["stat", "--json", "--base"]];

/// The output of `link`, relative to the root.
const LINKED: &str = "target/conformance/linked.dxil";

/// Files per run of a program.
const CHUNK: usize = 200;

/// Files, and pairs of neighbouring files, that verbs process one by one, evenly chosen.
const SINGLE: usize = 300;

/// Differences that are printed in full.
const SHOWN: usize = 20;

/// The results of the comparison.
#[derive(Default)]
struct Compared {
    documents: usize,
    objects: usize,
    identical: usize,
    differences: Vec<String>,
}

/// Compares the documents of the release build with the documents of `before`, for the files in `folder`. Without a
/// folder, the task reads the files of the project and the folder that the variable SHADER_CORPUS names.
pub fn json(before: &str, folder: Option<&str>) -> Outcome {
    let program = cargo::build_program("release", "")?;
    fs::create_dir_all(root().join(LINKED).parent().ok_or("the output is in no folder")?).map_err(text)?;
    let folders = match folder {
        Some(folder) => vec![PathBuf::from(folder)],
        None => {
            let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from);
            [root().join("examples"), root().join("tests/corpus")].into_iter().chain(corpus).collect()
        }
    };
    let mut files = Vec::new();
    for folder in &folders {
        add_files(folder, &mut files)?;
    }
    let programs = [Path::new(before), &program];
    let mut compared = Compared::default();
    for arguments in MANY {
        for files in files.chunks(CHUNK) {
            compared.add(programs, arguments, files)?;
        }
    }
    let chosen: Vec<&PathBuf> = files.iter().step_by(files.len().div_ceil(SINGLE).max(1)).collect();
    for file in &chosen {
        for arguments in ONE {
            compared.add(programs, arguments, &[(*file).clone()])?;
        }
    }
    for pair in chosen.windows(2) {
        // `stat --base` takes the first file of a pair as the old build.
        let pair: Vec<PathBuf> = pair.iter().copied().cloned().collect();
        for arguments in TWO {
            compared.add(programs, arguments, &pair)?;
        }
    }
    compared.finish()
}

impl Compared {
    /// Runs both programs, and compares their documents and exit statuses.
    fn add(&mut self, programs: [&Path; 2], arguments: &[&str], files: &[PathBuf]) -> Outcome {
        let [before, now] = programs.map(|program| {
            let mut command = Command::new(program);
            command.current_dir(root()).args(arguments).args(files).env_remove("SHADER_STORE");
            command.env("NO_COLOR", "1").output().map_err(|error| format!("{}: {error}", program.display()))
        });
        let (before, now) = (before?, now?);
        let about = || {
            let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
            format!("{} {file} …", arguments.join(" "))
        };
        if before.status != now.status {
            self.differences.push(format!("{}: {}, then {}", about(), before.status, now.status));
        }
        let [old, new] = [&before.stdout, &now.stdout].map(|text| documents(text));
        let (old, new) = (old.map_err(|error| format!("{}: {error}", about()))?, new?);
        self.documents += old.len();
        self.objects += old.iter().map(objects).sum::<usize>();
        if before.stdout == now.stdout {
            self.identical += old.len();
            return Ok(());
        }
        if old.len() != new.len() {
            self.differences.push(format!("{}: {} documents, then {}", about(), old.len(), new.len()));
        }
        for (old, new) in old.iter().zip(&new) {
            let mut found = Vec::new();
            compare(old, new, "", &mut found);
            self.differences.extend(found.into_iter().map(|difference| format!("{}: {difference}", about())));
        }
        Ok(())
    }

    fn finish(self) -> Outcome {
        let Self { documents, objects, identical, differences } = self;
        println!("{documents} documents with {objects} objects: {identical} documents are byte-identical");
        if differences.is_empty() {
            println!("no value differs");
            return Ok(());
        }
        let shown = differences.iter().take(SHOWN).map(|line| format!("{line}\n")).collect::<String>();
        Err(format!("{shown}{} differences", differences.len()))
    }
}

/// The documents in the output of a program: one, or none if the verb does not apply to the file.
fn documents(text: &[u8]) -> Result<Vec<Value>, String> {
    let values = serde_json::Deserializer::from_slice(text).into_iter();
    values.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// The number of objects that a document lists.
fn objects(document: &Value) -> usize {
    let lists = ["files", "compared", "inputs"].iter().filter_map(|name| document.get(name)?.as_array());
    lists.map(Vec::len).sum::<usize>().max(1)
}

/// Adds the differences of two values to `found`.
fn compare(old: &Value, new: &Value, path: &str, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
                let path = format!("{path}.{name}");
                match (old.get(name), new.get(name)) {
                    (Some(old), Some(new)) => compare(old, new, &path, found),
                    (Some(_), None) => found.push(format!("{path} is missing")),
                    (None, _) => found.push(format!("{path} is new")),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(old, new, &format!("{path}[{index}]"), found);
            }
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => {}
        (old, new) if old == new => {}
        (old, new) => found.push(format!("{path}: {old}, then {new}")),
    }
}
