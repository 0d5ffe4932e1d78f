//! The kind of a register and its row. Separate from operands, because the generated table consists of these types.

/// The operand type: the kind of register, or an immediate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterKind(pub u8);

/// The spelling of an operand type.
#[derive(Debug, Clone, Copy)]
pub struct RegisterRow {
    /// The name, or what stands before the number.
    pub name: &'static str,
    /// How many components one has that is written without any: in a declaration, elsewhere.
    pub bare: [u8; 2],
}
