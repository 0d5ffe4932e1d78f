//! The instructions of each generation as rows: where an opcode is, and what its operands are. Separate because
//! decoder, printer and interpreter all go by them; `tables/*.tsv` are the rows.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::encoding::ENCODINGS;
pub use crate::encoding::Encoding;
use crate::operation::{self, Operation};

/// A generation of machine code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Generation {
    /// RDNA2, gfx1030.
    Gfx10,
    /// RDNA3, gfx1100.
    Gfx11,
}

impl Generation {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Gfx10, Self::Gfx11];

    /// The processor that stands for it.
    pub fn processor(self) -> &'static str {
        match self {
            Self::Gfx10 => "gfx1030",
            Self::Gfx11 => "gfx1100",
        }
    }

    /// Whether it is RDNA3.
    pub fn is_gfx11(self) -> bool {
        self == Self::Gfx11
    }
}

/// What an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// None.
    Nothing,
    /// Bits, so many.
    Bits(u16),
    /// A float of so many bits.
    Float(u16),
    /// Two halves: floats or not.
    Halves {
        /// Whether they are floats.
        float: bool,
    },
    /// A bit for each lane.
    Mask,
    /// A scalar register, where others have a vector register.
    Scalar,
    /// A float of 32 bits or, by `op_sel_hi`, a half.
    Mixed,
    /// An immediate.
    Immediate,
}

impl Type {
    fn named(name: &str) -> Self {
        let bits = |text: &str| text.parse().unwrap_or(32);
        match name {
            "-" => Self::Nothing,
            "h2" => Self::Halves { float: true },
            "i2" => Self::Halves { float: false },
            "m" => Self::Mask,
            "s32" => Self::Scalar,
            "x" => Self::Mixed,
            _ => match name.split_at(1) {
                ("b", width) => Self::Bits(bits(width)),
                ("f", width) => Self::Float(bits(width)),
                _ => Self::Immediate,
            },
        }
    }

    /// Registers of 32 bits that it takes.
    pub fn registers(self) -> u16 {
        match self {
            Self::Bits(bits) | Self::Float(bits) => bits.div_ceil(32),
            Self::Nothing | Self::Immediate => 0,
            _ => 1,
        }
    }

    /// Whether it is half a register.
    pub fn is_half(self) -> bool {
        matches!(self, Self::Bits(16) | Self::Float(16))
    }
}

/// A row: an instruction.
#[derive(Debug)]
pub struct Row {
    /// How it is encoded.
    pub encoding: Encoding,
    /// Its opcode.
    pub opcode: u16,
    /// Its mnemonic, with the `_e32` that LLVM writes where there is a longer encoding, too.
    pub mnemonic: &'static str,
    /// The mnemonic of gfx1100 for what it does.
    pub name: &'static str,
    /// Its operands: results, then sources.
    pub types: Vec<Type>,
    /// What it does to a lane or to scalars, if that is all; what is more is found by its name.
    pub operation: Operation,
}

impl Row {
    /// How many of its operands are results.
    pub fn results(&self) -> usize {
        match self.types.get(1) {
            Some(Type::Mask) if self.types.first() != Some(&Type::Mask) => 2,
            _ => usize::from(!self.types.is_empty()),
        }
    }

    /// The types of its sources.
    pub fn sources(&self) -> &[Type] {
        self.types.get(self.results()..).unwrap_or_default()
    }

    /// The type of its result.
    pub fn result(&self) -> Type {
        self.types.first().copied().unwrap_or(Type::Nothing)
    }

    /// The mnemonic without what says how it is encoded.
    pub fn stem(&self) -> &'static str {
        self.mnemonic.strip_suffix("_e32").unwrap_or(self.mnemonic)
    }
}

/// All rows of a generation.
pub struct Table {
    rows: Vec<Row>,
    places: HashMap<(Encoding, u16), usize>,
}

impl Table {
    /// Those of a generation.
    pub fn of(generation: Generation) -> &'static Self {
        static GFX10: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("tables/gfx10.tsv")));
        static GFX11: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("tables/gfx11.tsv")));
        match generation {
            Generation::Gfx10 => &GFX10,
            Generation::Gfx11 => &GFX11,
        }
    }

    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row of an opcode.
    pub fn row(&self, encoding: Encoding, opcode: u32) -> Option<&Row> {
        let place = self.places.get(&(encoding, u16::try_from(opcode).ok()?))?;
        self.rows.get(*place)
    }

    fn read(text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<Row> = lines.map(row).collect();
        let places =
            rows.iter().enumerate().map(|(place, row)| ((row.encoding, row.opcode), place)).collect();
        Self { rows, places }
    }
}

fn row(line: &'static str) -> Row {
    let mut columns = line.split('\t');
    let mut column = || columns.next().unwrap_or_else(|| panic!("a column is missing: {line}"));
    let encoding = column();
    let encoding = ENCODINGS.iter().find(|(name, _)| *name == encoding);
    let (_, encoding) = *encoding.unwrap_or_else(|| panic!("no such encoding: {line}"));
    let opcode = column().parse().unwrap_or_else(|_| panic!("no opcode: {line}"));
    let mnemonic = column();
    let name = match column() {
        "=" => mnemonic.strip_suffix("_e32").unwrap_or(mnemonic),
        name => name,
    };
    let types: Vec<Type> = column().split(',').map(Type::named).collect();
    Row { encoding, opcode, mnemonic, name, types, operation: operation::named(encoding, name) }
}
