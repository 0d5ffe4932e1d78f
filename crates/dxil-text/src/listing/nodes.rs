//! Metadata nodes as lists of numbers, texts and nodes. Separate because every table of the program's own reads them.

use bstr::{BStr, ByteSlice as _};
use dxil::ir::constants::{Constant, ConstantKind};
use dxil::ir::metadata::{Metadata, node_of};
use dxil::ir::{MetadataId, Module, TypeId, Value, ValueKind};

use super::limits;

/// What a piece of metadata with a name lists.
pub(super) fn named<'m>(module: &'m Module, name: &str) -> Option<&'m [MetadataId]> {
    let found = module.named_metadata.iter().find(|named| named.name == name.as_bytes().as_bstr())?;
    Some(&found.operands)
}

/// A node: a list of metadata.
#[derive(Clone, Copy)]
pub(super) struct Node<'m> {
    module: &'m Module,
    operands: &'m [u64],
}

impl<'m> Node<'m> {
    /// The node that `id` is.
    pub(super) fn get(module: &'m Module, id: MetadataId) -> Option<Self> {
        match module.metadata.get(id)? {
            Metadata::Tuple { operands, .. } => {
                Some(Self { module, operands: module.metadata.numbers(operands) })
            }
            _ => None,
        }
    }

    /// The first node that metadata with a name lists.
    pub(super) fn first(module: &'m Module, name: &str) -> Option<Self> {
        Self::get(module, *named(module, name)?.first()?)
    }

    /// How many operands it has.
    pub(super) fn len(&self) -> usize {
        self.operands.len()
    }

    fn operand(&self, index: usize) -> Option<Metadata> {
        self.module.metadata.get(node_of(*self.operands.get(index)?)?)
    }

    /// An operand that is a node.
    pub(super) fn node(&self, index: usize) -> Option<Self> {
        Self::get(self.module, node_of(*self.operands.get(index)?)?)
    }

    /// The nodes in it, in order; what is none is left out.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Self> + use<'m> {
        let node = *self;
        (0..node.len()).filter_map(move |index| node.node(index))
    }

    /// The operands in pairs of a tag and where its value stands.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, usize)> + use<'m> {
        let node = *self;
        let tags = (0..node.len()).step_by(2).take(limits::PROPERTIES);
        tags.filter_map(move |index| Some((node.number(index)?, index + 1)))
    }

    /// Where the value of a tag stands.
    pub(super) fn tagged(&self, tag: u32) -> Option<usize> {
        self.pairs().find(|(found, _)| *found == tag).map(|(_, value)| value)
    }

    /// An operand that is a value, with its type.
    pub(super) fn value(&self, index: usize) -> Option<(TypeId, Value)> {
        match self.operand(index)? {
            Metadata::Value(ty, value) => Some((ty, value)),
            _ => None,
        }
    }

    /// An operand that is a constant.
    pub(super) fn constant(&self, index: usize) -> Option<&'m Constant> {
        match self.value(index)?.1.kind() {
            ValueKind::Constant(id) => self.module.constants.get(id),
            _ => None,
        }
    }

    /// An operand that is a number.
    pub(super) fn integer(&self, index: usize) -> Option<i64> {
        integer(self.constant(index)?)
    }

    /// The same in 32 bits.
    pub(super) fn number(&self, index: usize) -> Option<u32> {
        self.integer(index).map(low_word)
    }

    /// An operand that is true or false.
    pub(super) fn flag(&self, index: usize) -> Option<bool> {
        self.integer(index).map(|number| number != 0)
    }

    /// An operand that is a text.
    pub(super) fn text(&self, index: usize) -> Option<&'m BStr> {
        match self.operand(index)? {
            Metadata::String(span) => Some(self.module.metadata.string(span)),
            _ => None,
        }
    }
}

/// The number that a constant is.
pub(super) fn integer(constant: &Constant) -> Option<i64> {
    match constant.kind {
        ConstantKind::Integer(number) => Some(number),
        ConstantKind::Null => Some(0),
        _ => None,
    }
}

/// The lower 32 bits of a number.
pub(super) fn low_word(number: i64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
