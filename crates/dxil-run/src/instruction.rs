//! Instructions of prepared programs: registers, scalar types, branch edges, memory accesses and switches. Separate
//! from [`Program`](crate::Program) because waves, memory and findings need them without the program.

use std::fmt;
use std::ops::Range;

use bstr::BString;

use crate::components::Component;
use crate::lanes::Lanes;

/// A register: one array of lanes. The first ones hold constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register(pub u32);

impl Register {
    /// Where results go that nobody asks for.
    pub const NONE: Self = Self(u32::MAX);
}

/// The place of an instruction in the code of a [`Program`](crate::Program).
pub type Pc = u32;

/// The place behind the last block of a function: lanes that get there are done with it.
pub(crate) const EXIT: Pc = u32::MAX;

/// What a scalar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A truth value: 0 or 1.
    I1,
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits.
    I64,
    /// A float of 16 bits.
    F16,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I1 => "i1",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F16 => "half",
            Self::F32 => "float",
            Self::F64 => "double",
        })
    }
}

impl Scalar {
    /// How many registers it takes.
    pub fn registers(self) -> u32 {
        if self.bits() == 64 { 2 } else { 1 }
    }

    /// How many bits it has.
    pub fn bits(self) -> u32 {
        match self {
            Self::I1 => 1,
            Self::I8 => 8,
            Self::I16 | Self::F16 => 16,
            Self::I32 | Self::F32 => 32,
            Self::I64 | Self::F64 => 64,
        }
    }

    /// How many bytes it takes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            // DXIL has truth values in memory as words, which code converts; an `i1` itself takes a byte.
            Self::I1 => 1,
            _ => self.bits() / 8,
        }
    }

    /// True if it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }
}

impl Component {
    /// Returns the component type of an LLVM scalar, with this sign if the scalar is an integer.
    pub(crate) fn from_scalar(scalar: Scalar, is_signed: bool) -> Self {
        match scalar {
            Scalar::F16 => Self::F16,
            Scalar::F32 => Self::F32,
            Scalar::F64 => Self::F64,
            Scalar::I1 | Scalar::I8 if is_signed => Self::I8,
            Scalar::I16 if is_signed => Self::I16,
            Scalar::I32 if is_signed => Self::I32,
            Scalar::I64 if is_signed => Self::I64,
            Scalar::I1 | Scalar::I8 => Self::U8,
            Scalar::I16 => Self::U16,
            Scalar::I32 => Self::U32,
            Scalar::I64 => Self::U64,
        }
    }

    /// The scalar whose registers hold the component.
    pub(crate) fn scalar(self) -> Scalar {
        match self {
            Self::F16 => Scalar::F16,
            Self::F32 => Scalar::F32,
            Self::F64 => Scalar::F64,
            _ => match self.bits() {
                8 => Scalar::I8,
                16 => Scalar::I16,
                32 => Scalar::I32,
                _ => Scalar::I64,
            },
        }
    }
}

/// A function of one register.
pub(crate) type Function1 = fn(&Lanes) -> Lanes;

/// A function of two registers.
pub(crate) type Function2 = fn(&Lanes, &Lanes) -> Lanes;

/// A function of three registers.
pub(crate) type Function3 = fn(&Lanes, &Lanes, &Lanes) -> Lanes;

/// A function of any number of registers that gives any number.
pub(crate) type FunctionN = fn(&[Lanes], &mut [Lanes]);

/// A list of registers: a range of `Program::lists`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// Memory that pointers point to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// A lane's own: what functions allocate, static variables; and constants, whose addresses have [`CONSTANT`] set.
    Private,
    /// The group's.
    Shared,
}

/// The bit of addresses in [`Space::Private`] that says that they are those of constants.
pub(crate) const CONSTANT: u32 = 1 << 31;

/// The bit of such addresses that says that they are those of the payload of a mesh shader.
pub(crate) const PAYLOAD: u32 = CONSTANT | 1 << 30;

/// A piece of memory with a name.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    /// The name in the program; empty for memory without a name.
    pub name: BString,
    /// Where it lies.
    pub space: Space,
    /// The addresses.
    pub addresses: Range<u32>,
}

/// An access of memory by a pointer.
#[derive(Debug, Clone, Copy)]
pub struct Access {
    /// What is accessed.
    pub scalar: Scalar,
    /// Where it lies.
    pub space: Space,
    /// The address of the first byte, in a register.
    pub address: Register,
    /// Bytes behind that.
    pub offset: u32,
    /// The object that the pointer was made of, by its number; `None` where it may be one of several.
    pub object: Option<u32>,
}

/// What an atomic operation on memory does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Atomic {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// All bits that both have.
    And,
    /// All bits that one has.
    Or,
    /// All bits that just one has.
    Xor,
    /// The smaller one, with signs.
    Min,
    /// The larger one, with signs.
    Max,
    /// The smaller one, without signs.
    UMin,
    /// The larger one, without signs.
    UMax,
    /// The new one.
    Exchange,
    /// The sum of matrix components: the operand is converted to the component type in memory.
    Accumulate {
        /// The component type of the operand.
        from: Component,
        /// The component type in memory.
        to: Component,
    },
}

/// An instruction.
#[derive(Debug, Clone, Copy)]
pub enum Instruction {
    /// A function of one register.
    Map1(Function1, Register, Register),
    /// A function of two registers.
    Map2(Function2, Register, [Register; 2]),
    /// A function of three registers.
    Map3(Function3, Register, [Register; 3]),
    /// `to = condition ? a : b`.
    Select(Register, Register, [Register; 2]),
    /// Reports results that are not numbers though all operands are: only where that is asked for.
    CheckNan(List, List, Scalar),
    /// A function of more: results and operands.
    MapN(FunctionN, List, List),
    /// A division: like `MapN`, and the divisor, which is reported where it is zero.
    Divide(FunctionN, List, List),
    /// A copy.
    Copy(Register, Register),
    /// `to = from[index]`, an `extractelement` whose index differs from lane to lane.
    ExtractElement {
        /// The registers of the element.
        to: List,
        /// The registers of all elements.
        from: List,
        /// The index, without a sign.
        index: Register,
    },
    /// `to = from` with another element at the index, an `insertelement` whose index differs from lane to lane.
    InsertElement {
        /// The registers of all elements.
        to: List,
        /// The registers of the old elements, followed by the registers of the new element.
        from: List,
        /// The index, without a sign.
        index: Register,
    },
    /// `to = base + index * scale`, an address.
    Address {
        /// Where it goes.
        to: Register,
        /// The address so far.
        base: Register,
        /// The index, with its sign.
        index: Register,
        /// Bytes of an element.
        scale: u32,
    },
    /// A load: where it goes, and what is loaded.
    Load(List, Access),
    /// A store: from where, and where to.
    Store(List, Access),
    /// An atomic operation on memory: where what was there goes, the operand, and where it is.
    Atomic(Atomic, List, List, Access),
    /// A comparison and exchange: where what was there goes and whether it was equal; what is compared with and what is
    /// written.
    CompareExchange(List, List, Access),
    /// An operation of DXIL: which of its sites.
    Operation(u32),
    /// All waves of the group wait for each other; the barrier's site says for what else.
    Barrier(u32),
    /// Calls a function: where it begins.
    Call(Pc),
    /// Goes on elsewhere.
    Jump(Edge),
    /// Goes on at one of two places, by a truth value.
    Branch(Register, [Edge; 2]),
    /// Goes on by the value: which of its switches.
    Switch(u32),
    /// Leaves the function.
    Return,
    /// Cannot be reached.
    Unreachable,
}

/// An edge from one block to another, with the copies that its phis need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The first copy, in `Program::copies`.
    pub copies: u32,
    /// How many there are.
    pub count: u32,
    /// Where it leads.
    pub target: Pc,
    /// Priority of lanes that take the edge: the lowest runs first; lanes of the same priority reconverge.
    pub priority: u32,
}

/// A copy on an edge from one block to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PhiCopy {
    /// Where it goes.
    pub to: Register,
    /// Where it comes from.
    pub from: Register,
    /// True if it may be undefined.
    pub is_tracked: bool,
}

/// For which lanes an instruction that only computes gives undefined values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// For none: what it reads is always defined.
    Defined,
    /// For those for which an operand is.
    Any,
    /// The same, but zero with anything is zero.
    Zero,
    /// The same, but all ones, which these are, with anything are all ones.
    Ones(u32),
    /// For those for which the chosen operand is, or the condition where that makes a difference.
    Select,
}

/// A `switch`.
#[derive(Debug, Clone)]
pub(crate) struct Switch {
    /// What decides, one register or two.
    pub value: List,
    /// The cases.
    pub cases: Vec<(u64, Edge)>,
    /// Where it goes if no case is that.
    pub default: Edge,
}

impl Switch {
    /// The way that a value takes.
    pub(crate) fn edge(&self, value: u64) -> Edge {
        let case = self.cases.binary_search_by_key(&value, |case| case.0).ok();
        case.and_then(|case| self.cases.get(case)).map_or(self.default, |case| case.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interpreter reads an instruction in each step, so that larger instructions need more cache.
    #[test]
    fn instructions_are_small() {
        assert_eq!(size_of::<Component>(), 1);
        assert!(size_of::<Instruction>() <= 40, "{}", size_of::<Instruction>());
    }
}
