//! Functions that set variables up before a shader's own code runs, which `llvm.global_ctors` lists. Compilers call
//! those of a library where its own entries begin; linking calls them for the entries of all others, and lists them
//! again in a library.

use dxil_ir::arena::IdSet;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::{Global, GlobalId, Linkage, Module};
use hashbrown::HashMap;

use crate::catalogue::{Catalogue, InputId};
use crate::error::{LinkError, LinkErrorKind};
use crate::join::Joined;
use crate::resolve::{References, each_global};
use crate::specialize::patch_functions;

/// The variable that lists them.
const LIST: &str = "llvm.global_ctors";

/// The priority of all that compilers of HLSL list.
const PRIORITY: i64 = 65535;

/// A function that sets variables up.
#[derive(Debug)]
pub(crate) struct Initializer {
    pub(crate) function: GlobalId,
    /// The variables that it may set up, itself or by what it calls.
    pub(crate) variables: Vec<GlobalId>,
    /// Whether something else that is needed uses one of them.
    pub(crate) is_needed: bool,
}

/// Those of a module, in the order of its list.
pub(crate) fn of(module: &Module, references: &mut References) -> Vec<Initializer> {
    let list = module.global_named(LIST.into());
    let list = list.and_then(|id| module.globals.get(id)).and_then(Global::variable);
    let Some(initializer) = list.and_then(|variable| variable.initializer) else { return Vec::new() };
    let (mut functions, mut seen) = (Vec::new(), IdSet::new());
    each_global(module, initializer, &mut IdSet::new(), &mut |id| {
        let is_defined = module.globals.get(id).is_some_and(|global| global.body().is_some());
        if is_defined && seen.insert(id) {
            functions.push(id);
        }
    });
    let initializer = |function| {
        let variables = variables(module, references, &[function]);
        Initializer { function, variables, is_needed: false }
    };
    functions.into_iter().map(initializer).collect()
}

/// The variables that functions use, be it by what they call.
fn variables(module: &Module, references: &mut References, functions: &[GlobalId]) -> Vec<GlobalId> {
    let reached = references.reached(module, functions.iter().copied());
    let is_variable = |id: &GlobalId| {
        let variable = module.globals.get(*id).and_then(Global::variable);
        variable.is_some_and(|variable| !variable.is_constant)
    };
    module.globals.keys().filter(|id| reached.contains(*id)).filter(is_variable).collect()
}

/// Puts those of an input behind those of the inputs whose variables they use; inputs that use each other's stay in
/// their order.
pub(crate) fn order(joined: &mut Joined) {
    let mut inputs: Vec<InputId> = Vec::new();
    let mut of_input = HashMap::<InputId, Vec<GlobalId>>::new();
    for id in &joined.initializers {
        let Some(input) = joined.origins.get(id) else { continue };
        let known = of_input.entry(*input).or_insert_with(|| {
            inputs.push(*input);
            Vec::new()
        });
        known.push(*id);
    }
    if inputs.len() < 2 {
        return;
    }
    let mut references = References::of(&joined.module);
    let mut needs = |input: &InputId| {
        let functions = of_input.get(input).map(Vec::as_slice).unwrap_or_default();
        let mut owners: Vec<InputId> = variables(&joined.module, &mut references, functions)
            .iter()
            .filter_map(|variable| joined.origins.get(variable).copied())
            .filter(|owner| owner != input && of_input.contains_key(owner))
            .collect();
        owners.sort();
        owners.dedup();
        // The first one is taken from the end.
        owners.reverse();
        owners
    };
    let mut seen = hashbrown::HashSet::new();
    let mut ordered = Vec::with_capacity(joined.initializers.len());
    for input in inputs {
        let mut path = Vec::new();
        if seen.insert(input) {
            path.push((input, needs(&input)));
        }
        while let Some((input, left)) = path.last_mut() {
            match left.pop() {
                Some(next) if seen.insert(next) => path.push((next, needs(&next))),
                Some(_) => {}
                None => {
                    ordered.extend(of_input.get(input).into_iter().flatten().copied());
                    path.pop();
                }
            }
        }
    }
    joined.initializers = ordered;
}

/// Calls them where shaders begin; but for those of the entry's own library, which it calls itself.
///
/// # Errors
///
/// Code cannot be put where a shader begins.
pub(crate) fn call(joined: &mut Joined, catalogue: &Catalogue) -> Result<(), LinkError> {
    if joined.initializers.is_empty() {
        return Ok(());
    }
    let entries = joined.shader.entry_points.iter().filter_map(|entry| entry.function);
    let beginnings: Vec<GlobalId> = entries.chain(patch_functions(&joined.shader)).collect();
    let mut seen = IdSet::new();
    for entry in beginnings.into_iter().filter(|entry| seen.insert(*entry)) {
        let is_defined = joined.module.globals.get(entry).is_some_and(|global| global.body().is_some());
        let home = joined.origins.get(&entry);
        let others = joined.initializers.iter().filter(|id| joined.origins.get(*id) != home);
        let others: Vec<GlobalId> = others.copied().filter(|_| is_defined).collect();
        call_at_start(&mut joined.module, entry, &others).map_err(|error| {
            let what =
                format!("variables cannot be set up in {}: {error}", joined.described(catalogue, entry));
            LinkError::unplaced(LinkErrorKind::Import { what })
        })?;
    }
    Ok(())
}

/// Calls functions without parameters where a function begins.
fn call_at_start(module: &mut Module, function: GlobalId, callees: &[GlobalId]) -> Result<(), EditError> {
    if callees.is_empty() {
        return Ok(());
    }
    let mut editor = Editor::new(module, function)?;
    let Some(first) = editor.entry() else { return Ok(()) };
    editor.go_to(Position::Start(first))?;
    for callee in callees {
        editor.call(*callee, &[])?;
    }
    Ok(())
}

/// Lists them in a library, for whoever links it again.
pub(crate) fn list(joined: &mut Joined) {
    if joined.initializers.is_empty() {
        return;
    }
    let module = &mut joined.module;
    let (void, i32, i8) = (module.types.void(), module.types.int(32), module.types.int(8));
    let function = module.types.function(void, &[]);
    let members = [i32, module.types.pointer(function, 0), module.types.pointer(i8, 0)];
    let item = module.types.literal(&members);
    let [_, _, data] = members;
    let items: Vec<_> = joined
        .initializers
        .iter()
        .map(|id| {
            let priority = module.int(i32, PRIORITY);
            let none = module.null(data);
            module.constant(item, ConstantKind::Aggregate([priority, (*id).into(), none].into()))
        })
        .collect();
    let ty = module.types.array(item, u64::try_from(items.len()).unwrap_or(u64::MAX));
    let list = module.constant(ty, ConstantKind::Aggregate(items.into()));
    let id = module.add_variable(LIST, ty, 0, Some(list));
    if let Some(global) = module.globals.get_mut(id) {
        global.linkage = Linkage::Appending;
    }
}
