//! A module without what it says of its source: what DXC leaves of it in the part DXIL, where the part ILDB has all of
//! it. Separate because whoever strips a program needs it, too.

use std::collections::{BTreeSet, HashMap};

use bstr::ByteSlice as _;
use dxil_ir::arena::IdSet;

use dxil_ir::constants::ConstantKind;
use dxil_ir::instruction_numbers::is_debug_function;
use dxil_ir::metadata::Metadata;
use dxil_ir::{Body, GlobalId, Module, Op, Value, ValueKind};

/// What the names of metadata and functions of debug information begin with.
const DEBUG_PREFIX: &str = "llvm.dbg.";
/// The kind of metadata that is a place in the source, where it is no record of its own.
const DEBUG_KIND: &str = "dbg";
/// What a module says of the source, and how it was compiled.
const SOURCE: [&str; 5] = [
    "dx.source.contents",
    "dx.source.defines",
    "dx.source.mainFileName",
    "dx.source.args",
    "dx.binding.table",
];
/// Facts about the module, each its behaviour, its name and its value.
const MODULE_FLAGS: &str = "llvm.module.flags";
/// Those that are about debug information.
const DEBUG_FLAGS: [&str; 2] = ["Dwarf Version", "Debug Info Version"];

/// Whether a module has debug information.
pub fn has_debug_information(module: &Module) -> bool {
    module.named_metadata.iter().any(|named| named.name.starts_with_str(DEBUG_PREFIX))
}

/// Whether it has, or says the version that it would have: then its container has a program without.
pub fn may_have_debug_information(module: &Module) -> bool {
    let [_, version] = DEBUG_FLAGS;
    let flags = module.named_metadata.iter().find(|named| named.name == MODULE_FLAGS);
    let mut nodes = flags.into_iter().flat_map(|named| &named.operands);
    let version_is_set = nodes.any(|node| {
        let value = module.metadata.operand(*node, 2).flatten().and_then(|id| module.metadata.get(id));
        let value = value.and_then(|value| match value {
            Metadata::Value(_, value) => Some(value),
            _ => None,
        });
        flag_is(module, *node, &[version]) && value.is_some_and(|value| !is_zero(module, value))
    });
    version_is_set || has_debug_information(module)
}

/// Takes debug information out: places in the source, where variables are, the nodes that describe them, and what a
/// module says of its source.
pub fn strip_debug_information(module: &mut Module) {
    module.forget_encoding();
    let mut functions = IdSet::new();
    for (id, global) in module.globals.iter() {
        if global.function().is_some() && is_debug_function(global.name.as_ref()) {
            functions.insert(id);
        }
    }
    let kind = module.metadata_kinds.iter().position(|kind| kind == DEBUG_KIND);
    let kind = kind.and_then(|kind| u32::try_from(kind).ok());
    for global in module.globals.values_mut() {
        let Some(body) = global.body_mut() else { continue };
        remove_calls(body, &functions);
        for instruction in body.instructions.values_mut() {
            instruction.location = None.into();
        }
        body.attachments.retain(|(_, of, _)| Some(*of) != kind);
    }
    module.remove_unused_globals(|id| functions.contains(id));
    module.named_metadata.retain(|named| {
        !named.name.starts_with_str(DEBUG_PREFIX) && !SOURCE.iter().any(|name| named.name == *name)
    });
    strip_flags(module);
}

/// Takes the calls of `functions` out of a body, and the values that only they were given as metadata.
fn remove_calls(body: &mut Body, functions: &IdSet<GlobalId>) {
    let is_call = |op: &Op| match op {
        Op::Call { callee, .. } => {
            matches!(callee.kind(), ValueKind::Global(id) if functions.contains(id))
        }
        _ => false,
    };
    let mut is_erased = IdSet::new();
    for (_, id, instruction) in body.in_order() {
        if is_call(&instruction.op) {
            is_erased.insert(id);
        }
    }
    if is_erased.is_empty() {
        return;
    }
    body.erase(|id| is_erased.contains(id));
    keep_used_metadata(body);
}

/// Drops values of a body that are no instruction's metadata any more.
fn keep_used_metadata(body: &mut Body) {
    let mut used = BTreeSet::new();
    for (_, _, instruction) in body.in_order() {
        instruction.op.each_operand(&body.lists, |value| {
            if let ValueKind::LocalMetadata(index) = value.kind() {
                used.insert(index);
            }
        });
    }
    let numbers: HashMap<u32, u32> = used.iter().copied().zip(0..).collect();
    let mut index = 0;
    body.local_metadata.retain(|_| {
        index += 1;
        used.contains(&(index - 1))
    });
    body.each_value_mut(&mut |value| {
        if let ValueKind::LocalMetadata(index) = value.kind()
            && let Some(new) = numbers.get(&index)
        {
            *value = Value::new(ValueKind::LocalMetadata(*new));
        }
    });
}

/// Takes out the facts about debug information; those that are left are written anew, behind everything else.
fn strip_flags(module: &mut Module) {
    let Some(at) = module.named_metadata.iter().position(|named| named.name == MODULE_FLAGS) else { return };
    let mut flags = module.named_metadata.remove(at);
    flags.operands.retain(|node| !flag_is(module, *node, &DEBUG_FLAGS));
    if !flags.operands.is_empty() {
        module.named_metadata.push(flags);
    }
}

/// Whether a fact has one of these names.
fn flag_is(module: &Module, node: dxil_ir::MetadataId, names: &[&str]) -> bool {
    let name = module.metadata.operand(node, 1).flatten().and_then(|id| module.metadata.get(id));
    match name {
        Some(Metadata::String(span)) => names.iter().any(|known| module.metadata.string(span) == known),
        _ => false,
    }
}

fn is_zero(module: &Module, value: Value) -> bool {
    match value.kind() {
        ValueKind::Constant(id) => {
            !matches!(module.constants.get(id).map(|constant| &constant.kind), Some(ConstantKind::Integer(number)) if *number != 0)
        }
        _ => true,
    }
}
