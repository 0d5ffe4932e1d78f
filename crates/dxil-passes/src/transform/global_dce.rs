//! `global_dce`: removes functions, variables, aliases and declarations that the roots do not use. Like LLVM's
//! `globaldce` for a module in which only the roots have external linkage.
//!
//! Precondition: calls are inlined ([`Fact::Inlined`]); otherwise called functions remain.
//!
//! Postcondition: every global is a root, a variable with a name that begins with `llvm.` (such as `llvm.used`), or
//! transitively used by one of these.
//!
//! Metadata does not keep a global alive, except for metadata operands of calls and debug records in a body. Other
//! references from metadata to removed globals become `null`, as in LLVM. The pass compacts the module, so ids change;
//! it updates the roots of the scope.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::{HashMap, HashSet};

use bstr::ByteSlice as _;
use dxil_ir::arena::{Id as _, IdSet};
use dxil_ir::edit::compaction::compacted;
use dxil_ir::edit::{Changed, EditError};
use dxil_ir::globals::GlobalKind;
use dxil_ir::metadata::{FieldKind, Metadata, NodeRow, node_of};
use dxil_ir::{ConstantId, Global, GlobalId, MetadataId, Module, Value, ValueKind};

use crate::error::{PassErrorKind, Result, invalid};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, Scope, steps};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "global_dce",
        origin: Origin::Ours,
        run: Run::Module(run),
        requires: &[Fact::Inlined],
        ensures: &[Ensured { fact: Fact::NoDeadGlobals, check: Check::Module(violation) }],
        // A variable may be used by only one function now.
        invalidates: &[Fact::NoStatics],
    }
}

/// Removes unused globals and counts them.
///
/// # Errors
///
/// The module refers to a value that does not exist.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let live = Liveness::of(module, scope);
    let mut done = Done { steps: live.steps, ..Done::default() };
    let is_dead = |id: GlobalId| !live.globals.contains(id);
    let dead: Vec<GlobalId> = module.globals.keys().filter(|id| is_dead(*id)).collect();
    if dead.is_empty() {
        return Ok(done);
    }
    done.steps += clear_metadata(module, &dead);
    for id in &dead {
        if let Some(global) = module.globals.get_mut(*id) {
            remove_operands(global);
        }
    }
    let malformed = EditError::Malformed { what: "module refers to a value that does not exist" };
    let mut new = compacted(module).map_err(|_| invalid(malformed))?.module;
    let count = new.remove_unused_globals(is_dead);
    if count != dead.len() {
        let what = format!("{} globals are unused, but only {count} can be deleted", dead.len());
        return Err(PassErrorKind::Wrong { pass: PASS.name, what }.into());
    }
    *module = new;
    for root in &mut scope.roots {
        // Ids are dense: the new id is smaller by the number of removed globals with smaller ids.
        let removed = dead.partition_point(|id| id < root);
        *root = GlobalId::new(root.index() - removed);
    }
    (done.changed, done.count) = (Changed::ControlFlow, steps(count));
    Ok(done)
}

/// Describes an unused global, if the module has one.
pub fn violation(module: &Module, scope: &Scope<'_>) -> Option<String> {
    let live = Liveness::of(module, scope);
    let dead = module.globals.keys().find(|id| !live.globals.contains(*id))?;
    Some(format!("nothing needs {}", crate::error::name(module, dead)))
}

/// The globals and constants that the roots use, computed with a worklist.
struct Liveness {
    globals: IdSet<GlobalId>,
    constants: IdSet<ConstantId>,
    worklist: Vec<Value>,
    /// The number of visited references.
    steps: u64,
}

impl Liveness {
    fn of(module: &Module, scope: &Scope<'_>) -> Self {
        let (globals, constants) = (IdSet::new(), IdSet::new());
        let mut live = Self { globals, constants, worklist: Vec::new(), steps: 0 };
        let llvm_variables = module.globals.iter().filter(|(_, global)| {
            matches!(global.kind, GlobalKind::Variable(_)) && global.name.starts_with_str("llvm.")
        });
        let kept = llvm_variables.map(|(id, _)| id).chain(scope.roots.iter().copied());
        kept.for_each(|id| live.mark(module, id.into()));
        while let Some(value) = live.worklist.pop() {
            match value.kind() {
                ValueKind::Global(id) => {
                    if let Some(global) = module.globals.get(id) {
                        live.mark_operands(module, global);
                    }
                }
                ValueKind::Constant(id) => {
                    let operands = module.constants.get(id).map(|constant| constant.kind.operands());
                    operands.unwrap_or_default().iter().for_each(|value| live.mark(module, *value));
                }
                ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => {}
            }
        }
        live
    }

    fn mark(&mut self, module: &Module, value: Value) {
        self.steps += 1;
        let is_new = match value.kind() {
            ValueKind::Global(id) => self.globals.insert(id),
            ValueKind::Constant(id) => self.constants.insert(id),
            ValueKind::Metadata(id) => {
                if let Some(Metadata::Value(_, value)) = module.metadata.get(id) {
                    self.mark(module, value);
                }
                false
            }
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => false,
        };
        if is_new {
            self.worklist.push(value);
        }
    }

    /// Marks everything that a global refers to: initializer, aliasee, operands of instructions and debug records.
    fn mark_operands(&mut self, module: &Module, global: &Global) {
        match &global.kind {
            GlobalKind::Variable(variable) => {
                variable.initializer.iter().for_each(|value| self.mark(module, *value));
            }
            GlobalKind::Alias(alias) => self.mark(module, alias.aliasee),
            GlobalKind::Function(function) => {
                let around = [function.prologue, function.prefix, function.personality];
                around.into_iter().flatten().for_each(|value| self.mark(module, value));
                let Some(body) = &function.body else { return };
                body.each_instruction(|_, data| {
                    data.op.each_operand(&body.lists, |value| self.mark(module, value));
                });
                body.local_metadata.iter().for_each(|value| self.mark(module, *value));
                let mut records = body.debug_records.clone();
                records.each_value_mut(&mut |value| self.mark(module, *value));
            }
        }
    }
}

/// Removes the initializer or the body of a dead global, so that it does not refer to other globals.
fn remove_operands(global: &mut Global) {
    match &mut global.kind {
        GlobalKind::Variable(variable) => variable.initializer = None,
        // The aliasee of a dead alias is dead, too, or has other users, so the reference may remain.
        GlobalKind::Alias(_) => {}
        GlobalKind::Function(function) => {
            function.body = None;
            (function.prologue, function.prefix, function.personality) = (None, None, None);
        }
    }
}

/// Replaces references from metadata to dead globals by `null`. Returns the number of visited metadata nodes.
fn clear_metadata(module: &mut Module, dead: &[GlobalId]) -> u64 {
    let removed = with_constants(module, dead);
    let is_removed = |(id, metadata): (MetadataId, Metadata)| match metadata {
        Metadata::Value(_, value) => removed.contains(&value).then_some(id),
        Metadata::String(_) | Metadata::Tuple { .. } | Metadata::Node { .. } => None,
    };
    let removed: IdSet<MetadataId> = module.metadata.iter().filter_map(is_removed).collect();
    let is_removed = |number: u64| node_of(number).is_some_and(|id| removed.contains(id));
    let mut changes = Vec::new();
    for (id, metadata) in module.metadata.iter() {
        let (Metadata::Tuple { operands: numbers, .. } | Metadata::Node { fields: numbers, .. }) = metadata
        else {
            continue;
        };
        let old = module.metadata.numbers(numbers);
        let new = |(index, number): (usize, &u64)| {
            if is_removed(*number) && is_node(metadata.row(), index) { 0 } else { *number }
        };
        let new: Vec<u64> = old.iter().enumerate().map(new).collect();
        if new != old {
            changes.push((id, metadata, new));
        }
    }
    let steps = steps(module.metadata.len());
    for (id, metadata, numbers) in changes {
        match metadata {
            Metadata::Tuple { is_distinct, .. } => {
                let operands = numbers.into_iter().map(node_of);
                module.metadata.define_tuple(id, is_distinct, operands);
            }
            Metadata::Node { row, is_distinct, .. } => {
                module.metadata.define_node(id, row, is_distinct, &numbers);
            }
            Metadata::String(_) | Metadata::Value(..) => {}
        }
    }
    steps
}

/// Returns true if the field `index` of a tuple (`row` is `None`) or of a specialized node is a metadata reference.
fn is_node(row: Option<&NodeRow>, index: usize) -> bool {
    let Some(row) = row else { return true };
    let last = row.fields.len().saturating_sub(1);
    let kind = row.fields.get(index.min(last)).map(|field| field.kind);
    matches!(kind, Some(FieldKind::Node | FieldKind::Nodes))
}

/// Returns globals and the constants that transitively use them.
fn with_constants(module: &Module, globals: &[GlobalId]) -> HashSet<Value> {
    let mut users = HashMap::<Value, Vec<ConstantId>>::new();
    for (id, constant) in module.constants.iter() {
        constant.kind.operands().iter().for_each(|operand| users.entry(*operand).or_default().push(id));
    }
    let mut found = HashSet::new();
    let mut waiting: Vec<Value> = globals.iter().copied().map(Value::from).collect();
    while let Some(value) = waiting.pop() {
        if found.insert(value) {
            waiting.extend(users.get(&value).into_iter().flatten().map(|id| Value::from(*id)));
        }
    }
    found
}
