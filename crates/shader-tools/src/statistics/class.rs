//! Classes of instructions, the same for DXIL and for shader models 4 and 5. Separate because statistics of both, and
//! their totals, go by them.

use bstr::ByteSlice as _;
use dx_bytecode::instruction::Instruction as TokenInstruction;
use dx_bytecode::opcode::{Class as TokenClass, Opcode};
use dxil::assemble::is_debug_function;
use dxil::ops::{Call, Operation, StatisticsClass};
use dxil_ir::intrinsics::is_reserved;
use dxil_ir::{Body, CastOp, Instruction, Module, Op, TypeId, Types, ValueKind};
use dxil_passes::lower::operations_of;

/// The prefix of the intrinsics for resources.
const RESOURCES: &str = "llvm.dx.resource.";

/// What an instruction is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Float,
    Int,
    Conversion,
    Move,
    Flow,
    Sample,
    Memory,
    Constants,
    Atomic,
    Barrier,
    Wave,
    Ray,
    Interface,
    Handle,
    Other,
}

/// The instructions of each class, in the order of [`Class::ALL`].
pub type Mix = [u64; Class::ALL.len()];

impl Class {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Float,
        Self::Int,
        Self::Conversion,
        Self::Move,
        Self::Flow,
        Self::Sample,
        Self::Memory,
        Self::Constants,
        Self::Atomic,
        Self::Barrier,
        Self::Wave,
        Self::Ray,
        Self::Interface,
        Self::Handle,
        Self::Other,
    ];

    /// The name in JSON and in tables.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// What it is, for people.
    pub fn title(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Float => ("float", "floating-point arithmetic and comparisons"),
            Self::Int => ("int", "integer arithmetic, bit operations and comparisons"),
            Self::Conversion => ("conversion", "conversions between types"),
            Self::Move => ("move", "moves, selects, phis, vector and address operations"),
            Self::Flow => ("flow", "branches, calls, returns, discards"),
            Self::Sample => ("sample", "samples, gathers, sampler feedback"),
            Self::Memory => ("memory", "loads and stores: textures, buffers, group-shared memory, stack"),
            Self::Constants => ("constants", "loads from constant buffers"),
            Self::Atomic => ("atomic", "atomic operations"),
            Self::Barrier => ("barrier", "barriers, fences"),
            Self::Wave => ("wave", "wave and quad operations"),
            Self::Ray => ("ray", "ray tracing, hit objects"),
            Self::Interface => ("interface", "inputs, outputs, system values, work graph records"),
            Self::Handle => ("handle", "resource handles, queries of resource properties"),
            Self::Other => ("other", "other operations, such as linear algebra"),
        }
    }

    /// The place in a [`Mix`].
    pub fn place(self) -> usize {
        Self::ALL.iter().position(|class| *class == self).unwrap_or(0)
    }

    /// That of an instruction of shader models 4 and 5.
    pub fn of_tokens(instruction: &TokenInstruction) -> Self {
        let Some(row) = instruction.opcode.row() else { return Self::Other };
        match (instruction.opcode, row.class) {
            (Opcode::MOV | Opcode::MOVC | Opcode::DMOV | Opcode::DMOVC | Opcode::SWAPC, _) => Self::Move,
            (
                Opcode::FTOI
                | Opcode::FTOU
                | Opcode::ITOF
                | Opcode::UTOF
                | Opcode::F32TOF16
                | Opcode::F16TOF32,
                _,
            ) => Self::Conversion,
            (Opcode::SYNC, _) => Self::Barrier,
            (Opcode::EMIT | Opcode::CUT | Opcode::EMITTHENCUT, _) => Self::Interface,
            (Opcode::EMIT_STREAM | Opcode::CUT_STREAM | Opcode::EMITTHENCUT_STREAM, _) => Self::Interface,
            (Opcode::RESINFO | Opcode::BUFINFO | Opcode::SAMPLE_INFO | Opcode::SAMPLE_POS, _) => Self::Handle,
            (_, TokenClass::Float | TokenClass::Double) => Self::Float,
            (_, TokenClass::Int | TokenClass::Uint | TokenClass::Bit) => Self::Int,
            (_, TokenClass::Conversion) => Self::Conversion,
            (_, TokenClass::Flow) => Self::Flow,
            (_, TokenClass::Texture) if !row.name.starts_with("ld") => Self::Sample,
            (_, TokenClass::Texture | TokenClass::Memory) => Self::Memory,
            (_, TokenClass::Atomic) => Self::Atomic,
            (
                _,
                TokenClass::Declaration | TokenClass::Debug | TokenClass::CustomData | TokenClass::Reserved,
            ) => Self::Other,
        }
    }

    /// That of an instruction of a module; `None` for calls that only say where variables are.
    pub fn of_ir(module: &Module, caller: (&Body, TypeId), instruction: &Instruction) -> Option<Self> {
        let is_float =
            |value| module.type_of(Some(caller), value).is_some_and(|ty| module.types.is_float(ty));
        Some(match &instruction.op {
            Op::Binary { operands: [first, _], .. } | Op::Compare { operands: [first, _], .. } => {
                if is_float(*first) { Self::Float } else { Self::Int }
            }
            Op::Negate(_) => Self::Float,
            Op::Cast(CastOp::Bitcast | CastOp::AddrSpaceCast, _) => Self::Move,
            Op::Cast(..) => Self::Conversion,
            Op::Freeze(_)
            | Op::Select(_)
            | Op::ExtractElement(_)
            | Op::InsertElement(_)
            | Op::ShuffleVector(_)
            | Op::ExtractValue(..)
            | Op::InsertValue(..)
            | Op::ElementPointer { .. }
            | Op::Phi(..) => Self::Move,
            Op::Alloca { .. } | Op::Load(..) | Op::Store(..) | Op::VariadicArgument(_) => Self::Memory,
            Op::CompareExchange { .. } | Op::AtomicRmw { .. } => Self::Atomic,
            Op::Fence(..) => Self::Barrier,
            Op::Return(_)
            | Op::Branch(_)
            | Op::ConditionalBranch(..)
            | Op::Switch { .. }
            | Op::Unreachable => Self::Flow,
            Op::Call { callee, .. } => {
                if let Ok(Some(call)) = Call::of(module, caller, instruction) {
                    return Some(Self::of_operation(call.operation()));
                }
                let called = match callee.kind() {
                    ValueKind::Global(id) => module.globals.get(id),
                    _ => None,
                };
                let Some(called) = called else { return Some(Self::Flow) };
                if is_debug_function(called.name.as_ref()) {
                    return None;
                }
                match called.name.to_str() {
                    Ok(name) if is_reserved(name.as_bytes()) => {
                        Self::of_intrinsic(name, &module.types, instruction.ty)
                    }
                    _ => Self::Flow,
                }
            }
        })
    }

    /// The class of a call of an LLVM intrinsic: the class of the corresponding DXIL operation, or else by the result.
    fn of_intrinsic(name: &str, types: &Types, result: TypeId) -> Self {
        if let Some((operation, _)) = operations_of(name).next() {
            return Self::of_operation(operation);
        }
        if name.starts_with(RESOURCES) {
            return Self::Handle;
        }
        if types.is_float(result) {
            return Self::Float;
        }
        if types.is_integer(result) { Self::Int } else { Self::Other }
    }

    /// The class of a DXIL operation, from the table of operations.
    fn of_operation(operation: &Operation) -> Self {
        match operation.statistics {
            StatisticsClass::Float => Self::Float,
            StatisticsClass::Int => Self::Int,
            StatisticsClass::Conversion => Self::Conversion,
            StatisticsClass::Flow => Self::Flow,
            StatisticsClass::Sample => Self::Sample,
            StatisticsClass::Memory => Self::Memory,
            StatisticsClass::Constants => Self::Constants,
            StatisticsClass::Atomic => Self::Atomic,
            StatisticsClass::Barrier => Self::Barrier,
            StatisticsClass::Wave => Self::Wave,
            StatisticsClass::Ray => Self::Ray,
            StatisticsClass::Interface => Self::Interface,
            StatisticsClass::Handle => Self::Handle,
            StatisticsClass::Other => Self::Other,
        }
    }
}
