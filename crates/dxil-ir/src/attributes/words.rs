//! What modern attributes say in words of their own. Separate because each is a small language by itself.
//!
//! Source: ModRef.h, FloatingPointMode.h and Attributes.h of LLVM 22.

/// A range of integers of so many bits, which ends before its upper bound and may wrap around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IntegerRange {
    /// How many bits the integers have, 64 at most.
    pub bits: u32,
    /// The first one, as a signed integer.
    pub lower: i64,
    /// The one behind the last, as a signed integer.
    pub upper: i64,
}

/// How memory is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Not at all.
    None,
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// Both.
    ReadWrite,
}

impl Access {
    /// Every one, by its two bits: the lower for reads, the higher for writes.
    const ALL: [Self; 4] = [Self::None, Self::Read, Self::Write, Self::ReadWrite];

    /// Its word in assembly.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Read => "read",
            Self::Write => "write",
            Self::ReadWrite => "readwrite",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|access| access.word().as_bytes() == word)
    }

    /// The access with these two bits.
    pub(crate) fn from_bits(bits: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|access| u64::from(access.bits()) == bits)
    }

    const fn bits(self) -> u16 {
        match self {
            Self::None => 0,
            Self::Read => 1,
            Self::Write => 2,
            Self::ReadWrite => 3,
        }
    }
}

/// Memory of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// What arguments point to.
    Arguments,
    /// What the module cannot see.
    Inaccessible,
    /// `errno`.
    Errno,
    /// Any other.
    Other,
    /// Inaccessible memory that the target gives a meaning.
    Target0,
    /// The same, another one.
    Target1,
}

impl Location {
    /// Every one, in LLVM's order.
    pub const ALL: [Self; 6] =
        [Self::Arguments, Self::Inaccessible, Self::Errno, Self::Other, Self::Target0, Self::Target1];

    /// The locations of the target.
    pub const TARGET: [Self; 2] = [Self::Target0, Self::Target1];

    /// The word in the assembly of LLVM 23 for all locations of the target.
    pub const TARGET_WORD: &'static str = "target_mem";

    /// Its word in assembly; `None` for any other memory, which is what is said without one.
    pub fn word(self) -> Option<&'static str> {
        Some(match self {
            Self::Arguments => "argmem",
            Self::Inaccessible => "inaccessiblemem",
            Self::Errno => "errnomem",
            Self::Other => return None,
            Self::Target0 => "target_mem0",
            Self::Target1 => "target_mem1",
        })
    }

    /// The one with this word.
    pub fn from_word(word: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|location| location.word().is_some_and(|known| known.as_bytes() == word))
    }

    const fn shift(self) -> u32 {
        match self {
            Self::Arguments => 0,
            Self::Inaccessible => 2,
            Self::Errno => 4,
            Self::Other => 6,
            Self::Target0 => 8,
            Self::Target1 => 10,
        }
    }
}

/// Which memory a function accesses, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemoryEffects(u16);

impl MemoryEffects {
    /// All memory, accessed in one way.
    pub const fn all(access: Access) -> Self {
        // Every pair of bits is the same.
        Self(access.bits() * 0b0101_0101_0101)
    }

    /// Memory of one kind, accessed in any way.
    pub const fn only(location: Location) -> Self {
        Self(0).with(location, Access::ReadWrite)
    }

    /// How memory of one kind is accessed.
    pub fn access(self, location: Location) -> Access {
        let bits = self.0 >> location.shift() & 3;
        Access::ALL.into_iter().find(|access| access.bits() == bits).unwrap_or(Access::ReadWrite)
    }

    /// The same, but for memory of one kind.
    #[must_use]
    pub const fn with(self, location: Location, access: Access) -> Self {
        Self(self.0 & !(3 << location.shift()) | access.bits() << location.shift())
    }

    /// What two say, both of which hold.
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What two say, one of which holds.
    #[must_use]
    pub fn either(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Classes of floating-point numbers, as in LLVM's masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatClasses(u16);

impl FloatClasses {
    /// The classes by name; those of several before the ones they consist of.
    pub const NAMES: [(&'static str, Self); 16] = [
        ("all", Self(0x3ff)),
        ("nan", Self(0x003)),
        ("snan", Self(0x001)),
        ("qnan", Self(0x002)),
        ("inf", Self(0x204)),
        ("ninf", Self(0x004)),
        ("pinf", Self(0x200)),
        ("zero", Self(0x060)),
        ("nzero", Self(0x020)),
        ("pzero", Self(0x040)),
        ("sub", Self(0x090)),
        ("nsub", Self(0x010)),
        ("psub", Self(0x080)),
        ("norm", Self(0x108)),
        ("nnorm", Self(0x008)),
        ("pnorm", Self(0x100)),
    ];

    /// Those of a mask, if it has no other bits, and some.
    pub fn from_mask(mask: u64) -> Option<Self> {
        u16::try_from(mask).ok().filter(|mask| (1..0x400).contains(mask)).map(Self)
    }

    /// The mask that they are.
    pub fn mask(self) -> u16 {
        self.0
    }

    /// The fewest names that they have together.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let mut left = self.0;
        Self::NAMES.into_iter().filter_map(move |(name, classes)| {
            let has = left & classes.0 == classes.0;
            left &= if has { !classes.0 } else { u16::MAX };
            has.then_some(name)
        })
    }
}

/// What of a pointer may be kept beyond a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CaptureComponents(u8);

impl CaptureComponents {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// The components by name; those that say more before what they imply.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("address", Self(3)),
        ("address_is_null", Self(1)),
        ("provenance", Self(12)),
        ("read_provenance", Self(4)),
    ];

    /// The components with these bits; `None` for unknown bits, or components without the ones that they imply.
    pub(crate) fn from_bits(bits: u8) -> Option<Self> {
        let components = Self(bits);
        let implied = Self::NAMES.into_iter().filter(|(_, known)| bits & known.0 == known.0);
        let all = implied.fold(Self::NONE, |all, (_, known)| all.and(known));
        (all == components).then_some(components)
    }

    /// These and others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The fewest names that they have together; none for nothing.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let mut left = self.0;
        Self::NAMES.into_iter().filter_map(move |(name, components)| {
            let has = left & components.0 == components.0;
            left &= if has { !components.0 } else { u8::MAX };
            has.then_some(name)
        })
    }
}

/// What of a pointer argument a call captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Captures {
    /// Anywhere but in the return value.
    pub other: CaptureComponents,
    /// In the return value.
    pub result: CaptureComponents,
}

impl Captures {
    /// Nothing at all.
    pub const NONE: Self = Self { other: CaptureComponents::NONE, result: CaptureComponents::NONE };
}

/// What an allocator does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AllocKinds(u8);

impl AllocKinds {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// The kinds by name.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("alloc", Self(1)),
        ("realloc", Self(2)),
        ("free", Self(4)),
        ("uninitialized", Self(8)),
        ("zeroed", Self(16)),
        ("aligned", Self(32)),
    ];

    /// The kinds with these bits; `None` for unknown bits.
    pub(crate) fn from_bits(bits: u64) -> Option<Self> {
        u8::try_from(bits).ok().filter(|bits| *bits < 64).map(Self)
    }

    /// These and others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().filter(move |(_, kind)| self.0 & kind.0 != 0).map(|(name, _)| name)
    }
}

/// Which unwind tables a function needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnwindTable {
    /// Those for calls.
    Sync,
    /// Those for every instruction.
    Async,
}
