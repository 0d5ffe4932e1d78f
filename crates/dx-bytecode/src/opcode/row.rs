//! The row of an opcode: operands, controls, words and spelling. Separate from the queries, because the generated table
//! consists of these types.

/// Bits 0 to 10 of an opcode token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u16);

/// What an opcode consists of.
#[derive(Debug, Clone, Copy)]
pub struct OpcodeRow {
    /// The mnemonic, without suffixes.
    pub name: &'static str,
    /// The first shader model that has it (`4.0`, `4.1`, `5.0`), or the runtime that brought it later (`11.1`, `11.3`).
    pub since: &'static str,
    /// What it works on.
    pub class: Class,
    /// How many of its operands it writes, the first ones.
    pub writes: u8,
    /// How many operands it has.
    pub operands: u8,
    /// How immediate values are printed, an entry an operand; the last one holds for all that follow.
    pub literals: &'static [Literal],
    /// The fields of bits 11 to 23 that it uses.
    pub controls: &'static [Control],
    /// The words behind the operands.
    pub words: &'static [Word],
    /// How many of them must be there.
    pub least_words: u8,
    /// How a declaration is written; empty where mnemonic, suffixes and operands are all there is.
    pub form: &'static [Piece],
}

impl OpcodeRow {
    /// How an immediate value in operand `index` is printed.
    pub fn literal(&self, index: usize) -> Literal {
        self.literals.get(index).or(self.literals.last()).copied().unwrap_or(Literal::Int)
    }
}

/// What an instruction works on. Which counter of STAT it raises follows from that, with exceptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// 32-bit floats.
    Float,
    /// Signed integers.
    Int,
    /// Unsigned integers.
    Uint,
    /// Bits.
    Bit,
    /// 64-bit floats.
    Double,
    /// From float to double or back.
    Conversion,
    /// Control flow, streams, synchronisation.
    Flow,
    /// Samples, loads and queries of views.
    Texture,
    /// Loads and stores of unordered access views and shared memory.
    Memory,
    /// Atomic operations on those.
    Atomic,
    /// Declarations.
    Declaration,
    /// Debugging aids.
    Debug,
    /// Data among the tokens, see `custom_data.rs`.
    CustomData,
    /// Numbers that have no meaning.
    Reserved,
}

/// How an immediate value is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Literal {
    /// As a signed integer, large ones in hexadecimal.
    Int,
    /// As a decimal fraction.
    Float,
    /// As what its bits look like: the instruction moves any type.
    Guess,
}

/// A field of an opcode token.
#[derive(Debug, Clone, Copy)]
pub struct Control {
    /// What the table calls it.
    pub name: &'static str,
    /// The lowest bit.
    pub shift: u8,
    /// The width in bits.
    pub width: u8,
    /// How its values are written.
    pub spelling: Spelling,
}

impl Control {
    /// The bits it takes up in the opcode token.
    pub fn mask(&self) -> u32 {
        ((1 << self.width) - 1) << self.shift
    }

    /// The value in a token.
    pub fn get(&self, token: u32) -> u32 {
        (token & self.mask()) >> self.shift
    }

    /// The token with another value in it; bits that the field does not have are dropped.
    #[must_use]
    pub fn set(&self, token: u32, value: u32) -> u32 {
        token & !self.mask() | value << self.shift & self.mask()
    }
}

/// How the values of a [`Control`] are written.
#[derive(Debug, Clone, Copy)]
pub enum Spelling {
    /// In decimal.
    Number,
    /// As this word where it is set; not at all otherwise.
    Flag(&'static str),
    /// By name.
    Names(&'static [(u32, &'static str)]),
    /// Bit by bit, by name.
    Bits(&'static [(u32, &'static str)]),
}

/// A piece of how a declaration is written.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    /// These very characters.
    Text(&'static str),
    /// A field of the opcode token.
    Control(Control),
    /// A word behind the operands, and what it says.
    Word(usize, Word),
    /// An operand.
    Operand(usize),
}

/// What a word behind the operands says; that is also how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// The types that a view returns, four bits a component.
    Returns,
    /// A register space, from shader model 5.1 on: `, space=1`.
    Space,
    /// The size of a constant buffer in vectors, from shader model 5.1 on: `[4]`.
    Vectors,
    /// How many of something.
    Count,
    /// What the pipeline gives to or takes from a register.
    SystemValue,
    /// A register's number.
    Register,
    /// Components a register has.
    Components,
    /// A function body's number.
    Body,
    /// A function table's number.
    Table,
    /// A count, and as many numbers of function bodies.
    Bodies,
    /// An interface's number.
    Interface,
    /// Entries in each function table of an interface.
    CallSites,
    /// The high half of a word: how many interfaces there are in an array.
    ArrayLength,
    /// The low half of the same word: a count; then as many numbers of function tables.
    Tables,
    /// A 32-bit float.
    Factor,
    /// Threads of a group in x.
    X,
    /// Threads of a group in y.
    Y,
    /// Threads of a group in z.
    Z,
    /// Bytes from one element to the next.
    Stride,
    /// Bytes.
    Size,
    /// Which function of an interface is called; it lies before the operand.
    Function,
    /// A word without meaning.
    Reserved,
}
