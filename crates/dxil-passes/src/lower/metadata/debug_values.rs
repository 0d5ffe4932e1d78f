//! Removes references to globals from debug records (`#dbg_value`, `#dbg_declare`, `#dbg_assign`), for `dxil-prepare`.
//! Separate because such a record keeps a global alive that no instruction uses: clang passes the string with the name
//! of a resource to a constructor, and a record describes the parameter of the constructor.

use dxil_ir::Module;
use dxil_ir::debug_records::{DebugRecordKind, DebugValue};

use crate::lower::memory::addresses::refers_to;

/// Replaces each value of a debug record that is or contains the address of a global by `poison`. Postcondition: no
/// debug record refers to a global.
pub(in crate::lower) fn forget_globals(module: &mut Module) {
    module.each_body_mut(|module, body| {
        for record in body.debug_records.iter_mut() {
            match &mut record.kind {
                DebugRecordKind::Value(variable)
                | DebugRecordKind::Declare(variable)
                | DebugRecordKind::DeclareValue(variable) => forget(module, &mut variable.value),
                DebugRecordKind::Assign { variable, address, .. } => {
                    forget(module, &mut variable.value);
                    forget(module, address);
                }
                DebugRecordKind::Label(_) => {}
            }
        }
    });
}

fn forget(module: &Module, value: &mut DebugValue) {
    let reference = match value {
        DebugValue::Value(value) => Some(*value).filter(|value| refers_to(module, *value, |_| true)),
        DebugValue::List(values) => values.iter().copied().find(|value| refers_to(module, *value, |_| true)),
        DebugValue::Gone(_) | DebugValue::Node(_) => None,
    };
    if let Some(ty) = reference.and_then(|reference| module.type_of(None, reference)) {
        *value = DebugValue::Gone(ty);
    }
}
