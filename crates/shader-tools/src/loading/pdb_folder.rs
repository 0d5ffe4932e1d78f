//! PDBs in folders of any size: files are identified in parallel, with results in a stable order, and nothing of them
//! is kept in memory. Separate from `Run`, which finds all inputs first.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::panic;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dx_container::is_container;
use dx_container::pdb::{Identity, is_msf};
use indicatif::ProgressBar;
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::error::Error;
use crate::run::Run;
use crate::selection::input::{display, is_broken_link};
use crate::selection::walk;

/// Files that are looked at before the results of any are given on.
const WINDOW: usize = 4096;
/// What is read of a file at once; of most PDBs the first such piece is all that is needed.
const PIECE: usize = 4096;

/// A file that may be a PDB.
struct Candidate {
    path: PathBuf,
    /// Named, not found in a folder: then it must be one.
    is_named: bool,
}

/// Gives each PDB below `roots` (folders, or files) to `found`, in their order, folders sorted by name. `run` reports
/// files that cannot be read.
pub fn each_pdb(roots: &[PathBuf], run: &mut Run<'_>, mut found: impl FnMut(&mut Run<'_>, &Path, Identity)) {
    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(Duration::from_millis(200));
    for root in roots {
        let mut candidates = candidates(root);
        let mut is_empty = true;
        loop {
            let window: Vec<_> = candidates.by_ref().take(WINDOW).collect();
            if window.is_empty() {
                break;
            }
            let count = window.len() as u64;
            let looked: Vec<_> = window.into_par_iter().map(|file| file.map(look)).collect();
            progress.suspend(|| {
                for result in looked {
                    match result {
                        Ok((_, Ok(None))) => continue,
                        Ok((path, Ok(Some(identity)))) => found(run, &path, identity),
                        Ok((path, Err(error))) | Err((path, error)) => run.fail_with(&display(&path), &error),
                    }
                    is_empty = false;
                }
            });
            progress.inc(count);
            progress.set_message(format!("{} files", progress.position()));
        }
        if is_empty {
            let text = "no PDBs in the folder: no file begins with the PDB signature".to_owned();
            run.fail_with(&display(root), &Error::NoShaders(text));
        }
    }
    progress.finish_and_clear();
}

fn candidates(root: &Path) -> Box<dyn Iterator<Item = Result<Candidate, (PathBuf, Error)>>> {
    if !root.is_dir() {
        return Box::new(std::iter::once(Ok(Candidate { path: root.to_owned(), is_named: true })));
    }
    // The files of a folder are candidates only.
    let is_broken = |file: &Result<PathBuf, (PathBuf, io::Error)>| {
        file.as_ref().is_err_and(|(path, cause)| is_broken_link(path, cause))
    };
    Box::new(walk::files(root).filter(move |file| !is_broken(file)).map(|file| match file {
        Ok(path) => Ok(Candidate { path, is_named: false }),
        Err((path, cause)) => Err((path, cannot_read(cause))),
    }))
}

/// The files in a folder, not in folders below it, that are called PDB and are one, sorted by name. Of what cannot be
/// read nothing is said: nobody named it.
pub fn pdbs_in(folder: &Path) -> impl Iterator<Item = (PathBuf, Identity)> {
    let entries = WalkDir::new(folder).max_depth(1).sort_by_file_name().into_iter().filter_map(Result::ok);
    let paths = entries.map(walkdir::DirEntry::into_path);
    let called = paths.filter(|path| path.extension().is_some_and(|found| found.eq_ignore_ascii_case("pdb")));
    called.filter(|path| path.is_file()).filter_map(|path| match look(Candidate { path, is_named: false }) {
        (path, Ok(Some(identity))) => Some((path, identity)),
        _ => None,
    })
}

fn cannot_read(cause: io::Error) -> Error {
    Error::Io { doing: "read", cause }
}

type Looked = (PathBuf, Result<Option<Identity>, Error>);

/// What a file is; `None` for one in a folder that is no PDB and carries none.
fn look(Candidate { path, is_named }: Candidate) -> Looked {
    let look = || {
        let mut pieces = Pieces::open(&path)?;
        let size = pieces.size;
        if is_container(&pieces.begin) {
            let found = Identity::read_private(size, |offset, buffer| pieces.fetch(offset, buffer))?;
            if found.is_some() || !is_named {
                return Ok(found);
            }
        }
        if !is_named && !is_msf(&pieces.begin) {
            return Ok(None);
        }
        Identity::read(size, |offset, buffer| pieces.fetch(offset, buffer)).map(Some)
    };
    let result = panic::catch_unwind(look).unwrap_or_else(|_| Err(Error::Bug("panic".to_owned())));
    (path, result)
}

/// A file read in pieces, its first and its latest kept.
struct Pieces {
    file: File,
    size: u64,
    begin: Vec<u8>,
    latest: Vec<u8>,
    latest_at: u64,
}

impl Pieces {
    fn open(path: &Path) -> Result<Self, Error> {
        let mut file = File::open(path).map_err(cannot_read)?;
        let size = file.metadata().map_err(cannot_read)?.len();
        let mut begin = Vec::with_capacity(PIECE);
        (&mut file).take(PIECE as u64).read_to_end(&mut begin).map_err(cannot_read)?;
        Ok(Self { file, size, begin, latest: Vec::new(), latest_at: 0 })
    }

    fn fetch(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        let mut done = 0;
        while let Some(rest) = buffer.get_mut(done..).filter(|rest| !rest.is_empty()) {
            let piece = self.piece(offset + done as u64).map_err(cannot_read)?;
            let len = piece.len().min(rest.len());
            // The file has become shorter since it was opened.
            let (Some(to), Some(from @ [_, ..])) = (rest.get_mut(..len), piece.get(..len)) else {
                return Err(cannot_read(io::ErrorKind::UnexpectedEof.into()));
            };
            to.copy_from_slice(from);
            done += len;
        }
        Ok(())
    }

    /// Bytes from `offset` on: some, unless the file ends there.
    fn piece(&mut self, offset: u64) -> io::Result<&[u8]> {
        let within = |start: u64, bytes: &[u8]| {
            let skip = usize::try_from(offset.checked_sub(start)?).ok()?;
            (skip < bytes.len()).then_some(skip)
        };
        if let Some(skip) = within(0, &self.begin) {
            return Ok(self.begin.get(skip..).unwrap_or_default());
        }
        if within(self.latest_at, &self.latest).is_none() {
            self.latest_at = offset - offset % PIECE as u64;
            self.latest.clear();
            self.file.seek(SeekFrom::Start(self.latest_at))?;
            (&mut self.file).take(PIECE as u64).read_to_end(&mut self.latest)?;
        }
        let skip = within(self.latest_at, &self.latest).unwrap_or(self.latest.len());
        Ok(self.latest.get(skip..).unwrap_or_default())
    }
}
