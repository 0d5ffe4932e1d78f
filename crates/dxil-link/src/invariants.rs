//! The postconditions of each phase, as checks that debug builds run. Errors name the phase that violates one. Separate
//! from the phases, so that no phase checks itself with its own code.

use dxil::handles::HandleOrigin;
use dxil::ops::Call;
use dxil::shader::Resources;
use dxil_ir::{GlobalId, Linkage, ValueKind, verify};

use crate::joined::Joined;
use crate::patch_functions::patch_functions;
use crate::phase::Phase;
use crate::registers::{Registers, UNASSIGNED};
use crate::resolve::References;
use crate::specialize::reached;

/// What does not hold after a phase; `None` where all does. Of a module that was not valid when it was joined, nothing
/// is promised.
pub(crate) fn violation(joined: &Joined, phase: Phase, is_shader: bool) -> Option<String> {
    match phase {
        Phase::Join => join(joined),
        Phase::Specialize => specialize(joined, is_shader),
        Phase::Resources => resources(joined.shader.resources.as_ref()?, is_shader),
        Phase::Handles => handles(joined),
        Phase::Describe => describe(joined, is_shader),
    }
    .or_else(|| valid(joined))
}

/// Whether the module is well-formed.
pub(crate) fn valid(joined: &Joined) -> Option<String> {
    let findings = verify(&joined.module).findings;
    findings.first().map(|finding| format!("{}: {}", finding.place.show(&joined.module), finding.message))
}

/// What is wanted is defined, and each resource is another variable.
fn join(joined: &Joined) -> Option<String> {
    let is_defined =
        |id: &GlobalId| joined.module.globals.get(*id).is_some_and(|global| global.body().is_some());
    if let Some(root) = joined.roots.iter().find(|root| !is_defined(root)) {
        return Some(format!("function {} is not defined", joined.name(*root)));
    }
    let mut seen = hashbrown::HashSet::new();
    let mut wrong = None;
    joined.shader.resources.as_ref()?.each_range(|_, range| {
        let variable = range.global(&joined.module);
        if variable.is_none_or(|id| !seen.insert(id)) {
            wrong = Some(format!("resource {} shares its global variable with another resource", range.name));
        }
    });
    wrong
}

/// Functions are external where they are called from outside, and there where they are needed; a shader calls none of
/// its own.
fn specialize(joined: &Joined, is_shader: bool) -> Option<String> {
    let patches = patch_functions(&joined.shader);
    let reached = reached(joined, &mut References::of(&joined.module));
    joined.module.bodies().find_map(|(id, global, _)| {
        let is_wanted = joined.roots.contains(&id) || patches.contains(&id);
        let is_external = global.linkage == Linkage::External;
        let why = if is_wanted != is_external {
            "has the wrong linkage"
        } else if !reached.contains(id) {
            "is unused"
        } else if is_shader && !is_wanted {
            "was not inlined into the entry function"
        } else {
            return None;
        };
        Some(format!("function {} {why}", global.name))
    })
}

/// Resources of a class are numbered from 0, and those of a shader have registers of their own.
fn resources(resources: &Resources, is_shader: bool) -> Option<String> {
    let mut classes = hashbrown::HashMap::<u32, (u32, Registers)>::new();
    let mut wrong = None;
    resources.each_range(|class, range| {
        let (next, registers) = classes.entry(class.0).or_default();
        let mut is_placed = || range.lower_bound != UNASSIGNED && registers.take(range, 0).is_ok();
        if range.id != *next || is_shader && !is_placed() {
            wrong = Some(format!("resource {} shares its ID or registers with another resource", range.name));
        }
        *next += 1;
    });
    wrong
}

/// No handle is made of a variable, and no resource has one.
fn handles(joined: &Joined) -> Option<String> {
    let module = &joined.module;
    for (_, global, body) in module.bodies() {
        let makes_one =
            |call: &Call<'_>| HandleOrigin::of_call(call).is_some_and(|origin| origin.is_library());
        let mut calls = body.in_order().filter_map(|(.., instruction)| {
            Call::of(module, (body, global.value_type), instruction).ok().flatten()
        });
        if calls.any(|call| makes_one(&call)) {
            return Some(format!("function {} creates a handle from a global variable", global.name));
        }
    }
    let mut wrong = None;
    joined.shader.resources.as_ref()?.each_range(|_, range| {
        if range.variable.is_none_or(|variable| matches!(variable.kind(), ValueKind::Global(_))) {
            wrong = Some(format!("resource {} still has a global variable", range.name));
        }
    });
    wrong
}

/// A shader has one entry, and a library one that stands for it.
fn describe(joined: &Joined, is_shader: bool) -> Option<String> {
    let entries = &joined.shader.entry_points;
    let first = entries.first()?;
    let is_fine =
        if is_shader { entries.len() == 1 && first.function.is_some() } else { first.function.is_none() };
    (!is_fine).then(|| "entry points do not match the target".to_owned())
}
