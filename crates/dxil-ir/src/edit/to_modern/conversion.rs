//! The conversion in progress: the source module, the new module, and the mapping of types, constants, attribute lists
//! and metadata between them. Separate because every step reads and extends it.

use bstr::BStr;
use hashbrown::HashMap;

use crate::arena::{IdMap, IdSet, PackedOption};
use crate::metadata::fixed_kinds;
use crate::{AttributeListId, ConstantId, Dialect, MetadataId, Module, TypeId, Value, ValueKind};

use super::error::{Result, ToModernErrorKind};

/// A source module, the module that is being built, and the mapping between them.
pub(super) struct Conversion<'m> {
    pub(super) from: &'m Module,
    pub(super) into: Module,
    pub(super) types: IdMap<TypeId, PackedOption<TypeId>>,
    /// A redundant pointer cast maps to its operand.
    pub(super) constants: IdMap<ConstantId, PackedOption<Value>>,
    /// Keyed by function type, too, from which some attributes get a type.
    pub(super) attribute_lists: HashMap<(AttributeListId, TypeId), AttributeListId>,
    pub(super) metadata: IdMap<MetadataId, PackedOption<MetadataId>>,
    /// The new numbers of kinds of metadata by name.
    pub(super) kinds: HashMap<&'m BStr, u32>,
    pub(super) debug: DebugInfo<'m>,
    /// Set if a constant is an expression that modern IR cannot represent.
    pub(super) has_expressions: bool,
    /// The number of instructions that replaced constant expressions.
    pub(super) expanded: usize,
    /// The first error in a callback that can only return `None`.
    pub(super) fault: Option<ToModernErrorKind>,
}

/// Facts about the debug info of the source module.
#[derive(Default)]
pub(super) struct DebugInfo<'m> {
    /// Types by their linker identifier.
    pub(super) types: HashMap<&'m BStr, MetadataId>,
    /// Tuples of types.
    pub(super) type_lists: IdSet<MetadataId>,
    /// Compile units in order.
    pub(super) units: Vec<MetadataId>,
    /// The unit that lists a subprogram.
    pub(super) unit_of: HashMap<MetadataId, MetadataId>,
    /// The new expressions of global variables.
    pub(super) expressions: HashMap<MetadataId, MetadataId>,
}

impl<'m> Conversion<'m> {
    pub(super) fn new(from: &'m Module, data_layout: &BStr) -> Self {
        let mut into = Module {
            dialect: Dialect::Modern,
            triple: from.triple.clone(),
            data_layout: data_layout.into(),
            inline_assembly: from.inline_assembly.clone(),
            source_filename: from.source_filename.clone(),
            metadata_kinds: fixed_kinds(Dialect::Modern).iter().map(|name| (*name).into()).collect(),
            sync_scopes: from.sync_scopes.clone(),
            comdats: from.comdats.clone(),
            ..Module::default()
        };
        into.types.intern(crate::Type::Metadata);
        Self {
            from,
            into,
            types: IdMap::new(),
            constants: IdMap::new(),
            attribute_lists: HashMap::new(),
            metadata: IdMap::new(),
            kinds: (0..)
                .zip(fixed_kinds(Dialect::Modern))
                .map(|(index, name)| ((*name).into(), index))
                .collect(),
            debug: DebugInfo::default(),
            has_expressions: false,
            expanded: 0,
            fault: None,
        }
    }

    pub(super) fn metadata_kind(&mut self, kind: u32) -> Result<u32> {
        let name = usize::try_from(kind).ok().and_then(|kind| self.from.metadata_kinds.get(kind));
        let name = name.ok_or(ToModernErrorKind::Missing { what: "a kind of metadata" })?;
        if let Some(known) = self.kinds.get(name.as_ref() as &BStr) {
            return Ok(*known);
        }
        let index = u32::try_from(self.into.metadata_kinds.len());
        let index = index.map_err(|_| ToModernErrorKind::Missing { what: "a kind of metadata" })?;
        self.into.metadata_kinds.push(name.clone());
        self.kinds.insert(name.as_ref(), index);
        Ok(index)
    }

    /// Stores the error of a result, for callers that can only return `None`.
    pub(super) fn kept<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(fault) => {
                self.fault.get_or_insert(fault);
                None
            }
        }
    }

    /// The converted value of a value outside of functions.
    pub(super) fn outer_value(&mut self, value: Value) -> Result<Value> {
        match value.kind() {
            ValueKind::Constant(id) => self.plain_constant(id),
            ValueKind::Global(id) if self.from.globals.has(id) => Ok(value),
            ValueKind::Metadata(id) => self.metadata_in_code(id).map(Value::from),
            ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => Err(ToModernErrorKind::Missing { what: "a value" }),
        }
    }
}
