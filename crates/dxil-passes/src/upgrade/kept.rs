//! How operations that are left are declared. DXC says little of them, and LLVM of today reads more into that: what
//! takes derivatives or talks to other threads must not be moved into a branch, and what reads memory must not seem to
//! write it.

use std::collections::BTreeMap;

use dxil::ops::{FUNCTION_PREFIX, Operation};
use dxil_ir::attributes::{
    Access, Attribute, AttributeGroup, Location, MemoryEffects, Slot, in_modern_order,
};
use dxil_ir::{AttributeKind, AttributeListId, Global, GlobalId, Module};

use super::State;
use super::handles::operation;
use crate::error::{Result, invalid};

pub(super) fn run(state: &mut State<'_>) -> Result<()> {
    // What all calls of a function have, for its declaration.
    let mut declared = BTreeMap::<GlobalId, Vec<Attribute>>::new();
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            let Some((opcode, _)) = operation(editor, id) else { continue };
            let Some(operation) = Operation::get(opcode) else { continue };
            let wanted = attributes(operation);
            let list = list(editor_module(editor), &wanted);
            editor.set_call_attributes(id, Some(list)).map_err(invalid)?;
            let Some(function) = callee(editor, id) else { continue };
            declared.entry(function).and_modify(|known| *known = common(known, &wanted)).or_insert(wanted);
        }
        Ok(())
    })?;
    for (function, attributes) in declared {
        let list = list(&mut state.module, &attributes);
        if let Some(function) = state.module.globals.get_mut(function).and_then(Global::function_mut) {
            function.attributes = Some(list);
        }
    }
    share_memory(&mut state.module);
    Ok(())
}

fn editor_module<'e>(editor: &'e mut dxil_ir::edit::Editor<'_>) -> &'e mut Module {
    use dxil_ir::builder::Build as _;
    editor.module()
}

fn callee(editor: &dxil_ir::edit::Editor<'_>, id: dxil_ir::InstructionId) -> Option<GlobalId> {
    let Some(dxil_ir::Op::Call { callee, .. }) = editor.op(id) else { return None };
    let dxil_ir::ValueKind::Global(function) = callee.kind() else { return None };
    let name = &editor.context().globals.get(function)?.name;
    name.starts_with(FUNCTION_PREFIX.as_bytes()).then_some(function)
}

/// What is true of a call of an operation, and what must not be done with it.
pub(super) fn attributes(operation: &Operation) -> Vec<Attribute> {
    let has = |kind| operation.attributes.contains(&kind);
    let mut found = Vec::new();
    if operation.is_convergent() {
        found.push(Attribute::Flag(AttributeKind::Convergent));
    }
    if has(AttributeKind::NoDuplicate) {
        found.push(Attribute::Flag(AttributeKind::NoDuplicate));
    }
    if has(AttributeKind::NoReturn) {
        found.push(Attribute::Flag(AttributeKind::NoReturn));
    }
    found.push(Attribute::Flag(AttributeKind::NoUnwind));
    if has(AttributeKind::ReadNone) || has(AttributeKind::ReadOnly) {
        let access = if has(AttributeKind::ReadNone) { Access::None } else { Access::Read };
        found.push(Attribute::Flag(AttributeKind::WillReturn));
        found.push(Attribute::Memory(MemoryEffects::all(access)));
    } else if has(AttributeKind::Argmemonly) {
        let effects = MemoryEffects::all(Access::None).with(Location::Arguments, Access::ReadWrite);
        found.push(Attribute::Memory(effects));
    }
    found
}

/// What holds of a function that several operations share: what is true of all of them, and what must not be done with
/// any.
fn common(one: &[Attribute], other: &[Attribute]) -> Vec<Attribute> {
    let is_limit = |attribute: &Attribute| {
        matches!(attribute, Attribute::Flag(AttributeKind::Convergent | AttributeKind::NoDuplicate))
    };
    let mut found: Vec<Attribute> =
        one.iter().filter(|attribute| is_limit(attribute) || other.contains(attribute)).cloned().collect();
    found.extend(other.iter().filter(|attribute| is_limit(attribute) && !one.contains(attribute)).cloned());
    found
}

fn list(module: &mut Module, attributes: &[Attribute]) -> AttributeListId {
    let mut attributes = attributes.to_vec();
    in_modern_order(&mut attributes);
    let group = AttributeGroup { slot: Slot::Function, attributes: attributes.into() };
    let group = module.attributes.intern_group(group);
    module.attributes.intern_list(Box::from([group]))
}

/// Makes what a thread group shares external: the address of a variable that nobody else sees is one that no barrier
/// touches, for LLVM, so that what other threads write would be lost.
fn share_memory(module: &mut Module) {
    use dx_container::enums::AddressSpace;
    use dxil_ir::globals::GlobalKind;
    let shared: Vec<GlobalId> = module
        .globals
        .iter()
        .filter(|(_, global)| {
            module.types.address_space(global.ty) == Some(AddressSpace::GROUP_SHARED.0)
                && matches!(global.kind, GlobalKind::Variable(_))
        })
        .map(|(id, _)| id)
        .collect();
    for id in shared {
        if let Some(global) = module.globals.get_mut(id) {
            global.linkage = dxil_ir::Linkage::External;
            if let GlobalKind::Variable(variable) = &mut global.kind {
                variable.initializer = None;
            }
        }
    }
}
