//! Instructions: what is done, on what.

mod references;

use crate::arena::Id;
use crate::arena::PackedOption;
use crate::list::{List, ListPool};

use az::SaturatingAs as _;
use bstr::BString;

use super::{
    AttributeListId, BinaryOp, BlockId, CastOp, DebugLocationId, Dialect, Flags, InstructionId, Ordering,
    Predicate, RmwOp, TypeId, Types, Value,
};

/// An index into an aggregate, a constant of the instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u32);

// Lists of indices live in pools, which keep words.
impl Id for Index {
    fn from_u32(word: u32) -> Self {
        Self(word)
    }

    fn as_u32(self) -> u32 {
        self.0
    }
}

/// An instruction.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The type of what it gives; void for nothing.
    pub ty: TypeId,
    /// What may be assumed of it.
    pub flags: Flags,
    /// Where in the source it comes from.
    pub location: PackedOption<DebugLocationId>,
}

impl Instruction {
    /// An instruction of which nothing is assumed, from nowhere in the source.
    pub fn new(op: Op, ty: TypeId) -> Self {
        Self { op, ty, flags: Flags::NONE, location: None.into() }
    }
}

/// The lists that a body's instructions refer to.
#[derive(Debug, Clone, Default)]
pub struct Lists {
    /// Operands.
    pub values: ListPool<Value>,
    /// Blocks.
    pub blocks: ListPool<BlockId>,
    /// Indices into aggregates.
    pub indices: ListPool<Index>,
    /// The instructions of blocks.
    pub instructions: ListPool<InstructionId>,
}

impl Lists {
    /// Moves all lists into memory without room for more; what is left keeps its room.
    pub fn take_all(&mut self) -> Self {
        let Self { values, blocks, indices, instructions } = self;
        Self {
            values: values.take_all(),
            blocks: blocks.take_all(),
            indices: indices.take_all(),
            instructions: instructions.take_all(),
        }
    }
}

/// How memory is accessed besides what is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// The alignment of the address.
    pub alignment: Alignment,
    /// Whether the access is volatile.
    pub is_volatile: bool,
    /// The ordering and the synchronization scope of an atomic access.
    pub atomic: Option<(Ordering, SyncScope)>,
}

impl Access {
    /// Neither volatile nor atomic.
    pub fn plain(alignment: Alignment) -> Self {
        Self { alignment, is_volatile: false, atomic: None }
    }

    /// The synchronization scope of an atomic access.
    fn scope_mut(&mut self) -> Option<&mut SyncScope> {
        self.atomic.as_mut().map(|(_, scope)| scope)
    }
}

/// How something is aligned in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Alignment(u8);

impl Alignment {
    /// As its type is.
    pub const NATURAL: Self = Self(0);

    /// The largest one that the LLVM of a dialect has.
    pub fn largest(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Dxil37 => Self::bytes(1 << 29),
            Dialect::Modern => Self::bytes(1 << 32),
        }
    }

    /// So many bytes, which are a power of two; 0 is [`NATURAL`](Self::NATURAL).
    pub fn bytes(bytes: u64) -> Self {
        match bytes.checked_ilog2() {
            None => Self::NATURAL,
            Some(log) => Self((log + 1).saturating_as::<u8>()),
        }
    }

    /// How many bytes; `None` for as many as its type says, or more than there can be.
    pub fn in_bytes(self) -> Option<u64> {
        1_u64.checked_shl(u32::from(self.0.checked_sub(1)?))
    }

    /// From the number in bitcode: the base-2 logarithm plus one, or 0.
    pub(crate) fn from_code(code: u8) -> Self {
        Self(code)
    }

    /// The number in bitcode.
    pub(crate) fn code(self) -> u8 {
        self.0
    }
}

/// The largest number of a calling convention that a call can have.
pub const MAX_CALL_CONVENTION: u16 = 0x1fff;

/// Whether a call may take the place of the function that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TailCall {
    /// Nothing is said.
    No,
    /// `tail`: it may.
    Tail,
    /// `musttail`: it must.
    MustTail,
    /// `notail`: it must not; modern only.
    NoTail,
}

/// The threads that an atomic operation synchronizes with: a number of LLVM's. Those from 2 on have names, in
/// [`Module::sync_scopes`](crate::Module::sync_scopes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SyncScope(pub u8);

impl SyncScope {
    /// Those of signal handlers in the same thread: `singlethread`.
    pub const SINGLE_THREAD: Self = Self(0);
    /// All threads, which goes without saying.
    pub const SYSTEM: Self = Self(1);
    /// The number of the first one that has a name of its own.
    pub const FIRST_NAMED: u8 = 2;
}

/// A bundle of operands of a call, such as `"convergencectrl"(token %1)`. Its operands lie behind the arguments of the
/// call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandBundle {
    /// The tag that says what they are for.
    pub tag: BString,
    /// The number of operands.
    pub operands: u32,
}

/// What an instruction does.
#[derive(Debug, Clone)]
pub enum Op {
    /// `add` and the like.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The operands.
        operands: [Value; 2],
    },
    /// `fneg`.
    Negate(Value),
    /// `freeze`: the value, or any fixed one where it is undefined.
    Freeze(Value),
    /// `bitcast` and the like, to the type of the instruction.
    Cast(CastOp, Value),
    /// `icmp`, `fcmp`.
    Compare {
        /// What it asks.
        predicate: Predicate,
        /// The operands.
        operands: [Value; 2],
    },
    /// `select`: the condition, what there is if it is true, and if not.
    Select([Value; 3]),
    /// `extractelement`: a vector and an index.
    ExtractElement([Value; 2]),
    /// `insertelement`: a vector, an element and an index.
    InsertElement([Value; 3]),
    /// `shufflevector`: two vectors and a mask.
    ShuffleVector([Value; 3]),
    /// `extractvalue`: a member of an aggregate.
    ExtractValue(Value, List<Index>),
    /// `insertvalue`: an aggregate with another member.
    InsertValue([Value; 2], List<Index>),
    /// `alloca`: memory on the stack.
    Alloca {
        /// Of this type,
        element: TypeId,
        /// so many of them,
        count: Value,
        /// aligned like this.
        alignment: Alignment,
        /// Whether it holds the arguments of a call.
        is_in_alloca: bool,
    },
    /// `load`.
    Load(Value, Access),
    /// `store`: the value and the pointer.
    Store([Value; 2], Access),
    /// `getelementptr`.
    ElementPointer {
        /// The type that the indices lead into.
        source: TypeId,
        /// The pointer and the indices.
        operands: List<Value>,
    },
    /// `cmpxchg`: the pointer, what is compared with, what is written.
    CompareExchange {
        /// On what.
        operands: [Value; 3],
        /// Whether the access is volatile.
        is_volatile: bool,
        /// Whether it may fail although the values are equal.
        is_weak: bool,
        /// The ordering where it writes.
        success: Ordering,
        /// The ordering where it does not.
        failure: Ordering,
        /// The synchronization scope.
        scope: SyncScope,
        /// The alignment of the address.
        alignment: Alignment,
    },
    /// `atomicrmw`: the pointer and the operand.
    AtomicRmw {
        /// What it does.
        op: RmwOp,
        /// On what.
        operands: [Value; 2],
        /// Whether the access is volatile.
        is_volatile: bool,
        /// The ordering.
        ordering: Ordering,
        /// The synchronization scope.
        scope: SyncScope,
        /// The alignment of the address.
        alignment: Alignment,
    },
    /// `fence`.
    Fence(Ordering, SyncScope),
    /// `phi`: a value for each block that one may come from.
    Phi(List<Value>, List<BlockId>),
    /// `call`.
    Call {
        /// The called function.
        callee: Value,
        /// The type of the called function.
        function_type: TypeId,
        /// The arguments; behind them the operands of its bundles, if [`Body::bundles`](crate::Body::bundles) has some.
        arguments: List<Value>,
        /// The attributes of the call.
        attributes: PackedOption<AttributeListId>,
        /// The number of its calling convention.
        calling_convention: u16,
        /// Whether it may take the place of the function that makes it.
        tail: TailCall,
    },
    /// `va_arg`: the list it takes from.
    VariadicArgument(Value),
    /// `ret`, with a value or without.
    Return(Option<Value>),
    /// `br` to a block.
    Branch(BlockId),
    /// `br` to one of two blocks, the first where the condition is true.
    ConditionalBranch(Value, [BlockId; 2]),
    /// `switch`.
    Switch {
        /// What decides.
        value: Value,
        /// Where it goes if no case is that.
        default: BlockId,
        /// The cases, constants,
        cases: List<Value>,
        /// and where each goes.
        targets: List<BlockId>,
    },
    /// `unreachable`.
    Unreachable,
}

impl Instruction {
    /// True where the assumptions about floats are LLVM 3.7's `fast`, which implies all others: compilers leave those
    /// out.
    pub(crate) fn is_fast(&self, types: &Types) -> bool {
        let is_float = if let Op::Compare { predicate, .. } = &self.op {
            predicate.is_float()
        } else {
            types.is_float(self.ty)
        };
        is_float && self.flags.has(Flags::UNSAFE_ALGEBRA)
    }

    /// What may be assumed, with everything that `fast` implies.
    pub(crate) fn implied_flags(&self, types: &Types) -> Flags {
        if self.is_fast(types) { self.flags.implied() } else { self.flags }
    }
}

impl Op {
    /// Whether it ends a block.
    #[inline]
    pub fn is_terminator(&self) -> bool {
        match self {
            Self::Return(_)
            | Self::Branch(_)
            | Self::ConditionalBranch(..)
            | Self::Switch { .. }
            | Self::Unreachable => true,
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::ExtractValue(..)
            | Self::InsertValue(..)
            | Self::Alloca { .. }
            | Self::Load(..)
            | Self::Store(..)
            | Self::ElementPointer { .. }
            | Self::CompareExchange { .. }
            | Self::AtomicRmw { .. }
            | Self::Fence(..)
            | Self::Phi(..)
            | Self::Call { .. }
            | Self::VariadicArgument(_) => false,
        }
    }

    /// Whether it may go to blocks.
    pub fn has_targets(&self) -> bool {
        self.is_terminator() && !matches!(self, Self::Return(_) | Self::Unreachable)
    }
}

impl Predicate {
    /// True where it compares floats.
    pub fn is_float(self) -> bool {
        self.code() < Self::IntEq.code()
    }
}
