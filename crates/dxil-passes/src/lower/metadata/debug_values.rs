//! Debug records whose value is the address of a global. Separate because they would keep the global alive: nothing of
//! a shader uses the name of a resource, but clang passes it to a constructor whose parameter a record describes.

use dxil_ir::Module;
use dxil_ir::debug_records::{DebugRecordKind, DebugValue};

use crate::lower::memory::addresses::refers_to;

/// Replaces the value of each such record by an unknown value. Postcondition: no record refers to a global.
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
    let named = match value {
        DebugValue::Value(value) => Some(*value).filter(|value| refers_to(module, *value, |_| true)),
        DebugValue::List(values) => values.iter().copied().find(|value| refers_to(module, *value, |_| true)),
        DebugValue::Gone(_) | DebugValue::Node(_) => None,
    };
    if let Some(ty) = named.and_then(|named| module.type_of(None, named)) {
        *value = DebugValue::Gone(ty);
    }
}
