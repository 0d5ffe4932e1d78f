//! Calls become what they call: every call of a function that is defined, in every function of the scope, unless the
//! scope keeps it. LLVM's `always-inline` with another policy: DXIL's shaders are one function each.
//!
//! Needs: nothing. Functions that call each other in a circle are refused before anything is changed, and so is what
//! would grow out of proportion ([`INLINED_FREE`]).
//!
//! Holds then: no function of the scope calls a defined one, but by calls that are kept. What nothing calls any more is
//! still there, for [`global_dce`](super::global_dce).
//!
//! From the outside in: what a call brings along are calls in the caller then, so that each call copies one body as it
//! is in the source. From the inside out, a chain of functions would be copied again at each of its links. Of the calls
//! of a block the last one is the first, so that what stands behind a call is moved once.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::edit::{EditError, Editor};
use dxil_ir::{Body, GlobalId, Module, Op, SymbolReferences, ValueKind};

use crate::error::{PassError, PassErrorKind, Result, frame, invalid, name};
use crate::limits::{INLINED_FACTOR, INLINED_FREE};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, Scope, steps};

/// The pass in a list.
pub const PASS: Pass = pass();

/// The pass as a row of any list.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "inline",
        origin: Origin::Ours,
        run: Run::Module(run),
        requires: &[],
        ensures: &[Ensured { fact: Fact::Inlined, check: Check::Module(violation) }],
        invalidates: &[
            Fact::NoStatics,
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Promoted,
            Fact::Folded,
            Fact::SimpleFlow,
            Fact::NoDeadInstructions,
            Fact::NoDeadGlobals,
        ],
    }
}

/// Inlines calls; counts them.
///
/// # Errors
///
/// Functions that call each other in a circle, more instructions than there may be, and a call that cannot be inlined
/// ([`Editor::inline`] says which), before which others have been.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let graph = CallGraph::of(module, scope)?;
    graph.check_size(module)?;
    let mut done = Done { steps: graph.instructions, ..Done::default() };
    for function in graph.order.iter().filter(|function| graph.callers.contains(**function)) {
        done = done.and(into(module, scope, *function)?);
    }
    Ok(done)
}

/// What calls are there that are not to be.
pub fn violation(module: &Module, scope: &Scope<'_>) -> Option<String> {
    scope.functions(module).into_iter().find_map(|function| {
        let body = module.globals.get(function)?.body()?;
        let callee = body.in_order().find_map(|(.., data)| callee(module, scope, &data.op))?;
        Some(format!("function {} calls {}", name(module, function), name(module, callee)))
    })
}

/// The function that an instruction calls, if that is to become part of its own.
fn callee(module: &Module, scope: &Scope<'_>, op: &Op) -> Option<GlobalId> {
    let Op::Call { callee, .. } = op else { return None };
    let ValueKind::Global(id) = callee.kind() else { return None };
    module.globals.get(id)?.body()?;
    (!scope.keeps(module, id)).then_some(id)
}

/// Inlines all calls into one function, and those that come with them.
fn into(module: &mut Module, scope: &Scope<'_>, function: GlobalId) -> Result<Done> {
    let Some(body) = module.globals.get(function).and_then(|global| global.body()) else {
        return Ok(Done::default());
    };
    let mut done = Done::default();
    let mut waiting = Vec::new();
    for (_, id, data) in body.in_order() {
        done.steps += 1;
        waiting.extend(callee(module, scope, &data.op).map(|callee| (id, callee)));
    }
    if waiting.is_empty() {
        return Ok(done);
    }
    let place = frame(module, function);
    let mut editor = Editor::new(module, function).map_err(|error| invalid(error).within(place.clone()))?;
    while let Some((call, of)) = waiting.pop() {
        let body = editor.context().globals.get(of).and_then(|global| global.body());
        done.steps += body.map_or(0, |body| steps(body.instructions.len()));
        let inlined = editor.inline(call).map_err(|error| {
            let error = match error {
                EditError::Inline { what: why, .. } => {
                    PassErrorKind::Inline { callee: name(editor.context(), of), why }.into()
                }
                error => invalid(error),
            };
            error.within(place.clone())
        })?;
        done.count += 1;
        for call in inlined.calls {
            let op = editor.op(call).cloned();
            let callee = op.and_then(|op| callee(editor.context(), scope, &op));
            waiting.extend(callee.map(|callee| (call, callee)));
        }
    }
    done.changed = editor.finish();
    Ok(done)
}

/// Which functions of the module call which, as far as the roots reach.
struct CallGraph {
    /// Callees in front of their callers.
    order: Vec<GlobalId>,
    /// The functions that calls are inlined into: the roots, and what kept calls call.
    callers: IdSet<GlobalId>,
    /// How many instructions the bodies have.
    instructions: u64,
    /// How many all callers will have.
    flat: u64,
    /// The caller that will have most, and how many.
    largest: Option<(GlobalId, u64)>,
}

/// A function whose callees are being looked at.
struct Visit {
    function: GlobalId,
    /// The next of its mentions.
    next: usize,
    /// How many instructions it will have.
    flat: u64,
}

impl CallGraph {
    /// That of a module.
    fn of(module: &Module, scope: &Scope<'_>) -> Result<Self> {
        let mentions = SymbolReferences::of(module);
        let mut graph =
            Self { order: Vec::new(), callers: IdSet::new(), instructions: 0, flat: 0, largest: None };
        for root in &scope.roots {
            graph.callers.insert(*root);
        }
        // How many instructions each function will have that was gone through.
        let mut flat = IdMap::<GlobalId, Option<u64>>::new();
        let mut is_open = IdSet::new();
        for root in scope.functions(module) {
            let mut path = Vec::new();
            graph.open(module, root, &flat, &mut is_open, &mut path);
            while let Some(visit) = path.last_mut() {
                let function = visit.function;
                if let Some(mention) = mentions.by(function).get(visit.next) {
                    let callee = mention.global().filter(|_| mention.calls > 0);
                    let callee = callee.filter(|id| defined(module, *id).is_some());
                    let known = callee.map(|callee| flat[callee]);
                    match (callee, known) {
                        (Some(callee), Some(Some(size))) => {
                            visit.next += 1;
                            if scope.keeps(module, callee) {
                                graph.callers.insert(callee);
                            } else {
                                let calls = u64::from(mention.calls);
                                visit.flat = visit.flat.saturating_add(calls.saturating_mul(size));
                            }
                        }
                        (Some(callee), _) if is_open.contains(callee) => {
                            return Err(recursion(module, &path, callee));
                        }
                        (Some(callee), _) => graph.open(module, callee, &flat, &mut is_open, &mut path),
                        (None, _) => visit.next += 1,
                    }
                } else if let Some(visit) = path.pop() {
                    flat[function] = Some(visit.flat);
                    is_open.remove(function);
                    graph.order.push(function);
                }
            }
        }
        for function in graph.order.iter().filter(|function| graph.callers.contains(**function)) {
            let own = flat[*function].unwrap_or(0);
            graph.flat = graph.flat.saturating_add(own);
            if graph.largest.is_none_or(|(_, largest)| own > largest) {
                graph.largest = Some((*function, own));
            }
        }
        Ok(graph)
    }

    /// Goes on with a function, unless that was done.
    fn open(
        &mut self,
        module: &Module,
        function: GlobalId,
        flat: &IdMap<GlobalId, Option<u64>>,
        is_open: &mut IdSet<GlobalId>,
        path: &mut Vec<Visit>,
    ) {
        if let Some(body) = defined(module, function)
            && flat.get(function).copied().flatten().is_none()
        {
            let own = steps(body.layout.iter().map(|block| body.instructions_of(*block).len()).sum());
            self.instructions += own;
            is_open.insert(function);
            path.push(Visit { function, next: 0, flat: own });
        }
    }

    fn check_size(&self, module: &Module) -> Result<()> {
        let limit = INLINED_FREE.saturating_add(self.instructions.saturating_mul(INLINED_FACTOR));
        if self.flat <= limit {
            return Ok(());
        }
        let (pass, what) = (PASS.name, "instructions");
        let error = PassError::from(PassErrorKind::TooLarge { pass, what, found: self.flat, limit });
        Err(match self.largest {
            Some((function, _)) => error.within(frame(module, function)),
            None => error,
        })
    }
}

fn defined(module: &Module, function: GlobalId) -> Option<&Body> {
    module.globals.get(function)?.body()
}

/// The functions from one to that which calls it again.
fn recursion(module: &Module, path: &[Visit], callee: GlobalId) -> PassError {
    let circle = path.iter().map(|visit| visit.function).skip_while(|function| *function != callee);
    let cycle = circle.map(|function| name(module, function)).collect();
    PassErrorKind::Recursion { cycle }.into()
}
