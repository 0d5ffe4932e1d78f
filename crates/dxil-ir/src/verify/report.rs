//! Findings of the verifier and their locations in a module. Separate because the verifier, its checks and its callers
//! share them.

use super::rule::Rule;
use crate::{
    AttributeGroupId, AttributeListId, ComdatId, ConstantId, GlobalId, InstructionId, MetadataId, TypeId,
};

/// The findings in a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The first [`MAX_FINDINGS`](crate::limits::MAX_FINDINGS) findings, in the order of the checks.
    pub findings: Vec<Finding>,
    /// The number of all findings.
    pub errors: usize,
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The location.
    pub place: IrPlace,
    /// The found and the expected value.
    pub message: String,
}

/// A location in a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IrPlace {
    /// The module as a whole.
    Module,
    /// A type.
    Type(TypeId),
    /// A group of attributes.
    AttributeGroup(AttributeGroupId),
    /// A list of attributes.
    AttributeList(AttributeListId),
    /// A group of sections.
    Comdat(ComdatId),
    /// A constant.
    Constant(ConstantId),
    /// A variable, a function or an alias, as a whole.
    Global(GlobalId),
    /// A piece of metadata.
    Metadata(MetadataId),
    /// Named metadata, by index.
    NamedMetadata(u32),
    /// A block of a function.
    Block {
        /// The function.
        function: GlobalId,
        /// The index of the block in layout order.
        block: u32,
    },
    /// An instruction of a function.
    Instruction {
        /// The function.
        function: GlobalId,
        /// The index of the block in layout order.
        block: u32,
        /// The index of the instruction in the block.
        index: u32,
        /// The instruction itself.
        id: InstructionId,
    },
}

impl Report {
    /// Returns true if the module is well-formed.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// The number of findings beyond the limit, which are not stored.
    pub fn left_out(&self) -> usize {
        self.errors.saturating_sub(self.findings.len())
    }
}
