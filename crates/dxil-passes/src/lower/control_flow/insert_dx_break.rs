//! `breaks`: what the threads of a wave do together in a loop stays in the loop, where those that do it leave it then.
//! By its edges alone, the graph says of such a block that it lies behind the loop, where threads of all rounds meet;
//! DXC lets them seem to go on with the loop by a [condition](dxil::break_condition) that nobody knows, and so does
//! this pass, behind the last such operation of the block.
//!
//! Needs: functions as a front end wrote them, before calls are inlined and blocks merged.
//!
//! Holds then: a call that a token of a loop controls (`llvm.experimental.convergence.loop`) is in a block of the loop.
//! Without tokens, so is one that stands between the first and the last block of a loop, where blocks are in the order
//! of the source: nobody optimized the entries (`optnone`), or whoever calls says so.
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
use crate::lower::entries::Entry;
use crate::lower::entries::function_attributes;
use crate::lower::intrinsics::names::find_in_main_overloaded;
use crate::lower::state::State;
use crate::pass_manager::steps;
use crate::transform::flow::Flow;

/// The bundle by which a call says what its threads are together for.
pub(in crate::lower) const CONTROL: &str = "convergencectrl";

/// What the names of the intrinsics begin with that give tokens for it.
pub(in crate::lower) const TOKENS: &str = "llvm.experimental.convergence.";

/// The one whose token stands for a round of the loop that its block begins.
const LOOP: &str = "llvm.experimental.convergence.loop";

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    // The variable of the condition may exist.
    state.note_change();
    set_unknown(&mut state.module, false);
    // What was DXIL has the condition where it is needed.
    let is_ordered = state.preserved_shader.model.is_none() && is_in_source_order(state);
    let together = Together::of(&state.module);
    state.each_function_with(
        |module, (body, _), instruction| together.is_call(module, body, &instruction.op),
        |editor, _| {
            let flow = Flow::of(editor);
            let behind = behind_loops(editor, &flow, &together, is_ordered)?;
            lead_back(editor, &behind)
        },
    )
}

/// Whether blocks stand as in the source: where somebody says so, or entries are not to be optimized.
fn is_in_source_order(state: &State) -> bool {
    let is_unoptimized = |entry: &Entry| {
        function_attributes(&state.module, entry.function)
            .any(|attribute| attribute.kind() == Some(AttributeKind::OptimizeNone))
    };
    state.source_order || state.entries.iter().any(is_unoptimized)
}

/// The functions that threads call together: those declared so, and those with such calls in them.
struct Together(IdSet<GlobalId>);

impl Together {
    fn of(module: &Module) -> Self {
        let is_declared =
            |(_, global): &(GlobalId, &Global)| global.function().is_some() && global.is_declaration();
        let declared = module.globals.iter().filter(is_declared).map(|(id, _)| id);
        let mut found = Self(declared.filter(|id| is_convergent(module, *id)).collect());
        let has_call = |body: &Body| {
            body.in_order().any(|(.., instruction)| found.is_call(module, body, &instruction.op))
        };
        let mut waiting: Vec<GlobalId> =
            module.bodies().filter(|(.., body)| has_call(body)).map(|(id, ..)| id).collect();
        let callers = callers(module);
        while let Some(function) = waiting.pop() {
            if found.0.insert(function) {
                waiting.extend(callers.get(&function).into_iter().flatten());
            }
        }
        found
    }

    fn is_call(&self, module: &Module, body: &Body, op: &Op) -> bool {
        let Op::Call { callee, arguments, .. } = op else { return false };
        let ValueKind::Global(function) = callee.kind() else { return false };
        self.has(module, function, arguments.as_slice(&body.lists.values))
    }

    /// Whether threads do together what a call of a function with these arguments does.
    fn has(&self, module: &Module, function: GlobalId, arguments: &[Value]) -> bool {
        let is_operation = |global: &Global| global.name.starts_with(FUNCTION_PREFIX.as_bytes());
        self.0.contains(function)
            || module.globals.get(function).is_some_and(is_operation)
                && Opcode::of_call(module, arguments)
                    .and_then(Operation::get)
                    .is_some_and(Operation::is_convergent)
    }
}

/// Whether a function is one whose callers have to come together, as its intrinsic says, or its attributes.
fn is_convergent(module: &Module, function: GlobalId) -> bool {
    const CONVERGENT: Attribute = Attribute::Flag(AttributeKind::Convergent);
    let name = module.globals.get(function).map(|global| global.name.as_slice()).unwrap_or_default();
    let is_token = name.starts_with(TOKENS.as_bytes());
    let in_main = || intrinsics::find_in_main(find_in_main_overloaded(std::str::from_utf8(name).ok()?)?);
    let row = intrinsics::find(name).or_else(in_main);
    !is_token
        && (row.is_some_and(|row| row.attributes.contains(&CONVERGENT))
            || function_attributes(module, function).any(|attribute| *attribute == CONVERGENT))
}

/// Who calls each function.
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

/// A call that belongs to a loop which its block is not in, and the block that begins the loop.
type Behind = (InstructionId, BlockId);

/// Such calls of a function: of several in one block that belong to one loop, the last; the last one of a block first.
fn behind_loops(
    editor: &Editor<'_>,
    flow: &Flow,
    together: &Together,
    is_ordered: bool,
) -> Result<Vec<Behind>> {
    let mut calls = Vec::new();
    for (number, block) in (0..).zip(flow.blocks()).filter(|(_, block)| flow.is_reached(**block)) {
        for id in editor.instructions(*block) {
            let Some((function, arguments)) = editor.called(id) else { continue };
            if together.has(editor.context(), function, arguments) {
                calls.push((number, id, editor.bundle(id, CONTROL.as_bytes())));
            }
        }
    }
    let mut loops = Loops::of(editor, flow);
    let has_tokens = calls.iter().any(|(.., bundle)| bundle.is_some());
    let around = if is_ordered && !has_tokens { loops.around() } else { Vec::new() };
    let mut met = HashSet::new();
    let mut behind = Vec::new();
    for (block, id, bundle) in calls.into_iter().rev() {
        let by_order = usize::try_from(block).ok().and_then(|block| *around.get(block)?);
        let begin = bundle.and_then(|bundle| loop_of(editor, flow, bundle)).or(by_order);
        let is_around =
            |begin: &u32| loops.rounds.contains_key(begin) && flow.dominators.dominates(*begin, block);
        let Some(begin) = begin.filter(is_around) else { continue };
        if !loops.contain(begin, block)? && met.insert((block, begin)) {
            behind.extend(flow.block(begin).map(|begin| (id, begin)));
        }
    }
    Ok(behind)
}

/// The block that begins the loop whose token the operands of a bundle are.
fn loop_of(editor: &Editor<'_>, flow: &Flow, bundle: &[Value]) -> Option<u32> {
    let &[token] = bundle else { return None };
    let ValueKind::Instruction(token) = token.kind() else { return None };
    let (name, _) = call(editor, token)?;
    flow.number(editor.block_of(token).filter(|_| name == LOOP)?)
}

/// The loops of a function: blocks from which one comes back to one that dominates them.
struct Loops<'f> {
    flow: &'f Flow,
    /// By the block that begins a loop, those that lead back to it.
    rounds: BTreeMap<u32, Vec<u32>>,
    /// The blocks of those loops that were asked for.
    blocks: HashMap<u32, HashSet<u32>>,
    /// How many steps that may take.
    budget: Budget,
}

impl<'f> Loops<'f> {
    fn of(editor: &Editor<'_>, flow: &'f Flow) -> Self {
        let mut rounds = BTreeMap::<u32, Vec<u32>>::new();
        for (number, _) in (0..).zip(flow.blocks()).filter(|(_, block)| flow.is_reached(**block)) {
            for to in flow.successors(number) {
                if flow.dominators.dominates(*to, number) {
                    rounds.entry(*to).or_default().push(number);
                }
            }
        }
        let size = editor.all_instructions().len();
        let budget = Budget::of(("breaks", "steps"), (LOOPS_FREE, LOOPS_FACTOR), steps(size));
        Self { flow, rounds, blocks: HashMap::new(), budget }
    }

    /// For each block the beginning of the innermost loop between whose first and last block it stands.
    fn around(&self) -> Vec<Option<u32>> {
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut around = Vec::with_capacity(self.flow.len());
        for (block, _) in (0..).zip(self.flow.blocks()) {
            while open.last().is_some_and(|(_, end)| *end < block) {
                open.pop();
            }
            around.push(open.last().map(|(begin, _)| *begin));
            open.extend(self.rounds.get(&block).and_then(|rounds| Some((block, *rounds.iter().max()?))));
        }
        around
    }

    /// Whether a block is in the loop that another one begins: one comes from it to that without leaving the loop.
    fn contain(&mut self, begin: u32, block: u32) -> Result<bool> {
        if let Some(blocks) = self.blocks.get(&begin) {
            return Ok(blocks.contains(&block));
        }
        let mut blocks = HashSet::from([begin]);
        let mut waiting = self.rounds.get(&begin).cloned().unwrap_or_default();
        while let Some(block) = waiting.pop() {
            if blocks.insert(block) {
                let from = self.flow.predecessors(block);
                self.budget.spend(1 + steps(from.len()))?;
                waiting.extend(from.iter().filter(|from| self.flow.dominators.dominates(begin, **from)));
            }
        }
        let is_in = blocks.contains(&block);
        self.blocks.insert(begin, blocks);
        Ok(is_in)
    }
}

/// Lets threads seem to go on with a loop behind calls that belong to it.
fn lead_back(editor: &mut Editor<'_>, behind: &[Behind]) -> Result<()> {
    let mut condition = None;
    for (call, begin) in behind {
        let condition = match condition {
            Some(known) => known,
            None => *condition.insert(leaves(editor)?),
        };
        let (Some(block), Some(next)) = (editor.block_of(*call), editor.next(*call)) else { continue };
        let rest = editor.split_before(next).map_err(invalid)?;
        let leave = Op::ConditionalBranch(condition, [rest, *begin]);
        editor.set_terminator(block, leave).map_err(invalid)?;
        for phi in editor.phis(*begin).collect::<Vec<_>>() {
            // Nobody goes there.
            editor.set_incoming(phi, block, phi.into()).map_err(invalid)?;
        }
    }
    Ok(())
}

/// The condition, which always holds, where the function begins.
fn leaves(editor: &mut Editor<'_>) -> Result<Value> {
    let is_memory = |id: &InstructionId| matches!(editor.op(*id), Some(Op::Alloca { .. }));
    let entry = editor.entry().map(|entry| editor.instructions(entry));
    if let Some(first) = entry.and_then(|mut entry| entry.find(|id| !is_memory(id))) {
        editor.go_to(Position::Before(first)).map_err(invalid)?;
    }
    let variable = break_condition(editor.module());
    let word = editor.module().types.int(32);
    let zero = editor.int(word, 0);
    let held = editor.load(word, variable.into(), Alignment::bytes(4));
    Ok(editor.compare(Predicate::IntEq, held, zero))
}
