//! The files of a link: those that are named, those in folders, and candidates from library paths. Separate from other
//! inputs: ten thousand of them may be walked for one link, so no file is opened to find out whether it is one.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use dxil_link::Role;
use hashbrown::HashSet;

use crate::error::Error;
use crate::linking::refusal::Refusal;
use crate::loading::in_memory_input::HeldInput;
use crate::loading::reading;
use crate::selection::input::{display, is_broken_link};
use crate::selection::walk;

/// A file that may be a library.
#[derive(Debug)]
pub struct Source {
    /// Where its bytes come from.
    pub origin: Origin,
    /// Whether it was found in a folder, where it may also be something else.
    pub from_folder: bool,
    /// Whether it is to be linked, or there for what others need.
    pub role: Role,
}

/// Where bytes come from.
#[derive(Debug)]
pub enum Origin {
    /// Standard input, which was read.
    Stdin(Vec<u8>),
    /// A file.
    File(PathBuf),
}

impl Source {
    /// An input in memory.
    pub fn held(held: &HeldInput) -> Self {
        Self { origin: Origin::Stdin(held.bytes.clone()), from_folder: false, role: Role::Named }
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match &self.origin {
            Origin::Stdin(_) => "-".to_owned(),
            Origin::File(path) => display(path),
        }
    }

    /// The path, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Stdin(_) => None,
            Origin::File(path) => Some(path),
        }
    }

    /// All bytes.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        match &self.origin {
            Origin::Stdin(bytes) => Ok(bytes.clone()),
            Origin::File(path) => reading::read_any(path),
        }
    }

    /// The file, to be read in pieces; none for standard input.
    pub fn open(&self) -> Result<Option<File>, Error> {
        let failed = |cause| Error::Io { doing: "read", cause };
        self.path().map(|path| File::open(path).map_err(failed)).transpose()
    }
}

/// The files that are named and those in `library_paths`, each once.
pub fn find(files: &[PathBuf], library_paths: &[PathBuf]) -> Result<Vec<Source>, Refusal> {
    let mut sources = Vec::new();
    let mut refusal = Refusal::default();
    for path in files {
        if path.as_os_str() != "-" {
            walk_or_name(path, Role::Named, &mut sources, &mut refusal);
        } else if sources.iter().any(|source: &Source| source.path().is_none()) {
            refusal.add("-", Error::Usage("standard input (-) can be used only once".to_owned()));
        } else {
            match reading::read_any_stdin() {
                Ok(bytes) => sources.push(Source {
                    origin: Origin::Stdin(bytes),
                    from_folder: false,
                    role: Role::Named,
                }),
                Err(error) => refusal.add("-", error),
            }
        }
    }
    for path in library_paths {
        walk_or_name(path, Role::Candidate, &mut sources, &mut refusal);
    }
    refusal.check()?;
    let mut seen = HashSet::new();
    let is_new: Vec<bool> =
        sources.iter().map(|source| source.path().is_none_or(|path| seen.insert(path))).collect();
    drop(seen);
    let mut is_new = is_new.into_iter();
    sources.retain(|_| is_new.next().unwrap_or(true));
    Ok(sources)
}

fn walk_or_name(path: &Path, role: Role, sources: &mut Vec<Source>, refusal: &mut Refusal) {
    if !path.is_dir() {
        sources.push(Source { origin: Origin::File(path.to_owned()), from_folder: false, role });
        return;
    }
    for file in walk::files(path) {
        match file {
            Ok(file) => sources.push(Source { origin: Origin::File(file), from_folder: true, role }),
            // The files of a folder are candidates only.
            Err((path, cause)) if is_broken_link(&path, &cause) => {}
            Err((path, cause)) => refusal.add(display(&path), Error::Io { doing: "read", cause }),
        }
    }
}

/// Fails where `path`, which is to be written, is one of the sources. Only files of its name are looked at: links of
/// other names cost a call to the system for each of thousands of files.
pub fn check_output(path: &Path, sources: &[Source]) -> Result<(), Error> {
    let resolved = |path: &Path| -> io::Result<PathBuf> { std::fs::canonicalize(path) };
    // What does not exist is no source.
    let Ok(target) = resolved(path) else { return Ok(()) };
    let names = [path, &target].map(|path| path.file_name().unwrap_or_default().as_encoded_bytes());
    let is_named =
        |path: &&Path| names.iter().any(|name| path.as_os_str().as_encoded_bytes().ends_with(name));
    let mut named = sources.iter().filter_map(Source::path).filter(is_named);
    if named.any(|source| resolved(source).is_ok_and(|source| source == target)) {
        return Err(Error::Usage(format!("the output {} is also an input", display(path))));
    }
    Ok(())
}
