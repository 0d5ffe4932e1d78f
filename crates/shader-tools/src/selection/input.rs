//! The files that the command line names: folders are walked for files that begin like a shader (texts: by extension),
//! `-` is standard input.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::error::Error;
use crate::loading::in_memory_input::HeldInput;
use crate::loading::reading::{self, Needs};
use crate::selection::chosen::{Chosen, Patterns};
use crate::selection::file_name::FileName;
use crate::selection::walk;
use crate::selection::wanted::{FileClass, Wanted};

/// One file to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The bytes.
    pub source: Source,
    /// Whether it was found in a folder, not named.
    pub from_folder: bool,
    /// The path below the folder it was found in, or its file name: the name of its result below `-o DIR`.
    pub relative: PathBuf,
}

/// A path to be printed: with slashes on all systems, and with characters that a terminal obeys escaped.
pub fn display(path: &Path) -> String {
    FileName::from(path).to_string()
}

/// Where the bytes of an input come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// Bytes in memory, whose result is taken.
    Held(Arc<HeldInput>),
}

impl Input {
    /// An input in memory.
    pub fn held(held: &Arc<HeldInput>) -> Self {
        Self { source: Source::Held(Arc::clone(held)), from_folder: false, relative: PathBuf::from("stdin") }
    }

    /// The name in results: the path as given, `-` for standard input and what is in memory.
    pub fn name(&self) -> FileName {
        match &self.source {
            Source::Stdin | Source::Held(_) => FileName::stdin(),
            Source::File(path) => path.as_path().into(),
        }
    }

    /// The name in messages.
    pub fn name_in_messages(&self) -> String {
        match &self.source {
            Source::Held(held) => held.name.clone(),
            Source::Stdin | Source::File(_) => self.name().to_string(),
        }
    }

    /// The path as given; none for standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::Stdin | Source::Held(_) => None,
            Source::File(path) => Some(path),
        }
    }

    /// The file with all links resolved.
    pub fn canonical(&self) -> Option<PathBuf> {
        self.path().and_then(|path| std::fs::canonicalize(path).ok())
    }

    /// The file and its size, to be read in pieces. A pipe, which has no size, is copied to a temporary file.
    pub fn open(&self) -> Result<(File, u64), Error> {
        let spool = |from: &mut dyn io::Read| {
            let mut spooled = tempfile::tempfile()?;
            let size = io::copy(from, &mut spooled)?;
            Ok((spooled, size))
        };
        let open = || match &self.source {
            Source::Stdin => spool(&mut io::stdin().lock()),
            Source::Held(held) => spool(&mut held.bytes.as_slice()),
            Source::File(path) => {
                let mut file = File::open(path)?;
                match file.seek(SeekFrom::End(0)) {
                    Ok(size @ 1..) => Ok((file, size)),
                    // Files of /proc claim to be empty.
                    Ok(0) => file.rewind().and_then(|()| spool(&mut file)),
                    Err(_) => spool(&mut file),
                }
            }
        };
        open().map_err(|cause| Error::Io { doing: "read", cause })
    }

    /// The bytes, as far as any verb can use them.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        self.read_needed(Needs::ALL)
    }

    /// The bytes, as far as they are needed; of a file that no verb can use, the beginning.
    pub fn read_needed(&self, needs: Needs) -> Result<Vec<u8>, Error> {
        match &self.source {
            Source::File(path) => reading::read_file(path, needs),
            Source::Stdin => reading::read_stdin(needs),
            Source::Held(held) => Ok(held.bytes.clone()),
        }
    }
}

/// All bytes of a file of any kind that is not an input.
pub fn read_besides(path: &Path, inputs: &[Input]) -> Result<Vec<u8>, Error> {
    if path.as_os_str() != "-" {
        return reading::read_any(path);
    }
    if inputs.iter().any(|input| input.source == Source::Stdin) {
        return Err(Error::Usage("standard input (-) can be used only once".to_owned()));
    }
    reading::read_any_stdin()
}

/// A named path without inputs, and the reason.
pub struct Failed {
    /// The path as given.
    pub name: FileName,
    /// The reason.
    pub error: Error,
}

/// The result of a search.
#[derive(Default)]
pub struct Found {
    /// The files that are chosen, in their order, folders sorted by name.
    pub inputs: Vec<Input>,
    /// The paths without inputs.
    pub failed: Vec<Failed>,
    /// The number of files of modern LLVM IR in folders, which are not inputs.
    pub modern: usize,
}

/// Finds the files that are chosen.
pub fn find(chosen: Chosen<'_>, wanted: Wanted) -> Found {
    let mut found = Found::default();
    let listed = listed(chosen, &mut found.failed);
    for path in chosen.named.iter().chain(&listed) {
        if path.as_os_str() == "-" && found.inputs.iter().any(|input: &Input| input.source == Source::Stdin) {
            let text = "standard input (-) can be used only once".to_owned();
            found.failed.push(Failed { name: FileName::stdin(), error: Error::Usage(text) });
        } else if path.as_os_str() == "-" {
            found.inputs.push(Input {
                source: Source::Stdin,
                from_folder: false,
                relative: PathBuf::from("stdin"),
            });
        } else if path.is_dir() {
            find_in_folder(path, wanted, chosen.patterns, &mut found);
        } else {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            found.inputs.push(Input { source: Source::File(path.clone()), from_folder: false, relative });
        }
    }
    found
}

/// The paths that the list of --files-from has.
fn listed(chosen: Chosen<'_>, failed: &mut Vec<Failed>) -> Vec<PathBuf> {
    let Some((selection, list)) = chosen.listed.and_then(|it| Some((it, it.files_from.as_deref()?))) else {
        return Vec::new();
    };
    let is_stdin = list.as_os_str() == "-";
    let read = match is_stdin {
        true if chosen.named.iter().any(|path| path.as_os_str() == "-") => {
            Err(Error::Usage("standard input (-) can be used only once".to_owned()))
        }
        true => reading::read_any_stdin(),
        false => reading::read_any(list),
    };
    // An empty list is not an error: `git diff --name-only` prints one for an empty change.
    read.map(|bytes| selection.paths(&bytes)).unwrap_or_else(|error| {
        failed.push(Failed { name: list.into(), error });
        Vec::new()
    })
}

fn find_in_folder(folder: &Path, wanted: Wanted, patterns: Option<&Patterns>, found: &mut Found) {
    let Found { inputs, failed, modern } = found;
    let before = (inputs.len(), failed.len());
    let ignores_unreadable = patterns.is_some_and(|patterns| patterns.ignore_unreadable);
    let patterns = patterns.filter(|patterns| !patterns.is_empty());
    let files: Vec<_> = match patterns {
        None => walk::files(folder).collect(),
        Some(patterns) => {
            let files = walk::files_but(folder, |path| patterns.leaves_out(path));
            let is_taken = |path: &Path| patterns.takes(path.strip_prefix(folder).unwrap_or(path));
            // --include selects files and links; a folder that cannot be read is reported.
            files
                .filter(|file| match file {
                    Ok(path) => is_taken(path),
                    Err((path, _)) => !path.is_symlink() || is_taken(path),
                })
                .collect()
        }
    };
    // Opening files takes longer than finding them.
    let classified = files.into_par_iter().map(|file| {
        file.and_then(|path| match wanted.classify(&path) {
            Ok(class) => Ok((path, class)),
            Err(cause) => Err((path, cause)),
        })
    });
    for found in classified.collect::<Vec<_>>() {
        match found {
            // The verb reports a file that is misnamed.
            Ok((path, class))
                if class == FileClass::Wanted || class == FileClass::Misnamed && !ignores_unreadable =>
            {
                let relative = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                inputs.push(Input { source: Source::File(path), from_folder: true, relative });
            }
            Ok((_, class)) => *modern += usize::from(class == FileClass::Modern),
            Err((path, cause))
                if is_broken_link(&path, &cause)
                    && (ignores_unreadable || wanted.wants_name(&path) == Some(false)) => {}
            Err((path, cause)) => {
                let error = Error::Io { doing: "read", cause };
                failed.push(Failed { name: path.as_path().into(), error });
            }
        }
    }
    if before == (inputs.len(), failed.len()) {
        let text = wanted.none_found();
        let text = match patterns {
            Some(_) => format!("{text}; --include and --exclude leave files out"),
            None => text,
        };
        failed.push(Failed { name: folder.into(), error: Error::NoShaders(text) });
    }
}

/// True if a path could not be read because it is a link to nothing or to itself.
pub fn is_broken_link(path: &Path, cause: &io::Error) -> bool {
    path.is_symlink() && cause.kind() != io::ErrorKind::PermissionDenied
}
