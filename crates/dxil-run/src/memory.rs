//! Memory that programs have pointers to: each lane's own, and the group's. (Resources are accessed by operations.)
//! What lies outside is read as zero and not written.

mod races;

use std::ops::Range;

use crate::findings::FindingKind;
use crate::instruction::{Access, Atomic, CONSTANT, PAYLOAD, Register, Scalar, Space};
use crate::lanes::{self, Lanes};
use crate::program::Context;
use crate::shared::{ALL_BYTES, AccessKind};

/// A lane's access of memory: where it goes.
#[derive(Debug, Clone, Copy)]
struct Address {
    /// The first byte.
    byte: u32,
    /// How many bytes.
    bytes: u32,
}

impl Address {
    /// The word that the byte is in.
    #[inline(always)]
    fn word(self) -> usize {
        (self.byte / 4) as usize
    }

    /// The bits of that word, and how far they are shifted.
    #[inline(always)]
    fn bits(self) -> (u32, u32) {
        let shift = self.byte % 4 * 8;
        let ones = if self.bytes >= 4 { u32::MAX } else { (1 << (self.bytes * 8)) - 1 };
        (ones, shift)
    }

    /// A bit for each byte of the word that is accessed.
    #[inline(always)]
    fn byte_mask(self) -> u8 {
        let ones = if self.bytes >= 4 { ALL_BYTES } else { (1 << self.bytes) - 1 };
        (ones << (self.byte % 4)) & ALL_BYTES
    }

    /// What there is for each byte of the word that is accessed.
    fn of_bytes(self, of_word: &[u32; 4]) -> impl Iterator<Item = u32> {
        let mask = self.byte_mask();
        of_word
            .iter()
            .copied()
            .enumerate()
            .filter(move |(byte, _)| mask >> byte & 1 != 0)
            .map(|(_, bits)| bits)
    }

    /// The same, to be changed.
    fn of_bytes_mut(self, of_word: &mut [u32; 4]) -> impl Iterator<Item = &mut u32> {
        let mask = self.byte_mask();
        of_word.iter_mut().enumerate().filter(move |(byte, _)| mask >> byte & 1 != 0).map(|(_, bits)| bits)
    }

    /// The bytes of the word behind.
    #[inline(always)]
    fn next(self) -> Self {
        Self { byte: self.byte.wrapping_add(4), bytes: 4 }
    }
}

impl Context<'_> {
    /// The addresses of the object that an access is of; `None` where that differs from lane to lane.
    fn reach(&self, access: Access) -> Option<Range<u32>> {
        let object = access.object.and_then(|object| usize::try_from(object).ok());
        let object = object.and_then(|object| self.program.objects.get(object));
        match (object, access.space) {
            (Some(object), _) => Some(object.addresses.clone()),
            (None, Space::Shared) => Some(0..self.program.shared),
            (None, Space::Private) => None,
        }
    }

    /// Where the accesses of a block's lanes go, and the active lanes whose access lies in the object that the pointer
    /// was made of; the others are reported.
    fn addresses(
        &mut self,
        access: Access,
        reach: &Option<Range<u32>>,
        block: usize,
        verb: &'static str,
    ) -> (Lanes, u32) {
        let addresses = self.read(access.address, block);
        let places = lanes::map1(addresses, |address| address.wrapping_add(access.offset));
        let (active, bytes) = (self.active(block), access.scalar.bytes());
        let beyond = |byte: u32, range: &Range<u32>| {
            let room = range.end.wrapping_sub(bytes);
            byte < range.start || range.end < bytes || byte > room || byte % 4 + bytes.min(4) > 4
        };
        let outside = match reach {
            Some(range) => lanes::map1(&places, |byte| u32::from(beyond(byte, range))),
            None => lanes::map1(&places, |byte| u32::from(beyond(byte, &self.all_private(byte)))),
        };
        let outside = lanes::nonzero(&outside) & active;
        if outside != 0 && self.checks.all {
            for lane in lanes::each(outside) {
                let byte = lanes::get(&places, lane);
                let range = reach.as_ref().map_or_else(|| self.all_private(byte), Range::clone);
                self.report_beyond(access, &range, byte, (block, lane), verb);
            }
        }
        (places, active & !outside)
    }

    #[cold]
    fn report_beyond(
        &mut self,
        access: Access,
        range: &Range<u32>,
        byte: u32,
        (block, lane): (usize, usize),
        verb: &'static str,
    ) {
        let object = access.object.and_then(|object| self.program.objects.get(usize::try_from(object).ok()?));
        let name = object.map(|object| object.name.to_string()).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| match access.space {
            Space::Shared => "group-shared memory".to_owned(),
            Space::Private if range.start == PAYLOAD => "the payload".to_owned(),
            Space::Private => "a local variable".to_owned(),
        });
        let (at, bytes) = (i64::from(byte) - i64::from(range.start), access.scalar.bytes());
        self.report(FindingKind::OutOfBounds, block, lane, || {
            format!(
                "{verb} {bytes} bytes at byte offset {at} of {name}, which has {} bytes",
                range.end - range.start
            )
        });
    }

    /// All the addresses of a lane's own memory, or of constants: of what one lies in.
    fn all_private(&self, address: u32) -> Range<u32> {
        let words = |len: usize| u32::try_from(len * 4).unwrap_or(CONSTANT);
        if address >= PAYLOAD {
            PAYLOAD..PAYLOAD.saturating_add(self.group.mesh.payload.bytes())
        } else if address & CONSTANT != 0 {
            CONSTANT..CONSTANT.saturating_add(words(self.program.constant_data.len()))
        } else {
            0..words(self.program.private.len())
        }
    }

    /// The word of a lane's own memory that all active lanes of a block access as a whole: where it lies among all of
    /// the wave.
    fn uniform_word(&self, access: Access, reach: &Option<Range<u32>>, block: usize) -> Option<usize> {
        if access.space != Space::Private || access.scalar.bytes() != 4 {
            return None;
        }
        let active = self.active(block);
        let addresses = self.read(access.address, block);
        let first = lanes::get(addresses, lanes::each(active).next()?);
        let differ = lanes::nonzero(&lanes::map1(addresses, |address| address ^ first));
        let byte = first.wrapping_add(access.offset);
        let range = reach.as_ref().map_or_else(|| self.all_private(byte), Range::clone);
        let is_inside = byte >= range.start && byte.checked_add(4).is_some_and(|end| end <= range.end);
        (differ & active == 0 && is_inside && byte.is_multiple_of(4) && byte & CONSTANT == 0)
            .then(|| ((byte / 4) as usize).saturating_mul(self.wave.blocks) + block)
    }

    /// Executes a load.
    pub(crate) fn load(&mut self, to: &[Register], access: Access) {
        self.require_defined(access.address, "address");
        let reach = self.reach(access);
        for block in 0..self.blocks() {
            if let (Some(index), [to]) = (self.uniform_word(access, &reach, block), to) {
                let words = self.wave.private.get(index).copied().unwrap_or(lanes::ZERO);
                self.wave.write(*to, block, &words);
                if self.checks.all {
                    let bytes = self.wave.private_undefined.get(index).copied().unwrap_or_default();
                    self.wave.set_undefined(*to, block, bytes.iter().fold(0, |all, bits| all | bits));
                }
                continue;
            }
            let (mut words, mut undefined) = ([lanes::ZERO; 2], [0; 2]);
            let (places, inside) = self.addresses(access, &reach, block, "reads");
            for lane in lanes::each(inside) {
                let address = Address { byte: lanes::get(&places, lane), bytes: access.scalar.bytes() };
                let parts = [address, address.next()];
                for ((words, undefined), at) in words.iter_mut().zip(&mut undefined).zip(parts).take(to.len())
                {
                    let (word, is_defined) = self.load_word(access.space, at, block, lane);
                    let (ones, shift) = at.bits();
                    lanes::set(words, lane, word >> shift & ones);
                    *undefined |= u32::from(!is_defined) << lane;
                }
            }
            for ((to, words), undefined) in to.iter().zip(&words).zip(undefined) {
                self.wave.write(*to, block, words);
                if self.checks.all {
                    self.wave.set_undefined(*to, block, undefined);
                }
            }
        }
    }

    /// A word of memory, and whether what is accessed of it was ever written.
    fn load_word(&mut self, space: Space, at: Address, block: usize, lane: usize) -> (u32, bool) {
        match space {
            Space::Shared => {
                if self.checks.all {
                    self.note_shared((at.byte, at.bytes), (block, lane), AccessKind::Read);
                }
                let (word, defined) = self.group.shared.read(at.word());
                (word, defined & at.byte_mask() == at.byte_mask())
            }
            Space::Private if at.byte >= PAYLOAD => {
                let (word, defined) = self.group.mesh.payload.read(at.word() - PAYLOAD_WORD);
                (word, defined & at.byte_mask() == at.byte_mask())
            }
            Space::Private if at.byte & CONSTANT != 0 => {
                let word = self.program.constant_data.get(at.word() - CONSTANT_WORD);
                (word.copied().unwrap_or(0), true)
            }
            Space::Private => {
                let index = at.word() * self.wave.blocks + block;
                let undefined = self.wave.private_undefined.get(index).copied().unwrap_or_default();
                let bits = at.of_bytes(&undefined).fold(0, |all, bits| all | bits);
                let word = self.wave.private.get(index).map_or(0, |words| lanes::get(words, lane));
                (word, bits >> lane & 1 == 0)
            }
        }
    }

    /// Executes a store.
    pub(crate) fn store(&mut self, from: &[Register], access: Access) {
        self.require_defined(access.address, "address");
        let reach = self.reach(access);
        for block in 0..self.blocks() {
            if let (Some(index), [from]) = (self.uniform_word(access, &reach, block), from) {
                self.store_uniform(index, *from, block);
                continue;
            }
            let words: [Lanes; 2] =
                [0, 1].map(|part| from.get(part).map_or(lanes::ZERO, |from| *self.read(*from, block)));
            let undefined =
                [0, 1].map(|part| from.get(part).map_or(0, |from| self.wave.undefined(*from, block)));
            let (places, inside) = self.addresses(access, &reach, block, "writes");
            for lane in lanes::each(inside) {
                let address = Address { byte: lanes::get(&places, lane), bytes: access.scalar.bytes() };
                let parts = [address, address.next()];
                for ((words, undefined), at) in words.iter().zip(undefined).zip(parts).take(from.len()) {
                    let is_defined = undefined >> lane & 1 == 0;
                    self.store_word(access.space, at, (block, lane), (lanes::get(words, lane), is_defined));
                }
            }
        }
    }

    /// Stores a register in the same word of all lanes' own memory.
    fn store_uniform(&mut self, index: usize, from: Register, block: usize) {
        let (active, undefined) = (self.active(block), self.wave.undefined(from, block));
        let (words, expanded) = (*self.read(from, block), lanes::expand(active));
        if let Some(to) = self.wave.private.get_mut(index) {
            *to = lanes::map3(to, &words, &expanded, |old, new, mask| old & !mask | new & mask);
        }
        if let Some(bytes) = self.wave.private_undefined.get_mut(index).filter(|_| self.checks.all) {
            bytes.iter_mut().for_each(|bits| *bits = *bits & !active | undefined & active);
        }
    }

    fn store_word(
        &mut self,
        space: Space,
        at: Address,
        (block, lane): (usize, usize),
        (word, is_defined): (u32, bool),
    ) {
        let (ones, shift) = at.bits();
        let change = |old: u32| old & !(ones << shift) | (word & ones) << shift;
        match space {
            Space::Shared => {
                let (old, defined) = self.group.shared.read(at.word());
                // To write again what is there harms nobody.
                let is_new = change(old) != old || defined & at.byte_mask() != at.byte_mask();
                if self.checks.all && is_new {
                    self.note_shared((at.byte, at.bytes), (block, lane), AccessKind::Write);
                }
                self.group.shared.write(at.word(), change(old), at.byte_mask(), is_defined);
            }
            // The verifier keeps stores away from constants; a pointer that was computed may still lead there.
            Space::Private if at.byte & CONSTANT != 0 => {}
            Space::Private => {
                let index = at.word() * self.wave.blocks + block;
                if let Some(words) = self.wave.private.get_mut(index) {
                    let old = lanes::get(words, lane);
                    lanes::set(words, lane, change(old));
                }
                if let Some(undefined) = self.wave.private_undefined.get_mut(index) {
                    for bits in at.of_bytes_mut(undefined) {
                        *bits = *bits & !(1 << lane) | u32::from(!is_defined) << lane;
                    }
                }
            }
        }
    }

    /// Executes an atomic operation, lane by lane from the first.
    pub(crate) fn atomic(&mut self, atomic: Atomic, to: &[Register], from: &[Register], access: Access) {
        let forgets = atomic == Atomic::Exchange;
        self.exchange((to, from), access, forgets, |context, block, lane, old| {
            let operand = context.value(from, block, lane);
            Some(atomic.apply(access.scalar, old, operand))
        });
    }

    /// Executes a comparison and exchange, lane by lane from the first.
    pub(crate) fn compare_exchange(&mut self, to: &[Register], from: &[Register], access: Access) {
        let words = from.len() / 2;
        let (compared, written) = from.split_at_checked(words).unwrap_or((from, &[]));
        let parts = to.len().saturating_sub(1);
        let (old, flag) = to.split_at_checked(parts).unwrap_or((to, &[]));
        let mut equal = [0; crate::lanes::MAX_BLOCKS];
        self.exchange((old, from), access, false, |context, block, lane, old| {
            let is_equal = context.value(compared, block, lane) == old;
            if let Some(equal) = equal.get_mut(block) {
                *equal |= u32::from(is_equal) << lane;
            }
            is_equal.then(|| context.value(written, block, lane))
        });
        if let Some(flag) = flag.first() {
            for (block, equal) in equal.iter().enumerate().take(self.blocks()) {
                let truth = lanes::map1(&lanes::expand(*equal), |word| word & 1);
                let undefined = old.first().map_or(0, |old| self.wave.undefined(*old, block));
                self.wave.write(*flag, block, &truth);
                if self.checks.all {
                    self.wave.set_undefined(*flag, block, undefined);
                }
            }
        }
    }

    /// The value that one or two registers hold.
    fn value(&self, from: &[Register], block: usize, lane: usize) -> u64 {
        let part = |index: usize| from.get(index).map_or(0, |from| lanes::get(self.read(*from, block), lane));
        u64::from(part(1)) << 32 | u64::from(part(0))
    }

    /// Changes memory lane by lane. What is there afterwards is undefined where an operand is, or what was there and is
    /// not forgotten.
    fn exchange(
        &mut self,
        (to, from): (&[Register], &[Register]),
        access: Access,
        forgets: bool,
        mut change: impl FnMut(&Self, usize, usize, u64) -> Option<u64>,
    ) {
        self.require_defined(access.address, "address");
        let is_wide = access.scalar.bits() == 64;
        let reach = self.reach(access);
        for block in 0..self.blocks() {
            let operands = from.iter().fold(0, |bits, from| bits | self.wave.undefined(*from, block));
            let (mut words, mut undefined) = ([lanes::ZERO; 2], 0);
            let (places, inside) = self.addresses(access, &reach, block, "exchanges");
            for lane in lanes::each(inside) {
                let at = Address { byte: lanes::get(&places, lane), bytes: access.scalar.bytes() };
                let (old, is_defined) = self.word_to_exchange(access.space, at, is_wide, (block, lane));
                undefined |= u32::from(!is_defined) << lane;
                let [low_words, high_words] = &mut words;
                lanes::set(low_words, lane, lanes::low(old));
                lanes::set(high_words, lane, lanes::high(old));
                let Some(new) = change(self, block, lane, old) else { continue };
                let is_defined = (is_defined || forgets) && operands >> lane & 1 == 0;
                for (at, word) in [(at, lanes::low(new)), (at.next(), lanes::high(new))]
                    .into_iter()
                    .take(if is_wide { 2 } else { 1 })
                {
                    match access.space {
                        Space::Shared => {
                            let (ones, shift) = at.bits();
                            let (old, _) = self.group.shared.read(at.word());
                            let word = old & !(ones << shift) | (word & ones) << shift;
                            self.group.shared.write(at.word(), word, at.byte_mask(), is_defined);
                        }
                        Space::Private => {
                            self.store_word(Space::Private, at, (block, lane), (word, is_defined));
                        }
                    }
                }
            }
            for (to, words) in to.iter().zip(&words) {
                self.wave.write(*to, block, words);
                if self.checks.all {
                    self.wave.set_undefined(*to, block, undefined);
                }
            }
        }
    }

    /// One or two words of memory that are about to be exchanged, and whether they were ever written.
    #[inline(never)]
    fn word_to_exchange(
        &mut self,
        space: Space,
        at: Address,
        is_wide: bool,
        (block, lane): (usize, usize),
    ) -> (u64, bool) {
        let part = |context: &mut Self, at: Address| match space {
            Space::Shared => {
                let (word, defined) = context.group.shared.read(at.word());
                let (ones, shift) = at.bits();
                (word >> shift & ones, defined & at.byte_mask() == at.byte_mask())
            }
            Space::Private => context.load_word(Space::Private, at, block, lane),
        };
        if space == Space::Shared && self.checks.all {
            self.note_shared((at.byte, at.bytes), (block, lane), AccessKind::Atomic);
        }
        let low = part(self, at);
        let high = if is_wide { part(self, at.next()) } else { (0, true) };
        (u64::from(high.0) << 32 | u64::from(low.0), low.1 && high.1)
    }
}

/// The word of the first constant, and that of the payload.
const CONSTANT_WORD: usize = (CONSTANT / 4) as usize;
const PAYLOAD_WORD: usize = (PAYLOAD / 4) as usize;

impl Atomic {
    /// What is there afterwards.
    pub(crate) fn apply(self, scalar: Scalar, old: u64, operand: u64) -> u64 {
        if let Self::Accumulate { from, to } = self {
            return to.add(old, to.encode(from.decode(operand)));
        }
        if scalar.bits() == 64 {
            return self.apply64(old, operand);
        }
        let (old, operand) = (lanes::low(old), lanes::low(operand));
        u64::from(match self {
            Self::Min => old.cast_signed().min(operand.cast_signed()).cast_unsigned(),
            Self::Max => old.cast_signed().max(operand.cast_signed()).cast_unsigned(),
            // The lower half of what 64 bits give.
            _ => lanes::low(self.apply64(old.into(), operand.into())),
        })
    }

    fn apply64(self, old: u64, operand: u64) -> u64 {
        match self {
            Self::Add | Self::Accumulate { .. } => old.wrapping_add(operand),
            Self::Sub => old.wrapping_sub(operand),
            Self::And => old & operand,
            Self::Or => old | operand,
            Self::Xor => old ^ operand,
            Self::Min => old.cast_signed().min(operand.cast_signed()).cast_unsigned(),
            Self::Max => old.cast_signed().max(operand.cast_signed()).cast_unsigned(),
            Self::UMin => old.min(operand),
            Self::UMax => old.max(operand),
            Self::Exchange => operand,
        }
    }
}
