//! What takes the space inside SHDR and SHEX: declarations, instructions by what they work on, data. Separate because
//! it looks into a part.

use std::collections::BTreeMap;

use dx_bytecode::custom_data::CustomDataClass;
use dx_bytecode::opcode::Class;
use dx_bytecode::program::{PartStatements, Statement};
use dx_container::reader::Payload;

/// Something that a program consists of. The order is that of the rows that are equally large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Version and length.
    Header,
    Declarations,
    ImmediateConstants,
    Float,
    Int,
    Uint,
    Bit,
    Double,
    Conversion,
    Flow,
    Texture,
    Memory,
    Atomic,
    Debug,
    /// Comments, messages, debugging information.
    CustomData,
    /// From the first token on that makes no sense.
    Unreadable,
}

impl Kind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// What it is, for people.
    pub fn title(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Header => ("header", "version and length tokens"),
            Self::Declarations => ("declarations", "declarations"),
            Self::ImmediateConstants => ("immediate-constants", "immediate constant buffer"),
            Self::Float => ("float", "float instructions, moves"),
            Self::Int => ("int", "signed integer instructions"),
            Self::Uint => ("uint", "unsigned integer instructions"),
            Self::Bit => ("bit", "bit instructions"),
            Self::Double => ("double", "double instructions"),
            Self::Conversion => ("conversion", "double conversions"),
            Self::Flow => ("flow", "control flow"),
            Self::Texture => ("texture", "texture samples, loads, queries"),
            Self::Memory => ("memory", "UAV and group-shared memory accesses"),
            Self::Atomic => ("atomic", "atomic operations"),
            Self::Debug => ("debug", "debug instructions"),
            Self::CustomData => ("custom-data", "other custom data"),
            Self::Unreadable => ("unreadable", "unreadable tokens"),
        }
    }

    fn of(statement: &Statement) -> Self {
        let class = match statement {
            Statement::CustomData(data) if data.class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER => {
                return Self::ImmediateConstants;
            }
            Statement::CustomData(_) => return Self::CustomData,
            Statement::Instruction(instruction) => instruction.opcode.row().map(|row| row.class),
        };
        match class {
            Some(Class::Float) => Self::Float,
            Some(Class::Int) => Self::Int,
            Some(Class::Uint) => Self::Uint,
            Some(Class::Bit) => Self::Bit,
            Some(Class::Double) => Self::Double,
            Some(Class::Conversion) => Self::Conversion,
            Some(Class::Flow) => Self::Flow,
            Some(Class::Texture) => Self::Texture,
            Some(Class::Memory) => Self::Memory,
            Some(Class::Atomic) => Self::Atomic,
            Some(Class::Declaration) => Self::Declarations,
            Some(Class::Debug) => Self::Debug,
            Some(Class::CustomData | Class::Reserved) | None => Self::CustomData,
        }
    }
}

/// How many statements of each kind there are, and their bytes: together those of the part.
pub type Shares = BTreeMap<Kind, (usize, u64)>;

/// Adds what a program in SHDR or SHEX consists of.
pub fn add(shares: &mut Shares, payload: Payload<'_>) {
    let mut put = |kind, bytes: usize| {
        let share = shares.entry(kind).or_default();
        *share = (share.0 + 1, share.1 + bytes as u64);
    };
    let mut at = 0;
    if let Ok(statements) = PartStatements::of(payload) {
        put(Kind::Header, HEADER);
        at = HEADER;
        for (statement, range) in statements.map_while(Result::ok) {
            put(Kind::of(&statement), range.len());
            at = range.end;
        }
    }
    match payload.bytes.len().saturating_sub(at) {
        0 => {}
        left => put(Kind::Unreadable, left),
    }
}

/// Bytes before the first token.
const HEADER: usize = 8;

/// The kinds of content of a program, the largest kind first.
pub fn sorted(shares: &Shares) -> Vec<(&Kind, &(usize, u64))> {
    let mut shares: Vec<_> = shares.iter().collect();
    shares.sort_by_key(|(kind, (_, size))| (std::cmp::Reverse(*size), **kind));
    shares
}
