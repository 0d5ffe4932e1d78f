//! Globals that nothing needs go: functions, variables, aliases, declarations. LLVM's `globaldce` where nothing but the
//! roots is visible from outside.
//!
//! Needs: calls are inlined ([`Fact::Inlined`]), or what is called stays.
//!
//! Holds then: every global is a root, or something of a root's refers to it.
//!
//! Metadata keeps nothing alive: where it names what goes, it says `null`, as LLVM has it. What a call has as metadata
//! is needed, and so are variables of LLVM's own, such as `llvm.used`. The module is compacted, so that ids of all that
//! it has are others, and the roots of the scope are those of the new ids.

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

/// The pass in a list.
pub const PASS: Pass = pass();

/// The pass as a row of any list.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "global_dce",
        origin: Origin::Ours,
        run: Run::Module(run),
        requires: &[Fact::Inlined],
        ensures: &[Ensured { fact: Fact::NoDeadGlobals, check: Check::Module(violation) }],
        // A variable that several functions used may have one user left.
        invalidates: &[Fact::NoStatics],
    }
}

/// Takes out globals that the roots do not need; counts them.
///
/// # Errors
///
/// A module that refers to what it does not have.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let live = Liveness::of(module, scope);
    let mut done = Done { steps: live.steps, ..Done::default() };
    let is_dead = |id: GlobalId| !live.globals.contains(id);
    let dead: Vec<GlobalId> = module.globals.keys().filter(|id| is_dead(*id)).collect();
    if dead.is_empty() {
        return Ok(done);
    }
    done.steps += forget(module, &dead);
    for id in &dead {
        if let Some(global) = module.globals.get_mut(*id) {
            empty(global);
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
        // Those in front of it that went.
        let before = dead.partition_point(|id| id < root);
        *root = GlobalId::new(root.index() - before);
    }
    (done.changed, done.count) = (Changed::ControlFlow, steps(count));
    Ok(done)
}

/// A global that nothing needs.
pub fn violation(module: &Module, scope: &Scope<'_>) -> Option<String> {
    let live = Liveness::of(module, scope);
    let dead = module.globals.keys().find(|id| !live.globals.contains(*id))?;
    Some(format!("nothing needs {}", crate::error::name(module, dead)))
}

/// What the roots need.
struct Liveness {
    globals: IdSet<GlobalId>,
    constants: IdSet<ConstantId>,
    waiting: Vec<Value>,
    steps: u64,
}

impl Liveness {
    fn of(module: &Module, scope: &Scope<'_>) -> Self {
        let (globals, constants) = (IdSet::new(), IdSet::new());
        let mut live = Self { globals, constants, waiting: Vec::new(), steps: 0 };
        let of_llvm = module.globals.iter().filter(|(_, global)| {
            matches!(global.kind, GlobalKind::Variable(_)) && global.name.starts_with_str("llvm.")
        });
        let kept = of_llvm.map(|(id, _)| id).chain(scope.roots.iter().copied());
        kept.for_each(|id| live.need(module, id.into()));
        while let Some(value) = live.waiting.pop() {
            match value.kind() {
                ValueKind::Global(id) => {
                    if let Some(global) = module.globals.get(id) {
                        live.look_into(module, global);
                    }
                }
                ValueKind::Constant(id) => {
                    let operands = module.constants.get(id).map(|constant| constant.kind.operands());
                    operands.unwrap_or_default().iter().for_each(|value| live.need(module, *value));
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

    fn need(&mut self, module: &Module, value: Value) {
        self.steps += 1;
        let is_new = match value.kind() {
            ValueKind::Global(id) => self.globals.insert(id),
            ValueKind::Constant(id) => self.constants.insert(id),
            ValueKind::Metadata(id) => {
                if let Some(Metadata::Value(_, value)) = module.metadata.get(id) {
                    self.need(module, value);
                }
                false
            }
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => false,
        };
        if is_new {
            self.waiting.push(value);
        }
    }

    /// Whatever a global refers to is needed.
    fn look_into(&mut self, module: &Module, global: &Global) {
        match &global.kind {
            GlobalKind::Variable(variable) => {
                variable.initializer.iter().for_each(|value| self.need(module, *value));
            }
            GlobalKind::Alias(alias) => self.need(module, alias.aliasee),
            GlobalKind::Function(function) => {
                let around = [function.prologue, function.prefix, function.personality];
                around.into_iter().flatten().for_each(|value| self.need(module, value));
                let Some(body) = &function.body else { return };
                body.each_instruction(|_, data| {
                    data.op.each_operand(&body.lists, |value| self.need(module, value));
                });
                body.local_metadata.iter().for_each(|value| self.need(module, *value));
                let mut records = body.debug_records.clone();
                records.each_value_mut(&mut |value| self.need(module, *value));
            }
        }
    }
}

/// Makes a declaration of what goes, so that it refers to nothing.
fn empty(global: &mut Global) {
    match &mut global.kind {
        GlobalKind::Variable(variable) => variable.initializer = None,
        // What another name is for goes with it, or stays and does not need it.
        GlobalKind::Alias(_) => {}
        GlobalKind::Function(function) => {
            function.body = None;
            (function.prologue, function.prefix, function.personality) = (None, None, None);
        }
    }
}

/// Puts `null` in the place of what metadata says of globals that go. Says how many steps that took.
fn forget(module: &mut Module, dead: &[GlobalId]) -> u64 {
    let gone = with_constants(module, dead);
    let is_gone = |(id, metadata): (MetadataId, Metadata)| match metadata {
        Metadata::Value(_, value) => gone.contains(&value).then_some(id),
        Metadata::String(_) | Metadata::Tuple { .. } | Metadata::Node { .. } => None,
    };
    let gone: IdSet<MetadataId> = module.metadata.iter().filter_map(is_gone).collect();
    let is_gone = |number: u64| node_of(number).is_some_and(|id| gone.contains(id));
    let mut changes = Vec::new();
    for (id, metadata) in module.metadata.iter() {
        let (Metadata::Tuple { operands: numbers, .. } | Metadata::Node { fields: numbers, .. }) = metadata
        else {
            continue;
        };
        let old = module.metadata.numbers(numbers);
        let new = |(index, number): (usize, &u64)| {
            if is_gone(*number) && is_node(metadata.row(), index) { 0 } else { *number }
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

/// Whether a number of a tuple, or of a node of this row, is another piece of metadata or `null`.
fn is_node(row: Option<&NodeRow>, index: usize) -> bool {
    let Some(row) = row else { return true };
    let last = row.fields.len().saturating_sub(1);
    let kind = row.fields.get(index.min(last)).map(|field| field.kind);
    matches!(kind, Some(FieldKind::Node | FieldKind::Nodes))
}

/// Globals, and the constants that consist of them.
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
