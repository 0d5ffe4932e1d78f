//! Retypes global variables that contain vectors, for `scalarizer`. Separate from `stack`, because several functions
//! use a variable, also through constant GEPs.

use std::collections::{BTreeMap, HashMap, HashSet};

use bstr::{BString, ByteSlice as _};
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Changed, Editor};
use dxil_ir::globals::GlobalKind;
use dxil_ir::metadata::{FieldKind, Metadata, NodeRow, node_of, number_of};
use dxil_ir::{
    Alignment, ConstantId, Flags, Global, GlobalId, Linkage, Module, SymbolReferences, TypeId, Value,
    ValueKind,
};

use super::addresses::{Address, Addresses, Pointee, Step, follow_indices};
use super::initializers::{is_convertible, without_vectors};
use super::shapes::{Shape, Shapes};
use super::vectors::budget;
use crate::budget::Budget;
use crate::error::{Result, frame, invalid, name};
use crate::pass_manager::{Done, steps};

/// The address space of group-shared memory.
const GROUP_SHARED: u32 = 3;

/// The suffix of the name of a retyped variable, as in DXC.
const SUFFIX: &[u8] = b".v";

/// Replaces vectors in global variables by arrays, and counts the variables.
pub(super) fn run(module: &mut Module) -> Result<Done> {
    let mut done = Done { steps: steps(module.globals.len()), ..Done::default() };
    let mut shapes = Shapes::default();
    let Some(plan) = Plan::of(module, &mut shapes)? else { return Ok(done) };
    let mut budget = budget(module.constants.len());
    plan.spend(&mut budget)?;
    let new = plan.add_variables(module, &mut shapes, &mut budget)?;
    plan.rewrite(module, &new)?;
    update_metadata(module, &new);
    done.changed = Changed::Values;
    done.count = steps(new.len());
    done.steps = done.steps.saturating_add(steps(module.constants.len())).saturating_add(budget.spent);
    Ok(done)
}

/// Describes a variable that can be retyped, if the module has one.
pub(super) fn violation(module: &mut Module) -> Option<String> {
    let plan = Plan::of(module, &mut Shapes::default()).ok()??;
    let variable = plan.types.keys().next()?;
    Some(format!("global variable {} of vectors can become an array", name(module, *variable)))
}

/// The variables that can be retyped, and their users.
#[derive(Default)]
struct Plan {
    /// The old types of the variables.
    types: BTreeMap<GlobalId, TypeId>,
    /// The addresses of the variables, and the constant GEPs of these addresses.
    known: HashMap<Value, ConstantAddress>,
    /// The constant GEPs, each after its pointer operand.
    constants: Vec<ConstantId>,
    /// For each other constant that uses variables, transitively, these variables. They cannot be retyped.
    opaque: HashMap<ConstantId, Vec<GlobalId>>,
    /// For each function, the variables that it uses with their users.
    functions: Vec<(GlobalId, Vec<(GlobalId, Addresses)>)>,
}

/// The address of a variable, or a constant GEP.
#[derive(Clone)]
struct ConstantAddress {
    /// The variable.
    of: GlobalId,
    /// The pointer operand of the GEP; for the address of a variable, the address.
    from: Value,
    /// The steps of the GEP.
    steps: Vec<Step>,
    /// The pointee of the address.
    pointee: Pointee,
    is_in_bounds: bool,
}

impl Plan {
    /// Finds the variables of a module that can be retyped and that some function uses; `None` if there are no such
    /// variables.
    fn of(module: &mut Module, shapes: &mut Shapes) -> Result<Option<Self>> {
        let mut plan = Self::default();
        for (id, global) in module.globals.iter().filter(|(_, global)| is_retypable(module, global)) {
            let ty = global.value_type;
            if let Some(Shape::FlatArray(..) | Shape::Aggregate) = shapes.of(module, ty) {
                plan.types.insert(id, ty);
            }
        }
        if plan.types.is_empty() {
            return Ok(None);
        }
        plan.find_constants(module, shapes);
        let users = plan.users(module);
        plan.find_addresses(module, shapes, users)?;
        Ok((!plan.types.is_empty()).then_some(plan))
    }

    /// Finds the constants that use variables, transitively: `known`, `constants` and `opaque`.
    fn find_constants(&mut self, module: &Module, shapes: &mut Shapes) {
        let mut users = HashMap::<Value, Vec<ConstantId>>::new();
        for (id, constant) in module.constants.iter() {
            for operand in constant.kind.operands() {
                users.entry(*operand).or_default().push(id);
            }
        }
        for (variable, ty) in &self.types {
            let mut met = HashSet::new();
            let pointee = Pointee { ty: *ty, is_in_flat_array: false };
            let from = Value::from(*variable);
            let whole =
                ConstantAddress { of: *variable, from, steps: Vec::new(), pointee, is_in_bounds: true };
            self.known.insert(from, whole);
            let mut worklist = vec![(from, Some(pointee))];
            while let Some((value, pointee)) = worklist.pop() {
                for id in users.get(&value).into_iter().flatten().filter(|id| met.insert(**id)) {
                    let address = pointee
                        .and_then(|pointee| constant_gep(module, shapes, *variable, value, pointee, *id));
                    worklist.push(((*id).into(), address.as_ref().map(|address| address.pointee)));
                    if let Some(address) = address {
                        self.known.insert((*id).into(), address);
                        self.constants.push(*id);
                    } else {
                        self.opaque.entry(*id).or_default().push(*variable);
                    }
                }
            }
        }
    }

    /// Returns the addresses in `known` that each function uses. Drops the variables that are unused or that an
    /// initializer, an alias or an opaque constant uses.
    fn users(&mut self, module: &Module) -> Vec<(GlobalId, Vec<Value>)> {
        let references = SymbolReferences::of(module);
        let (mut used, mut others) = (HashSet::new(), HashSet::new());
        let mut users = Vec::new();
        for (id, global) in module.globals.iter() {
            let around: Vec<Value> = match &global.kind {
                GlobalKind::Variable(variable) => variable.initializer.into_iter().collect(),
                GlobalKind::Alias(alias) => vec![alias.aliasee],
                GlobalKind::Function(function) => {
                    [function.prologue, function.prefix, function.personality].into_iter().flatten().collect()
                }
            };
            for value in around {
                others.extend(self.known.get(&value).map(|known| known.of));
                others.extend(self.in_opaque(value));
            }
            let mut addresses = Vec::new();
            for value in references.by(id).iter().map(|reference| reference.value) {
                others.extend(self.in_opaque(value));
                if let Some(known) = self.known.get(&value) {
                    used.insert(known.of);
                    addresses.push(value);
                }
            }
            if !addresses.is_empty() {
                users.push((id, addresses));
            }
        }
        self.types.retain(|id, _| used.contains(id) && !others.contains(id));
        users
    }

    fn in_opaque(&self, value: Value) -> impl Iterator<Item = GlobalId> + '_ {
        let id = if let ValueKind::Constant(id) = value.kind() { Some(id) } else { None };
        id.and_then(|id| self.opaque.get(&id)).into_iter().flatten().copied()
    }

    /// Finds the users of the addresses in each function. Drops the variables whose users prevent the retyping.
    fn find_addresses(
        &mut self,
        module: &mut Module,
        shapes: &mut Shapes,
        users: Vec<(GlobalId, Vec<Value>)>,
    ) -> Result<()> {
        for (function, values) in users {
            let mut starts: Vec<(GlobalId, Vec<(Value, Pointee)>)> = Vec::new();
            let mut positions = HashMap::<GlobalId, usize>::new();
            for value in values {
                let Some(known) = self.known.get(&value).filter(|known| self.types.contains_key(&known.of))
                else {
                    continue;
                };
                let position = *positions.entry(known.of).or_insert(starts.len());
                if position == starts.len() {
                    starts.push((known.of, Vec::new()));
                }
                if let Some((_, starts)) = starts.get_mut(position) {
                    starts.push((value, known.pointee));
                }
            }
            if starts.is_empty() {
                continue;
            }
            let frame = frame(module, function);
            let editor = Editor::new(module, function).map_err(|error| invalid(error).within(frame))?;
            let mut found = Vec::new();
            for (variable, starts) in starts {
                match Addresses::of(&editor, shapes, &starts) {
                    Some(addresses) => found.push((variable, addresses)),
                    None => _ = self.types.remove(&variable),
                }
            }
            self.functions.push((function, found));
        }
        for (_, found) in &mut self.functions {
            found.retain(|(variable, _)| self.types.contains_key(variable));
        }
        Ok(())
    }

    /// Counts the lanes that the rewriting of loads and stores will create.
    fn spend(&self, budget: &mut Budget) -> Result<()> {
        let all = self.functions.iter().flat_map(|(_, found)| found);
        for access in all.flat_map(|(_, addresses)| addresses.accesses()) {
            budget.spend(access.lanes.saturating_mul(4))?;
        }
        Ok(())
    }

    /// Adds the new variables. Returns them with their types, by old variable.
    fn add_variables(
        &self,
        module: &mut Module,
        shapes: &mut Shapes,
        budget: &mut Budget,
    ) -> Result<BTreeMap<GlobalId, (GlobalId, TypeId)>> {
        let mut names: HashSet<BString> = module.globals.values().map(|global| global.name.clone()).collect();
        // The stored bitcode of the module does not contain the new variables.
        module.forget_encoding();
        let mut new = BTreeMap::new();
        for (id, old_type) in &self.types {
            let Some(ty) = shapes.without_vectors(module, *old_type) else { continue };
            let Some(mut global) = module.globals.get(*id).cloned() else { continue };
            if let GlobalKind::Variable(variable) = &mut global.kind
                && let Some(value) = variable.initializer
            {
                variable.initializer = Some(without_vectors(module, shapes, budget, value)?);
            }
            if !global.name.is_empty() {
                global.name.extend_from_slice(SUFFIX);
                while !names.insert(global.name.clone()) {
                    global.name.extend_from_slice(SUFFIX);
                }
            }
            let mut layout = DataLayout::of(module);
            let least = layout.alignment_of(*old_type);
            if global.alignment == Alignment::NATURAL && layout.alignment_of(ty) < least {
                global.alignment = Alignment::bytes(least);
            }
            let space = module.types.address_space(global.ty).unwrap_or(0);
            (global.ty, global.value_type) = (module.address_type(ty, space), ty);
            new.insert(*id, (module.globals.push(global), ty));
        }
        Ok(new)
    }

    /// Replaces the old variables by the new ones in all functions.
    fn rewrite(&self, module: &mut Module, new: &BTreeMap<GlobalId, (GlobalId, TypeId)>) -> Result<()> {
        let mut known = HashMap::<Value, Address>::new();
        for (old, (new, ty)) in new {
            let Some(whole) = self.known.get(&Value::from(*old)) else { continue };
            known.insert((*old).into(), Address::of((*new).into(), *ty, whole.pointee));
        }
        for (index, (function, found)) in self.functions.iter().enumerate() {
            let frame = frame(module, *function);
            let mut editor =
                Editor::new(module, *function).map_err(|error| invalid(error).within(frame.clone()))?;
            if index == 0 {
                self.follow_constants(&mut editor, &mut known)?;
            }
            for (_, addresses) in found {
                let rewritten = addresses.rewrite(&mut editor, &known);
                rewritten.map_err(|error| error.within(frame.clone()))?;
            }
        }
        Ok(())
    }

    /// Adds the addresses of constant GEPs in the new variables to `known`. The indices are constants, so this inserts
    /// no instructions and any editor can be used.
    fn follow_constants(&self, editor: &mut Editor<'_>, known: &mut HashMap<Value, Address>) -> Result<()> {
        for id in &self.constants {
            let Some(gep) = self.known.get(&Value::from(*id)) else { continue };
            let Some(mut address) = known.get(&gep.from).cloned() else { continue };
            address.follow(editor, &gep.steps, gep.pointee, gep.is_in_bounds)?;
            known.insert((*id).into(), address);
        }
        Ok(())
    }
}

/// Returns true if a global is an internal, private or group-shared variable whose initializer can be converted. Other
/// modules do not depend on the type of such a variable.
fn is_retypable(module: &Module, global: &Global) -> bool {
    let Some(variable) = global.variable() else { return false };
    let is_internal = [Linkage::Internal, Linkage::Private].contains(&global.linkage);
    let is_shared = module.types.address_space(global.ty) == Some(GROUP_SHARED);
    (is_internal || is_shared)
        && !global.name.starts_with_str("llvm.")
        && variable.initializer.is_none_or(|value| is_convertible(module, value))
}

/// Returns the address that the constant `id` computes from the address `from` with the pointee `pointee`; `None` if it
/// is not a GEP with constant indices to a part.
fn constant_gep(
    module: &Module,
    shapes: &mut Shapes,
    of: GlobalId,
    from: Value,
    pointee: Pointee,
    id: ConstantId,
) -> Option<ConstantAddress> {
    let ConstantKind::ElementPointer { flags, source, operands, .. } = &module.constants.get(id)?.kind else {
        return None;
    };
    let (base, indices) = operands.split_first()?;
    if *base != from || indices.iter().any(|index| module.signed_integer(*index).is_none()) {
        return None;
    }
    let mut pointee = pointee;
    let steps = follow_indices(module, shapes, &mut pointee, *source, indices)?;
    Some(ConstantAddress { of, from, steps, pointee, is_in_bounds: flags.has(Flags::INBOUNDS) })
}

/// Replaces references from metadata to old variables by references to the new ones.
fn update_metadata(module: &mut Module, new: &BTreeMap<GlobalId, (GlobalId, TypeId)>) {
    let mut olds = BTreeMap::new();
    for (id, metadata) in module.metadata.iter() {
        if let Metadata::Value(_, value) = metadata
            && let ValueKind::Global(old) = value.kind()
            && let Some((new, _)) = new.get(&old)
        {
            olds.insert(number_of(Some(id)), *new);
        }
    }
    if olds.is_empty() {
        return;
    }
    let olds: BTreeMap<u64, u64> = olds
        .into_iter()
        .map(|(old, new)| (old, number_of(Some(module.value_as_metadata(new.into())))))
        .collect();
    let mut changes = Vec::new();
    for (id, metadata) in module.metadata.iter() {
        let (Metadata::Tuple { operands: numbers, .. } | Metadata::Node { fields: numbers, .. }) = metadata
        else {
            continue;
        };
        let old = module.metadata.numbers(numbers);
        let new = |(index, number): (usize, &u64)| {
            let new = olds.get(number).filter(|_| is_node(metadata.row(), index));
            new.copied().unwrap_or(*number)
        };
        let new: Vec<u64> = old.iter().enumerate().map(new).collect();
        if new != old {
            changes.push((id, metadata, new));
        }
    }
    for (id, metadata, numbers) in changes {
        match metadata {
            Metadata::Tuple { is_distinct, .. } => {
                module.metadata.define_tuple(id, is_distinct, numbers.into_iter().map(node_of));
            }
            Metadata::Node { row, is_distinct, .. } => {
                module.metadata.define_node(id, row, is_distinct, &numbers);
            }
            Metadata::String(_) | Metadata::Value(..) => {}
        }
    }
}

/// Returns true if the field `index` of a tuple (`row` is `None`) or of a specialized node is a metadata reference.
fn is_node(row: Option<&NodeRow>, index: usize) -> bool {
    let Some(row) = row else { return true };
    let last = row.fields.len().saturating_sub(1);
    let kind = row.fields.get(index.min(last)).map(|field| field.kind);
    matches!(kind, Some(FieldKind::Node | FieldKind::Nodes))
}
