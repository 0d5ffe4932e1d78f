//! Findings of the verifier and their locations in a module. Separate because the verifier, its checks and its callers
//! share them.

use super::rule::Rule;
use crate::{
    AttributeGroupId, AttributeListId, ComdatId, ConstantId, GlobalId, InstructionId, MetadataId, TypeId,
};

/// What was found in a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings, in the order in which a module is gone through. No more than [`MAX_FINDINGS`]; the count below
    /// goes on.
    pub findings: Vec<Finding>,
    /// How many findings there are.
    pub errors: usize,
}

/// A rule that is broken somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Where.
    pub place: IrPlace,
    /// What was found and what was expected.
    pub message: String,
}

/// A place in a module.
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
    /// Metadata with a name, by its place among those.
    NamedMetadata(u32),
    /// A block of a function.
    Block {
        /// The function.
        function: GlobalId,
        /// Which block, in the order of the body.
        block: u32,
    },
    /// An instruction of a function.
    Instruction {
        /// The function.
        function: GlobalId,
        /// Which block, in the order of the body.
        block: u32,
        /// Which instruction of it.
        index: u32,
        /// The instruction itself.
        id: InstructionId,
    },
}

impl Report {
    /// Whether the module is well-formed.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were too many to keep.
    pub fn left_out(&self) -> usize {
        self.errors.saturating_sub(self.findings.len())
    }
}
