//! What names things within functions: blocks, instructions, and the values that are operands.

use std::fmt;

use crate::arena::{Id, id};

use super::constants::ConstantId;
use super::globals::GlobalId;
use super::metadata::MetadataId;

id! {
    /// A basic block of a function.
    pub struct BlockId, "block"
}

id! {
    /// An instruction of a function, and the value that it gives.
    pub struct InstructionId, "inst"
}

/// What an operand may be, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// The same, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueKind {
    /// A constant of the module.
    Constant(ConstantId),
    /// The address of a global.
    Global(GlobalId),
    /// An argument of the function at hand, from 0.
    Argument(u32),
    /// The result of an instruction of the function at hand.
    Instruction(InstructionId),
    /// Metadata as an operand.
    Metadata(MetadataId),
    /// A value of the function at hand as metadata: which of [`Body::local_metadata`](super::Body::local_metadata).
    LocalMetadata(u32),
    /// A number that has no value yet; in no function that was read whole.
    Forward(u32),
}

impl ValueKind {
    /// Whether it is the module's rather than a function's, and no metadata: what constants may refer to.
    pub(crate) fn is_constant(self) -> bool {
        match self {
            Self::Constant(_) | Self::Global(_) => true,
            Self::Argument(_)
            | Self::Instruction(_)
            | Self::Metadata(_)
            | Self::LocalMetadata(_)
            | Self::Forward(_) => false,
        }
    }
}

/// The upper bits say the kind, the lower ones which one.
const INDEX_BITS: u32 = 29;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

impl Value {
    /// How many of a kind there can be.
    pub const MAX: u32 = (1 << INDEX_BITS) - 2;

    /// The value that `kind` is.
    pub fn new(kind: ValueKind) -> Self {
        let (tag, index) = match kind {
            ValueKind::Constant(id) => (0, id.as_u32()),
            ValueKind::Global(id) => (1, id.as_u32()),
            ValueKind::Argument(index) => (2, index),
            ValueKind::Instruction(id) => (3, id.as_u32()),
            ValueKind::Metadata(id) => (4, id.as_u32()),
            ValueKind::LocalMetadata(index) => (5, index),
            ValueKind::Forward(index) => (6, index),
        };
        debug_assert!(index <= Self::MAX, "{kind:?} is out of range");
        Self((tag << INDEX_BITS) | index & INDEX_MASK)
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> ValueKind {
        let index = self.0 & INDEX_MASK;
        match self.0 >> INDEX_BITS {
            0 => ValueKind::Constant(ConstantId::from_u32(index)),
            1 => ValueKind::Global(GlobalId::from_u32(index)),
            2 => ValueKind::Argument(index),
            3 => ValueKind::Instruction(InstructionId::from_u32(index)),
            4 => ValueKind::Metadata(MetadataId::from_u32(index)),
            5 => ValueKind::LocalMetadata(index),
            _ => ValueKind::Forward(index),
        }
    }
}

impl From<ConstantId> for Value {
    fn from(id: ConstantId) -> Self {
        Self::new(ValueKind::Constant(id))
    }
}

impl From<GlobalId> for Value {
    fn from(id: GlobalId) -> Self {
        Self::new(ValueKind::Global(id))
    }
}

impl From<InstructionId> for Value {
    fn from(id: InstructionId) -> Self {
        Self::new(ValueKind::Instruction(id))
    }
}

impl From<MetadataId> for Value {
    fn from(id: MetadataId) -> Self {
        Self::new(ValueKind::Metadata(id))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

// Lists of values live in pools, which keep words.
impl Id for Value {
    fn from_u32(word: u32) -> Self {
        Self(word)
    }

    fn as_u32(self) -> u32 {
        self.0
    }
}
