//! Temporary files, to which results are written before they replace other files. They are created, renamed and deleted
//! under one lock, so that a signal that ends the program can delete all of them.

use std::collections::BTreeSet;
use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The beginning and end of the names of temporary files, by which those of a killed process are recognised.
const PREFIX: &str = ".shader-tools-";
const SUFFIX: &str = ".tmp";

/// True for the name of a [`TemporaryFile`], which is never taken for an input in a folder.
pub fn is_temporary(path: &Path) -> bool {
    // The suffix is looked for first: finding where a name begins takes longer.
    path.as_os_str().as_encoded_bytes().ends_with(SUFFIX.as_bytes())
        && path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()))
}

/// The temporary files that exist.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn open_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file that is deleted unless it is [persisted](Self::persist).
#[derive(Debug)]
pub struct TemporaryFile {
    /// `None` once it has its final name.
    file: Option<NamedTempFile>,
}

impl TemporaryFile {
    /// Makes one in `folder`.
    pub fn new(folder: &Path) -> io::Result<Self> {
        static HANDLERS: Once = Once::new();
        HANDLERS.call_once(delete_on_signals);
        let mut open = open_files();
        let file = builder().tempfile_in(folder).map_err(|error| not_created(folder, error))?;
        open.insert(file.path().to_owned());
        Ok(Self { file: Some(file) })
    }

    /// The file itself.
    pub fn as_file_mut(&mut self) -> io::Result<&mut File> {
        self.file.as_mut().map(NamedTempFile::as_file_mut).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Gives it the name `path`, whatever had that name before.
    pub fn persist(mut self, path: &Path) -> io::Result<()> {
        let mut open = open_files();
        let Some(file) = self.file.take() else { return Ok(()) };
        let name = file.path().to_owned();
        // If this fails, dropping the error deletes the file.
        let persisted = file.persist(path).map(drop).map_err(|error| error.error);
        open.remove(&name);
        persisted
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let Some(file) = self.file.take() else { return };
        let mut open = open_files();
        let name = file.path().to_owned();
        drop(file);
        open.remove(&name);
    }
}

/// The error of a file that cannot be created, without the name of the temporary file.
fn not_created(folder: &Path, error: io::Error) -> io::Error {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match error.kind() {
        kind @ (io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => {
            io::Error::new(kind, format!("the folder {} is not writable", folder.display()))
        }
        _ => error,
    }
}

/// The permissions of a plainly created file: temporary files are private, results should not be.
pub fn new_file_permissions(folder: &Path) -> io::Result<Permissions> {
    // No signal can end the program while the lock is held.
    let _open = open_files();
    let probe = builder().make_in(folder, |path| File::create_new(path))?;
    Ok(probe.as_file().metadata()?.permissions())
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

/// Deletes all temporary files; while the result is held, none can be created.
fn delete_all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    let open = open_files();
    for path in open.iter() {
        // The program ends: errors cannot be reported.
        let _ = std::fs::remove_file(path);
    }
    open
}

/// Installs the handlers; if that fails, signals end the program by default and leave the files.
#[cfg(unix)]
fn delete_on_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _open = delete_all();
            // Shells stop a script where a program was ended by Ctrl-C, not where it exits with some status.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

#[cfg(windows)]
fn delete_on_signals() {
    /// `STATUS_CONTROL_C_EXIT`, with which the system ends programs on Ctrl-C.
    const CONTROL_C_EXIT: i32 = -0x3fff_fec6;
    let _ = ctrlc::set_handler(|| {
        let _open = delete_all();
        std::process::exit(CONTROL_C_EXIT);
    });
}

#[cfg(not(any(unix, windows)))]
fn delete_on_signals() {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn temporary_files_are_known_by_name_and_vanish() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = TemporaryFile::new(folder.path()).unwrap();
        io::Write::write_all(file.as_file_mut().unwrap(), b"text").unwrap();
        let names = || -> Vec<PathBuf> {
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect()
        };
        assert!(is_temporary(&names()[0]) && open_files().contains(&names()[0]));
        file.persist(&folder.path().join("a.dxil")).unwrap();
        assert_eq!(names(), [folder.path().join("a.dxil")]);
        assert!(!is_temporary(&names()[0]));

        drop(TemporaryFile::new(folder.path()).unwrap());
        new_file_permissions(folder.path()).unwrap();
        assert_eq!(names().len(), 1);
        assert!(open_files().iter().all(|path| !path.starts_with(folder.path())));
    }
}
