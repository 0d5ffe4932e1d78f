//! `breaks`: inserts `dx.break` branches after convergent calls that precede a `break`, so that these calls stay in the
//! loop.
//!
//! A block that only leads to a `break` has no path to the latch, so it is not in the natural loop. In the control flow
//! graph, lanes that leave the loop in different iterations reconverge before this block, so a wave operation there has
//! other active lanes than in the source. Like DXC, the pass adds an edge from the block to the loop header after the
//! last such call. The edge is taken if a [condition](dxil::break_condition) is false; the condition is always true,
//! but optimizers do not fold it.
//!
//! Precondition: calls are not inlined, and no pass has moved or merged blocks since the front end.
//!
//! Postcondition: each convergent call with the token of a loop (`llvm.experimental.convergence.loop`) is in the
//! natural loop whose header contains the definition of the token. In a function without tokens whose blocks are in
//! source order ([`Options::source_order`](crate::lower::Options::source_order), or an entry point without
//! optimization), each convergent call that the block order places between the header and the last latch of a loop is
//! in the innermost such loop, if the header dominates the call.
//!
//! Source: LLVM's ConvergentOperations.rst, 22.1; DirectXShaderCompiler, lib/HLSL/DxilPreparePasses.cpp.

use std::collections::BTreeMap;

use dxil::break_condition::{break_condition, set_unknown};
use dxil::ops::{FUNCTION_PREFIX, Opcode, Operation};
use dxil_ir::arena::IdSet;
use dxil_ir::attributes::Attribute;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{
    Alignment, AttributeKind, BlockId, Body, Global, GlobalId, InstructionId, Module, Op, Predicate,
    SymbolReferences, Value, ValueKind, intrinsics,
};
use hashbrown::{HashMap, HashSet};

use crate::budget::Budget;
use crate::error::{Result, invalid};
use crate::limits::{LOOPS_FACTOR, LOOPS_FREE};
use crate::lower::calls::call;
use crate::lower::entries::{Entry, function_attributes, is_unoptimized};
use crate::lower::state::State;
use crate::pass_manager::steps;
use crate::transform::flow::Flow;

/// The operand bundle of a convergent call; its operand is a convergence control token.
pub(in crate::lower) const CONTROL: &str = "convergencectrl";

/// The common prefix of the names of the intrinsics that return convergence control tokens.
pub(in crate::lower) const TOKENS: &str = "llvm.experimental.convergence.";

/// The intrinsic whose token represents one iteration of the loop whose header contains the call.
const LOOP: &str = "llvm.experimental.convergence.loop";

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    // `set_unknown` changes the variable of the condition if the module has it.
    state.note_change();
    set_unknown(&mut state.module, false);
    // A module that was upgraded from DXIL has the condition at all positions that need it.
    let is_ordered = state.preserved_shader.model.is_none() && is_in_source_order(state);
    let convergent = ConvergentFunctions::of(&state.module);
    state.each_function_with(
        |module, (body, _), instruction| convergent.is_call(module, body, &instruction.op),
        |editor, _| {
            let flow = Flow::of(editor);
            let escaped = escaped_calls(editor, &flow, &convergent, is_ordered)?;
            add_back_edges(editor, &escaped)
        },
    )
}

/// Returns true if basic blocks are in source order: the options state it, or no optimizer ran for an entry point.
fn is_in_source_order(state: &State) -> bool {
    let is_unoptimized = |entry: &Entry| is_unoptimized(&state.module, entry.function);
    state.source_order || state.entries.iter().any(is_unoptimized)
}

/// The functions whose calls are convergent: declarations with the attribute `convergent`, and all functions that call
/// them directly or indirectly. Operations (`dx.op.*`) are not in the set.
struct ConvergentFunctions(IdSet<GlobalId>);

impl ConvergentFunctions {
    /// Computes the fixed point over the call graph with a worklist, in linear time.
    fn of(module: &Module) -> Self {
        let is_declared =
            |(_, global): &(GlobalId, &Global)| global.function().is_some() && global.is_declaration();
        let declared = module.globals.iter().filter(is_declared).map(|(id, _)| id);
        let mut found = Self(declared.filter(|id| is_convergent(module, *id)).collect());
        let has_call = |body: &Body| {
            body.in_order().any(|(.., instruction)| found.is_call(module, body, &instruction.op))
        };
        let mut worklist: Vec<GlobalId> =
            module.bodies().filter(|(.., body)| has_call(body)).map(|(id, ..)| id).collect();
        let callers = callers(module);
        while let Some(function) = worklist.pop() {
            if found.0.insert(function) {
                worklist.extend(callers.get(&function).into_iter().flatten());
            }
        }
        found
    }

    /// Returns true if `op` is a convergent call.
    fn is_call(&self, module: &Module, body: &Body, op: &Op) -> bool {
        let Op::Call { callee, arguments, .. } = op else { return false };
        let ValueKind::Global(function) = callee.kind() else { return false };
        self.has(module, function, arguments.as_slice(&body.lists.values))
    }

    /// Returns true if a call of a function with these arguments is convergent. The arguments determine the opcode of a
    /// `dx.op` call.
    fn has(&self, module: &Module, function: GlobalId, arguments: &[Value]) -> bool {
        let is_operation = |global: &Global| global.name.starts_with(FUNCTION_PREFIX.as_bytes());
        self.0.contains(function)
            || module.globals.get(function).is_some_and(is_operation)
                && Opcode::of_call(module, arguments)
                    .and_then(Operation::get)
                    .is_some_and(Operation::is_convergent)
    }
}

/// Returns true if a function has the attribute `convergent`, or is an intrinsic with this attribute in LLVM. The
/// intrinsics that return tokens do not count.
fn is_convergent(module: &Module, function: GlobalId) -> bool {
    const CONVERGENT: Attribute = Attribute::Flag(AttributeKind::Convergent);
    let name = module.globals.get(function).map(|global| global.name.as_slice()).unwrap_or_default();
    let is_token = name.starts_with(TOKENS.as_bytes());
    let row = intrinsics::find_newest(name);
    !is_token
        && (row.is_some_and(|row| row.attributes.contains(&CONVERGENT))
            || function_attributes(module, function).any(|attribute| *attribute == CONVERGENT))
}

/// Returns the callers of each function.
fn callers(module: &Module) -> HashMap<GlobalId, Vec<GlobalId>> {
    let mentions = SymbolReferences::of(module);
    let mut callers = HashMap::<GlobalId, Vec<GlobalId>>::new();
    for (id, ..) in module.bodies() {
        for mention in mentions.by(id).iter().filter(|mention| mention.calls > 0) {
            if let Some(callee) = mention.global() {
                callers.entry(callee).or_default().push(id);
            }
        }
    }
    callers
}

/// A convergent call that belongs to a loop but is not in a block of the loop, and the header of the loop.
type EscapedCall = (InstructionId, BlockId);

/// Returns the escaped calls of a function: for each block and loop, only the last call, in reverse order, so that a
/// block can be split after each of them.
fn escaped_calls(
    editor: &Editor<'_>,
    flow: &Flow,
    convergent: &ConvergentFunctions,
    is_ordered: bool,
) -> Result<Vec<EscapedCall>> {
    let mut calls = Vec::new();
    for (number, block) in (0..).zip(flow.blocks()).filter(|(_, block)| flow.is_reached(**block)) {
        for id in editor.instructions(*block) {
            let Some((function, arguments)) = editor.called(id) else { continue };
            if convergent.has(editor.context(), function, arguments) {
                calls.push((number, id, editor.bundle(id, CONTROL.as_bytes())));
            }
        }
    }
    let mut loops = Loops::of(editor, flow);
    let has_tokens = calls.iter().any(|(.., bundle)| bundle.is_some());
    let headers_by_order = if is_ordered && !has_tokens { loops.enclosing_by_order() } else { Vec::new() };
    let mut seen = HashSet::new();
    let mut escaped = Vec::new();
    for (block, id, bundle) in calls.into_iter().rev() {
        let by_order = usize::try_from(block).ok().and_then(|block| *headers_by_order.get(block)?);
        let header = bundle.and_then(|bundle| header_of_token(editor, flow, bundle)).or(by_order);
        let is_dominating_header =
            |header: &u32| loops.latches.contains_key(header) && flow.dominators.dominates(*header, block);
        let Some(header) = header.filter(is_dominating_header) else { continue };
        if !loops.contain(header, block)? && seen.insert((block, header)) {
            escaped.extend(flow.block(header).map(|header| (id, header)));
        }
    }
    Ok(escaped)
}

/// Returns the block that defines the loop token in the operands of a bundle; `None` for other tokens.
fn header_of_token(editor: &Editor<'_>, flow: &Flow, bundle: &[Value]) -> Option<u32> {
    let &[token] = bundle else { return None };
    let ValueKind::Instruction(token) = token.kind() else { return None };
    let (name, _) = call(editor, token)?;
    flow.number(editor.block_of(token).filter(|_| name == LOOP)?)
}

/// The natural loops of a function. Blocks have the numbers of [`Flow`].
struct Loops<'f> {
    flow: &'f Flow,
    /// The latches of each loop by its header. A latch is the source of a back edge: an edge to a block that dominates
    /// the latch.
    latches: BTreeMap<u32, Vec<u32>>,
    /// A cache of the blocks of a loop, by its header.
    blocks: HashMap<u32, HashSet<u32>>,
    /// Limits the number of blocks and edges that the searches for the blocks of loops visit.
    budget: Budget,
}

impl<'f> Loops<'f> {
    fn of(editor: &Editor<'_>, flow: &'f Flow) -> Self {
        let mut latches = BTreeMap::<u32, Vec<u32>>::new();
        for (number, _) in (0..).zip(flow.blocks()).filter(|(_, block)| flow.is_reached(**block)) {
            for to in flow.successors(number) {
                if flow.dominators.dominates(*to, number) {
                    latches.entry(*to).or_default().push(number);
                }
            }
        }
        let size = editor.all_instructions().len();
        let budget = Budget::of(("breaks", "steps"), (LOOPS_FREE, LOOPS_FACTOR), steps(size));
        Self { flow, latches, blocks: HashMap::new(), budget }
    }

    /// Returns, for each block, the header of the innermost loop that encloses it in block order: the block is after
    /// the header, and not after the last latch.
    fn enclosing_by_order(&self) -> Vec<Option<u32>> {
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut headers = Vec::with_capacity(self.flow.len());
        for (block, _) in (0..).zip(self.flow.blocks()) {
            while open.last().is_some_and(|(_, end)| *end < block) {
                open.pop();
            }
            headers.push(open.last().map(|(header, _)| *header));
            open.extend(self.latches.get(&block).and_then(|latches| Some((block, *latches.iter().max()?))));
        }
        headers
    }

    /// Returns true if a block is in the natural loop of `header`: a path from the block to a latch exists that does
    /// not pass the header. The first call for a header walks backwards from the latches.
    fn contain(&mut self, header: u32, block: u32) -> Result<bool> {
        if let Some(blocks) = self.blocks.get(&header) {
            return Ok(blocks.contains(&block));
        }
        let mut blocks = HashSet::from([header]);
        let mut worklist = self.latches.get(&header).cloned().unwrap_or_default();
        while let Some(block) = worklist.pop() {
            if blocks.insert(block) {
                let predecessors = self.flow.predecessors(block);
                self.budget.spend(1 + steps(predecessors.len()))?;
                let is_dominated = |block: &&u32| self.flow.dominators.dominates(header, **block);
                worklist.extend(predecessors.iter().filter(is_dominated));
            }
        }
        let is_in = blocks.contains(&block);
        self.blocks.insert(header, blocks);
        Ok(is_in)
    }
}

/// Splits the block of each escaped call after the call, and adds an edge to the loop header that is never taken.
fn add_back_edges(editor: &mut Editor<'_>, escaped: &[EscapedCall]) -> Result<()> {
    let mut condition = None;
    for (call, header) in escaped {
        let condition = match condition {
            Some(known) => known,
            None => *condition.insert(load_condition(editor)?),
        };
        let (Some(block), Some(next)) = (editor.block_of(*call), editor.next(*call)) else { continue };
        let rest = editor.split_before(next).map_err(invalid)?;
        let branch = Op::ConditionalBranch(condition, [rest, *header]);
        editor.set_terminator(block, branch).map_err(invalid)?;
        for phi in editor.phis(*header).collect::<Vec<_>>() {
            // The edge is never taken, so any value that dominates the block is correct.
            editor.set_incoming(phi, block, phi.into()).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Inserts `load @dx.break.cond == 0` after the allocas of the entry block. The result is always true.
fn load_condition(editor: &mut Editor<'_>) -> Result<Value> {
    let is_alloca = |id: &InstructionId| matches!(editor.op(*id), Some(Op::Alloca { .. }));
    let entry = editor.entry().map(|entry| editor.instructions(entry));
    if let Some(first) = entry.and_then(|mut entry| entry.find(|id| !is_alloca(id))) {
        editor.go_to(Position::Before(first)).map_err(invalid)?;
    }
    let variable = break_condition(editor.module());
    let i32 = editor.module().types.int(32);
    let zero = editor.int(i32, 0);
    let loaded = editor.load(i32, variable.into(), Alignment::bytes(4));
    Ok(editor.compare(Predicate::IntEq, loaded, zero))
}
