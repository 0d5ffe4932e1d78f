//! An instruction: its row and the fields that its encoding has. Separate from the decoder, so that printer and
//! interpreter read one form of both generations.

use crate::table::{Generation, Row};

/// An instruction in its place.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// Its row.
    pub row: &'static Row,
    /// Its first byte in the code.
    pub offset: u64,
    /// How many words it takes.
    pub words: u32,
    /// The rest of it.
    pub fields: Fields,
}

/// The fields of an instruction.
#[derive(Debug, Clone)]
pub enum Fields {
    /// A scalar operation.
    Scalar {
        /// The register that is written.
        destination: u16,
        /// What is read.
        sources: [Source; 2],
    },
    /// A scalar operation with 16 bits of its own.
    Immediate {
        /// The register that is written or compared.
        destination: u16,
        /// The bits.
        value: u16,
        /// The word behind, where the instruction has one.
        literal: u32,
    },
    /// A load through the scalar cache.
    ScalarMemory(ScalarMemory),
    /// A vector operation.
    Vector(Vector),
    /// Two vector operations at once: the second one and its row.
    Dual(Box<(Vector, &'static Row, Vector)>),
    /// Memory of the group.
    Lds(Lds),
    /// Memory by its address.
    Flat(Flat),
    /// Memory by a buffer's descriptor.
    Buffer(Buffer),
    /// Memory by an image's descriptor.
    Image(Image),
    /// An export of a graphics shader.
    Export(Export),
    /// An attribute of a pixel.
    Interpolation(Interpolation),
}

/// What is read: a register or a constant by its number in operands, 0 to 511.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Source {
    /// The number: scalar registers to 127, constants to 255, vector registers from 256 on.
    pub code: u16,
    /// The word that stands for number 255.
    pub literal: u32,
    /// Whether the high half of the register is meant.
    pub high: bool,
}

/// The number that stands for a literal word.
pub const LITERAL: u16 = 255;
/// The number of the first vector register.
pub const VECTOR: u16 = 256;
/// VCC.
pub const VCC: u16 = 106;
/// EXEC.
pub const EXEC: u16 = 126;

impl Source {
    /// A register or a constant.
    pub fn new(code: u32) -> Self {
        Self { code: (code & 0x1ff) as u16, ..Self::default() }
    }

    /// The register that is so many behind.
    pub(crate) fn plus(self, registers: u32) -> Self {
        Self { code: self.code + registers as u16, ..self }
    }

    /// The number of the vector register, if it is one.
    pub fn vector(self) -> Option<u16> {
        self.code.checked_sub(VECTOR)
    }
}

/// The number of M0.
pub fn m0(generation: Generation) -> u16 {
    if generation.is_gfx11() { 125 } else { 124 }
}

/// The number of the register that is zero.
pub fn null(generation: Generation) -> u16 {
    if generation.is_gfx11() { 124 } else { 125 }
}

/// A load through the scalar cache.
#[derive(Debug, Clone, Copy)]
pub struct ScalarMemory {
    /// The first register that is loaded.
    pub data: u16,
    /// The first register of the address or the descriptor.
    pub base: u16,
    /// Bytes that are added.
    pub offset: i32,
    /// A register with bytes that are added.
    pub register: Source,
    /// Coherence.
    pub glc: bool,
    /// Coherence.
    pub dlc: bool,
}

/// How long a vector operation is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// In one word.
    Short,
    /// In two.
    Long,
    /// In two, for operations on two halves.
    Packed,
    /// As half of an instruction.
    Half,
}

/// Which lane or which bytes of the first source are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    /// Its own, all.
    None,
    /// Another lane of the row or the wave.
    Dpp {
        /// Which one.
        control: u16,
        /// Rows that are written.
        row_mask: u8,
        /// Banks that are written.
        bank_mask: u8,
        /// Whether a lane that is not there is zero.
        bound: bool,
        /// Whether inactive lanes are read.
        inactive: bool,
    },
    /// Another lane of eight.
    Dpp8 {
        /// Three bits for each lane.
        selectors: u32,
        /// Whether inactive lanes are read.
        inactive: bool,
    },
    /// Bytes or halves.
    Sdwa {
        /// Which of the result are written.
        destination: u8,
        /// What becomes of the others.
        unused: u8,
        /// Which of the sources are read.
        sources: [u8; 2],
        /// Whether they are extended by their signs.
        signs: u8,
    },
}

/// A vector operation.
#[derive(Debug, Clone, Copy)]
pub struct Vector {
    /// How it is encoded.
    pub form: Form,
    /// What is written, as a number like those of sources.
    pub destination: u16,
    /// Whether that is the high half of the register.
    pub high: bool,
    /// The scalar register that is written, too.
    pub second: u16,
    /// What is read.
    pub sources: [Source; 3],
    /// Sources that are negated, a bit for each.
    pub negate: u8,
    /// Sources without their sign.
    pub absolute: u8,
    /// Sources, and as the fourth bit the result, that are high halves.
    pub select: u8,
    /// Of packed operations: sources whose high half is the second operand.
    pub select_high: u8,
    /// Of packed operations: sources whose second operand is negated.
    pub negate_high: u8,
    /// Whether the result is clamped.
    pub clamp: bool,
    /// What the result is multiplied by: 2, 4 or a half.
    pub scale: u8,
    /// Whose lanes are read.
    pub crossing: Crossing,
}

/// Memory of the group.
#[derive(Debug, Clone, Copy)]
pub struct Lds {
    /// The vector register that is loaded.
    pub destination: u16,
    /// That of the address.
    pub address: u16,
    /// Those of the data.
    pub data: [u16; 2],
    /// Two offsets, or the bytes of one.
    pub offsets: [u8; 2],
    /// Whether it is the memory of all groups.
    pub gds: bool,
}

/// Memory by its address.
#[derive(Debug, Clone, Copy)]
pub struct Flat {
    /// The vector register that is loaded.
    pub destination: u16,
    /// That of the address.
    pub address: u16,
    /// That of the data.
    pub data: u16,
    /// The scalar register of the address.
    pub scalar: u16,
    /// Bytes that are added.
    pub offset: i32,
    /// Whether an atomic operation returns what was there.
    pub glc: bool,
    /// Coherence.
    pub slc: bool,
    /// Coherence.
    pub dlc: bool,
    /// Whether scratch is addressed by a vector register.
    pub vector: bool,
}

/// Memory by a buffer's descriptor.
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// The vector register of the data.
    pub data: u16,
    /// That of index and offset.
    pub address: u16,
    /// The first scalar register of the descriptor.
    pub descriptor: u16,
    /// What is added and not checked.
    pub scalar: Source,
    /// Bytes that are added.
    pub offset: u32,
    /// The format of typed accesses.
    pub format: u8,
    /// Whether there is an index.
    pub idxen: bool,
    /// Whether there is an offset.
    pub offen: bool,
    /// Whether an atomic operation returns what was there.
    pub glc: bool,
    /// Coherence.
    pub slc: bool,
    /// Coherence.
    pub dlc: bool,
    /// Whether one more register tells of failures.
    pub tfe: bool,
    /// Whether it is loaded to memory of the group.
    pub lds: bool,
}

/// Memory by an image's descriptor.
#[derive(Debug, Clone, Copy)]
pub struct Image {
    /// The vector register of the data.
    pub data: u16,
    /// Those of the address: one, and all that follow, or each.
    pub addresses: [u8; 13],
    /// How many of them are given; 1 where they follow each other.
    pub given: u8,
    /// The first scalar register of the descriptor.
    pub descriptor: u16,
    /// That of the sampler.
    pub sampler: u16,
    /// Components.
    pub mask: u8,
    /// Dimensions.
    pub dimension: u8,
    /// Whether coordinates are texels.
    pub unorm: bool,
    /// Whether an atomic operation returns what was there.
    pub glc: bool,
    /// Coherence.
    pub slc: bool,
    /// Coherence.
    pub dlc: bool,
    /// Whether addresses are halves.
    pub a16: bool,
    /// Whether data are halves.
    pub d16: bool,
    /// Whether descriptors have four words.
    pub r128: bool,
    /// Whether one more register tells of failures.
    pub tfe: bool,
    /// Whether it tells of levels that are not there.
    pub lwe: bool,
}

/// An attribute of a pixel.
#[derive(Debug, Clone, Copy)]
pub struct Interpolation {
    /// The vector register that is written.
    pub destination: u16,
    /// That of a coordinate within the primitive; where nothing is interpolated, which parameter is read.
    pub source: u16,
    /// The number of the attribute.
    pub attribute: u8,
    /// Its component.
    pub channel: u8,
}

/// An export.
#[derive(Debug, Clone, Copy)]
pub struct Export {
    /// Where to.
    pub target: u8,
    /// The vector registers.
    pub sources: [u16; 4],
    /// Which of them count.
    pub mask: u8,
    /// Whether it is the last one.
    pub done: bool,
    /// Whether they are halves.
    pub compressed: bool,
    /// Whether EXEC says which pixels are valid.
    pub valid: bool,
    /// Whether M0 says which row it is.
    pub row: bool,
}
