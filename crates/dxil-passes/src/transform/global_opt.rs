//! `global_opt`: replaces static variables that only one entry point uses by allocas, since each thread runs the entry
//! point once. LLVM's `globalopt` does this for `main`, and DXC for shaders.
//!
//! Precondition: calls are inlined ([`Fact::Inlined`]); otherwise several functions use a variable.
//!
//! Postcondition: no global variable can become an alloca of the only function that uses it.
//!
//! A variable can become an alloca if it is internal or private, not constant, in address space 0 (not group-shared),
//! and has an initializer. Only instructions of one function may use its address, directly or through constant GEPs and
//! bitcasts. The function must be a root that no function calls and that the scope does not keep: an exported function
//! may run several times in a thread, and the variable would keep its value between the calls. The pass leaves the
//! unused variable to [`global_dce`](super::global_dce).

use std::collections::{HashMap, HashSet};

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::uses::Use;
use dxil_ir::{
    Alignment, CastOp, ConstantId, GlobalId, InstructionId, Linkage, Module, Op, SymbolReferences,
    ThreadLocal, Value, ValueKind,
};

use crate::error::{Result, frame, invalid};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, Scope, steps};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "global_opt",
        origin: Origin::Ours,
        run: Run::Module(run),
        requires: &[Fact::Inlined],
        ensures: &[Ensured { fact: Fact::NoStatics, check: Check::Module(violation) }],
        invalidates: &[
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Promoted,
            Fact::NoDeadInstructions,
            Fact::NoDeadGlobals,
        ],
    }
}

/// Replaces static variables by allocas and counts them.
///
/// # Errors
///
/// None in a valid module.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let users = Users::of(module, scope);
    let mut done = Done { steps: users.steps, ..Done::default() };
    for (function, variables) in users.statics(module) {
        let frame = frame(module, function);
        let mut editor =
            Editor::new(module, function).map_err(|error| invalid(error).within(frame.clone()))?;
        // Each alloca is inserted at the start of the entry block, so the last variable is inserted first.
        for variable in variables.into_iter().rev() {
            let addresses = users.addresses.get(&variable).cloned().unwrap_or_default();
            let replaced = replace_by_alloca(&mut editor, variable, &addresses);
            replaced.map_err(|error| error.within(frame.clone()))?;
            done.count += 1;
        }
        done.changed = done.changed.and(editor.finish());
    }
    Ok(done)
}

/// Describes a variable that can become an alloca, if the module has one.
pub fn violation(module: &Module, scope: &Scope<'_>) -> Option<String> {
    let statics = Users::of(module, scope).statics(module);
    let (function, variable) = statics.iter().find_map(|(function, all)| Some((*function, *all.first()?)))?;
    let name = |id| crate::error::name(module, id);
    Some(format!("global variable {} can become an alloca in {}", name(variable), name(function)))
}

/// The users of candidate variables, which satisfy [`is_static`].
struct Users {
    /// For each variable, the constant GEPs and bitcasts of its address. Operands precede their users.
    addresses: HashMap<GlobalId, Vec<ConstantId>>,
    /// For each used variable, the only function that uses it; `None` for several functions, or for a user that is not
    /// an instruction.
    users: HashMap<GlobalId, Option<GlobalId>>,
    /// The functions that run once per thread.
    entries: HashSet<GlobalId>,
    /// The number of visited constants and references.
    steps: u64,
}

impl Users {
    fn of(module: &Module, scope: &Scope<'_>) -> Self {
        let candidates: HashSet<GlobalId> =
            module.globals.keys().filter(|id| is_static(module, *id)).collect();
        let mut found =
            Self { addresses: HashMap::new(), users: HashMap::new(), entries: HashSet::new(), steps: 0 };
        if candidates.is_empty() {
            return found;
        }
        let variable_of = found.follow_constants(module, &candidates);
        let variable = |value: Value| match value.kind() {
            ValueKind::Global(id) => candidates.contains(&id).then_some(id),
            ValueKind::Constant(id) => variable_of.get(&id).copied(),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        };
        let references = SymbolReferences::of(module);
        let functions: HashSet<GlobalId> = scope.functions(module).into_iter().collect();
        found.entries.extend(scope.roots.iter().filter(|root| !scope.keeps(module, **root)));
        for (id, global) in module.globals.iter() {
            let values: Vec<Value> = match &global.kind {
                GlobalKind::Variable(variable) => variable.initializer.into_iter().collect(),
                GlobalKind::Alias(alias) => vec![alias.aliasee],
                GlobalKind::Function(function) => {
                    [function.prologue, function.prefix, function.personality].into_iter().flatten().collect()
                }
            };
            for variable in values.into_iter().filter_map(variable) {
                found.users.insert(variable, None);
            }
            // A function outside the scope never runs, so it does not count as a user.
            let references = if functions.contains(&id) { references.by(id) } else { &[] };
            found.steps += steps(references.len());
            for reference in references {
                if reference.calls > 0
                    && let Some(callee) = reference.global()
                {
                    found.entries.remove(&callee);
                }
                if let Some(variable) = variable(reference.value) {
                    let user = found.users.entry(variable).or_insert(Some(id));
                    *user = user.filter(|user| *user == id);
                }
            }
        }
        found
    }

    /// Finds the constants that transitively use candidates, and returns the used candidate for each. A candidate gets
    /// the user `None` if such a constant is neither a GEP nor a bitcast, or also uses another candidate.
    fn follow_constants(
        &mut self,
        module: &Module,
        candidates: &HashSet<GlobalId>,
    ) -> HashMap<ConstantId, GlobalId> {
        let mut users = HashMap::<Value, Vec<ConstantId>>::new();
        for (id, constant) in module.constants.iter() {
            self.steps += 1;
            for operand in constant.kind.operands() {
                users.entry(*operand).or_default().push(id);
            }
        }
        let mut variable_of = HashMap::<ConstantId, GlobalId>::new();
        for candidate in candidates {
            let mut worklist = vec![Value::from(*candidate)];
            while let Some(value) = worklist.pop() {
                for id in users.get(&value).into_iter().flatten() {
                    match variable_of.insert(*id, *candidate) {
                        None => worklist.push((*id).into()),
                        Some(other) if other != *candidate => {
                            self.users.insert(other, None);
                            self.users.insert(*candidate, None);
                        }
                        Some(_) => {}
                    }
                    if base(module, *id).is_some_and(|base| base == value) {
                        self.addresses.entry(*candidate).or_default().push(*id);
                    } else {
                        self.users.insert(*candidate, None);
                    }
                }
            }
        }
        variable_of
    }

    /// Returns the functions and the variables that become their allocas, both in the order of ids.
    fn statics(&self, module: &Module) -> Vec<(GlobalId, Vec<GlobalId>)> {
        let mut variables_of = HashMap::<GlobalId, Vec<GlobalId>>::new();
        for (variable, user) in &self.users {
            if let Some(function) = user.filter(|user| self.entries.contains(user)) {
                variables_of.entry(function).or_default().push(*variable);
            }
        }
        let in_order = module.globals.keys().filter_map(|id| {
            let mut variables = variables_of.remove(&id)?;
            variables.sort();
            Some((id, variables))
        });
        in_order.collect()
    }
}

/// Returns true if a global is a variable that is private to a thread and can be initialized by a store.
fn is_static(module: &Module, id: GlobalId) -> bool {
    let Some(global) = module.globals.get(id) else { return false };
    let Some(variable) = global.variable() else { return false };
    [Linkage::Internal, Linkage::Private].contains(&global.linkage)
        && module.types.address_space(global.ty) == Some(0)
        && global.section.is_empty()
        && !variable.is_constant
        && !variable.is_externally_initialized
        && variable.thread_local == ThreadLocal::Not
        && variable.initializer.is_some()
}

/// Returns the pointer operand of a constant GEP or bitcast.
fn base(module: &Module, id: ConstantId) -> Option<Value> {
    match &module.constants.get(id)?.kind {
        ConstantKind::ElementPointer { operands, .. } => operands.first().copied(),
        ConstantKind::Cast(CastOp::Bitcast, of) => Some(*of),
        _ => None,
    }
}

/// Adds an alloca with the initializer of a variable, and replaces all uses of the variable and of the constants
/// `addresses` in the function.
fn replace_by_alloca(editor: &mut Editor<'_>, variable: GlobalId, addresses: &[ConstantId]) -> Result<()> {
    let module = editor.context();
    let (Some(entry), Some(global)) = (editor.entry(), module.globals.get(variable)) else { return Ok(()) };
    let (ty, value) = (global.value_type, global.variable().and_then(|variable| variable.initializer));
    let name = global.name.to_string();
    let alignment = match global.alignment {
        Alignment::NATURAL => Alignment::bytes(DataLayout::of(module).alignment_of(ty)),
        known => known,
    };
    let is_undefined = value.is_none_or(|value| module.is_undefined(value));
    let first = editor.instructions(entry).next();
    match first {
        Some(first) => editor.go_to(Position::Before(first)).map_err(invalid)?,
        None => editor.go_to(Position::Start(entry)).map_err(invalid)?,
    }
    editor.set_location(None);
    let memory = editor.alloca(ty, alignment);
    editor.name(memory, &name);
    if let Some(value) = value.filter(|_| !is_undefined) {
        editor.store(value, memory, alignment);
    }
    let mut replaced: Vec<Value> = addresses.iter().map(|id| Value::from(*id)).collect();
    replaced.push(variable.into());
    for old in replaced {
        for Use { instruction, operand } in editor.uses(old).collect::<Vec<_>>() {
            let before = insertion_point(editor, instruction, operand);
            editor.go_to(Position::Before(before)).map_err(invalid)?;
            let new = build_address(editor, variable, memory, old)?;
            editor.set_operand(instruction, operand, new).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Returns the instruction before which an operand can be computed: the user, or for a phi the terminator of the
/// predecessor.
fn insertion_point(editor: &Editor<'_>, user: InstructionId, operand: u32) -> InstructionId {
    let is_phi = matches!(editor.op(user), Some(Op::Phi(..)));
    let from = usize::try_from(operand).ok().and_then(|operand| editor.incoming(user).get(operand).copied());
    let end = from.filter(|_| is_phi).and_then(|(block, _)| editor.terminator(block));
    end.unwrap_or(user)
}

/// Rebuilds the constant address `old`, computed from `variable`, as instructions at the cursor that compute the same
/// address from the alloca `memory`.
fn build_address(editor: &mut Editor<'_>, variable: GlobalId, memory: Value, old: Value) -> Result<Value> {
    // The GEPs and bitcasts from the address to the variable.
    let mut chain = Vec::new();
    let mut address = old;
    while let ValueKind::Constant(id) = address.kind() {
        let Some(constant) = editor.context().constants.get(id).cloned() else { break };
        let Some(base) = base(editor.context(), id) else { break };
        address = base;
        chain.push(constant);
    }
    debug_assert_eq!(address, Value::from(variable), "it is computed from the variable");
    let mut value = memory;
    for constant in chain.into_iter().rev() {
        value = match constant.kind {
            ConstantKind::ElementPointer { flags, source, operands, .. } => {
                let indices = operands.get(1..).unwrap_or_default();
                if matches!(indices, [first] if editor.context().integer(*first) == Some(0)) {
                    continue;
                }
                let address = editor.element_pointer(false, source, value, indices).map_err(invalid)?;
                editor.set_flags(address, flags);
                address
            }
            _ => editor.cast(CastOp::Bitcast, value, constant.ty),
        };
    }
    Ok(value)
}
