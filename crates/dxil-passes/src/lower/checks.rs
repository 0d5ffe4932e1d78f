//! Searches a module for instructions that violate the postcondition of a pass. Separate because the checks of most
//! passes are such a search.

use dxil_ir::{Body, Instruction, Module, Op, TypeId, ValueKind};

use crate::error::name;

/// Describes the first instruction that satisfies `is_violation` as "function F: INSTRUCTION is `what`"; `None` if no
/// instruction satisfies it.
pub(super) fn find(
    module: &Module,
    what: &str,
    is_violation: impl Fn(&Module, (&Body, TypeId), &Instruction) -> bool,
) -> Option<String> {
    module.bodies().find_map(|(id, global, body)| {
        let mut all = body.in_order();
        let (_, found, _) =
            all.find(|(.., instruction)| is_violation(module, (body, global.value_type), instruction))?;
        Some(format!("function {}: {found} is {what}", name(module, id)))
    })
}

/// Describes the first call of a function whose name satisfies `is_meant`; `None` if the module has no such call.
pub(super) fn find_call(module: &Module, is_meant: impl Fn(&[u8]) -> bool) -> Option<String> {
    find(module, "a call of a function that must not remain", |module, _, instruction| {
        let Op::Call { callee, .. } = &instruction.op else { return false };
        let ValueKind::Global(callee) = callee.kind() else { return false };
        module.globals.get(callee).is_some_and(|global| is_meant(&global.name))
    })
}
