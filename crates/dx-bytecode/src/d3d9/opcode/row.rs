//! The row of an opcode. Separate from the queries, because the generated table consists of these types.

use dx_container::D3d9Version;

/// Bits 0 to 15 of an instruction token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u16);

/// A row of the table of opcodes. Versions are major and minor in a byte each.
#[derive(Debug, PartialEq, Eq)]
pub struct OpcodeRow {
    /// The opcode.
    pub opcode: Opcode,
    /// The mnemonic.
    pub name: &'static str,
    /// What it is.
    pub class: Class,
    /// The first and the last version of vertex shaders that have it so.
    pub vs: Option<(u32, u32)>,
    /// The first and the last version of pixel shaders that have it so.
    pub ps: Option<(u32, u32)>,
    /// How many operands it writes, the first ones.
    pub writes: usize,
    /// How many operands it has.
    pub operands: usize,
    /// True if the operand that is encoded like a destination is read.
    pub reads_first: bool,
    /// What follows the operands.
    pub words: Words,
    /// Mnemonics by the value of bits 16 to 23.
    pub variants: &'static [(u32, &'static str)],
    /// True if it opens or closes a block.
    pub block: Block,
    /// How many instruction slots it takes.
    pub slots: u32,
}

impl OpcodeRow {
    /// The first and the last version of this stage.
    pub fn range(&self, version: D3d9Version) -> Option<(u32, u32)> {
        if version.is_vertex() { self.vs } else { self.ps }
    }

    /// True if this version has the opcode, and so.
    pub fn is_in(&self, version: D3d9Version) -> bool {
        self.range(version).is_some_and(|(first, last)| (first..=last).contains(&version.model()))
    }
}

/// What an instruction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A declaration or definition.
    Setup,
    /// Arithmetic.
    Arithmetic,
    /// It samples or addresses textures.
    Texture,
    /// Flow control.
    Flow,
}

/// The words of an instruction that are no parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// None.
    None,
    /// Four floats.
    Floats,
    /// Four integers.
    Ints,
    /// A truth value.
    Bool,
    /// Usage or texture type, in front of the operand.
    Declaration,
}

impl Words {
    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Self::None => 0,
            Self::Floats | Self::Ints => 4,
            Self::Bool | Self::Declaration => 1,
        }
    }
}

/// What an instruction does to blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// Nothing.
    None,
    /// It opens one.
    Begin,
    /// It closes one and opens another.
    Middle,
    /// It closes one.
    End,
}
