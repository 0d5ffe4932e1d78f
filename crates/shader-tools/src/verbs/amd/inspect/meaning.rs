//! What values of PAL's metadata mean by their keys. Separate because the page and JSON go by the same.

use amdgpu_link::metadata::{Tree as _, Value};
use amdgpu_link::{Generation, Register, UserData};

/// How the value of a key is to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// As it stands.
    Plain,
    /// Bits without an order, for so many hexadecimal digits.
    Bits(usize),
    /// The first dword of user data that is in memory, or a number for none.
    SpillThreshold,
    /// A map of registers by number.
    Registers,
    /// What each user data register holds.
    UserData,
}

/// What the value of `key` is.
pub fn of(key: &str) -> Meaning {
    match key {
        ".registers" => Meaning::Registers,
        ".user_data_reg_map" => Meaning::UserData,
        ".spill_threshold" => Meaning::SpillThreshold,
        ".checksum_value" => Meaning::Bits(8),
        ".float_mode" | ".excp_en" => Meaning::Bits(2),
        _ if key.contains("hash") => Meaning::Bits(16),
        _ => Meaning::Plain,
    }
}

/// An entry of a map of registers.
pub struct RegisterEntry {
    /// The register's number, in dwords.
    pub number: u32,
    /// What is set.
    pub value: u32,
    /// The register, if it is known; of another generation where the processor's own has none at the number.
    pub register: Option<&'static Register>,
    generation: Option<Generation>,
}

impl RegisterEntry {
    /// The entry, if it is a number at a number.
    pub fn of(key: &Value<'_>, value: &Value<'_>, generation: Option<Generation>) -> Option<Self> {
        let (number, value) = (key.number()?, value.number()?);
        let register = generation.and_then(|generation| Register::of(number, generation));
        Some(Self { number, value, register: register.or_else(|| Register::of_any(number)), generation })
    }

    /// The newest generation that has the register, if the processor's own has not.
    pub fn only_of(&self) -> Option<Generation> {
        let generations = self.register?.generations;
        let is_own = self.generation.is_some_and(|own| generations.contains(own));
        generations.newest().filter(|_| !is_own)
    }

    /// What the register holds, of one for user data.
    pub fn user_data(&self) -> Option<UserData> {
        self.register.filter(|register| register.is_user_data()).map(|_| UserData(self.value))
    }
}

/// What `.spill_threshold` is where nothing is in memory: in version 2, and in version 3.
pub const NO_SPILL: [u32; 2] = [u32::MAX, 0xffff];

/// `3.6`, of a list of two numbers.
pub fn version(value: &Value<'_>) -> Option<String> {
    match value.elements()? {
        [major, minor] => Some(format!("{}.{}", major.number()?, minor.number()?)),
        _ => None,
    }
}
