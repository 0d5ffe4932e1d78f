//! What a tier is: where values are kept. Separate so that each is a file of its own, and who asks knows none of them.
//!
//! A tier takes and gives [`Sealed`] values and does not look into them; [`Store`](crate::Store) checks what it gives.

use std::time::Duration;

use az::SaturatingAs as _;

use crate::error::Result;
use crate::key::Key;
use crate::value::Sealed;

/// A place for values. All calls may come from several threads at once.
pub trait Tier: Send + Sync {
    /// What it is called in messages.
    fn name(&self) -> &str;

    /// The value of `key`, if it is here.
    fn get(&self, key: &Key) -> Result<Option<Sealed>>;

    /// Keeps these values; what was kept under their keys is replaced. Once this returns without an error, they are
    /// here also when the process is killed. A value that this tier has no room for is left out.
    fn put(&self, values: &[(Key, Sealed)]) -> Result<()>;

    /// Which of `keys` are here, in their order. Nothing is said about whether their values are sound.
    fn has(&self, keys: &[Key]) -> Result<Vec<bool>>;
}

/// A tier that knows all it holds: one on this machine.
pub trait Shelf: Tier {
    /// What is here, by key.
    fn list(&self) -> Result<Vec<Entry>>;

    /// Removes these, where they are here.
    fn remove(&self, keys: &[Key]) -> Result<()>;

    /// Removes what was used longest ago until no more than `bound` bytes are taken, and what is left of writes that
    /// were broken off; gives room that is free back to the system.
    fn shrink(&mut self, bound: Option<u64>) -> Result<Freed>;

    /// Counts what was made for it, for [`made`](Self::made).
    fn record_made(&self, made: Made);

    /// What was made for it so far, and how long that took. It decides nothing, and is in no archive.
    fn made(&self) -> Made;

    /// How much it may hold, in bytes.
    fn bound(&self) -> u64;

    /// The bytes that it takes on the disk.
    fn size_on_disk(&self) -> Result<u64>;
}

/// How many artefacts were made, and how long that took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Made {
    /// The number of artefacts.
    pub count: u64,
    /// The time for all of them.
    pub time: Duration,
}

impl Made {
    /// Counts more in.
    pub fn add(&mut self, more: Self) {
        self.count = self.count.saturating_add(more.count);
        self.time = self.time.saturating_add(more.time);
    }

    /// The time for one, where any was made.
    pub fn mean(&self) -> Option<Duration> {
        let nanoseconds = self.time.as_nanos().checked_div(u128::from(self.count))?;
        u64::try_from(nanoseconds).ok().map(Duration::from_nanos)
    }

    /// The time in whole microseconds, as it is kept.
    pub(crate) fn microseconds(&self) -> u64 {
        self.time.as_micros().saturating_as::<u64>()
    }
}

/// A value on a [`Shelf`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its key.
    pub key: Key,
    /// Its bytes, with what seals it.
    pub size: u64,
    /// When it was last used: numbers that grow, and mean nothing else.
    pub last_use: u64,
}

/// What [`Shelf::shrink`] removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Freed {
    /// The number of values.
    pub values: usize,
    /// Their bytes.
    pub bytes: u64,
}
