//! The orders in which a module was stored, beside the module itself: nothing that reads, changes or checks a module
//! looks here, only what writes it. Without them it is written in LLVM 3.7's own order.

use cranelift_entity::SecondaryMap;

use super::attributes::{AttributeGroupId, AttributeListId};
use super::function::Local;
use super::{ConstantId, GlobalId, MetadataId, TypeId};

/// The orders in which a module was stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encoding {
    /// Types by their number.
    pub types: Vec<TypeId>,
    /// How many types there were when the module had been read: with those that no record refers to, such as the
    /// types of addresses.
    pub known_types: usize,
    /// Groups of attributes by their number, from 1.
    pub attribute_groups: Vec<AttributeGroupId>,
    /// Lists of attributes by their number, from 1.
    pub attribute_lists: Vec<AttributeListId>,
    /// The module's own constants by their number, behind the globals.
    pub constants: Vec<ConstantId>,
    /// Metadata by its number.
    pub metadata: Vec<MetadataId>,
    /// What stands in each body.
    pub functions: SecondaryMap<GlobalId, FunctionEncoding>,
    /// The orders of uses that were kept, of the module's values.
    pub use_lists: Vec<UseList>,
    /// Whether the names of the kinds of metadata stand before the nodes, where LLVM's own DXIL writer puts them.
    pub kinds_come_first: bool,
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
