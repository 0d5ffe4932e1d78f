//! Static variables become memory on the stack: what an entry alone uses, and what begins anew in each thread that runs
//! it. Of LLVM's `globalopt` the part that turns globals into locals of `main`, which DXC does for shaders, too.
//!
//! Needs: calls are inlined ([`Fact::Inlined`]), or several functions use a variable.
//!
//! Holds then: no variable is left that could be on the stack of the one function that uses it.
//!
//! A variable could be that is internal, neither constant nor shared by a group of threads (address space 0), and that
//! has a first value; whose address is used by instructions of one function alone, be it in constants that compute
//! others from it; where that function is a root that nothing calls and that the scope does not keep: who exports a
//! function may run it several times, and the variable would keep what it holds. The variable itself is left for
//! [`global_dce`](super::global_dce).

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

/// The pass in a list.
pub const PASS: Pass = pass();

/// The pass as a row of any list.
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

/// Puts static variables on the stack; counts them.
///
/// # Errors
///
/// None in a valid module.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let users = Users::of(module, scope);
    let mut done = Done { steps: users.steps, ..Done::default() };
    for (function, variables) in users.statics(module) {
        let place = frame(module, function);
        let mut editor =
            Editor::new(module, function).map_err(|error| invalid(error).within(place.clone()))?;
        // From the last one on, each in front of those before.
        for variable in variables.into_iter().rev() {
            let addresses = users.addresses.get(&variable).cloned().unwrap_or_default();
            put_on_stack(&mut editor, variable, &addresses).map_err(|error| error.within(place.clone()))?;
            done.count += 1;
        }
        done.changed = done.changed.and(editor.finish());
    }
    Ok(done)
}

/// A variable that could be on the stack.
pub fn violation(module: &Module, scope: &Scope<'_>) -> Option<String> {
    let statics = Users::of(module, scope).statics(module);
    let (function, variable) = statics.iter().find_map(|(function, all)| Some((*function, *all.first()?)))?;
    let name = |id| crate::error::name(module, id);
    Some(format!("global variable {} can become an alloca in {}", name(variable), name(function)))
}

/// Who uses which variables that could be on the stack of somebody.
struct Users {
    /// The constants that compute addresses from each, those that others are made of first.
    addresses: HashMap<GlobalId, Vec<ConstantId>>,
    /// The one function that uses each; `None` for several, or for something that is no function.
    users: HashMap<GlobalId, Option<GlobalId>>,
    /// The functions that begin once in a thread.
    entries: HashSet<GlobalId>,
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
        // What each constant that has a candidate in it is computed from.
        let of = found.follow_constants(module, &candidates);
        let variable = |value: Value| match value.kind() {
            ValueKind::Global(id) => candidates.contains(&id).then_some(id),
            ValueKind::Constant(id) => of.get(&id).copied(),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        };
        let mentions = SymbolReferences::of(module);
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
            // What nothing runs uses nothing.
            let mentions = if functions.contains(&id) { mentions.by(id) } else { &[] };
            found.steps += steps(mentions.len());
            for mention in mentions {
                if mention.calls > 0
                    && let Some(callee) = mention.global()
                {
                    found.entries.remove(&callee);
                }
                if let Some(variable) = variable(mention.value) {
                    let user = found.users.entry(variable).or_insert(Some(id));
                    *user = user.filter(|user| *user == id);
                }
            }
        }
        found
    }

    /// Finds the constants that are computed from candidates. One that is more than an address is somebody else's use.
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
        let mut of = HashMap::<ConstantId, GlobalId>::new();
        for candidate in candidates {
            let mut waiting = vec![Value::from(*candidate)];
            while let Some(value) = waiting.pop() {
                for id in users.get(&value).into_iter().flatten() {
                    match of.insert(*id, *candidate) {
                        None => waiting.push((*id).into()),
                        // Two of them: neither is simple.
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
        of
    }

    /// The variables that become memory of each function, in order.
    fn statics(&self, module: &Module) -> Vec<(GlobalId, Vec<GlobalId>)> {
        let mut of = HashMap::<GlobalId, Vec<GlobalId>>::new();
        for (variable, user) in &self.users {
            if let Some(function) = user.filter(|user| self.entries.contains(user)) {
                of.entry(function).or_default().push(*variable);
            }
        }
        let in_order = module.globals.keys().filter_map(|id| {
            let mut variables = of.remove(&id)?;
            variables.sort();
            Some((id, variables))
        });
        in_order.collect()
    }
}

/// Whether a global is a variable that each thread could have for itself.
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

/// What a constant computes an address from, if it does.
fn base(module: &Module, id: ConstantId) -> Option<Value> {
    match &module.constants.get(id)?.kind {
        ConstantKind::ElementPointer { operands, .. } => operands.first().copied(),
        ConstantKind::Cast(CastOp::Bitcast, of) => Some(*of),
        _ => None,
    }
}

/// Puts one variable on the stack of a function.
fn put_on_stack(editor: &mut Editor<'_>, variable: GlobalId, addresses: &[ConstantId]) -> Result<()> {
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
    let mut waiting: Vec<Value> = addresses.iter().map(|id| Value::from(*id)).collect();
    waiting.push(variable.into());
    for old in waiting {
        for Use { instruction, operand } in editor.uses(old).collect::<Vec<_>>() {
            let before = place_of(editor, instruction, operand);
            editor.go_to(Position::Before(before)).map_err(invalid)?;
            let new = address(editor, variable, memory, old)?;
            editor.set_operand(instruction, operand, new).map_err(invalid)?;
        }
    }
    Ok(())
}

/// What stands behind everything that an operand may be computed from.
fn place_of(editor: &Editor<'_>, user: InstructionId, operand: u32) -> InstructionId {
    let is_phi = matches!(editor.op(user), Some(Op::Phi(..)));
    let from = usize::try_from(operand).ok().and_then(|operand| editor.incoming(user).get(operand).copied());
    let end = from.filter(|_| is_phi).and_then(|(block, _)| editor.terminator(block));
    end.unwrap_or(user)
}

/// What is computed from the address of a variable, from that of its memory, at the cursor.
fn address(editor: &mut Editor<'_>, variable: GlobalId, memory: Value, old: Value) -> Result<Value> {
    // From the outside in, then back.
    let mut steps = Vec::new();
    let mut at = old;
    while let ValueKind::Constant(id) = at.kind() {
        let Some(constant) = editor.context().constants.get(id).cloned() else { break };
        let Some(base) = base(editor.context(), id) else { break };
        at = base;
        steps.push(constant);
    }
    debug_assert_eq!(at, Value::from(variable), "it is computed from the variable");
    let mut value = memory;
    for constant in steps.into_iter().rev() {
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
