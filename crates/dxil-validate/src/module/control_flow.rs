//! How control flows: loops are entered in one place and can be left, and no function calls itself, through others or not.

use dxil_ir::{ControlFlow, Dominators, Global, GlobalId, Linkage};
use hashbrown::HashMap;

use super::context::Context;
use crate::report::Report;
use crate::rule::Rule;

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    for (id, _, body) in context.module.bodies() {
        let flow = ControlFlow::of(body);
        let dominators = flow.dominators();
        if !is_reducible(&flow, &dominators) {
            report.add(
                Rule::FLOW_REDUCIBLE,
                Context::global_place(id),
                format_args!("function `{}` has a loop with several entry blocks", context.global_name(id)),
            );
            continue;
        }
        if has_endless_loop(&flow, &dominators) {
            report.add(
                Rule::FLOW_DEAD_LOOP,
                Context::global_place(id),
                format_args!("function `{}` has a loop without an exit", context.global_name(id)),
            );
        }
    }
    recursion(context, report);
}

/// Whether every way back leads to a block that all ways to it lead through.
fn is_reducible(flow: &ControlFlow, dominators: &Dominators) -> bool {
    let mut states = vec![State::New; usize::try_from(flow.blocks()).unwrap_or(0)];
    // Blocks that are open, and how many ways out of each were taken.
    let mut open = vec![(0_u32, 0_usize)];
    set(&mut states, 0, State::Open);
    while let Some((block, taken)) = open.last_mut() {
        let (from, way) = (*block, *taken);
        *taken += 1;
        let Some(to) = flow.successors(from).get(way).copied() else {
            set(&mut states, from, State::Done);
            open.pop();
            continue;
        };
        match get(&states, to) {
            State::New => {
                set(&mut states, to, State::Open);
                open.push((to, 0));
            }
            State::Open if !dominators.dominates(to, from) => return false,
            _ => {}
        }
    }
    true
}

/// Whether one can come to where there is no way to any end.
fn has_endless_loop(flow: &ControlFlow, dominators: &Dominators) -> bool {
    let ends = flow.post_dominators();
    // The end is the first one there.
    (0..flow.blocks()).any(|block| dominators.is_reached(block) && !ends.is_reached(block + 1))
}

/// How far a walk has come with something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

fn get(states: &[State], at: u32) -> State {
    usize::try_from(at).ok().and_then(|at| states.get(at)).copied().unwrap_or(State::Done)
}

fn set(states: &mut [State], at: u32, state: State) {
    if let Some(known) = usize::try_from(at).ok().and_then(|at| states.get_mut(at)) {
        *known = state;
    }
}

/// Calls in a circle are told once a circle, at the function that it comes back to. Of a shader, the entry and
/// what computes patch constants are where it begins; of a library, all that others see.
fn recursion(context: &Context<'_>, report: &mut Report) {
    let module = context.module;
    let mut callees = HashMap::<GlobalId, Vec<GlobalId>>::new();
    for (callee, _, _) in module.bodies() {
        for (caller, _) in &context.uses.get(callee).calls {
            callees.entry(*caller).or_default().push(callee);
        }
    }
    let mut states = HashMap::<GlobalId, State>::new();
    let starts: Vec<GlobalId> = if context.is_library {
        let is_seen = |global: &Global| !matches!(global.linkage, Linkage::Internal | Linkage::Private);
        module.bodies().filter(|(_, global, _)| is_seen(global)).map(|(id, ..)| id).collect()
    } else {
        let entries = context.entries.iter();
        entries.flat_map(|entry| entry.function.into_iter().chain(entry.patch_function())).collect()
    };
    for start in starts {
        if states.insert(start, State::Open).is_some() {
            continue;
        }
        let mut open = vec![(start, 0_usize)];
        while let Some((function, called)) = open.last_mut() {
            let (from, call) = (*function, *called);
            *called += 1;
            let Some(to) = callees.get(&from).and_then(|list| list.get(call)).copied() else {
                states.insert(from, State::Done);
                open.pop();
                continue;
            };
            match states.get(&to) {
                None => {
                    states.insert(to, State::Open);
                    open.push((to, 0));
                }
                Some(State::Open) => report.add(
                    Rule::FLOW_NO_RECURSION,
                    Context::global_place(to),
                    format_args!(
                        "function `{}` calls itself, directly or through other functions",
                        context.global_name(to)
                    ),
                ),
                Some(_) => {}
            }
        }
    }
}
