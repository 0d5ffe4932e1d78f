//! Debug records, and what is attached to globals: only modern IR has either.

use super::body::{Facts, Here};
use super::rule::Rule;
use super::show;
use super::verifier::MetadataKind;
use super::{IrPlace, Verifier};
use crate::debug_records::{DebugRecord, DebugRecordKind, DebugValue};
use crate::generated::bitcode::metadata as code;
use crate::globals::GlobalKind;
use crate::metadata::Metadata;
use crate::{Dialect, Global, MetadataId, Value, ValueKind};

impl<'m> Verifier<'m> {
    /// What is attached to a global that has no body.
    pub(super) fn attached_to_global(&mut self, global: &Global) {
        let is_modern = self.module.dialect == Dialect::Modern;
        if !expect!(
            self,
            is_modern || global.metadata.is_empty(),
            Rule::Dialect,
            "metadata is attached to {}, but LLVM 3.7 only allows metadata on functions with a body",
            show::name(global.name.as_ref())
        ) {
            return;
        }
        for (kind, node) in &global.metadata {
            let found = self.attached(*kind, *node);
            self.debug_of_global(global, found, *node);
        }
    }

    /// Debug information of a global is about that kind of global.
    pub(super) fn debug_of_global(&mut self, global: &Global, kind: Option<MetadataKind>, node: MetadataId) {
        if kind != Some(MetadataKind::Location) || self.module.dialect == Dialect::Dxil37 {
            return;
        }
        let (wanted, expected) = match global.kind {
            GlobalKind::Variable(_) => (code::GLOBAL_VAR_EXPR, "a DIGlobalVariableExpression"),
            GlobalKind::Function(_) | GlobalKind::Alias(_) => (code::SUBPROGRAM, "a DISubprogram"),
        };
        expect!(
            self,
            self.is_node(node, wanted),
            Rule::AttachmentForm,
            "!dbg refers to {node}, expected {expected}"
        );
    }

    /// The debug records of a body.
    pub(super) fn debug_records(&mut self, facts: &Facts<'m>) {
        let records = &facts.body.debug_records;
        if records.is_empty() {
            return;
        }
        self.at = IrPlace::Global(facts.function);
        if !expect!(
            self,
            self.module.dialect == Dialect::Modern,
            Rule::Dialect,
            "function has debug records, which do not exist in LLVM 3.7 IR"
        ) {
            return;
        }
        for block in records.blocks() {
            let message = format_args!("debug records follow the terminator of {block}");
            self.find(Rule::DebugRecord, message);
        }
        for id in records.instructions() {
            self.at = facts.instruction_place(id);
            match facts.place(id) {
                Some((block, index)) => {
                    for record in records.before(id) {
                        self.debug_record(Here { facts, block, index }, record);
                    }
                }
                None => {
                    let message = format_args!("{id} has debug records, but is in no basic block");
                    self.find(Rule::NoSuchInstruction, message);
                }
            }
        }
    }

    fn debug_record(&mut self, here: Here<'_, 'm>, record: &DebugRecord) {
        let variable = match &record.kind {
            DebugRecordKind::Value(variable)
            | DebugRecordKind::Declare(variable)
            | DebugRecordKind::DeclareValue(variable) => variable,
            DebugRecordKind::Assign { variable, id, address, address_expression } => {
                self.record_node(*id, code::ASSIGN_ID, "a DIAssignID");
                self.record_value(here, address);
                self.record_node(*address_expression, code::EXPRESSION, "a DIExpression");
                variable
            }
            DebugRecordKind::Label(label) => {
                self.record_node(*label, code::LABEL, "a DILabel");
                return self.record_location(here, record, *label);
            }
        };
        self.record_value(here, &variable.value);
        self.record_node(variable.expression, code::EXPRESSION, "a DIExpression");
        if self.record_node(variable.variable, code::LOCAL_VAR, "a DILocalVariable") {
            self.record_location(here, record, variable.variable);
        }
    }

    fn record_node(&mut self, id: MetadataId, wanted: u32, expected: &str) -> bool {
        self.is_there(id)
            && expect!(
                self,
                self.is_node(id, wanted),
                Rule::DebugRecord,
                "debug record refers to {id}, expected {expected}"
            )
    }

    fn record_value(&mut self, here: Here<'_, 'm>, value: &DebugValue) {
        let module = self.module;
        let values = match value {
            DebugValue::Value(value) => std::slice::from_ref(value),
            DebugValue::List(values) => values,
            DebugValue::Gone(ty) => {
                expect!(self, module.types.get(*ty).is_some(), Rule::NoSuchType, "undefined {ty}");
                return;
            }
            DebugValue::Node(id) => {
                let is_empty = match module.metadata.get(*id) {
                    Some(Metadata::Tuple { operands, .. }) => module.metadata.numbers(operands).is_empty(),
                    Some(Metadata::String(_) | Metadata::Value(..) | Metadata::Node { .. }) | None => false,
                };
                expect!(
                    self,
                    is_empty,
                    Rule::DebugRecord,
                    "debug record describes {id}, expected a value or an empty node"
                );
                return;
            }
        };
        for value in values {
            expect!(
                self,
                is_there(here, self, *value),
                Rule::NoSuchValue,
                "undefined {}",
                show::value(module, *value)
            );
        }
    }

    /// A record says where it is from, in the subprogram of its variable or label.
    fn record_location(&mut self, here: Here<'_, 'm>, record: &DebugRecord, about: MetadataId) {
        let scope = here.facts.body.location(record.location).and_then(|location| location.scope.expand());
        let Some(scope) = scope else {
            self.find(Rule::Location, format_args!("debug record has no scope"));
            return;
        };
        if !self.is_there(scope) {
            return;
        }
        expect!(
            self,
            self.is_local_scope(scope),
            Rule::Location,
            "debug record has scope {scope}, which is not in a subprogram"
        );
        let of_variable = self.field(about, "scope").and_then(|scope| self.subprogram(scope));
        if let (Some(one), Some(other)) = (of_variable, self.subprogram(scope)) {
            expect!(
                self,
                one == other,
                Rule::LocationSubprogram,
                "variable is in subprogram {one}, but the debug location is in subprogram {other}"
            );
        }
    }
}

/// Whether a value of a record exists.
fn is_there(here: Here<'_, '_>, verifier: &Verifier<'_>, value: Value) -> bool {
    let module = verifier.module;
    match value.kind() {
        ValueKind::Constant(id) => module.constants.get(id).is_some(),
        ValueKind::Global(id) => module.globals.get(id).is_some(),
        ValueKind::Argument(index) => {
            usize::try_from(index).is_ok_and(|index| index < here.facts.parameters.len())
        }
        ValueKind::Instruction(id) => here.facts.place(id).is_some(),
        ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) | ValueKind::Forward(_) => false,
    }
}
