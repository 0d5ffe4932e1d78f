//! Rows of the tables of ELF names. Separate because the generated tables consist of these rows.

/// The linker's action on a relocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelocationAction {
    /// Ignores it.
    Ignore,
    /// Writes the value if the symbol is a special one, else passes it on.
    Resolve,
    /// Passes it on to the loader.
    Pass,
    /// Refuses the input: the loader has no way to carry it out.
    Refuse,
}

/// A type of relocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelocationType {
    /// The number, the low half of `r_info`.
    pub number: u32,
    /// The name, `R_AMDGPU_ABS32_LO`.
    pub name: &'static str,
    /// The linker's action.
    pub action: RelocationAction,
}

/// A note by its owner and type.
pub(crate) struct NoteRow {
    pub(crate) owner: &'static str,
    pub(crate) ty: u32,
    pub(crate) name: &'static str,
}
