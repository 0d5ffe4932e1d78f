//! Constants. Interned for the whole module: two ids are equal exactly where the constants are.

use crate::arena::id;
use bstr::BString;

use super::interner::Interner;
use super::{BinaryOp, BlockId, CastOp, Flags, Predicate, TypeId, Value};

id! {
    /// A constant.
    pub struct ConstantId, "const"
}

/// A constant: its type, and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub kind: ConstantKind,
}

/// What a constant is. Operands are constants and globals.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ConstantKind {
    /// Zero, whatever the type.
    Null,
    /// Any value, another one at each use.
    Undef,
    /// The result of an operation whose assumptions do not hold; modern only.
    Poison,
    /// An integer of up to 64 bits, with its sign.
    Integer(i64),
    /// A wider number, lowest word first: of integers those words that are not zero, of floats two.
    Wide(Box<[u64]>),
    /// A float of up to 64 bits, as its bits.
    Float(u64),
    /// A structure, an array or a vector.
    Aggregate(Box<[Value]>),
    /// An array of bytes.
    Bytes(BString),
    /// An array or a vector of wider integers or floats, as their bits.
    Data(Box<[u64]>),
    /// A binary operator on constants.
    Binary {
        /// What it does.
        op: BinaryOp,
        /// What may be assumed.
        flags: Flags,
        /// On what.
        operands: [Value; 2],
    },
    /// A cast of a constant.
    Cast(CastOp, Value),
    /// An address computed from others.
    ElementPointer {
        /// What may be assumed.
        flags: Flags,
        /// The bytes around the address that may be accessed through it: from, and up to; modern only.
        in_range: Option<(i64, i64)>,
        /// The type that the indices lead into.
        source: TypeId,
        /// The pointer and the indices.
        operands: Box<[Value]>,
    },
    /// Of a condition, one constant or another.
    Select([Value; 3]),
    /// An element of a vector.
    ExtractElement([Value; 2]),
    /// A vector with another element.
    InsertElement([Value; 3]),
    /// Elements of two vectors in another order.
    ShuffleVector([Value; 3]),
    /// A comparison of constants.
    Compare(Predicate, [Value; 2]),
    /// The address of a block: the function, and which of its blocks.
    BlockAddress(Value, BlockId),
    /// Assembly of the target.
    InlineAssembly {
        /// Side effects, aligned stack, dialect: bits 0 to 2.
        flags: u8,
        /// The assembly.
        assembly: BString,
        /// What it needs.
        constraints: BString,
    },
}

impl ConstantKind {
    /// Whether a constant of a type is a sum or the like of floats, which no constant of today's LLVM is.
    pub fn is_float_arithmetic(&self, types: &crate::types::Types, ty: TypeId) -> bool {
        matches!(self, Self::Binary { .. }) && types.is_float(ty)
    }

    /// How much there is in it: operands, numbers or bytes, one at least.
    pub fn size(&self) -> usize {
        let size = match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Data(words) | Self::Wide(words) => words.len(),
            Self::InlineAssembly { assembly, constraints, .. } => assembly.len() + constraints.len(),
            Self::Null
            | Self::Undef
            | Self::Poison
            | Self::Integer(_)
            | Self::Float(_)
            | Self::Aggregate(_)
            | Self::Binary { .. }
            | Self::Cast(..)
            | Self::ElementPointer { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::Compare(..)
            | Self::BlockAddress(..) => self.operands().len(),
        };
        size.max(1)
    }

    /// The integer that it is, with its sign; `None` for what is no number or has more than 64 bits.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            Self::Null => Some(0),
            Self::Undef
            | Self::Poison
            | Self::Wide(_)
            | Self::Float(_)
            | Self::Aggregate(_)
            | Self::Bytes(_)
            | Self::Data(_)
            | Self::Binary { .. }
            | Self::Cast(..)
            | Self::ElementPointer { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::Compare(..)
            | Self::BlockAddress(..)
            | Self::InlineAssembly { .. } => None,
        }
    }

    /// Whether it is computed from others.
    pub fn is_expression(&self) -> bool {
        !matches!(self, Self::Aggregate(_) | Self::BlockAddress(..)) && !self.operands().is_empty()
    }

    /// The constants and globals in it.
    pub fn operands(&self) -> &[Value] {
        match self {
            Self::Aggregate(operands) | Self::ElementPointer { operands, .. } => operands,
            Self::Binary { operands, .. } | Self::ExtractElement(operands) | Self::Compare(_, operands) => {
                operands
            }
            Self::Select(operands) | Self::InsertElement(operands) | Self::ShuffleVector(operands) => {
                operands
            }
            Self::Cast(_, operand) | Self::BlockAddress(operand, _) => std::slice::from_ref(operand),
            Self::Null
            | Self::Undef
            | Self::Poison
            | Self::Integer(_)
            | Self::Wide(_)
            | Self::Float(_)
            | Self::Bytes(_)
            | Self::Data(_)
            | Self::InlineAssembly { .. } => &[],
        }
    }

    /// The same, to be changed.
    pub(crate) fn operands_mut(&mut self) -> &mut [Value] {
        match self {
            Self::Aggregate(operands) | Self::ElementPointer { operands, .. } => operands,
            Self::Binary { operands, .. } | Self::ExtractElement(operands) | Self::Compare(_, operands) => {
                operands
            }
            Self::Select(operands) | Self::InsertElement(operands) | Self::ShuffleVector(operands) => {
                operands
            }
            Self::Cast(_, operand) | Self::BlockAddress(operand, _) => std::slice::from_mut(operand),
            Self::Null
            | Self::Undef
            | Self::Poison
            | Self::Integer(_)
            | Self::Wide(_)
            | Self::Float(_)
            | Self::Bytes(_)
            | Self::Data(_)
            | Self::InlineAssembly { .. } => &mut [],
        }
    }

    /// The type that an address points into before its indices are followed.
    pub(crate) fn source_mut(&mut self) -> Option<&mut TypeId> {
        if let Self::ElementPointer { source, .. } = self { Some(source) } else { None }
    }
}

/// The constants of a module.
#[derive(Debug, Clone, Default)]
pub struct Constants {
    constants: Interner<ConstantId, Constant>,
    /// Those that are addresses of blocks. Whose may change, that they are does not.
    block_addresses: Vec<ConstantId>,
}

impl Constants {
    /// The id of a constant, which is added if it is new.
    pub fn intern(&mut self, constant: Constant) -> ConstantId {
        let is_address = matches!(constant.kind, ConstantKind::BlockAddress(..));
        let count = self.constants.len();
        let id = self.constants.intern(constant);
        if is_address && self.constants.len() > count {
            self.block_addresses.push(id);
        }
        id
    }

    /// The addresses of blocks: the function and its block.
    pub fn block_addresses(&self) -> impl Iterator<Item = (Value, BlockId)> {
        self.block_addresses.iter().filter_map(|id| {
            let ConstantKind::BlockAddress(function, block) = self.get(*id)?.kind else { return None };
            Some((function, block))
        })
    }

    /// A block of a function whose address is a constant.
    pub fn addressed_block(&self, function: Value) -> Option<BlockId> {
        self.block_addresses().find(|(of, _)| *of == function).map(|(_, block)| block)
    }

    /// A constant.
    #[inline]
    pub fn get(&self, id: ConstantId) -> Option<&Constant> {
        self.constants.get(id)
    }

    /// Calls `visit` with each operand of each constant. Those that were not equal must not become so.
    pub(crate) fn each_value_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        self.constants.change(|constant| constant.kind.operands_mut().iter_mut().for_each(&mut visit));
    }

    /// All constants in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ConstantId, &Constant)> {
        self.constants.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
