//! `kept-operations`: adds attributes to the remaining calls of operations (`dx.op.*`) and to the declarations of their
//! functions, and makes group-shared variables external.
//!
//! DXC declares few attributes, and modern LLVM would move or keep such calls incorrectly: `convergent` prevents LLVM
//! from moving operations that compute derivatives or communicate with other lanes into a branch, and memory attributes
//! state that an operation does not write memory. `operations` runs earlier because calls that it converts do not need
//! attributes.
//!
//! Precondition: none.
//!
//! Postcondition: each call of a known operation has the attributes of the operation, each function of such calls has
//! the attributes that are valid for all of them, group-shared variables are external without an initializer, and the
//! variable of the [break condition](dxil::break_condition) is externally initialized.

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

/// The attributes of remaining operations, collected during a walk over all calls.
#[derive(Default)]
struct Kept {
    /// The attribute list of calls, by operation.
    lists: HashMap<Opcode, AttributeListId>,
    /// The pairs of a function and an operation that `declared` already includes.
    seen: HashSet<(GlobalId, Opcode)>,
    /// The attributes of the declaration of each function: the attributes that are valid for all of its calls.
    declared: BTreeMap<GlobalId, Vec<Attribute>>,
}

pub(super) fn run(state: &mut State) -> Result<()> {
    let module = &mut state.module;
    let mut kept = Kept::default();
    // Only attributes change, so the pass does not need an editing session, which would cost more than the walk.
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
    /// Sets the attributes of the calls of operations in a body.
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

    /// Returns the attribute list for calls of an operation, and adds the operation to the attributes of the
    /// declaration of `function`. Several operations share one function, such as `dx.op.unary.f32`.
    fn list(&mut self, module: &mut Module, function: GlobalId, operation: &Operation) -> AttributeListId {
        let opcode = operation.opcode;
        let list = *self.lists.entry(opcode).or_insert_with(|| list(module, &attributes(operation)));
        if self.seen.insert((function, opcode)) {
            let wanted = attributes(operation);
            let declared = self.declared.entry(function);
            declared.and_modify(|known| *known = common(known, &wanted)).or_insert(wanted);
        }
        list
    }
}

/// Returns the function attributes for calls of an operation: facts about the call, such as `nounwind`, and
/// restrictions for transformations, such as `convergent`.
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

/// Returns the attributes of a function that several operations share: the intersection of facts and the union of
/// restrictions (`convergent`, `noduplicate`).
fn common(first: &[Attribute], other: &[Attribute]) -> Vec<Attribute> {
    let is_restriction = |attribute: &Attribute| {
        matches!(attribute, Attribute::Flag(AttributeKind::Convergent | AttributeKind::NoDuplicate))
    };
    let mut found: Vec<Attribute> = first
        .iter()
        .filter(|attribute| is_restriction(attribute) || other.contains(attribute))
        .cloned()
        .collect();
    found.extend(
        other.iter().filter(|attribute| is_restriction(attribute) && !first.contains(attribute)).cloned(),
    );
    found
}

fn list(module: &mut Module, attributes: &[Attribute]) -> AttributeListId {
    let mut attributes = attributes.to_vec();
    in_modern_order(&mut attributes);
    let group = AttributeGroup { slot: Slot::Function, attributes: attributes.into() };
    let group = module.attributes.intern_group(group);
    module.attributes.intern_list(Box::from([group]))
}

/// Makes group-shared variables external and removes their initializers. LLVM assumes that calls such as barriers do
/// not access an internal variable whose address does not escape, and would forward stores to loads across a barrier,
/// although other threads write the variable in between.
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
