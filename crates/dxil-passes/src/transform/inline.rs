//! `inline`: inlines every call of a defined function in the functions of the scope, except for calls that the scope
//! keeps. Like LLVM's `always-inline`, but for all functions, because a DXIL shader is a single function.
//!
//! Precondition: none. The pass rejects recursion, and code growth beyond [`INLINED_FREE`], before it changes the
//! module.
//!
//! Postcondition: no function of the scope calls a defined function, except for calls that the scope keeps.
//!
//! The pass leaves functions without callers to [`global_dce`](super::global_dce).
//!
//! Inlining is top-down: after a call is inlined, the calls of its callee are calls of the caller, so each inlined call
//! copies an unchanged body. Bottom-up, the body of the last function of a call chain would be copied again for each
//! caller in the chain. The calls of a block are inlined in reverse order, so that the instructions after a call move
//! to another block only once.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::edit::{EditError, Editor};
use dxil_ir::{Body, GlobalId, Module, Op, SymbolReferences, ValueKind};

use crate::error::{PassError, PassErrorKind, Result, frame, invalid, name};
use crate::limits::{INLINED_FACTOR, INLINED_FREE};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, Scope, steps};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
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

/// Inlines calls and counts them.
///
/// # Errors
///
/// Recursion; more instructions than the limit ([`INLINED_FREE`]); a call that [`Editor::inline`] rejects, after which
/// earlier calls remain inlined.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let graph = CallGraph::of(module, scope)?;
    graph.check_size(module)?;
    let mut done = Done { steps: graph.instructions, ..Done::default() };
    for function in graph.order.iter().filter(|function| graph.callers.contains(**function)) {
        done = done.and(inline_calls(module, scope, *function)?);
    }
    Ok(done)
}

/// Describes a call that should be inlined, if the scope has one.
pub fn violation(module: &Module, scope: &Scope<'_>) -> Option<String> {
    scope.functions(module).into_iter().find_map(|function| {
        let body = module.globals.get(function)?.body()?;
        let callee = body.in_order().find_map(|(.., data)| callee(module, scope, &data.op))?;
        Some(format!("function {} calls {}", name(module, function), name(module, callee)))
    })
}

/// Returns the callee of an instruction if the call should be inlined.
fn callee(module: &Module, scope: &Scope<'_>, op: &Op) -> Option<GlobalId> {
    let Op::Call { callee, .. } = op else { return None };
    let ValueKind::Global(id) = callee.kind() else { return None };
    module.globals.get(id)?.body()?;
    (!scope.keeps(module, id)).then_some(id)
}

/// Inlines all calls in one function, including the calls in the inlined bodies.
fn inline_calls(module: &mut Module, scope: &Scope<'_>, function: GlobalId) -> Result<Done> {
    let Some(body) = module.globals.get(function).and_then(|global| global.body()) else {
        return Ok(Done::default());
    };
    let mut done = Done::default();
    let mut worklist = Vec::new();
    for (_, id, data) in body.in_order() {
        done.steps += 1;
        worklist.extend(callee(module, scope, &data.op).map(|callee| (id, callee)));
    }
    if worklist.is_empty() {
        return Ok(done);
    }
    let frame = frame(module, function);
    let mut editor = Editor::new(module, function).map_err(|error| invalid(error).within(frame.clone()))?;
    while let Some((call, of)) = worklist.pop() {
        let body = editor.context().globals.get(of).and_then(|global| global.body());
        done.steps += body.map_or(0, |body| steps(body.instructions.len()));
        let inlined = editor.inline(call).map_err(|error| {
            let error = match error {
                EditError::Inline { what: why, .. } => {
                    PassErrorKind::Inline { callee: name(editor.context(), of), why }.into()
                }
                error => invalid(error),
            };
            error.within(frame.clone())
        })?;
        done.count += 1;
        for call in inlined.calls {
            let op = editor.op(call).cloned();
            let callee = op.and_then(|op| callee(editor.context(), scope, &op));
            worklist.extend(callee.map(|callee| (call, callee)));
        }
    }
    done.changed = editor.finish();
    Ok(done)
}

/// The call graph of the functions that are reachable from the roots.
struct CallGraph {
    /// The functions in postorder: callees precede their callers.
    order: Vec<GlobalId>,
    /// The functions that calls are inlined into: the roots and the callees of kept calls.
    callers: IdSet<GlobalId>,
    /// The number of instructions of all functions before inlining.
    instructions: u64,
    /// The number of instructions of all `callers` after inlining.
    inlined_size: u64,
    /// The function of `callers` with the most instructions after inlining, and their number.
    largest: Option<(GlobalId, u64)>,
}

/// A function on the path of the depth-first search.
struct Visit {
    function: GlobalId,
    /// The index of the next symbol reference of the function.
    next: usize,
    /// The number of instructions after inlining the calls that were visited.
    inlined_size: u64,
}

impl CallGraph {
    /// Builds the call graph by an iterative depth-first search. Returns an error for recursion.
    fn of(module: &Module, scope: &Scope<'_>) -> Result<Self> {
        let references = SymbolReferences::of(module);
        let mut graph = Self {
            order: Vec::new(),
            callers: IdSet::new(),
            instructions: 0,
            inlined_size: 0,
            largest: None,
        };
        for root in &scope.roots {
            graph.callers.insert(*root);
        }
        // The number of instructions of each finished function after inlining.
        let mut inlined_size = IdMap::<GlobalId, Option<u64>>::new();
        let mut on_path = IdSet::new();
        for root in scope.functions(module) {
            let mut path = Vec::new();
            graph.enter(module, root, &inlined_size, &mut on_path, &mut path);
            while let Some(visit) = path.last_mut() {
                let function = visit.function;
                if let Some(reference) = references.by(function).get(visit.next) {
                    let callee = reference.global().filter(|_| reference.calls > 0);
                    let callee = callee.filter(|id| defined(module, *id).is_some());
                    let known = callee.map(|callee| inlined_size[callee]);
                    match (callee, known) {
                        (Some(callee), Some(Some(size))) => {
                            visit.next += 1;
                            if scope.keeps(module, callee) {
                                graph.callers.insert(callee);
                            } else {
                                let calls = u64::from(reference.calls);
                                visit.inlined_size =
                                    visit.inlined_size.saturating_add(calls.saturating_mul(size));
                            }
                        }
                        (Some(callee), _) if on_path.contains(callee) => {
                            return Err(recursion(module, &path, callee));
                        }
                        (Some(callee), _) => {
                            graph.enter(module, callee, &inlined_size, &mut on_path, &mut path)
                        }
                        (None, _) => visit.next += 1,
                    }
                } else if let Some(visit) = path.pop() {
                    inlined_size[function] = Some(visit.inlined_size);
                    on_path.remove(function);
                    graph.order.push(function);
                }
            }
        }
        for function in graph.order.iter().filter(|function| graph.callers.contains(**function)) {
            let own = inlined_size[*function].unwrap_or(0);
            graph.inlined_size = graph.inlined_size.saturating_add(own);
            if graph.largest.is_none_or(|(_, largest)| own > largest) {
                graph.largest = Some((*function, own));
            }
        }
        Ok(graph)
    }

    /// Pushes a function to the path of the search, unless it is finished or has no body.
    fn enter(
        &mut self,
        module: &Module,
        function: GlobalId,
        inlined_size: &IdMap<GlobalId, Option<u64>>,
        on_path: &mut IdSet<GlobalId>,
        path: &mut Vec<Visit>,
    ) {
        if let Some(body) = defined(module, function)
            && inlined_size.get(function).copied().flatten().is_none()
        {
            let own = steps(body.layout.iter().map(|block| body.instructions_of(*block).len()).sum());
            self.instructions += own;
            on_path.insert(function);
            path.push(Visit { function, next: 0, inlined_size: own });
        }
    }

    fn check_size(&self, module: &Module) -> Result<()> {
        let limit = INLINED_FREE.saturating_add(self.instructions.saturating_mul(INLINED_FACTOR));
        if self.inlined_size <= limit {
            return Ok(());
        }
        let (pass, what) = (PASS.name, "instructions");
        let error = PassError::from(PassErrorKind::TooLarge { pass, what, found: self.inlined_size, limit });
        Err(match self.largest {
            Some((function, _)) => error.within(frame(module, function)),
            None => error,
        })
    }
}

fn defined(module: &Module, function: GlobalId) -> Option<&Body> {
    module.globals.get(function)?.body()
}

/// Returns the error for a call of `callee`, which is on the path: the cycle is the path from `callee` on.
fn recursion(module: &Module, path: &[Visit], callee: GlobalId) -> PassError {
    let functions = path.iter().map(|visit| visit.function).skip_while(|function| *function != callee);
    let cycle = functions.map(|function| name(module, function)).collect();
    PassErrorKind::Recursion { cycle }.into()
}
