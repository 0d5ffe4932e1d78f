//! What the store refuses, and why it is as much as it is.

use std::time::Duration;

/// The largest artefact. A shader is some kilobytes and the largest library known a few hundred megabytes; a value is
/// held in memory as a whole.
pub const MAX_ARTEFACT: usize = 1 << 30;

/// The most notes that go with an artefact, and the bytes of one: what a person may still want to read.
pub const MAX_NOTES: usize = 64;
/// The bytes of one note.
pub const MAX_NOTE: usize = 4096;

/// How much a file or folder holds unless its location says so: a tree of a hundred thousand shaders.
pub const DEFAULT_BOUND: u64 = 4 << 30;

/// The least bound that can be asked for: redb's empty file has half of it.
pub const MIN_BOUND: u64 = 4 << 20;

/// Eviction goes down to this share of the bound, in 256ths: who is at the bound does not evict with every write.
pub const EVICTED_TO: u64 = 230;

/// How long a process waits for a file that another one has open, unless its location says so.
pub const DEFAULT_WAIT: Duration = Duration::from_secs(5);

/// The memory that redb may use for pages it has read: what is read again takes half as long.
pub const CACHE_BYTES: usize = 256 << 20;

/// Uses that are remembered before they are written without a write to go with: a few megabytes, and so many that what
/// the disk takes for it is nothing to a use.
pub const USES_HELD: usize = 1 << 16;

/// How long a service may take for one call.
pub const REMOTE_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a call is tried that failed in a way that may pass. With the pauses between, a service that is gone costs
/// a build a quarter of a minute, once.
pub const MAX_TRIES: usize = 3;

/// Calls to a service at once: enough to hide how far away it is.
pub const CALLS_AT_ONCE: usize = 32;

/// How old a temporary file is that no live process can be writing.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(60 * 60);
