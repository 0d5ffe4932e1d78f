//! Rows of the register tables: registers, their bit fields, generations of processors, named user data. Separate
//! because the generated tables consist of these rows.

use std::fmt;

/// Processors with one layout of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// gfx9.
    Gfx9,
    /// gfx10.1.
    Gfx101,
    /// gfx10.3.
    Gfx103,
    /// gfx11.
    Gfx11,
    /// gfx12.
    Gfx12,
}

impl Generation {
    /// They, from the oldest.
    const ALL: [Self; 5] = [Self::Gfx9, Self::Gfx101, Self::Gfx103, Self::Gfx11, Self::Gfx12];
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gfx9 => "gfx9",
            Self::Gfx101 => "gfx10.1",
            Self::Gfx103 => "gfx10.3",
            Self::Gfx11 => "gfx11",
            Self::Gfx12 => "gfx12",
        })
    }
}

/// A set of generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generations(u8);

impl Generations {
    pub(crate) const fn of(mut all: &[Generation]) -> Self {
        let mut bits = 0;
        while let [first, rest @ ..] = all {
            bits |= 1 << *first as u8;
            all = rest;
        }
        Self(bits)
    }

    /// True if a generation is among them.
    pub const fn contains(self, generation: Generation) -> bool {
        self.0 & 1 << generation as u8 != 0
    }

    /// They, from the oldest.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Generation> {
        Generation::ALL.into_iter().filter(move |generation| self.contains(*generation))
    }

    /// The newest of them.
    pub fn newest(self) -> Option<Generation> {
        self.iter().next_back()
    }
}

/// A register: one layout of it, and the generations with that layout.
///
/// Rows of registers and of fields contain no pointers. The tables have thousands of rows, and at the start of each
/// process the loader would relocate every pointer.
#[derive(Debug)]
pub struct Register {
    /// The number, in dwords.
    pub number: u32,
    pub(crate) name: Name,
    /// The generations with this number and these fields.
    pub generations: Generations,
    pub(crate) fields: Fields,
}

/// A name in its row, with spaces behind it.
pub(crate) struct Name([u8; 44]);

impl Name {
    pub(crate) const fn new(name: &str) -> Self {
        let mut bytes = [b' '; 44];
        bytes.split_at_mut(name.len()).0.copy_from_slice(name.as_bytes());
        Self(bytes)
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(self.0.trim_ascii_end()).unwrap_or_default()
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// The fields of a register, which several may share: their places in the table of all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) first: u16,
    pub(crate) count: u16,
}

/// A register that code names. Only the rows of `tables/amdgpu/registers.toml` make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RegisterName {
    number: u32,
    name: &'static str,
}

impl RegisterName {
    pub(crate) const fn new(number: u32, name: &'static str) -> Self {
        Self { number, name }
    }

    /// The number, in dwords.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The name, `SPI_SHADER_PGM_RSRC1_PS`.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// A field of a register.
#[derive(Debug)]
pub struct Field {
    name: Name,
    /// The bits.
    pub bits: Bits,
}

impl Field {
    pub(crate) const fn new(name: &str, first: u8, width: u8) -> Self {
        Self { name: Name::new(name), bits: Bits::new(first, width) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

/// A range of bits in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits {
    /// The first bit.
    pub first: u8,
    /// The number of bits, at least one.
    pub width: u8,
}

impl Bits {
    /// A whole register.
    pub const ALL: Self = Self::new(0, 32);

    pub(crate) const fn new(first: u8, width: u8) -> Self {
        Self { first, width }
    }

    /// The mask of the field.
    pub const fn mask(self) -> u32 {
        match u32::MAX.checked_shr(u32::BITS.saturating_sub(self.width as u32)) {
            Some(ones) => ones << self.first,
            None => 0,
        }
    }

    /// The value of the field in `value`.
    pub const fn of(self, value: u32) -> u32 {
        (value & self.mask()) >> self.first
    }

    /// `value` with the field set to the low bits of `field`.
    #[must_use]
    pub const fn put(self, value: u32, field: u32) -> u32 {
        (value & !self.mask()) | ((field << self.first) & self.mask())
    }
}

/// The contents of a user data register: a dword offset into the client's user data, or one of the named values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserData(pub u32);

/// A named value, or a run of them.
pub(crate) struct UserDataRow {
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) name: &'static str,
}
