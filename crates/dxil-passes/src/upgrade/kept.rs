//! How operations that are left are declared. DXC says little of them, and LLVM of today reads more into that: what
//! takes derivatives or talks to other threads must not be moved into a branch, and what reads memory must not seem to
//! write it.

use std::collections::BTreeMap;

use dxil::break_condition::set_unknown;
use dxil::ops::{FUNCTION_PREFIX, Opcode, Operation};
use dxil_ir::attributes::{
    Access, Attribute, AttributeGroup, Location, MemoryEffects, Slot, in_modern_order,
};
use dxil_ir::{AttributeKind, AttributeListId, Body, Global, GlobalId, Module, Op, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::state::State;
use crate::error::Result;

/// What is known of operations that are left.
#[derive(Default)]
struct Kept {
    /// The attributes of their calls.
    lists: HashMap<Opcode, AttributeListId>,
    /// Which operations each function is called for, as far as `declared` has them.
    met: HashSet<(GlobalId, Opcode)>,
    /// What all calls of a function have, for its declaration.
    declared: BTreeMap<GlobalId, Vec<Attribute>>,
}

pub(super) fn run(state: &mut State) -> Result<()> {
    let module = &mut state.module;
    let mut kept = Kept::default();
    // Without a session, which costs more than there is to do: nothing but attributes of calls changes.
    module.each_body_mut(|module, body| kept.mark(module, body));
    for (function, attributes) in kept.declared {
        let list = list(module, &attributes);
        if let Some(function) = module.globals.get_mut(function).and_then(Global::function_mut) {
            function.attributes = Some(list);
        }
    }
    share_memory(module);
    set_unknown(module, true);
    Ok(())
}

impl Kept {
    /// Gives the calls of operations in a body their attributes.
    fn mark(&mut self, module: &mut Module, body: &mut Body) {
        for block in &body.layout {
            let ids =
                body.blocks.get(*block).map(|block| block.instructions.as_slice(&body.lists.instructions));
            for id in ids.unwrap_or_default() {
                let op = body.instructions.get_mut(*id).map(|instruction| &mut instruction.op);
                let Some(Op::Call { callee, arguments, attributes, .. }) = op else { continue };
                let ValueKind::Global(function) = callee.kind() else { continue };
                let name = module.globals.get(function).map(|global| &global.name);
                if !name.is_some_and(|name| name.starts_with(FUNCTION_PREFIX.as_bytes())) {
                    continue;
                }
                let opcode = Opcode::of_call(module, arguments.as_slice(&body.lists.values));
                let Some(operation) = opcode.and_then(Operation::get) else { continue };
                *attributes = self.list(module, function, operation).into();
            }
        }
    }

    /// The attributes of a call of a function for an operation, which its declaration is to go with.
    fn list(&mut self, module: &mut Module, function: GlobalId, operation: &Operation) -> AttributeListId {
        let opcode = operation.opcode;
        let list = *self.lists.entry(opcode).or_insert_with(|| list(module, &attributes(operation)));
        if self.met.insert((function, opcode)) {
            let wanted = attributes(operation);
            let declared = self.declared.entry(function);
            declared.and_modify(|known| *known = common(known, &wanted)).or_insert(wanted);
        }
        list
    }
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
