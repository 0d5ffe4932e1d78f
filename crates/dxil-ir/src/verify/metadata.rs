//! Metadata: that what it refers to is there, and that values are the module's own.

use super::rule::Rule;
use super::show;
use super::{IrPlace, Verifier};
use crate::metadata::{FieldKind, Metadata, node_of};
use crate::{MetadataId, Type, TypeId, Value, ValueKind};

/// A number that stands for no metadata.
pub(super) struct Missing;

impl Verifier<'_> {
    pub(super) fn metadata(&mut self) {
        let module = self.module;
        for (id, metadata) in module.metadata.iter() {
            self.at = IrPlace::Metadata(id);
            match metadata {
                Metadata::String(_) => {}
                Metadata::Value(ty, value) => self.value_as_metadata(ty, value),
                Metadata::Tuple { operands, .. } => {
                    let numbers = module.metadata.numbers(operands);
                    let references = numbers.iter().map(|number| self.reference(FieldKind::Node, *number));
                    let missing = references.filter(Result::is_err).count();
                    self.are_there(missing);
                }
                Metadata::Node { row, is_distinct, fields } => {
                    self.node(id, row, is_distinct, module.metadata.numbers(fields));
                }
            }
        }
        self.circles_of_nodes();
        self.named_metadata();
        self.at = IrPlace::Module;
    }

    fn are_there(&mut self, missing: usize) {
        expect!(
            self,
            missing == 0,
            Rule::NoSuchMetadata,
            "node has {missing} references to undefined metadata"
        );
    }

    /// The same, for one.
    pub(super) fn is_there(&mut self, id: MetadataId) -> bool {
        let exists = self.module.metadata.get(id).is_some();
        expect!(self, exists, Rule::NoSuchMetadata, "undefined {id}")
    }

    /// What a number refers to that a tuple or a field of this kind holds.
    pub(super) fn reference(&self, kind: FieldKind, number: u64) -> Result<Option<MetadataId>, Missing> {
        let count = self.module.metadata.len() as u64;
        match kind {
            FieldKind::Plain if number < count => Ok(node_of(number + 1)),
            FieldKind::Node | FieldKind::Nodes if number <= count => Ok(node_of(number)),
            FieldKind::Plain | FieldKind::Node | FieldKind::Nodes => Err(Missing),
            FieldKind::Number | FieldKind::Flag | FieldKind::Rest => Ok(None),
        }
    }

    /// What a tuple lists; `None` where it is no tuple.
    pub(super) fn list(&self, id: MetadataId) -> Option<impl ExactSizeIterator<Item = Option<MetadataId>>> {
        let Metadata::Tuple { operands, .. } = self.module.metadata.get(id)? else { return None };
        let numbers = self.module.metadata.numbers(operands).iter();
        Some(numbers.map(|number| self.reference(FieldKind::Node, *number).unwrap_or(None)))
    }

    /// The constant or global that metadata is.
    pub(super) fn value_of(&self, id: MetadataId) -> Option<Value> {
        let Metadata::Value(_, value) = self.module.metadata.get(id)? else { return None };
        Some(value)
    }

    /// Whether it is a tuple or a node of debug information.
    pub(super) fn is_list_or_node(&self, id: MetadataId) -> bool {
        matches!(self.module.metadata.get(id), Some(Metadata::Tuple { .. } | Metadata::Node { .. }))
    }

    fn value_as_metadata(&mut self, ty: TypeId, value: Value) {
        let module = self.module;
        let found = match self.value_type(value) {
            Some(Some(found)) => found,
            Some(None) => return,
            None => {
                let message = format_args!(
                    "{} is used as module metadata, expected a constant or a global",
                    show::value(module, value)
                );
                self.find(Rule::MetadataValue, message);
                return;
            }
        };
        let fits = found == ty && module.types.get(ty) != Some(&Type::Metadata);
        expect!(
            self,
            fits,
            Rule::MetadataValue,
            "value has type {}, but the metadata that wraps it states {}",
            show::ty(module, found),
            show::ty(module, ty)
        );
    }

    /// The type of a constant or a global, if it has one that exists; `None` for anything else.
    fn value_type(&mut self, value: Value) -> Option<Option<TypeId>> {
        let module = self.module;
        let ty = match value.kind() {
            ValueKind::Constant(id) => module.constants.get(id).map(|constant| constant.ty),
            ValueKind::Global(id) => module.globals.get(id).map(|global| global.ty),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => return None,
        };
        expect!(self, ty.is_some(), Rule::NoSuchValue, "undefined {}", show::value(module, value));
        Some(ty.filter(|ty| module.types.get(*ty).is_some()))
    }

    /// The fields that refer to something: what is missing is said once.
    pub(super) fn fields_are_there(&mut self, kinds: impl Iterator<Item = FieldKind>, numbers: &[u64]) {
        let references = kinds.zip(numbers).map(|(kind, number)| self.reference(kind, *number));
        let missing = references.filter(Result::is_err).count();
        self.are_there(missing);
    }
}
