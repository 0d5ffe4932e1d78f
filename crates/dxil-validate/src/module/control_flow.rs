//! How control flows: loops are entered in one place and can be left, and no function calls itself, through others or
//! not.

use std::cmp::Reverse;

use dxil_ir::references::SymbolReference;
use dxil_ir::{ControlFlow, Dominators, Global, GlobalId, Linkage};
use hashbrown::HashMap;

use super::context::Context;
use crate::report::Report;
use crate::rule::Rule;

/// The functions whose loops are wrong, in order. They are judged while the module is verified, when the control flow
/// of each function is at hand.
#[derive(Debug, Default)]
pub(super) struct Loops {
    wrong: Vec<(GlobalId, Fault)>,
}

/// What is wrong with a loop.
#[derive(Debug, Clone, Copy)]
enum Fault {
    SeveralEntries,
    NoExit,
}

impl Loops {
    pub(super) fn judge(&mut self, function: GlobalId, flow: &ControlFlow, dominators: &Dominators) {
        let walk = Walk::of(flow);
        if walk.back.is_empty() {
            return;
        }
        if !is_reducible(dominators, &walk) {
            self.wrong.push((function, Fault::SeveralEntries));
        } else if has_endless_loop(flow, &walk) {
            self.wrong.push((function, Fault::NoExit));
        }
    }
}

pub(super) fn check(context: &Context<'_>, loops: &Loops, report: &mut Report) {
    for (id, fault) in &loops.wrong {
        let (rule, what) = match fault {
            Fault::SeveralEntries => (Rule::FLOW_REDUCIBLE, "with several entry blocks"),
            Fault::NoExit => (Rule::FLOW_DEAD_LOOP, "without an exit"),
        };
        let message = format_args!("function `{}` has a loop {what}", context.global_name(*id));
        report.add(rule, Context::global_place(*id), message);
    }
    recursion(context, report);
}

/// What a walk in depth finds that begins at the entry.
struct Walk {
    /// Of each block, whether one comes to it.
    states: Vec<State>,
    /// The ways back: from where, and to which block that was open.
    back: Vec<(u32, u32)>,
}

impl Walk {
    fn of(flow: &ControlFlow) -> Self {
        let states = vec![State::New; flow.blocks() as usize];
        let mut walk = Self { states, back: Vec::new() };
        // Blocks that are open, and how many ways out of each were taken.
        let mut open = vec![(0_u32, 0_usize)];
        set(&mut walk.states, 0, State::Open);
        while let Some((block, taken)) = open.last_mut() {
            let (from, way) = (*block, *taken);
            *taken += 1;
            let Some(to) = flow.successors(from).get(way).copied() else {
                set(&mut walk.states, from, State::Done);
                open.pop();
                continue;
            };
            match get(&walk.states, to) {
                State::New => {
                    set(&mut walk.states, to, State::Open);
                    open.push((to, 0));
                }
                State::Open => walk.back.push((from, to)),
                State::Done => {}
            }
        }
        walk
    }
}

/// Whether every way back leads to a block that all ways to it lead through.
fn is_reducible(dominators: &Dominators, walk: &Walk) -> bool {
    walk.back.iter().all(|(from, to)| dominators.dominates(*to, *from))
}

/// Whether one can come to where there is no way to any end.
fn has_endless_loop(flow: &ControlFlow, walk: &Walk) -> bool {
    let mut leads_to_end = vec![false; walk.states.len()];
    let mut left: Vec<u32> = (0..flow.blocks()).filter(|block| flow.successors(*block).is_empty()).collect();
    while let Some(block) = left.pop() {
        let known = usize::try_from(block).ok().and_then(|block| leads_to_end.get_mut(block));
        if known.is_some_and(|known| !std::mem::replace(known, true)) {
            left.extend(flow.predecessors(block));
        }
    }
    walk.states.iter().zip(leads_to_end).any(|(state, leads_to_end)| *state != State::New && !leads_to_end)
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
    let has_body = |id: &GlobalId| module.globals.get(*id).is_some_and(|global| global.body().is_some());
    let callees = |caller: GlobalId| {
        let called = context.mentions.by(caller).iter().filter(|mention| mention.calls > 0);
        let mut callees: Vec<GlobalId> =
            called.filter_map(SymbolReference::global).filter(has_body).collect();
        // The last one is looked at first.
        callees.sort_unstable_by_key(|id| Reverse(*id));
        callees
    };
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
        let mut open = vec![(start, callees(start))];
        while let Some((from, left)) = open.last_mut() {
            let Some(to) = left.pop() else {
                states.insert(*from, State::Done);
                open.pop();
                continue;
            };
            match states.get(&to) {
                None => {
                    states.insert(to, State::Open);
                    open.push((to, callees(to)));
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
