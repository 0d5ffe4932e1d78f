//! Memory that programs have pointers to: each lane's own, and the group's. (Resources are accessed by operations.) What lies
//! outside is read as zero and not written.

use crate::execute::Context;
use crate::findings::FindingKind;
use crate::lanes::{self, Lanes};
use crate::program::{Access, Atomic, CONSTANT, Register, Scalar, Space};

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
    fn word(self) -> usize {
        usize::try_from(self.byte / 4).unwrap_or(usize::MAX)
    }

    /// The bits of that word, and how far they are shifted.
    fn bits(self) -> (u32, u32) {
        let shift = self.byte % 4 * 8;
        let ones = if self.bytes >= 4 { u32::MAX } else { (1 << (self.bytes * 8)) - 1 };
        (ones, shift)
    }

    /// The bytes of the word behind.
    fn next(self) -> Self {
        Self { byte: self.byte.wrapping_add(4), bytes: 4 }
    }
}

impl Context<'_> {
    /// Where a lane's access goes, if that lies in the object that the pointer was made of.
    fn address(&mut self, access: Access, block: usize, lane: usize, verb: &'static str) -> Option<Address> {
        let byte = lanes::get(self.read(access.address, block), lane).wrapping_add(access.offset);
        let bytes = access.scalar.bytes();
        let object = access.object.and_then(|object| self.program.objects.get(usize::try_from(object).ok()?));
        let range = object.map_or_else(|| self.all_of(access.space, byte), |object| object.addresses.clone());
        let is_inside = byte >= range.start && byte.checked_add(bytes).is_some_and(|end| end <= range.end);
        if is_inside && byte % 4 + bytes.min(4) <= 4 {
            return Some(Address { byte, bytes });
        }
        if self.checks.all {
            let name = object.map(|object| object.name.to_string()).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| match access.space {
                Space::Shared => "group-shared memory".to_owned(),
                Space::Private => "a local variable".to_owned(),
            });
            let at = i64::from(byte) - i64::from(range.start);
            self.report(FindingKind::OutOfBounds, block, lane, || {
                format!("{verb} {bytes} bytes at {at} of {name}, which has {}", range.end - range.start)
            });
        }
        None
    }

    /// All the addresses of the memory that one lies in.
    fn all_of(&self, space: Space, address: u32) -> std::ops::Range<u32> {
        let words = |len: usize| u32::try_from(len * 4).unwrap_or(CONSTANT);
        match space {
            Space::Shared => 0..self.program.shared,
            Space::Private if address & CONSTANT != 0 => {
                CONSTANT..CONSTANT.saturating_add(words(self.program.constant_data.len()))
            }
            Space::Private => 0..words(self.program.private.len()),
        }
    }

    /// Executes a load.
    pub(crate) fn load(&mut self, to: &[Register], access: Access) {
        self.require_defined(access.address, "address");
        for block in 0..self.blocks() {
            let (mut words, mut undefined) = ([lanes::ZERO; 2], [0; 2]);
            for lane in lanes::each(self.active(block)) {
                let Some(address) = self.address(access, block, lane, "reads") else { continue };
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

    /// A word of memory, and whether it was ever written.
    fn load_word(&mut self, space: Space, at: Address, block: usize, lane: usize) -> (u32, bool) {
        match space {
            Space::Shared => {
                if self.checks.all {
                    self.see_shared(at.byte, at.bytes, block, lane, false);
                }
                self.group.shared.read(at.word())
            }
            Space::Private if at.byte & CONSTANT != 0 => {
                let word = self.program.constant_data.get(at.word() - CONSTANT_WORD);
                (word.copied().unwrap_or(0), true)
            }
            Space::Private => {
                let index = at.word() * self.wave.blocks + block;
                let undefined = self.wave.private_undefined.get(index).copied().unwrap_or(0);
                let word = self.wave.private.get(index).map_or(0, |words| lanes::get(words, lane));
                (word, undefined >> lane & 1 == 0)
            }
        }
    }

    /// Executes a store.
    pub(crate) fn store(&mut self, from: &[Register], access: Access) {
        self.require_defined(access.address, "address");
        for block in 0..self.blocks() {
            let words: [Lanes; 2] =
                [0, 1].map(|part| from.get(part).map_or(lanes::ZERO, |from| *self.read(*from, block)));
            let undefined =
                [0, 1].map(|part| from.get(part).map_or(0, |from| self.wave.undefined(*from, block)));
            for lane in lanes::each(self.active(block)) {
                let Some(address) = self.address(access, block, lane, "writes") else { continue };
                let parts = [address, address.next()];
                for ((words, undefined), at) in words.iter().zip(undefined).zip(parts).take(from.len()) {
                    let is_defined = undefined >> lane & 1 == 0;
                    self.store_word(access.space, at, (block, lane), (lanes::get(words, lane), is_defined));
                }
            }
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
                let old = self.group.shared.read(at.word()).0;
                if self.checks.all && change(old) != old {
                    self.see_shared(at.byte, at.bytes, block, lane, true);
                }
                self.group.shared.write(at.word(), change(old), is_defined);
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
                    *undefined = *undefined & !(1 << lane) | u32::from(!is_defined) << lane;
                }
            }
        }
    }

    /// Executes an atomic operation, lane by lane from the first.
    pub(crate) fn atomic(&mut self, atomic: Atomic, to: &[Register], from: &[Register], access: Access) {
        self.exchange(to, access, |context, block, lane, old| {
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
        let mut equal = [0; crate::wave::MAX_BLOCKS];
        self.exchange(old, access, |context, block, lane, old| {
            let is_equal = context.value(compared, block, lane) == old;
            if let Some(equal) = equal.get_mut(block) {
                *equal |= u32::from(is_equal) << lane;
            }
            is_equal.then(|| context.value(written, block, lane))
        });
        if let Some(flag) = flag.first() {
            for (block, equal) in equal.iter().enumerate().take(self.blocks()) {
                let truth = lanes::map1(&lanes::expand(*equal), |word| word & 1);
                self.write(*flag, block, &truth);
            }
        }
    }

    /// The value that one or two registers hold.
    fn value(&self, from: &[Register], block: usize, lane: usize) -> u64 {
        let part = |index: usize| from.get(index).map_or(0, |from| lanes::get(self.read(*from, block), lane));
        u64::from(part(1)) << 32 | u64::from(part(0))
    }

    fn exchange(
        &mut self,
        to: &[Register],
        access: Access,
        mut change: impl FnMut(&Self, usize, usize, u64) -> Option<u64>,
    ) {
        self.require_defined(access.address, "address");
        let is_wide = access.scalar.bits() == 64;
        for block in 0..self.blocks() {
            let mut words = [lanes::ZERO; 2];
            for lane in lanes::each(self.active(block)) {
                let Some(at) = self.address(access, block, lane, "exchanges") else { continue };
                let old = match access.space {
                    Space::Shared => {
                        if self.checks.all {
                            self.see_shared_atomic(at.byte, at.bytes, block, lane);
                        }
                        let high = if is_wide { self.group.shared.read(at.next().word()).0 } else { 0 };
                        u64::from(high) << 32 | u64::from(self.group.shared.read(at.word()).0)
                    }
                    Space::Private => {
                        let part =
                            |context: &mut Self, at| context.load_word(Space::Private, at, block, lane).0;
                        let high = if is_wide { part(self, at.next()) } else { 0 };
                        u64::from(high) << 32 | u64::from(part(self, at))
                    }
                };
                let [low_words, high_words] = &mut words;
                lanes::set(low_words, lane, lanes::low(old));
                lanes::set(high_words, lane, lanes::high(old));
                let Some(new) = change(self, block, lane, old) else { continue };
                for (at, word) in [(at, lanes::low(new)), (at.next(), lanes::high(new))]
                    .into_iter()
                    .take(if is_wide { 2 } else { 1 })
                {
                    match access.space {
                        Space::Shared => self.group.shared.write(at.word(), word, true),
                        Space::Private => self.store_word(Space::Private, at, (block, lane), (word, true)),
                    }
                }
            }
            for (to, words) in to.iter().zip(&words) {
                self.write(*to, block, words);
            }
        }
    }
}

/// The word of the first constant.
const CONSTANT_WORD: usize = (CONSTANT / 4) as usize;

impl Atomic {
    /// What is there afterwards.
    pub(crate) fn apply(self, scalar: Scalar, old: u64, operand: u64) -> u64 {
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
            Self::Add => old.wrapping_add(operand),
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
