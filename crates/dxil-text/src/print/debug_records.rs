//! Debug records as text: lines before an instruction.

use dxil_ir::MetadataId;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};

use super::error::{PrintError, Result};
use super::instructions::Scope;
use super::numbers;
use super::printer::Printer;

impl Printer<'_, '_> {
    pub(super) fn debug_records(&mut self, scope: &Scope<'_>, records: &[DebugRecord]) -> Result {
        for record in records {
            self.out.text.push_str("    ");
            self.debug_record(scope, record)?;
            self.out.text.push('\n');
            self.out.spill()?;
        }
        Ok(())
    }

    fn debug_record(&mut self, scope: &Scope<'_>, record: &DebugRecord) -> Result {
        let (word, variable) = match &record.kind {
            DebugRecordKind::Value(variable) => ("#dbg_value(", Ok(variable)),
            DebugRecordKind::Declare(variable) => ("#dbg_declare(", Ok(variable)),
            DebugRecordKind::DeclareValue(variable) => ("#dbg_declare_value(", Ok(variable)),
            DebugRecordKind::Assign { variable, .. } => ("#dbg_assign(", Ok(variable)),
            DebugRecordKind::Label(label) => ("#dbg_label(", Err(*label)),
        };
        self.out.text.push_str(word);
        match variable {
            Ok(variable) => self.debug_variable(scope, variable)?,
            Err(label) => self.metadata_operand(label)?,
        }
        if let DebugRecordKind::Assign { id, address, address_expression, .. } = &record.kind {
            self.next_metadata(*id)?;
            self.out.text.push_str(", ");
            self.debug_value(scope, address)?;
            self.next_metadata(*address_expression)?;
        }
        let Some(number) = self.slots.location(record.location) else {
            return Err(PrintError::Dangling { what: "debug location" });
        };
        self.out.text.push_str(", !");
        numbers::unsigned(&mut self.out.text, number.into());
        self.out.text.push(')');
        Ok(())
    }

    fn debug_variable(&mut self, scope: &Scope<'_>, variable: &DebugVariable) -> Result {
        self.debug_value(scope, &variable.value)?;
        self.next_metadata(variable.variable)?;
        self.next_metadata(variable.expression)
    }

    fn debug_value(&mut self, scope: &Scope<'_>, value: &DebugValue) -> Result {
        match value {
            DebugValue::Value(value) => self.typed_in(scope, *value),
            DebugValue::List(values) => {
                self.out.text.push_str("!DIArgList(");
                let mut separator = "";
                for value in values {
                    self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                    self.typed_in(scope, *value)?;
                    self.out.spill()?;
                }
                self.out.text.push(')');
                Ok(())
            }
            DebugValue::Gone(ty) => {
                self.ty(*ty)?;
                self.out.text.push_str(" poison");
                Ok(())
            }
            DebugValue::Node(id) => self.metadata_operand(*id),
        }
    }

    fn next_metadata(&mut self, id: MetadataId) -> Result {
        self.out.text.push_str(", ");
        self.metadata_operand(id)
    }
}
