//! Functions that set variables up before a shader's own code runs, which `llvm.global_ctors` lists. Compilers call
//! those of a library where its own entries begin; linking calls them for the entries of all others, and lists them
//! again in a library.

use dxil_ir::arena::IdSet;
use dxil_ir::{Global, GlobalId, Module};
use dxil_passes::initializers::{call_at_start, listed};
use hashbrown::HashMap;

use crate::catalogue::{Catalogue, InputId};
use crate::error::{LinkError, LinkErrorKind};
use crate::joined::Joined;
use crate::patch_functions::patch_functions;
use crate::resolve::References;

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
    let initializer = |function| {
        let variables = variables(module, references, &[function]);
        Initializer { function, variables, is_needed: false }
    };
    listed(module).into_iter().map(initializer).collect()
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
            let what = format!(
                "cannot call the initializers of global variables in {}: {error}",
                joined.described(catalogue, entry)
            );
            LinkError::unplaced(LinkErrorKind::Import { what })
        })?;
    }
    Ok(())
}

/// Lists them in a library, for whoever links it again.
pub(crate) fn list(joined: &mut Joined) {
    dxil_passes::initializers::list(&mut joined.module, &joined.initializers);
}
