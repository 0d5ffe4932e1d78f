//! A store in one file of redb: crash-safe, one process at a time, no larger than its bound. The tier that is used
//! unless another one is asked for.
//!
//! Tables: `values` from key to sealed value; `uses` from key to when it was last used and the bytes it takes; `meta`
//! with the version, the sum of those bytes and the next use. A use is a number that counts up, not a time. Uses are
//! remembered in memory and written with the next values, when there are many, and at the end: reading costs no write,
//! and a process that is killed forgets in which order it read, no more.
//!
//! What is assumed of the disk is what redb assumes: a write that `fsync` confirmed stays. Whatever else changes the
//! file is found where it matters, because every value has its digest; where redb itself stumbles over it, by an error
//! or a panic, the file counts as damaged.

use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use redb::{
    Database, DatabaseError, ReadOnlyDatabase, ReadTransaction, ReadableDatabase as _, ReadableTable,
    StorageError, TableDefinition, TableHandle as _,
};

use crate::error::{Result, StoreError};
use crate::key::Key;
use crate::limits::{CACHE_BYTES, MIN_BOUND, USES_HELD};
use crate::tier::{Entry, Freed, Made, Shelf, Tier};
use crate::value::Sealed;

const VALUES: TableDefinition<'_, &[u8; 32], &[u8]> = TableDefinition::new("values");
/// Last use, and the bytes of the value.
const USES: TableDefinition<'_, &[u8; 32], (u64, u64)> = TableDefinition::new("uses");
const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");

/// The version of the tables.
const VERSION: u64 = 1;
const VERSION_NAME: &str = "version";
/// The sum of what [`room`] says of all values.
const TAKEN: &str = "taken";
const NEXT_USE: &str = "next use";
const MADE: &str = "made";
const MICROSECONDS: &str = "microseconds making";

/// How long a process sleeps between two attempts to open a file.
const PAUSE: Duration = Duration::from_millis(20);

/// A store in one file.
pub struct RedbFile {
    path: PathBuf,
    name: String,
    database: Opened,
    bound: u64,
    /// The keys that were used since uses were last written, by when.
    uses: Mutex<Uses>,
}

#[derive(Debug, Default)]
struct Uses {
    by_key: HashMap<[u8; 32], u64>,
    next: u64,
    /// What was made since.
    made: Made,
}

enum Opened {
    Writable(Database),
    /// A file that may not be written, or is asked to be left alone.
    ReadOnly(ReadOnlyDatabase),
}

impl RedbFile {
    /// Opens the file at `path`, which is made if it is not there. While another process has it open, this tries again
    /// for as long as `wait`. `bound` is the most bytes that the file may have; a smaller one than [`MIN_BOUND`] counts
    /// as that. What may not be written is opened for reading.
    pub fn open(path: &Path, bound: u64, wait: Duration) -> Result<Self> {
        let name = path.display().to_string();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|cause| io("create", folder, cause))?;
        }
        let start = Instant::now();
        let database = loop {
            match guarded(&name, || open(path, &name)) {
                Err(StoreError::Busy { .. }) if start.elapsed() < wait => std::thread::sleep(PAUSE),
                Err(StoreError::Busy { place, .. }) => return Err(StoreError::Busy { place, waited: wait }),
                other => break other?,
            }
        };
        let mut file = Self {
            path: path.to_owned(),
            name,
            database,
            bound: bound.max(MIN_BOUND),
            uses: Mutex::default(),
        };
        file.begin()?;
        Ok(file)
    }

    /// Makes the tables of a new file, and reads of an old one what has to be known.
    fn begin(&mut self) -> Result<()> {
        let next = self.guarded(|| {
            if let Opened::Writable(database) = &self.database {
                let is_new = database.begin_read().map_err(failed)?.list_tables()?.next().is_none();
                if is_new {
                    let writing = database.begin_write().map_err(failed)?;
                    writing.open_table(VALUES).map_err(failed)?;
                    writing.open_table(USES).map_err(failed)?;
                    writing.open_table(META).map_err(failed)?.insert(VERSION_NAME, VERSION)?;
                    writing.commit().map_err(failed)?;
                }
            }
            let reading = self.reading()?;
            if !reading.list_tables()?.any(|table| table.name() == META.name()) {
                return Err(Failure::Foreign);
            }
            let meta = reading.open_table(META).map_err(failed)?;
            match meta.get(VERSION_NAME)?.map(|version| version.value()) {
                Some(VERSION) => Ok(number(&meta, NEXT_USE)?),
                Some(other) => Err(Failure::Version(other)),
                None => Err(Failure::Foreign),
            }
        })?;
        self.held_uses().next = next;
        Ok(())
    }

    fn reading(&self) -> std::result::Result<ReadTransaction, Failure> {
        match &self.database {
            Opened::Writable(database) => database.begin_read().map_err(failed),
            Opened::ReadOnly(database) => database.begin_read().map_err(failed),
        }
    }

    fn writable(&self) -> Result<&Database> {
        match &self.database {
            Opened::Writable(database) => Ok(database),
            Opened::ReadOnly(_) => Err(StoreError::ReadOnly { place: self.name.clone() }),
        }
    }

    fn held_uses(&self) -> MutexGuard<'_, Uses> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a use; where there are many, they are written.
    fn used(&self, key: &Key) -> Result<()> {
        let mut uses = self.held_uses();
        let now = uses.next;
        uses.next += 1;
        uses.by_key.insert(key.0, now);
        let is_full = uses.by_key.len() >= USES_HELD;
        drop(uses);
        if is_full { self.write(&[], &[], None).map(drop) } else { Ok(()) }
    }

    /// Writes values in transactions of a size that the file has room for, and evicts before each what is over the
    /// capacity.
    fn keep(&self, values: &[(Key, Sealed)]) -> Result<()> {
        let capacity = capacity(self.bound);
        let most = capacity / PARTS;
        let fitting: Vec<&(Key, Sealed)> =
            values.iter().filter(|(_, value)| room(size_of(&value.0)) <= most).collect();
        let mut rest = fitting.as_slice();
        while !rest.is_empty() {
            let (mut count, mut needed) = (0, 0);
            for (_, value) in rest {
                let with_next = needed + room(size_of(&value.0));
                if with_next > most {
                    break;
                }
                (count, needed) = (count + 1, with_next);
            }
            let (now, later) = rest.split_at(count);
            if self.taken()?.saturating_add(needed) > capacity {
                self.evict(capacity - capacity / PARTS - needed)?;
            }
            self.write(now, &[], None)?;
            rest = later;
        }
        Ok(())
    }

    fn evict(&self, target: u64) -> Result<Freed> {
        let freed = self.write(&[], &[], Some(target))?;
        // The pages that a transaction frees can be had after the next one.
        self.write(&[], &[], None)?;
        Ok(freed)
    }

    fn taken(&self) -> Result<u64> {
        self.guarded(|| {
            let meta = self.reading()?.open_table(META).map_err(failed)?;
            number(&meta, TAKEN)
        })
    }

    /// Writes values and the uses so far, removes keys, and evicts down to `target`, all or nothing.
    fn write(&self, values: &[&(Key, Sealed)], removed: &[Key], target: Option<u64>) -> Result<Freed> {
        let Opened::Writable(database) = &self.database else {
            // Uses of what cannot be written are of no use.
            self.held_uses().by_key.clear();
            return if values.is_empty() && removed.is_empty() {
                Ok(Freed::default())
            } else {
                Err(StoreError::ReadOnly { place: self.name.clone() })
            };
        };
        let (by_key, made, first) = {
            let mut uses = self.held_uses();
            let first = uses.next;
            uses.next += values.len() as u64;
            (std::mem::take(&mut uses.by_key), std::mem::take(&mut uses.made), first)
        };
        self.guarded(|| {
            let writing = database.begin_write().map_err(failed)?;
            let mut change = Change::default();
            {
                let mut table = writing.open_table(VALUES).map_err(failed)?;
                let mut uses = writing.open_table(USES).map_err(failed)?;
                let mut meta = writing.open_table(META).map_err(failed)?;
                change.taken = number(&meta, TAKEN)?;
                for (key, last_use) in &by_key {
                    let known = uses.get(key)?.map(|known| known.value());
                    if let Some((_, size)) = known {
                        uses.insert(key, (*last_use, size))?;
                    }
                }
                for key in removed {
                    change.remove(key, &mut table, &mut uses)?;
                }
                if let Some(target) = target {
                    change.evict(target, &mut table, &mut uses)?;
                }
                for (now, (key, Sealed(bytes))) in (first..).zip(values) {
                    change.forget(key, &mut uses)?;
                    table.insert(&key.0, bytes.as_slice())?;
                    uses.insert(&key.0, (now, size_of(bytes)))?;
                    change.taken += room(size_of(bytes));
                }
                for (name, more) in [(MADE, made.count), (MICROSECONDS, made.microseconds())] {
                    let sum = number(&meta, name)?.saturating_add(more);
                    meta.insert(name, sum)?;
                }
                meta.insert(TAKEN, change.taken)?;
                meta.insert(NEXT_USE, first + values.len() as u64)?;
            }
            writing.commit().map_err(failed)?;
            Ok(change.freed)
        })
    }

    /// Calls `work`; what redb says, or a panic of it, becomes an error with the name of the file.
    fn guarded<T>(&self, work: impl FnOnce() -> std::result::Result<T, Failure>) -> Result<T> {
        guarded(&self.name, work)
    }
}

impl Tier for RedbFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn get(&self, key: &Key) -> Result<Option<Sealed>> {
        let found = self.guarded(|| {
            let table = self.reading()?.open_table(VALUES).map_err(failed)?;
            Ok(table.get(&key.0)?.map(|bytes| Sealed(bytes.value().to_vec())))
        })?;
        if found.is_some() {
            self.used(key)?;
        }
        Ok(found)
    }

    fn put(&self, values: &[(Key, Sealed)]) -> Result<()> {
        self.writable()?;
        self.keep(values)
    }

    fn has(&self, keys: &[Key]) -> Result<Vec<bool>> {
        let found = self.guarded(|| {
            let table = self.reading()?.open_table(USES).map_err(failed)?;
            keys.iter().map(|key| Ok(table.get(&key.0)?.is_some())).collect::<std::result::Result<_, _>>()
        });
        let found: Vec<bool> = found?;
        for (key, _) in keys.iter().zip(&found).filter(|(_, is_here)| **is_here) {
            self.used(key)?;
        }
        Ok(found)
    }
}

impl Shelf for RedbFile {
    fn list(&self) -> Result<Vec<Entry>> {
        self.guarded(|| {
            let table = self.reading()?.open_table(USES).map_err(failed)?;
            let mut entries = Vec::new();
            for row in table.iter()? {
                let (key, value) = row?;
                let (last_use, size) = value.value();
                entries.push(Entry { key: Key(*key.value()), size, last_use });
            }
            Ok(entries)
        })
    }

    fn remove(&self, keys: &[Key]) -> Result<()> {
        self.write(&[], keys, None).map(drop)
    }

    fn shrink(&mut self, bound: Option<u64>) -> Result<Freed> {
        self.writable()?;
        let freed = self.evict(bound.map_or(capacity(self.bound), capacity))?;
        let name = self.name.clone();
        let Opened::Writable(database) = &mut self.database else { return Ok(freed) };
        guarded(&name, || database.compact().map(drop).map_err(failed))?;
        Ok(freed)
    }

    fn record_made(&self, made: Made) {
        self.held_uses().made.add(made);
    }

    fn made(&self) -> Made {
        let mut made = self.held_uses().made;
        let kept = self.guarded(|| {
            let meta = self.reading()?.open_table(META).map_err(failed)?;
            let time = Duration::from_micros(number(&meta, MICROSECONDS)?);
            Ok(Made { count: number(&meta, MADE)?, time })
        });
        made.add(kept.unwrap_or_default());
        made
    }

    fn bound(&self) -> u64 {
        self.bound
    }

    fn size_on_disk(&self) -> Result<u64> {
        let metadata = fs::metadata(&self.path);
        metadata.map(|metadata| metadata.len()).map_err(|cause| io("read", &self.path, cause))
    }
}

impl Drop for RedbFile {
    /// Writes the uses; where that fails, they are forgotten.
    fn drop(&mut self) {
        let is_written = {
            let uses = self.held_uses();
            uses.by_key.is_empty() && uses.made == Made::default()
        };
        if !is_written {
            drop(self.write(&[], &[], None));
        }
    }
}

/// What a write changes beside the values it was given.
#[derive(Default)]
struct Change {
    taken: u64,
    freed: Freed,
}

type Values<'t> = redb::Table<'t, &'static [u8; 32], &'static [u8]>;
type UseTable<'t> = redb::Table<'t, &'static [u8; 32], (u64, u64)>;

impl Change {
    /// Takes a value that is to be replaced or removed out of the sum; the bytes it had.
    fn forget(&mut self, key: &Key, uses: &mut UseTable<'_>) -> std::result::Result<Option<u64>, Failure> {
        let known = uses.remove(&key.0)?.map(|known| known.value().1);
        self.taken = self.taken.saturating_sub(known.map_or(0, room));
        Ok(known)
    }

    fn remove(
        &mut self,
        key: &Key,
        values: &mut Values<'_>,
        uses: &mut UseTable<'_>,
    ) -> std::result::Result<(), Failure> {
        let known = self.forget(key, uses)?;
        values.remove(&key.0)?;
        self.freed.values += usize::from(known.is_some());
        self.freed.bytes += known.unwrap_or(0);
        Ok(())
    }

    /// Removes what was used longest ago, until no more than `target` is taken.
    fn evict(
        &mut self,
        target: u64,
        values: &mut Values<'_>,
        uses: &mut UseTable<'_>,
    ) -> std::result::Result<(), Failure> {
        let mut by_use = Vec::new();
        for row in uses.iter()? {
            let (key, value) = row?;
            by_use.push((value.value().0, Key(*key.value())));
        }
        by_use.sort_unstable();
        for (_, key) in by_use {
            if self.taken <= target {
                break;
            }
            self.remove(&key, values, uses)?;
        }
        Ok(())
    }
}

/// What a value takes in the file: redb gives a large one pages of its own, as many as the next power of two; small
/// ones share pages, which are two thirds full on average. Its row in `uses` counts, too.
fn room(size: u64) -> u64 {
    const PAGE: u64 = 4096;
    /// Key, length and the head of a page.
    const AROUND: u64 = 64;
    const USE: u64 = 96;
    let with_key = size.saturating_add(AROUND);
    let pages = match with_key {
        0..PAGE => with_key + with_key / 2,
        _ => with_key.checked_next_power_of_two().unwrap_or(u64::MAX / 2),
    };
    pages.saturating_add(USE)
}

/// A value, and the values of one transaction, take at most this part of the capacity; evicting frees as much at once.
const PARTS: u64 = 8;

/// How much [`room`] there is in a file of at most `bound` bytes. redb doubles its file up to regions of 4 GiB, and
/// then grows by one or two; heads of regions, rows of `uses` and pages that are free a transaction later come to a
/// tenth.
fn capacity(bound: u64) -> u64 {
    const REGIONS: u64 = 8 << 30;
    let doubled = bound / 2;
    let usable = doubled.max(bound.saturating_sub(REGIONS));
    usable / 256 * 210
}

fn size_of(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

/// What a call of redb came to, before the name of the file is added.
enum Failure {
    Io(std::io::Error),
    Damaged(String),
    Foreign,
    Version(u64),
    Busy,
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        failed(error)
    }
}

/// All errors of redb, by what they are to a store.
fn failed(error: impl Into<redb::Error>) -> Failure {
    match error.into() {
        redb::Error::Io(cause) if cause.kind() == std::io::ErrorKind::InvalidData => {
            Failure::Damaged(cause.to_string())
        }
        redb::Error::Io(cause) => Failure::Io(cause),
        redb::Error::DatabaseAlreadyOpen => Failure::Busy,
        other => Failure::Damaged(other.to_string()),
    }
}

fn open(path: &Path, name: &str) -> std::result::Result<Opened, Failure> {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES);
    match builder.create(path) {
        Ok(database) => Ok(Opened::Writable(database)),
        Err(DatabaseError::Storage(StorageError::Io(cause)))
            if matches!(
                cause.kind(),
                std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem
            ) && Path::new(name).exists() =>
        {
            builder.open_read_only(path).map(Opened::ReadOnly).map_err(failed)
        }
        Err(error) => Err(failed(error)),
    }
}

fn guarded<T>(name: &str, work: impl FnOnce() -> std::result::Result<T, Failure>) -> Result<T> {
    let place = || name.to_owned();
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(Failure::Io(cause))) => Err(StoreError::Io { doing: "use", place: place(), cause }),
        Ok(Err(Failure::Damaged(reason))) => Err(StoreError::Damaged { place: place(), reason }),
        Ok(Err(Failure::Foreign)) => {
            let reason = "file is a redb database of another program".to_owned();
            Err(StoreError::Damaged { place: place(), reason })
        }
        Ok(Err(Failure::Version(found))) => {
            Err(StoreError::Version { place: place(), found, known: VERSION })
        }
        Ok(Err(Failure::Busy)) => Err(StoreError::Busy { place: place(), waited: Duration::ZERO }),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
            Err(StoreError::Damaged { place: place(), reason: format!("redb stumbled: {text}") })
        }
    }
}

fn number(meta: &impl ReadableTable<&'static str, u64>, name: &str) -> std::result::Result<u64, Failure> {
    Ok(meta.get(name)?.map_or(0, |number| number.value()))
}

fn io(doing: &'static str, path: &Path, cause: std::io::Error) -> StoreError {
    StoreError::Io { doing, place: path.display().to_string(), cause }
}
