//! The memory of a group, with what is known of each part: whether it was written, and which threads accessed it since
//! the last barrier.

use crate::execute::Context;
use crate::findings::FindingKind;
use crate::program::{Instruction, Program, Space};

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
    /// The memory that groups of a program have.
    pub(crate) fn new(program: &Program) -> Self {
        let words = usize::try_from(program.shared.div_ceil(4)).unwrap_or(0);
        let granule = program.code.iter().filter_map(|instruction| match instruction {
            Instruction::Load(_, access) | Instruction::Store(_, access) if access.space == Space::Shared => {
                Some(access.scalar.bytes())
            }
            _ => None,
        });
        let granule = granule.fold(4, u32::min).max(1);
        let granules = words * 4 / usize::try_from(granule).unwrap_or(1);
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
}

/// How memory is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
    Atomic,
}

impl Context<'_> {
    /// Notes an access of the group's memory, and reports it if another thread's access races with it.
    pub(crate) fn see_shared(&mut self, byte: u32, bytes: u32, block: usize, lane: usize, writes: bool) {
        self.see(byte, bytes, (block, lane), if writes { Kind::Write } else { Kind::Read });
    }

    /// The same for an atomic access.
    pub(crate) fn see_shared_atomic(&mut self, byte: u32, bytes: u32, block: usize, lane: usize) {
        self.see(byte, bytes, (block, lane), Kind::Atomic);
    }

    fn see(&mut self, byte: u32, bytes: u32, (block, lane): (usize, usize), kind: Kind) {
        let thread = self.thread(block, lane).thread;
        let me = u16::try_from(thread.saturating_add(1)).unwrap_or(MANY - 1);
        let epoch = self.group.shared.epoch;
        let granule = self.group.shared.granule;
        for place in byte / granule..byte.saturating_add(bytes).div_ceil(granule) {
            let index = usize::try_from(place).unwrap_or(usize::MAX);
            let Some(seen) = self.group.shared.accesses.get_mut(index) else { continue };
            if seen.epoch != epoch {
                *seen = Accesses { epoch, ..Accesses::default() };
            }
            let other = |one: u16| (one != 0 && one != me).then_some(one);
            let races = match kind {
                Kind::Read => other(seen.writer).or(other(seen.atomic)),
                Kind::Write => other(seen.writer).or(other(seen.reader)).or(other(seen.atomic)),
                Kind::Atomic => other(seen.writer).or(other(seen.reader)),
            };
            let add = |to: &mut u16| *to = if *to == 0 || *to == me { me } else { MANY };
            match kind {
                Kind::Read => add(&mut seen.reader),
                Kind::Write => seen.writer = me,
                Kind::Atomic => add(&mut seen.atomic),
            }
            if let Some(other) = races {
                self.report_race(byte, (block, lane), kind, other);
                return;
            }
        }
    }

    #[cold]
    fn report_race(&mut self, byte: u32, (block, lane): (usize, usize), kind: Kind, other: u16) {
        let object = self
            .program
            .objects
            .iter()
            .find(|object| object.space == Space::Shared && object.addresses.contains(&byte));
        let name = object.map_or("group-shared memory".into(), |object| object.name.clone());
        let at = byte - object.map_or(0, |object| object.addresses.start);
        self.report(FindingKind::Race, block, lane, || {
            let verb = match kind {
                Kind::Read => "reads",
                Kind::Write => "writes",
                Kind::Atomic => "exchanges",
            };
            let other = if other == MANY {
                "several other threads access".to_owned()
            } else {
                format!("thread {} accesses", other - 1)
            };
            format!("{verb} byte {at} of {name}, which {other} without a barrier between them")
        });
    }
}
