//! The orders in which a module was stored, beside the module itself: nothing that reads, changes or checks a module
//! looks here, only what writes it. Without them it is written in LLVM 3.7's own order.

use crate::arena::IdMap;

use super::attributes::{AttributeGroupId, AttributeListId, Attributes};
use super::function::Local;
use super::metadata::MetadataTable;
use super::{ConstantId, GlobalId, MetadataId, TypeId, Types};

/// The orders in which a module was stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encoding {
    /// Types by their number.
    pub types: Vec<TypeId>,
    /// How much there was of each kind of thing when these orders were taken.
    pub known: Known,
    /// Groups of attributes by their number, from 1.
    pub attribute_groups: Vec<AttributeGroupId>,
    /// Lists of attributes by their number, from 1.
    pub attribute_lists: Vec<AttributeListId>,
    /// The module's own constants by their number, behind the globals.
    pub constants: Vec<ConstantId>,
    /// Metadata by its number.
    pub metadata: Vec<MetadataId>,
    /// What stands in each body.
    pub functions: IdMap<GlobalId, FunctionEncoding>,
    /// The orders of uses that were kept, of the module's values.
    pub use_lists: Vec<UseList>,
    /// Whether the names of the kinds of metadata stand before the nodes, where LLVM's own DXIL writer puts them.
    pub kinds_come_first: bool,
}

/// How many types, attributes and pieces of metadata a module had when its orders were taken: what came later is
/// written behind what the orders have. What was there and is in no order is not written unless something refers to
/// it now, such as the types of addresses, which no record has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Known {
    /// Types.
    pub types: usize,
    /// Groups of attributes.
    pub attribute_groups: usize,
    /// Lists of those.
    pub attribute_lists: usize,
    /// Pieces of metadata.
    pub metadata: usize,
}

impl Known {
    /// The current sizes of a module's tables.
    pub(crate) fn of(types: &Types, attributes: &Attributes, metadata: &MetadataTable) -> Self {
        Self {
            types: types.len(),
            attribute_groups: attributes.groups().len(),
            attribute_lists: attributes.lists().len(),
            metadata: metadata.len(),
        }
    }
}

/// The orders in which a body was stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FunctionEncoding {
    /// The constants of its own by their number, behind the arguments.
    pub constants: Vec<ConstantId>,
    /// Values used as metadata by their number, behind the module's metadata.
    pub local_metadata: Vec<u32>,
    /// The orders of uses that were kept.
    pub use_lists: Vec<UseList>,
}

/// The order in which LLVM keeps the uses of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseList {
    /// Of what.
    pub of: Local,
    /// The places of its uses, in the order in which a reader meets them.
    pub order: Box<[u32]>,
}
