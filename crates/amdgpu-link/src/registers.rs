//! The registers that PAL metadata sets, by number: their names and bit fields in each generation of processors.
//! Separate because merging and finalization go by a few of them, and showing metadata by all.

mod row;

use std::fmt;

use crate::generated::registers::{FIELDS, REGISTERS, USER_DATA};
use crate::target::Target;
pub use row::{Bits, Field, Generation, Generations, Register, RegisterName, UserData};
pub(crate) use row::{Fields, Name, UserDataRow};

impl Target {
    /// The generation that its registers are of; none for processors before gfx9 and after gfx12.
    pub fn generation(self) -> Option<Generation> {
        match (self.major, self.minor) {
            (9, _) => Some(Generation::Gfx9),
            (10, 0..=2) => Some(Generation::Gfx101),
            (10, _) => Some(Generation::Gfx103),
            (11, _) => Some(Generation::Gfx11),
            (12, _) => Some(Generation::Gfx12),
            _ => None,
        }
    }
}

impl Register {
    /// The register with this number.
    pub fn of(number: u32, generation: Generation) -> Option<&'static Self> {
        Self::at(number).find(|register| register.generations.contains(generation))
    }

    /// The registers that any generations have at a number.
    fn at(number: u32) -> impl Iterator<Item = &'static Self> {
        let first = REGISTERS.partition_point(|register| register.number < number);
        let rest = REGISTERS.get(first..).unwrap_or_default();
        rest.iter().take_while(move |register| register.number == number)
    }

    /// The register with this number in the newest generation that has one, for listings of what a compiler set
    /// although the processor lacks the register.
    pub fn of_any(number: u32) -> Option<&'static Self> {
        Self::at(number).max_by_key(|register| register.generations.newest())
    }

    /// All registers, by number.
    pub fn all() -> &'static [Self] {
        &REGISTERS
    }

    /// Its name, `SPI_SHADER_PGM_RSRC1_PS`.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Its fields, from the lowest bit; bits may belong to none.
    pub fn fields(&self) -> &'static [Field] {
        let rest = FIELDS.get(usize::from(self.fields.first)..).unwrap_or_default();
        rest.get(..usize::from(self.fields.count)).unwrap_or_default()
    }

    /// The field with this name.
    pub fn field(&self, name: &str) -> Option<Bits> {
        self.fields().iter().find(|field| field.name() == name).map(|field| field.bits)
    }

    /// The value of each field in `value`, and the bits of `value` that no field covers.
    pub fn split(&self, value: u32) -> (impl Iterator<Item = (&'static str, u32)>, u32) {
        let fields = self.fields();
        let rest = fields.iter().fold(value, |rest, field| rest & !field.bits.mask());
        (fields.iter().map(move |field| (field.name(), field.bits.of(value))), rest)
    }

    /// Whether it is a user data register, whose contents [`UserData`] describes.
    pub fn is_user_data(&self) -> bool {
        self.is_whole()
            && self.name().contains("_USER_DATA_")
            && self.name().ends_with(|last: char| last.is_ascii_digit())
    }

    /// Whether a single field covers it.
    pub fn is_whole(&self) -> bool {
        matches!(self.fields(), [field] if field.bits.mask() == u32::MAX)
    }
}

impl UserData {
    /// Its name, and its index in a run of values.
    pub fn name(self) -> Option<(&'static str, Option<u32>)> {
        let next = USER_DATA.partition_point(|row| row.first <= self.0);
        let row = USER_DATA.get(next.checked_sub(1)?)?;
        let index = self.0 - row.first;
        (index < row.count).then_some((row.name, (row.count > 1).then_some(index)))
    }

    /// The descriptor set whose table pointer an unlinked shader expects here.
    pub fn descriptor_set(self) -> Option<u32> {
        self.0
            .checked_sub(Self::DESCRIPTOR_SET.0)
            .filter(|&set| set < Self::PUSH_CONST.0 - Self::DESCRIPTOR_SET.0)
    }

    /// The mark of the descriptor set whose table pointer an unlinked shader expects; `None` where it has none.
    pub fn of_descriptor_set(set: u32) -> Option<Self> {
        let mark = Self(Self::DESCRIPTOR_SET.0.checked_add(set)?);
        (mark.descriptor_set() == Some(set)).then_some(mark)
    }

    /// The dword of the push constants that an unlinked shader expects here.
    pub fn push_const(self) -> Option<u32> {
        self.0
            .checked_sub(Self::PUSH_CONST.0)
            .filter(|&dword| dword < Self::PUSH_CONST.0 - Self::DESCRIPTOR_SET.0)
    }
}

impl fmt::Display for UserData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some((name, None)) => f.write_str(name),
            Some((name, Some(index))) => write!(f, "{name} {index}"),
            None if *self < Self::GLOBAL_TABLE => write!(f, "{}", self.0),
            None => write!(f, "{:#x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_mean_registers_by_generation() {
        use Generation::*;
        let named = |number, generation| Register::of(number, generation).map(Register::name);
        let (hs, vs) = (Register::SPI_SHADER_USER_DATA_HS_0, Register::SPI_SHADER_PGM_RSRC1_VS);
        assert_eq!(named(Register::COMPUTE_USER_DATA_0.number() + 2, Gfx12), Some("COMPUTE_USER_DATA_2"));
        assert_eq!(named(Register::VGT_GS_OUT_PRIM_TYPE.number(), Gfx103), Some("VGT_GS_OUT_PRIM_TYPE"));
        assert_eq!(named(Register::VGT_GS_OUT_PRIM_TYPE_GFX11.number(), Gfx11), Some("VGT_GS_OUT_PRIM_TYPE"));
        assert_eq!(named(Register::SPI_PS_INPUT_CNTL_0.number() + 31, Gfx101), Some("SPI_PS_INPUT_CNTL_31"));
        assert_eq!(named(Register::SPI_PS_INPUT_ENA.number(), Gfx12), Some("SPI_PS_INPUT_CNTL_26"));
        assert_eq!(named(hs.number(), Gfx9), Some("SPI_SHADER_USER_DATA_LS_0"));
        assert_eq!(named(hs.number(), Gfx11), Some("SPI_SHADER_USER_DATA_HS_0"));
        assert_eq!(named(vs.number(), Gfx11), None);
        assert_eq!(Register::of_any(vs.number()).map(Register::name), Some(vs.name()));
        assert_eq!(Register::of_any(hs.number()).map(Register::name), Some(hs.name()));
        assert!(Register::of_any(0).is_none() && Register::of_any(u32::MAX).is_none());
        assert_eq!(named(0, Gfx11), None);
        assert_eq!(named(u32::MAX, Gfx11), None);
    }

    #[test]
    fn every_register_is_found_and_every_value_is_the_sum_of_its_fields() {
        for register in Register::all() {
            for generation in register.generations.iter() {
                assert!(std::ptr::eq(Register::of(register.number, generation).unwrap(), register));
            }
            for value in [0, u32::MAX, 0x5a5a_a5a5] {
                let (fields, rest) = register.split(value);
                let sum = fields
                    .zip(register.fields())
                    .fold(rest, |sum, ((_, part), field)| field.bits.put(sum, part));
                assert_eq!(sum, value, "{}", register.name());
            }
        }
    }

    #[test]
    fn fields_lie_where_they_are_known_to() {
        assert_eq!(Bits::RSRC1_VGPRS.mask(), 0x3f);
        assert_eq!(Bits::RSRC1_SGPRS.mask(), 0x3c0);
        assert_eq!(Bits::RSRC1_FLOAT_MODE.of(0x002c_0000), 0xc0);
        assert_eq!(Bits::RSRC2_USER_SGPR.put(0, u32::MAX), 0x3e);
        assert_eq!(Bits::AA_COVERAGE_TO_SHADER_SELECT.mask(), 0x0c00_0000);
        let stages = Register::of(Register::VGT_SHADER_STAGES_EN.number(), Generation::Gfx103).unwrap();
        assert_eq!(stages.field("GS_W32_EN"), Some(Bits::STAGES_EN_GS_W32_EN));
        let (fields, rest) = stages.split(0x8040_0020);
        let set: Vec<_> = fields.filter(|(_, part)| *part != 0).collect();
        assert_eq!((set, rest), (vec![("GS_EN", 1), ("GS_W32_EN", 1)], 0x8000_0000));
    }

    #[test]
    fn user_data_has_names() {
        let shown = |value| UserData(value).to_string();
        assert_eq!(shown(12), "12");
        assert_eq!(shown(0x1000_0002), "SpillTable");
        assert_eq!(shown(0x1000_0015), "0x10000015");
        assert_eq!(shown(0x8000_0003), "DescriptorSet 3");
        assert_eq!(shown(0x8000_0104), "PushConst 4");
        assert_eq!(shown(u32::MAX), "NotMapped");
        assert_eq!(UserData(0x8000_00ff).descriptor_set(), Some(255));
        assert_eq!(UserData(0x8000_0100).descriptor_set(), None);
        assert_eq!(UserData(0x8000_0100).push_const(), Some(0));
        assert_eq!(UserData(0x8000_0200).push_const(), None);
    }
}
