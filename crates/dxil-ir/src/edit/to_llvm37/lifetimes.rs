//! What says how long memory is used: in LLVM 3.7 it says of how many bytes, too. Separate because it is done before
//! anything else, with the types of today.

use hashbrown::HashMap;

use crate::attributes::{Attribute, AttributeGroup, Captures, Slot};
use crate::data_layout::DataLayout;
use crate::{AttributeKind, Body, GlobalId, InstructionId, Module, Op, TypeId, Value, ValueKind};

/// LLVM 3.7's functions; today the kind of address stands behind these names.
pub(super) const NAMES: [&str; 2] = ["llvm.lifetime.start", "llvm.lifetime.end"];

/// Makes of the calls that are about variables of functions those of LLVM 3.7.
pub(super) fn renew(module: &mut Module) {
    let declared: Vec<(GlobalId, &str)> = module
        .globals
        .iter()
        .filter_map(|(id, global)| {
            let name = NAMES.iter().find(|name| {
                global.name.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.starts_with(b"."))
            })?;
            Some((id, *name))
        })
        .collect();
    if declared.is_empty() {
        return;
    }
    let mut functions = HashMap::new();
    for (old, name) in declared {
        functions.insert(old, declare(module, name));
    }
    module.each_body_mut(|module, body| {
        for call in body.in_order().map(|(_, id, _)| id).collect::<Vec<_>>() {
            change(module, body, call, &functions);
        }
    });
}

fn declare(module: &mut Module, name: &str) -> (GlobalId, TypeId) {
    let (void, i64) = (module.types.void(), module.types.int(64));
    let address = module.address_type(i64, 0);
    let ty = module.types.function(void, &[i64, address]);
    let function = module.declare_function(name, ty);
    let attributes = [
        (Slot::Function, Attribute::Flag(AttributeKind::NoUnwind)),
        (Slot::Parameter(1), Attribute::Captures(Captures::NONE)),
    ];
    for (slot, attribute) in attributes {
        let added = module.add_function_attribute(function, slot, attribute);
        debug_assert_eq!(added, Ok(()), "a function has attributes");
    }
    (function, ty)
}

fn change(
    module: &mut Module,
    body: &mut Body,
    id: InstructionId,
    functions: &HashMap<GlobalId, (GlobalId, TypeId)>,
) {
    let Some(Op::Call { callee, arguments, attributes, .. }) = body.instructions.get(id).map(|call| &call.op)
    else {
        return;
    };
    let ValueKind::Global(old) = callee.kind() else { return };
    let Some((new, new_type)) = functions.get(&old).copied() else { return };
    let &[memory] = arguments.as_slice(&body.lists.values) else { return };
    let attributes = attributes.expand();
    let ValueKind::Instruction(variable) = memory.kind() else { return };
    let Some(Op::Alloca { element, .. }) = body.instructions.get(variable).map(|made| &made.op) else {
        return;
    };
    let size = i64::try_from(DataLayout::of(module).size(*element)).unwrap_or(-1);
    let i64 = module.types.int(64);
    let size = module.int(i64, size);
    let groups = attributes.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let groups = groups.iter().filter_map(|group| module.attributes.group(*group));
    let groups: Vec<AttributeGroup> = groups
        .map(|group| match group.slot {
            Slot::Parameter(0) => AttributeGroup { slot: Slot::Parameter(1), ..group.clone() },
            _ => group.clone(),
        })
        .collect();
    let groups: Box<[_]> = groups.into_iter().map(|group| module.attributes.intern_group(group)).collect();
    let new_attributes = (!groups.is_empty()).then(|| module.attributes.intern_list(groups));
    let new_arguments = body.lists.values.list_of(&[size, memory]);
    if let Some(Op::Call { callee, function_type, arguments, attributes, .. }) =
        body.instructions.get_mut(id).map(|call| &mut call.op)
    {
        (*callee, *function_type) = (Value::from(new), new_type);
        (*arguments, *attributes) = (new_arguments, new_attributes.into());
    }
}
