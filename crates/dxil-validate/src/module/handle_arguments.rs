//! Handle operands of calls: each is the result of a handle operation. Separate from the analysis of handles, which
//! runs before calls are checked.

use std::fmt;

use dxil::handles::HandleOrigin;
use dxil::ops::Opcode;
use dxil_ir::Value;
use dxil_ir::constants::ConstantKind;

use super::checked_call::CheckedCall;
use super::handles::HANDLE;
use crate::report::Report;
use crate::rule::Rule;

/// Checks that each handle operand of a call is the result of a handle operation.
pub(super) fn check(checked: &CheckedCall<'_, '_, '_>, report: &mut Report) {
    // These operations create handles from handles.
    let makes_handle =
        matches!(checked.opcode(), Opcode::ANNOTATE_NODE_HANDLE | Opcode::ANNOTATE_NODE_RECORD_HANDLE);
    let makes_resource_handle = HandleOrigin::of_call(&checked.call)
        .is_some_and(|origin| origin.is_annotation() || origin.is_library());
    if makes_handle || makes_resource_handle {
        return;
    }
    let (site, context, handles) = (checked.site, checked.site.context, checked.handles);
    let rows = checked.call.operation().arguments;
    for (row, argument) in rows.iter().zip(checked.call.arguments()) {
        let Some(ty) = site.type_of(*argument).filter(|ty| handles.is_handle_type(*ty)) else { continue };
        let operand = Operand { operation: checked.name(), name: row.name.as_str() };
        if matches!(context.constant(*argument), Some(ConstantKind::Undef | ConstantKind::Null)) {
            site.find(
                report,
                Rule::INSTR_NO_READING_UNINITIALIZED,
                format_args!("operand {operand} is undefined, expected a handle"),
            );
        } else if context.structure_name(ty) == HANDLE {
            check_handle(checked, &operand, *argument, report);
        }
    }
}

fn check_handle(checked: &CheckedCall<'_, '_, '_>, operand: &Operand, handle: Value, report: &mut Report) {
    let site = checked.site;
    match checked.handles.get(site, handle) {
        None => site.find(
            report,
            Rule::INSTR_HANDLE_NOT_FROM_CREATE_HANDLE,
            format_args!("operand {operand} does not come from a handle operation such as AnnotateHandle"),
        ),
        Some(bound) if bound.is_reorder_coherent && !site.context.has_model(6, 9) => site.find(
            report,
            Rule::INSTR_REORDER_COHERENT_REQUIRES_SM69,
            format_args!("operand {operand} is a reordercoherent resource, which requires shader model 6.9"),
        ),
        Some(_) => {}
    }
}

/// A handle operand in a message: `srv of Sample`.
struct Operand {
    operation: &'static str,
    name: &'static str,
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.name, self.operation)
    }
}
