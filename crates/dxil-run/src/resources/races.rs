//! Who accessed each word of memory that UAVs are of in this dispatch, through those or otherwise: what races are found
//! by. Kept in atomics, because groups may run at the same time; one entry each for changes and for reads (16 bytes a
//! word of memory, once it is accessed with checks), so that a race may be missed, and none is told that is none.
//!
//! Of two accesses at least one of which writes, those race that nothing orders: of threads of a group, a barrier that
//! is for UAVs; of threads of different groups, nothing does, unless the resource is globally coherent: then it is the
//! program that orders them. Atomic operations do not race with each other, and do with other accesses. Writes of the
//! same value do not race.

use std::sync::atomic::{AtomicU64, Ordering};

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// It reads.
    Read,
    /// It writes, which changes what is there or does not.
    Write {
        /// Whether it changes what is there.
        changes: bool,
        /// What it writes.
        value: u32,
    },
    /// It exchanges atomically.
    Atomic,
}

/// A thread that accesses memory, and when, as an entry has it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Actor(u64);

/// Another thread whose access races.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Other {
    /// The number of its group.
    pub group: u64,
    /// Its number there.
    pub thread: u32,
    /// Whether it is one of several.
    pub is_one_of_several: bool,
}

// An entry, from the lowest bit: its group (the low bits of the number), the barriers that it has passed, the dispatch
// (low bits), the thread in the group, the bytes of the word, a digest of what was written, flags. Zero for none: each
// access has bytes.
const GROUP: u64 = (1 << 24) - 1;
const EPOCH_SHIFT: u32 = 24;
const EPOCH: u64 = ((1 << 12) - 1) << EPOCH_SHIFT;
const DISPATCH_SHIFT: u32 = 36;
const DISPATCH: u64 = ((1 << 6) - 1) << DISPATCH_SHIFT;
const THREAD_SHIFT: u32 = 42;
const THREAD: u64 = ((1 << 10) - 1) << THREAD_SHIFT;
const BYTES_SHIFT: u32 = 52;
const BYTES: u64 = 0xf << BYTES_SHIFT;
const VALUE_SHIFT: u32 = 56;
const VALUE: u64 = 0x7 << VALUE_SHIFT;
/// Several threads of the group did it, this one the first of them.
const MANY_THREADS: u64 = 1 << 59;
/// Threads of other groups did it, too.
const MANY_GROUPS: u64 = 1 << 60;
/// It was atomic.
const ATOMIC: u64 = 1 << 61;
/// It wrote what was there already.
const SILENT: u64 = 1 << 62;
/// Others wrote the same after it: who reads then may have written it, too.
const AGREED: u64 = 1 << 63;

/// After so many dispatches their numbers begin again, and shadows are to be cleared.
pub(crate) const DISPATCHES: u32 = 1 << 6;

impl Actor {
    /// Somebody in a group (`thread` is set later) after so many barriers in it.
    pub(crate) fn new(dispatch: u32, group: u64, epoch: u32) -> Self {
        // Beyond what an entry can count, accesses of a group are not told apart: see `conflicts`.
        let epoch = (u64::from(epoch) << EPOCH_SHIFT).min(EPOCH);
        Self(group & GROUP | epoch | u64::from(dispatch) << DISPATCH_SHIFT & DISPATCH)
    }

    /// One of the threads.
    #[inline]
    pub(crate) fn thread(self, thread: u32) -> Self {
        Self(self.0 & !THREAD | u64::from(thread) << THREAD_SHIFT & THREAD)
    }
}

/// Who accessed each word.
#[derive(Debug)]
pub(crate) struct Shadow {
    entries: Vec<Entry>,
}

#[derive(Debug, Default)]
struct Entry {
    change: AtomicU64,
    read: AtomicU64,
}

impl Shadow {
    /// Of so many words.
    pub(crate) fn new(words: usize) -> Self {
        Self { entries: std::iter::repeat_with(Entry::default).take(words).collect() }
    }

    /// Forgets all.
    pub(crate) fn clear(&self) {
        for entry in &self.entries {
            entry.change.store(0, Ordering::Relaxed);
            entry.read.store(0, Ordering::Relaxed);
        }
    }

    /// Notes an access of some bytes of a word (a bit each); gives another's that it races with. Accesses of other
    /// groups do not where the resource is globally coherent: then it is the program that orders them.
    #[inline]
    pub(crate) fn note(
        &self,
        word: usize,
        bytes: u32,
        actor: Actor,
        access: Access,
        is_coherent: bool,
    ) -> Option<Other> {
        let entry = self.entries.get(word)?;
        let me = actor.0 | u64::from(bytes) << BYTES_SHIFT & BYTES;
        let (change, read) = (entry.change.load(Ordering::Relaxed), entry.read.load(Ordering::Relaxed));
        let races = |entry: u64| conflicts(entry, me, is_coherent).then(|| other(entry));
        match access {
            Access::Read => {
                let merged = merge(read, me);
                if merged != read {
                    entry.read.store(merged, Ordering::Relaxed);
                }
                if change & (SILENT | AGREED) == 0 { races(change) } else { None }
            }
            Access::Write { changes, value } => {
                let me = me | digest(value) << VALUE_SHIFT & VALUE;
                if let Some(new) = written(change, me, changes) {
                    entry.change.store(new, Ordering::Relaxed);
                }
                if !changes {
                    return None;
                }
                let other = if is_maybe_mine(change, me) { None } else { races(change) };
                other.or_else(|| races(read))
            }
            Access::Atomic => {
                let me = me | ATOMIC;
                let is_plain = is_of(change, me) && change & ATOMIC == 0;
                let new = match is_plain {
                    // A write that no barrier orders before those to come: it races with them, too.
                    true if (change ^ me) & (GROUP | EPOCH) == 0 => change,
                    true => me,
                    false => merge(change, me),
                };
                if new != change {
                    entry.change.store(new, Ordering::Relaxed);
                }
                if is_plain { races(change) } else { None }.or_else(|| races(read))
            }
        }
    }
}

/// A few bits that differ where most values do.
fn digest(value: u32) -> u64 {
    u64::from(value.wrapping_mul(0x9e37_79b1) >> 29)
}

/// Whether another group may have written what I did: it found that there already, before I noted that I changed it.
fn is_maybe_mine(entry: u64, me: u64) -> bool {
    let differs = entry ^ me;
    let is_as_mine = differs & BYTES != 0 || differs & VALUE == 0;
    entry & SILENT != 0 && differs & GROUP != 0 && is_as_mine
}

/// Whether an entry is one of this dispatch.
fn is_of(entry: u64, me: u64) -> bool {
    entry != 0 && (entry ^ me) & DISPATCH == 0
}

/// Whether nothing orders an access before mine, of which at least one changes what the other accesses.
#[inline]
fn conflicts(entry: u64, me: u64, is_coherent: bool) -> bool {
    if entry & me & BYTES == 0 || !is_of(entry, me) {
        return false;
    }
    let is_same_group = (entry ^ me) & GROUP == 0;
    if (!is_same_group || entry & MANY_GROUPS != 0) && !is_coherent {
        return true;
    }
    let is_ordered = (entry ^ me) & EPOCH != 0 || entry & EPOCH == EPOCH;
    is_same_group && !is_ordered && ((entry ^ me) & THREAD != 0 || entry & MANY_THREADS != 0)
}

fn other(entry: u64) -> Other {
    Other {
        group: entry & GROUP,
        thread: crate::lanes::low((entry & THREAD) >> THREAD_SHIFT),
        is_one_of_several: entry & (MANY_THREADS | MANY_GROUPS) != 0,
    }
}

/// The entry for what it had and mine, of the same kind: of the bytes that all have accessed.
#[inline]
fn merge(entry: u64, me: u64) -> u64 {
    if !is_of(entry, me) {
        return me;
    }
    let is_same_epoch = (entry ^ me) & (GROUP | EPOCH) == 0;
    if is_same_epoch && (entry ^ me) & THREAD == 0 && entry & MANY_THREADS == 0 {
        return entry | me;
    }
    let both = entry & me & BYTES;
    if both == 0 {
        return me;
    }
    let groups = if (entry ^ me) & GROUP == 0 { entry & MANY_GROUPS } else { MANY_GROUPS };
    let (last, threads) = match is_same_epoch {
        true if entry & THREAD <= me & THREAD => (entry, MANY_THREADS),
        true => (me, MANY_THREADS),
        false => (me, 0),
    };
    last & !BYTES | both | groups | threads
}

/// The entry of changes after a write; `None` where it stays.
#[inline]
fn written(entry: u64, me: u64, changes: bool) -> Option<u64> {
    let silent = if changes { 0 } else { SILENT };
    if !is_of(entry, me) {
        return Some(me | silent);
    }
    if !changes {
        let is_other = (entry ^ me) & (GROUP | THREAD) != 0 && entry & AGREED == 0;
        return is_other.then_some(entry | AGREED);
    }
    let is_mine = (entry ^ me) & (GROUP | EPOCH | THREAD) == 0 && entry & (ATOMIC | MANY_GROUPS) == 0;
    let new = if is_mine { (entry & !VALUE | me) & !(SILENT | AGREED) } else { me };
    (new != entry).then_some(new)
}
