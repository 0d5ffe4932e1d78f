//! The state of the verifier: the module, the findings so far, and facts that checks look up more than once. Separate
//! because every check extends it.

use std::fmt;

use bstr::BStr;
use hashbrown::{HashMap, HashSet};

use super::attribute_sets::Places;
use super::debug_fields::Wanted;
use super::report::{Finding, IrPlace, Report};
use super::rule::Rule;
use crate::limits::MAX_FINDINGS;
use crate::{AttributeListId, ConstantId, Global, GlobalId, MetadataId, Module, Type, TypeId, Value};

/// The verification of one module.
pub(super) struct Verifier<'m> {
    pub(super) module: &'m Module,
    pub(super) report: Report,
    /// The location of new findings.
    pub(super) at: IrPlace,
    /// True if each type has a size.
    pub(super) sized: Vec<bool>,
    /// True if each function type has a metadata parameter.
    pub(super) takes_metadata: Vec<bool>,
    /// The type of metadata operands.
    pub(super) metadata_type: Option<TypeId>,
    /// The attribute kinds of each attribute list.
    pub(super) attribute_lists: Vec<Places>,
    /// Pairs of attribute list and function type that are already checked.
    pub(super) attributes_of: HashSet<(AttributeListId, TypeId)>,
    /// The elements of constant shuffle masks and indices.
    pub(super) elements_of: HashMap<ConstantId, Elements>,
    /// True if each global is an LLVM intrinsic.
    pub(super) intrinsics: Vec<bool>,
    /// The meaning of each metadata kind.
    pub(super) kinds: Vec<MetadataKind>,
    /// Facts about debug info nodes.
    pub(super) debug: Debug<'m>,
    /// The function in which each debug location was checked last.
    pub(super) locations: Vec<GlobalId>,
    /// True if a metadata list is a valid `range` of a type.
    pub(super) ranges: HashMap<(MetadataId, TypeId), bool>,
    /// A buffer for the operands of one instruction.
    pub(super) scratch: Vec<(Value, TypeId)>,
    pub(super) incoming: Vec<(u32, Value)>,
}

impl<'m> Verifier<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self {
            module,
            report: Report::default(),
            at: IrPlace::Module,
            sized: Vec::new(),
            takes_metadata: Vec::new(),
            metadata_type: module.types.find(&Type::Metadata),
            attribute_lists: Vec::new(),
            attributes_of: HashSet::new(),
            elements_of: HashMap::new(),
            intrinsics: module.globals.values().map(is_intrinsic).collect(),
            kinds: module.metadata_kinds.iter().map(|name| MetadataKind::named(name)).collect(),
            debug: Debug::default(),
            locations: Vec::new(),
            ranges: HashMap::new(),
            scratch: Vec::new(),
            incoming: Vec::new(),
        }
    }

    /// Reports a finding at the current location.
    #[cold]
    pub(super) fn find(&mut self, rule: Rule, message: fmt::Arguments<'_>) {
        self.report.errors = self.report.errors.saturating_add(1);
        if self.report.findings.len() < MAX_FINDINGS {
            self.report.findings.push(Finding { rule, place: self.at, message: message.to_string() });
        }
    }

    /// Reports a finding at `at`, the new current location.
    #[cold]
    pub(super) fn find_at(&mut self, at: IrPlace, rule: Rule, message: fmt::Arguments<'_>) {
        self.at = at;
        self.find(rule, message);
    }
}

/// Returns true if a global is an LLVM intrinsic, by its name.
pub(super) fn is_intrinsic(global: &Global) -> bool {
    global.name.starts_with(b"llvm.") && global.function().is_some()
}

/// The elements of a constant; a scalar is its only element.
#[derive(Debug, Clone, Copy)]
pub(super) enum Elements {
    /// Integers, undef or poison.
    Numbers {
        /// The largest integer.
        largest: Option<u64>,
        /// The value of all elements, if they are equal.
        all: Option<u64>,
    },
    /// Other elements.
    Other,
}

/// Metadata kinds that LLVM assigns a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MetadataKind {
    Location,
    Accuracy,
    Range,
    NotNull,
    Dereferenceable,
    Other,
}

impl MetadataKind {
    pub(super) fn named(name: &[u8]) -> Self {
        match name {
            b"dbg" => Self::Location,
            b"fpmath" => Self::Accuracy,
            b"range" => Self::Range,
            b"nonnull" => Self::NotNull,
            b"dereferenceable" | b"dereferenceable_or_null" => Self::Dereferenceable,
            _ => Self::Other,
        }
    }
}

/// Facts about debug info nodes.
#[derive(Default)]
pub(super) struct Debug<'m> {
    /// The reference fields of each row of the node table, by index, and their expected targets.
    pub(super) wanted: Vec<Vec<(usize, Wanted)>>,
    /// Lists that are already checked, and their expected elements.
    pub(super) lists: HashSet<(MetadataId, Wanted)>,
    /// Type identifiers, and the nodes that contain them.
    pub(super) references: Vec<(MetadataId, &'m BStr)>,
    /// The enclosing subprogram of each scope.
    pub(super) subprograms: HashMap<MetadataId, Option<MetadataId>>,
    /// The function that each subprogram is attached to.
    pub(super) described: HashMap<MetadataId, GlobalId>,
}
