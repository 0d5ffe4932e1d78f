//! Slots: the register ranges of resources that a program declares. Separate from bindings because a program lists its
//! slots before anything is bound to them.

use bstr::BString;
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::HandleProperties;

/// Resources that a program is bound to: a range of registers.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Their class.
    pub class: ResourceClass,
    /// Their name in HLSL; empty where the program has none.
    pub name: BString,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub register: u32,
    /// How many; `u32::MAX` for as many as there are.
    pub count: u32,
    /// What they are.
    pub kind: ResourceKind,
    /// What is known of each.
    pub view: HandleProperties,
    /// True if a function that the program reaches creates a handle of the range.
    pub is_used: bool,
}

impl Slot {
    /// The name and its registers, such as `Out (u0, space1)`.
    pub fn label(&self) -> String {
        let letter = letter(self.class);
        let space = if self.space == 0 { String::new() } else { format!(", space{}", self.space) };
        let registers = match self.count {
            0 | 1 => format!("{letter}{}", self.register),
            u32::MAX => format!("{letter}{} and all following registers", self.register),
            count => format!("{letter}{}-{letter}{}", self.register, self.register.saturating_add(count - 1)),
        };
        match self.name.is_empty() {
            true => format!("{registers}{space}"),
            false => format!("{} ({registers}{space})", self.name),
        }
    }

    /// Which of its resources a register is; `None` where it is none.
    pub fn place(&self, class: ResourceClass, register: u32, space: u32) -> Option<u32> {
        let index = register.checked_sub(self.register)?;
        (self.class == class && self.space == space && (self.count == u32::MAX || index < self.count))
            .then_some(index)
    }
}

/// The letter that registers of a class have in HLSL.
pub fn letter(class: ResourceClass) -> char {
    match class {
        ResourceClass::SRV => 't',
        ResourceClass::UAV => 'u',
        ResourceClass::CBUFFER => 'b',
        _ => 's',
    }
}
