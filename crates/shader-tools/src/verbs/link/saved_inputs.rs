//! `link --save-inputs`: what a link read, in a folder, with a response file that repeats it. Separate because it is
//! what a report about a link needs, and is written whether the link went well or not.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use dxil_link::{InputId, LinkErrorKind, Role};

use crate::error::Error;
use crate::linking::job::Done;
use crate::linking::refusal::Refusal;
use crate::output::write_file;
use crate::response_files::quoted;

/// The name of the response file.
const RESPONSE_FILE: &str = "link.rsp";

/// The folder of those inputs that are candidates.
const CANDIDATES: &str = "library";

/// Copies the inputs whose programs were read to `folder`, with those that define something twice, and writes the
/// response file with `options`. Where the link ended before it read a program, those are copied that were to be
/// linked.
pub fn save(
    folder: &Path,
    done: &Done<'_>,
    refusal: Option<&Refusal>,
    options: &[String],
) -> Result<(), Error> {
    let mut ids: Vec<InputId> = done.opened.iter().map(|(id, _)| *id).collect();
    if ids.is_empty() {
        ids.extend(done.catalogue.named());
    }
    let doubles: Vec<&str> = refusal.into_iter().flat_map(Refusal::errors).flat_map(definers).collect();
    if !doubles.is_empty() {
        ids.extend(done.catalogue.ids().filter(|id| doubles.contains(&done.catalogue.name(*id))));
    }
    ids.sort();
    ids.dedup();
    let mut taken = HashSet::new();
    let mut lines = Vec::new();
    for id in ids {
        let Some(source) = done.sources.get(id.index()) else { continue };
        let is_candidate = done.catalogue.role(id) == Role::Candidate;
        let below = if is_candidate { CANDIDATES } else { "" };
        let name = free_name(source.path().unwrap_or(Path::new("stdin.dxil")), id, &mut taken);
        let bytes = source.read()?;
        write_file(&folder.join(below).join(&name), &bytes)?;
        if !is_candidate {
            lines.push(quoted(&name));
        } else if !lines.iter().any(|line| line.starts_with("--library-path")) {
            lines.push(format!("--library-path {CANDIDATES}"));
        }
    }
    lines.extend(options.iter().cloned());
    lines.push("-o linked.dxil\n".to_owned());
    write_file(&folder.join(RESPONSE_FILE), lines.join("\n").as_bytes())
}

/// The files that an error says define something twice.
fn definers(error: &Error) -> impl Iterator<Item = &str> {
    let files = match error {
        Error::Link(error) => match error.kind() {
            LinkErrorKind::DefinedTwice { first, second, .. } => Some([first.as_str(), second]),
            _ => None,
        },
        _ => None,
    };
    files.into_iter().flatten()
}

/// The file's name; with a number before it where another one has it already, on systems either that do not tell `a`
/// from `A`.
fn free_name(path: &Path, id: InputId, taken: &mut HashSet<String>) -> String {
    let name = path.file_name().map_or(PathBuf::from("input"), PathBuf::from);
    let name = name.to_string_lossy().into_owned();
    if taken.insert(name.to_lowercase()) {
        return name;
    }
    let name = format!("{}_{name}", id.index());
    taken.insert(name.to_lowercase());
    name
}
