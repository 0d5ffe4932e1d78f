//! The processors: the machine bits of an ELF's flags, and how their code is encoded. Separate because reading, glue
//! code and finalization go by it.

mod processor;

use std::fmt;

use crate::elf_names::FLAG_MACHINE;
use crate::generated::elf::MACHINES;
pub(crate) use processor::MachineRow;
pub use processor::Target;

/// The instruction encoding of a target, for those that glue code can be made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// gfx10.1 and gfx10.3, which encode the instructions of glue code alike.
    Gfx10,
    /// gfx11.
    Gfx11,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gfx10 => "gfx10",
            Self::Gfx11 => "gfx11",
        })
    }
}

impl Target {
    /// The processor of the machine bits of e_flags.
    pub fn from_flags(e_flags: u32) -> Option<Self> {
        MACHINES.iter().find(|row| row.value == e_flags & FLAG_MACHINE).map(|row| row.target)
    }

    /// The machine bits of e_flags, if ELF has a number for this processor.
    pub fn flags(self) -> Option<u32> {
        MACHINES.iter().find(|row| row.target == self).map(|row| row.value)
    }

    /// Its encoding, if glue code can be made for it.
    pub fn encoding(self) -> Option<Encoding> {
        match self.major {
            10 => Some(Encoding::Gfx10),
            11 => Some(Encoding::Gfx11),
            _ => None,
        }
    }

    /// The targets that glue code can be made for, for messages.
    pub(crate) fn with_glue_text() -> &'static str {
        "gfx10 and gfx11"
    }

    /// A target by its name, `gfx1030`.
    pub fn named(name: &str) -> Option<Self> {
        let digits = name.strip_prefix("gfx")?;
        let (major, rest) = digits.split_at_checked(digits.len().checked_sub(2)?)?;
        let mut rest = rest.chars();
        let minor = rest.next()?.to_digit(16)?;
        let stepping = rest.next()?.to_digit(16)?;
        Some(Self {
            major: major.parse().ok()?,
            minor: u8::try_from(minor).ok()?,
            stepping: u8::try_from(stepping).ok()?,
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gfx{}{:x}{:x}", self.major, self.minor, self.stepping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_is_a_name_and_back() {
        for row in &MACHINES {
            assert_eq!(Target::named(&row.target.to_string()), Some(row.target));
            assert_eq!(row.target.flags(), Some(row.value));
            assert_eq!(Target::from_flags(row.value | 0x500), Some(row.target));
        }
        assert_eq!(Target::from_flags(0x36).map(|target| target.to_string()).as_deref(), Some("gfx1030"));
        assert_eq!(Target::from_flags(0x32).map(|target| target.to_string()).as_deref(), Some("gfx90c"));
        assert_eq!(Target::from_flags(0), None);
    }
}
