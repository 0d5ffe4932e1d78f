//! A store in a folder, a file for each value: any number of processes may use it at once, on this machine or by a
//! shared folder. The same files that the `fs` service of opendal has them in.
//!
//! `v1/ab/cdef…` is the value of the key `abcdef…`. A value is written to a temporary file and renamed, so that no name
//! ever stands for half of one; after a power cut a file may still be empty, and then its digest says so. When a file
//! was last used is the time of its last change, which is set in batches.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use az::SaturatingAs as _;

use crate::error::{Result, StoreError};
use crate::key::Key;
use crate::limits::{ABANDONED_AFTER, EVICTED_TO, MIN_BOUND, USES_HELD};
use crate::tier::{Entry, Freed, Made, Shelf, Tier};
use crate::value::Sealed;

/// The folder of all values of this version.
pub const VERSION: &str = "v1";
const TEMPORARY: &str = ".tmp-";
/// How many artefacts were made, and the microseconds that took.
const MADE: &str = "made";

/// After how much is written the folder is walked again, as a part of its bound: others write to it, too.
const WALKED_EACH: u64 = 16;

/// A store in a folder.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    name: String,
    bound: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What was used, and when.
    uses: HashMap<Key, SystemTime>,
    /// The bytes that are there, as far as is known, once the folder was walked.
    taken: Option<u64>,
    /// The bytes written since.
    written: u64,
    /// What was made since the folder was opened.
    made: Made,
}

impl Folder {
    /// The store in the folder at `path`, which is made if it is not there. `bound` is the most bytes that it may hold.
    pub fn open(path: &Path, bound: u64) -> Result<Self> {
        let name = path.display().to_string();
        let root = path.join(VERSION);
        if let Err(cause) = fs::create_dir_all(&root)
            && !path.is_dir()
        {
            return Err(StoreError::Io { doing: "create", place: name, cause });
        }
        Ok(Self { root, name, bound: bound.max(MIN_BOUND), state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.root.join(object(key))
    }

    fn io(&self, doing: &'static str, cause: io::Error) -> StoreError {
        match cause.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem if doing != "read" => {
                StoreError::ReadOnly { place: self.name.clone() }
            }
            _ => StoreError::Io { doing, place: self.name.clone(), cause },
        }
    }

    fn used(&self, key: &Key) {
        let mut state = self.state();
        state.uses.insert(*key, SystemTime::now());
        if state.uses.len() >= USES_HELD {
            let uses = std::mem::take(&mut state.uses);
            drop(state);
            self.write_uses(&uses);
        }
    }

    /// Sets the times of files; where that fails, they count as unused.
    fn write_uses(&self, uses: &HashMap<Key, SystemTime>) {
        for (key, time) in uses {
            if let Ok(file) = File::options().append(true).open(self.path(key)) {
                drop(file.set_modified(*time));
            }
        }
    }

    /// What was made for this folder; nothing where that is not known.
    fn read_made(&self) -> Made {
        let text = fs::read_to_string(self.root.join(MADE)).unwrap_or_default();
        let mut numbers = text.split_ascii_whitespace().map_while(|word| word.parse().ok());
        let (count, microseconds) = (numbers.next(), numbers.next());
        let time = Duration::from_micros(microseconds.unwrap_or(0));
        count.map_or_else(Made::default, |count| Made { count, time })
    }

    /// Where this fails, or another process does the same, some are not counted.
    fn write_made(&self, made: Made) {
        let text = format!("{} {}\n", made.count, made.microseconds());
        drop(self.replace(&self.root.join(MADE), text.as_bytes()));
    }

    fn write(&self, key: &Key, bytes: &[u8]) -> io::Result<()> {
        self.replace(&self.path(key), bytes)
    }

    /// Writes a file as a whole.
    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.root);
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY);
        // Users who share a folder read each other's artefacts, as far as the umask allows it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = match builder.tempfile_in(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                fs::create_dir_all(folder)?;
                builder.tempfile_in(folder)?
            }
            other => other?,
        };
        file.write_all(bytes)?;
        file.persist(path).map(drop).map_err(|error| error.error)
    }

    /// Evicts where too much is there.
    fn keep_bound(&self, written: u64) -> Result<()> {
        let mut state = self.state();
        state.written += written;
        let known = state.taken.map(|taken| taken + state.written);
        let is_due = known.is_none_or(|taken| taken > self.bound) || state.written > self.bound / WALKED_EACH;
        if !is_due {
            return Ok(());
        }
        // While the lock is held no other thread walks, too.
        let files = self.walk()?;
        let taken = files.iter().map(|file| file.entry.size).sum::<u64>();
        let freed = if taken > self.bound {
            evict(files, taken, self.bound / 256 * EVICTED_TO, &state.uses)
        } else {
            Freed::default()
        };
        state.taken = Some(taken.saturating_sub(freed.bytes));
        state.written = 0;
        Ok(())
    }

    /// All values.
    fn walk(&self) -> Result<Vec<Found>> {
        let mut found = Vec::new();
        for prefix in self.prefixes()? {
            for file in entries(&self.root.join(&prefix)).map_err(|cause| self.io("read", cause))? {
                let name = file.file_name();
                let key = name.to_str().and_then(|name| format!("{prefix}{name}").parse::<Key>().ok());
                // Another process may have removed it meanwhile.
                let (Some(key), Ok(metadata)) = (key, file.metadata()) else { continue };
                let time = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                let entry = Entry { key, size: metadata.len(), last_use: nanoseconds(time) };
                found.push(Found { entry, path: file.path() });
            }
        }
        Ok(found)
    }

    /// The names of the folders of values.
    fn prefixes(&self) -> Result<Vec<String>> {
        let folders = entries(&self.root).map_err(|cause| self.io("read", cause))?;
        let mut names: Vec<String> =
            folders.into_iter().filter_map(|folder| folder.file_name().into_string().ok()).collect();
        names.retain(|name| name.len() == 2);
        names.sort_unstable();
        Ok(names)
    }

    /// Removes the temporary files of processes that were killed.
    fn remove_abandoned(&self) -> Result<()> {
        for prefix in self.prefixes()? {
            for file in entries(&self.root.join(prefix)).map_err(|cause| self.io("read", cause))? {
                let is_temporary = file.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes());
                let age = file.metadata().and_then(|metadata| metadata.modified());
                let age = age.ok().and_then(|time| time.elapsed().ok()).unwrap_or_default();
                if is_temporary && age > ABANDONED_AFTER {
                    // Where another process is quicker, it is gone.
                    drop(fs::remove_file(file.path()));
                }
            }
        }
        Ok(())
    }
}

/// A file of a value.
struct Found {
    entry: Entry,
    path: PathBuf,
}

/// The name of a value below the root of a store, with slashes.
pub fn object_name(key: &Key) -> String {
    format!("{VERSION}/{}", object(key))
}

fn object(key: &Key) -> String {
    let mut name = key.to_string();
    name.insert(2, '/');
    name
}

/// What is in a folder; nothing where there is none.
fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(Vec::new())
        }
        Err(cause) => Err(cause),
    }
}

/// Removes what was used longest ago.
fn evict(mut files: Vec<Found>, mut taken: u64, target: u64, uses: &HashMap<Key, SystemTime>) -> Freed {
    let last_use = |entry: &Entry| {
        let held = uses.get(&entry.key).map_or(0, |time| nanoseconds(*time));
        (entry.last_use.max(held), entry.key)
    };
    files.sort_by_cached_key(|file| last_use(&file.entry));
    let mut freed = Freed::default();
    for Found { entry, path } in files {
        if taken <= target {
            break;
        }
        if fs::remove_file(path).is_ok() {
            freed.values += 1;
            freed.bytes += entry.size;
        }
        taken = taken.saturating_sub(entry.size);
    }
    freed
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos().saturating_as::<u64>()
}

impl Tier for Folder {
    fn name(&self) -> &str {
        &self.name
    }

    fn get(&self, key: &Key) -> Result<Option<Sealed>> {
        match fs::read(self.path(key)) {
            Ok(bytes) => {
                self.used(key);
                Ok(Some(Sealed(bytes)))
            }
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(cause) => Err(self.io("read", cause)),
        }
    }

    fn put(&self, values: &[(Key, Sealed)]) -> Result<()> {
        let mut written = 0;
        for (key, Sealed(bytes)) in values {
            let size = bytes.len() as u64;
            if size <= self.bound {
                self.write(key, bytes).map_err(|cause| self.io("write to", cause))?;
                written += size;
            }
        }
        self.keep_bound(written)
    }

    fn has(&self, keys: &[Key]) -> Result<Vec<bool>> {
        let is_here = |key: &Key| match fs::metadata(self.path(key)) {
            Ok(_) => {
                self.used(key);
                Ok(true)
            }
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
            Err(cause) => Err(self.io("read", cause)),
        };
        keys.iter().map(is_here).collect()
    }
}

impl Shelf for Folder {
    fn list(&self) -> Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = self.walk()?.into_iter().map(|file| file.entry).collect();
        entries.sort_unstable_by_key(|entry| entry.key);
        Ok(entries)
    }

    fn remove(&self, keys: &[Key]) -> Result<()> {
        for key in keys {
            match fs::remove_file(self.path(key)) {
                Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(self.io("write to", cause)),
                _ => {}
            }
        }
        Ok(())
    }

    fn shrink(&mut self, bound: Option<u64>) -> Result<Freed> {
        self.remove_abandoned()?;
        let files = self.walk()?;
        let taken = files.iter().map(|file| file.entry.size).sum();
        let mut state = self.state();
        let freed = evict(files, taken, bound.unwrap_or(self.bound), &state.uses);
        state.taken = Some(taken.saturating_sub(freed.bytes));
        Ok(freed)
    }

    fn record_made(&self, made: Made) {
        self.state().made.add(made);
    }

    fn made(&self) -> Made {
        let mut made = self.state().made;
        made.add(self.read_made());
        made
    }

    fn bound(&self) -> u64 {
        self.bound
    }

    fn size_on_disk(&self) -> Result<u64> {
        Ok(self.walk()?.iter().map(|file| file.entry.size).sum())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let State { uses, made, .. } = std::mem::take(&mut *self.state());
        self.write_uses(&uses);
        if made != Made::default() {
            let mut sum = self.read_made();
            sum.add(made);
            self.write_made(sum);
        }
    }
}
