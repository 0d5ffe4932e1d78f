//! The program that a module is prepared into: instructions on registers, in one list for all functions. Made once by
//! `prepare`; nothing here changes while it runs.

use std::ops::Range;

use bstr::BString;
use dx_container::enums::{ResourceClass, ResourceKind, ShaderKind};
use dxil::ops::{Opcode, Operation};
use dxil::shader::HandleProperties;
use dxil_ir::{GlobalId, InstructionId};

use crate::execute::{Context, Stop};
use crate::lanes::Lanes;
use crate::operations::formats::Denormals;
use crate::outline::Outline;
use crate::stage::StageInterface;

/// A register: one array of lanes. The first ones hold constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register(pub u32);

impl Register {
    /// Where results go that nobody asks for.
    pub const NONE: Self = Self(u32::MAX);
}

/// The place of an instruction in the code of a [`Program`].
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

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
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
/// An operation that needs more than its operands: other lanes, memory, resources.
pub(crate) type Operate = fn(&mut Context<'_>, &Site<'_>) -> Result<(), Stop>;

/// A list of registers: a range of [`Program::registers`].
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
    /// Its name in the program; empty for what has none.
    pub name: BString,
    /// Where it lies.
    pub space: Space,
    /// Its addresses.
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

/// A way from one block to another, with the copies that phis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The first copy, in [`Program::copies`].
    pub copies: u32,
    /// How many there are.
    pub count: u32,
    /// Where it leads.
    pub target: Pc,
    /// When lanes that go it have their turn: those with the lowest number go on first, those with the same one
    /// together.
    pub turn: u32,
}

/// A copy on the way from one block to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PhiCopy {
    /// Where it goes.
    pub to: Register,
    /// Where it comes from.
    pub from: Register,
    /// Whether it may be undefined.
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

/// A call of an operation of DXIL.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// What it does.
    pub operate: Operate,
    /// Which operation it is.
    pub operation: &'static Operation,
    /// The scalar that it is made for.
    pub scalar: Scalar,
    /// What denormals of 32 bits are in the function that calls it.
    pub denormals: Denormals,
    /// Its arguments behind the opcode, one after the other.
    pub arguments: List,
    /// What it gives, part by part; [`Register::NONE`] where nobody asks.
    pub results: List,
    /// What is known of the resource that its handle stands for.
    pub view: Option<HandleProperties>,
    /// Whether lanes that only complete quads take no part.
    pub leaves_helpers_out: bool,
}

/// A call of an operation, as the operation sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'p> {
    /// Which operation it is.
    pub operation: &'static Operation,
    /// The scalar that it is made for.
    pub scalar: Scalar,
    /// What denormals of 32 bits are in the function that calls it.
    pub denormals: Denormals,
    /// Its arguments behind the opcode, one after the other; of 64 bits, two registers each.
    pub arguments: &'p [Register],
    /// What it gives, part by part; [`Register::NONE`] where nobody asks.
    pub results: &'p [Register],
    /// What is known of the resource that its handle stands for.
    pub view: Option<HandleProperties>,
}

impl Site<'_> {
    /// An argument.
    pub(crate) fn argument(&self, index: usize) -> Register {
        self.arguments.get(index).copied().unwrap_or(Register::NONE)
    }

    /// A part of the result.
    pub(crate) fn result(&self, index: usize) -> Register {
        self.results.get(index).copied().unwrap_or(Register::NONE)
    }
}

/// Resources that a program is bound to: a range of registers.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Their class.
    pub class: ResourceClass,
    /// Their name in HLSL; empty where the program has none.
    pub name: BString,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub register: u32,
    /// How many; `u32::MAX` for as many as there are.
    pub count: u32,
    /// What they are.
    pub kind: ResourceKind,
    /// What is known of each.
    pub view: HandleProperties,
}

/// The function that is run.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its name.
    pub name: BString,
    /// Where it begins.
    pub start: Pc,
    /// Its parameters: what each is, and the register of each scalar.
    pub parameters: Vec<(Scalar, Register)>,
    /// What it gives, likewise.
    pub results: Vec<(Scalar, Register)>,
}

/// A module, ready to be run.
#[derive(Debug, Clone)]
pub struct Program {
    /// The stage that it is of; compute for functions by themselves.
    pub(crate) stage: ShaderKind,
    /// Whether it is the function of a hull shader that computes what is constant in a patch.
    pub(crate) of_patches: bool,
    /// What it takes, gives and says of itself, as a stage of a draw.
    pub(crate) interface: StageInterface,
    pub(crate) entry: Entry,
    pub(crate) code: Vec<Instruction>,
    /// The instruction that each was made of.
    pub(crate) origins: Vec<(GlobalId, InstructionId)>,
    pub(crate) lists: Vec<Register>,
    pub(crate) copies: Vec<PhiCopy>,
    /// What each instruction does with undefined values.
    pub(crate) rules: Vec<Rule>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) sites: Vec<Call>,
    /// What the first registers hold.
    pub(crate) constants: Vec<u32>,
    /// The register of undefined values, where there are any: a constant one.
    pub(crate) undefined: Option<Register>,
    pub(crate) registers: u32,
    pub(crate) slots: Vec<Slot>,
    pub(crate) objects: Vec<Object>,
    /// The bytes of constants in memory, word by word.
    pub(crate) constant_data: Vec<u32>,
    /// What a lane's own memory holds at first; `None` for nothing yet.
    pub(crate) private: Vec<Option<u32>>,
    /// Bytes of the group's memory.
    pub(crate) shared: u32,
    /// Threads of a group.
    pub(crate) threads: [u32; 3],
    /// Whether quads are two by two threads along x and y, rather than four in a row.
    pub(crate) square_quads: bool,
    /// The wave sizes that it may be run with, and the preferred one.
    pub(crate) waves: (u32, u32, u32),
    /// Whether numbers of 16 bits have as many in memory.
    pub(crate) has_native_16_bit: bool,
    /// How it lies beside the module; only where its values have registers of their own.
    pub(crate) outline: Option<Outline>,
}

impl Program {
    /// The registers of a list.
    pub(crate) fn list(&self, list: List) -> &[Register] {
        let start = usize::try_from(list.start).unwrap_or(usize::MAX);
        let len = usize::try_from(list.len).unwrap_or(usize::MAX);
        self.lists.get(start..).and_then(|rest| rest.get(..len)).unwrap_or_default()
    }

    /// The copies of a way.
    pub(crate) fn copies_of(&self, edge: &Edge) -> &[PhiCopy] {
        let start = usize::try_from(edge.copies).unwrap_or(usize::MAX);
        let count = usize::try_from(edge.count).unwrap_or(usize::MAX);
        self.copies.get(start..).and_then(|rest| rest.get(..count)).unwrap_or_default()
    }

    /// What a register always holds, if it is that of a constant.
    pub(crate) fn constant(&self, register: Register) -> Option<u32> {
        self.constants.get(usize::try_from(register.0).ok()?).copied()
    }

    /// A call of an operation.
    pub(crate) fn site(&self, index: u32) -> Option<(&Call, Site<'_>)> {
        let call = self.sites.get(usize::try_from(index).ok()?)?;
        let site = Site {
            operation: call.operation,
            scalar: call.scalar,
            denormals: call.denormals,
            arguments: self.list(call.arguments),
            results: self.list(call.results),
            view: call.view,
        };
        Some((call, site))
    }

    /// The instruction that one was made of, and its function.
    pub fn origin(&self, pc: Pc) -> Option<(GlobalId, InstructionId)> {
        self.origins.get(usize::try_from(pc).ok()?).copied()
    }

    /// The stage that it is of; compute for functions by themselves.
    pub fn stage(&self) -> ShaderKind {
        self.stage
    }

    /// Whether it is the function of a hull shader that computes what is constant in a patch.
    pub fn is_of_patches(&self) -> bool {
        self.of_patches
    }

    /// The function that is run.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The first place where the function that is run ends.
    pub(crate) fn end(&self) -> Pc {
        let start = usize::try_from(self.entry.start).unwrap_or(usize::MAX);
        let mut behind = (self.entry.start..).zip(self.code.get(start..).unwrap_or_default());
        let end = behind.find(|(_, instruction)| matches!(instruction, Instruction::Return));
        end.map_or(self.entry.start, |(pc, _)| pc)
    }

    /// What it is bound to. The number of a resource in handles is `slot << 20 | index`.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Whether what it writes may depend on the order in which threads come to operations on resources: it uses what
    /// atomic operations or counters give, exchanges, changes memory by different ones, or reads what is globally
    /// coherent. Groups are then to be run one after the other, so that it always writes the same.
    pub fn is_order_dependent(&self) -> bool {
        let mut kinds = None;
        self.sites.iter().any(|call| {
            let is_used = self.list(call.results).iter().any(|result| *result != Register::NONE);
            match call.operation.opcode {
                Opcode::ATOMIC_BIN_OP => {
                    // One whose kind is computed is like an exchange.
                    let kind = self.list(call.arguments).get(1).and_then(|kind| self.constant(*kind));
                    let is_other = *kinds.get_or_insert(kind) != kind;
                    const EXCHANGE: u32 = 8;
                    is_used || is_other || kind.is_none_or(|kind| kind >= EXCHANGE)
                }
                Opcode::ATOMIC_COMPARE_EXCHANGE => true,
                Opcode::BUFFER_UPDATE_COUNTER => is_used,
                Opcode::BUFFER_LOAD | Opcode::RAW_BUFFER_LOAD | Opcode::TEXTURE_LOAD => {
                    // A handle of which nothing is known may be that of any resource.
                    call.view.map_or_else(
                        || self.slots.iter().any(|slot| slot.view.is_globally_coherent()),
                        |view| view.is_globally_coherent(),
                    )
                }
                _ => false,
            }
        })
    }

    /// Threads of a group.
    pub fn threads(&self) -> [u32; 3] {
        self.threads
    }

    /// How many instructions it has.
    pub fn instruction_count(&self) -> usize {
        self.code.len()
    }

    /// How many registers a wave has, those of constants among them: 128 bytes each for 32 lanes.
    pub fn register_count(&self) -> u32 {
        self.registers
    }

    /// The smallest and the largest wave that it may be run with.
    pub fn wave_sizes(&self) -> (u32, u32) {
        (self.waves.0, self.waves.1)
    }
}
