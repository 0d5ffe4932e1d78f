//! Names of the numbers in an AMDGPU ELF: relocation types, notes, OS ABIs, states of features. Separate because the
//! linker decides by some of them, and a listing of a file shows them all.

mod row;

pub use crate::generated::elf::*;
use crate::generated::elf::{
    BINDINGS, FEATURES, FILE_TYPES, NOTES, OS_ABIS, RELOCATIONS, SECTION_FLAGS, SECTION_INDICES,
    SECTION_TYPES, SYMBOL_TYPES,
};
pub(crate) use row::NoteRow;
pub use row::{RelocationAction, RelocationType};

impl RelocationType {
    /// The type with this number.
    pub fn of(number: u32) -> Option<Self> {
        RELOCATIONS.iter().find(|row| row.number == number).copied()
    }

    /// All types, by number.
    pub fn all() -> &'static [Self] {
        &RELOCATIONS
    }
}

/// The name of a note's owner and type.
pub fn note_name(owner: &[u8], ty: u32) -> Option<&'static str> {
    NOTES.iter().find(|row| row.owner.as_bytes() == owner && row.ty == ty).map(|row| row.name)
}

/// The name of an OS ABI, `EI_OSABI`.
pub fn os_abi_name(value: u8) -> Option<&'static str> {
    name_in(&OS_ABIS, value.into())
}

/// The name of a file type, without `ET_`.
pub fn file_type_name(value: u16) -> Option<&'static str> {
    name_in(&FILE_TYPES, value.into())
}

/// The name of a section type, without `SHT_`.
pub fn section_type_name(value: u32) -> Option<&'static str> {
    name_in(&SECTION_TYPES, value)
}

/// The letters of a section's flags, and the flags that have none.
pub fn section_flag_letters(flags: u64) -> (String, u64) {
    let set = SECTION_FLAGS.iter().filter(|(flag, _)| flags & u64::from(*flag) != 0);
    set.fold((String::new(), flags), |(letters, rest), (flag, letter)| {
        (letters + letter, rest & !u64::from(*flag))
    })
}

/// The name of a symbol type, without `STT_`.
pub fn symbol_type_name(value: u8) -> Option<&'static str> {
    name_in(&SYMBOL_TYPES, value.into())
}

/// The name of a symbol binding, without `STB_`.
pub fn binding_name(value: u8) -> Option<&'static str> {
    name_in(&BINDINGS, value.into())
}

/// The name of a reserved section index, without `SHN_`.
pub fn section_index_name(value: u16) -> Option<&'static str> {
    name_in(&SECTION_INDICES, value.into())
}

/// Whether a file of which these are the first bytes is an ELF for AMDGPU.
pub fn is_amdgpu(begin: &[u8]) -> bool {
    let machine = begin.get(MACHINE_OFFSET..).and_then(|bytes| bytes.first_chunk());
    begin.starts_with(&object::elf::ELFMAG) && machine == Some(&EM_AMDGPU.to_le_bytes())
}

/// The number of bytes that [`is_amdgpu`] needs.
pub const IDENTIFYING_SIZE: usize = MACHINE_OFFSET + size_of::<u16>();

fn name_in(names: &[(u32, &'static str)], value: u32) -> Option<&'static str> {
    names.iter().find(|(known, _)| *known == value).map(|(_, name)| *name)
}

/// The setting of a processor feature that code was compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureState(u32);

impl FeatureState {
    /// The setting of XNACK (replay of page faults), by e_flags.
    pub fn xnack(e_flags: u32) -> Self {
        Self::at(e_flags, FLAG_XNACK_SHIFT)
    }

    /// The setting of SRAM-ECC, by e_flags.
    pub fn sramecc(e_flags: u32) -> Self {
        Self::at(e_flags, FLAG_SRAMECC_SHIFT)
    }

    /// `unsupported`, `any`, `off`, `on`.
    pub fn name(self) -> &'static str {
        name_in(&FEATURES, self.0).unwrap_or_default()
    }

    fn at(e_flags: u32, shift: u32) -> Self {
        Self((e_flags >> shift) & FLAG_FEATURE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_names() {
        assert_eq!(RelocationType::of(R_AMDGPU_REL16).unwrap().name, "R_AMDGPU_REL16");
        assert_eq!(RelocationType::of(12), None);
        assert_eq!(note_name(b"AMDGPU", NT_AMDGPU_METADATA), Some("NT_AMDGPU_METADATA"));
        assert_eq!(note_name(b"AMD", NT_AMDGPU_METADATA), None);
        assert_eq!(os_abi_name(ELFOSABI_AMDGPU_PAL), Some("AMDGPU_PAL"));
        let states = [0x533, 0x133, 0x36, 0xf41]
            .map(|flags| (FeatureState::xnack(flags).name(), FeatureState::sramecc(flags).name()));
        assert_eq!(
            states,
            [("any", "any"), ("any", "unsupported"), ("unsupported", "unsupported"), ("on", "on")]
        );
    }
}
