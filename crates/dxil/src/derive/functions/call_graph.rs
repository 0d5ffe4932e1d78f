//! Who calls whom, and that whoever calls a function asks what that one asks.

use super::function_info::FunctionInfo;
use dxil_ir::references::SymbolReference;
use dxil_ir::{GlobalId, Module};
use hashbrown::HashMap;

/// The functions with a body that a function has to do with in calls.
pub(super) struct Callees {
    /// Those that it calls, each once, in order.
    pub(super) direct: Vec<GlobalId>,
    /// Those that are arguments of calls.
    passed: Vec<GlobalId>,
}

/// The functions with a body that a function calls, or hands to others.
pub(super) fn callees(module: &Module, mentions: &[SymbolReference]) -> Callees {
    let has_body = |id: &GlobalId| module.globals.get(*id).is_some_and(|global| global.body().is_some());
    let those = |kept: fn(&SymbolReference) -> bool| {
        mentions.iter().filter(|it| kept(it)).filter_map(SymbolReference::global).filter(has_body).collect()
    };
    Callees { direct: those(|it| it.calls > 0), passed: those(|it| it.is_argument) }
}

/// Adds to each function what those ask that it calls, they call, and so on. `calls` has a place for each of `all`.
/// What is asked only grows, bit by bit, so that circles come to an end, and each call is looked at at most once a bit.
pub(super) fn propagate(all: &mut [FunctionInfo], calls: &[Callees], places: &HashMap<GlobalId, usize>) {
    let mut callers = vec![Vec::new(); all.len()];
    for (caller, calls) in calls.iter().enumerate() {
        for callee in calls.direct.iter().chain(&calls.passed) {
            if let Some(callers) = places.get(callee).and_then(|place| callers.get_mut(*place)) {
                callers.push(caller);
            }
        }
    }
    let mut is_waiting = vec![true; all.len()];
    let mut waiting: Vec<usize> = (0..all.len()).collect();
    while let Some(place) = waiting.pop() {
        if let Some(waits) = is_waiting.get_mut(place) {
            *waits = false;
        }
        let Some(callee) = all.get(place) else { continue };
        let (flags, stages, model) = (callee.flags, callee.stages, callee.model);
        for caller in callers.get(place).into_iter().flatten() {
            let (Some(info), Some(waits)) = (all.get_mut(*caller), is_waiting.get_mut(*caller)) else {
                continue;
            };
            let before = (info.flags, info.stages, info.model);
            info.flags |= flags;
            info.stages &= stages;
            info.model = info.model.max(model);
            if before != (info.flags, info.stages, info.model) && !std::mem::replace(waits, true) {
                waiting.push(*caller);
            }
        }
    }
}
