//! Registers of HLSL, and the set and binding that each becomes. Separate because maps, root signatures and heaps all
//! map from one to the other.

use std::fmt;

use dx_container::enums::ResourceClass;

/// A set and a binding in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "set {}, binding {}", self.set, self.binding)
    }
}

/// The first register of a resource or of an array of resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Registers {
    /// SRV, UAV, constant buffer or sampler.
    pub class: ResourceClass,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub first: u32,
}

impl Registers {
    /// The letter of the class in HLSL: t, u, b or s.
    pub fn letter(self) -> char {
        match self.class {
            ResourceClass::UAV => 'u',
            ResourceClass::CBUFFER => 'b',
            ResourceClass::SAMPLER => 's',
            _ => 't',
        }
    }

    /// The class of a letter.
    pub fn class_of(letter: char) -> Option<ResourceClass> {
        Some(match letter {
            't' => ResourceClass::SRV,
            'u' => ResourceClass::UAV,
            'b' => ResourceClass::CBUFFER,
            's' => ResourceClass::SAMPLER,
            _ => return None,
        })
    }

    /// Parses a register in HLSL's syntax, `t3` or `t3, space1`.
    ///
    /// # Errors
    ///
    /// The text is not a register.
    pub fn parse(text: &str) -> std::result::Result<Self, String> {
        let (register, space) = match text.split_once(',') {
            Some((register, space)) => (register.trim(), Some(space.trim())),
            None => (text.trim(), None),
        };
        let wrong = || format!("`{text}` is not a register, expected for example t3 or `u0, space1`");
        let mut letters = register.chars();
        let class = letters.next().and_then(Self::class_of).ok_or_else(wrong)?;
        let first = number(letters.as_str()).ok_or_else(wrong)?;
        let space = match space {
            Some(space) => space.strip_prefix("space").and_then(number).ok_or_else(wrong)?,
            None => 0,
        };
        Ok(Self { class, space, first })
    }
}

fn number(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.first)?;
        if self.space == 0 { Ok(()) } else { write!(f, ", space{}", self.space) }
    }
}
