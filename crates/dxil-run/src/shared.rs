//! The memory of a group, with what is known of each part: whether it was written, and which threads accessed it since
//! the last barrier.

use crate::instruction::{Instruction, Space};

/// Threads that accessed some bytes since the last barrier.
#[derive(Debug, Clone, Copy, Default)]
struct Accesses {
    /// Since which barrier this holds.
    epoch: u32,
    /// The last one that wrote, plus one; 0 for none.
    writer: u16,
    /// The last one that read, plus one; [`MANY`] for several.
    reader: u16,
    /// The last one that exchanged atomically, plus one; [`MANY`] for several.
    atomic: u16,
}

/// All bytes of a word.
pub(crate) const ALL_BYTES: u8 = 0xf;

/// Several threads.
const MANY: u16 = u16::MAX;

/// The kind of an access of group-shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Read,
    Write,
    Atomic,
}

/// The other thread of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Racer {
    /// A single thread, by its number in the group.
    Thread(u16),
    /// Several threads.
    Several,
}

/// The memory of a group.
#[derive(Debug)]
pub(crate) struct Shared {
    words: Vec<u32>,
    /// A bit for each byte of a word that was ever written.
    defined: Vec<u8>,
    /// Who accessed each few bytes: as few as the program accesses at once, so that threads with neighbouring ones do
    /// not race.
    accesses: Vec<Accesses>,
    granule: u32,
    epoch: u32,
}

impl Shared {
    /// So many bytes of memory, which this code accesses.
    pub(crate) fn new(bytes: u32, code: &[Instruction]) -> Self {
        let words = bytes.div_ceil(4) as usize;
        let granule = code.iter().filter_map(|instruction| match instruction {
            Instruction::Load(_, access) | Instruction::Store(_, access) if access.space == Space::Shared => {
                Some(access.scalar.bytes())
            }
            _ => None,
        });
        let granule = granule.fold(4, u32::min).max(1);
        let granules = words * 4 / (granule as usize);
        Self {
            words: vec![0; words],
            defined: vec![0; words],
            accesses: vec![Accesses::default(); granules],
            granule,
            epoch: 0,
        }
    }

    /// Forgets what a group left.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.defined.fill(0);
        self.pass_barrier();
    }

    /// All accesses so far are ordered before those to come.
    pub(crate) fn pass_barrier(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
    }

    /// A word, and which of its bytes were ever written.
    pub(crate) fn read(&self, word: usize) -> (u32, u8) {
        (self.words.get(word).copied().unwrap_or(0), self.defined.get(word).copied().unwrap_or(ALL_BYTES))
    }

    /// Writes a word of which some bytes are new, and defined or not.
    pub(crate) fn write(&mut self, word: usize, value: u32, bytes: u8, is_defined: bool) {
        if let (Some(word), Some(defined)) = (self.words.get_mut(word), self.defined.get_mut(word)) {
            *word = value;
            *defined = if is_defined { *defined | bytes } else { *defined & !bytes };
        }
    }

    /// Notes a thread's access of some bytes. Returns the other thread if the access races with another one.
    #[inline]
    pub(crate) fn note(&mut self, byte: u32, bytes: u32, thread: u32, kind: AccessKind) -> Option<Racer> {
        let me = u16::try_from(thread.saturating_add(1)).unwrap_or(MANY - 1);
        let (epoch, granule) = (self.epoch, self.granule);
        for place in byte / granule..byte.saturating_add(bytes).div_ceil(granule) {
            let index = place as usize;
            let Some(seen) = self.accesses.get_mut(index) else { continue };
            if seen.epoch != epoch {
                *seen = Accesses { epoch, ..Accesses::default() };
            }
            let other = |one: u16| (one != 0 && one != me).then_some(one);
            let races = match kind {
                AccessKind::Read => other(seen.writer).or(other(seen.atomic)),
                AccessKind::Write => other(seen.writer).or(other(seen.reader)).or(other(seen.atomic)),
                AccessKind::Atomic => other(seen.writer).or(other(seen.reader)),
            };
            let add = |to: &mut u16| *to = if *to == 0 || *to == me { me } else { MANY };
            match kind {
                AccessKind::Read => add(&mut seen.reader),
                AccessKind::Write => seen.writer = me,
                AccessKind::Atomic => add(&mut seen.atomic),
            }
            if let Some(other) = races {
                return Some(if other == MANY { Racer::Several } else { Racer::Thread(other - 1) });
            }
        }
        None
    }
}
