//! `mem2reg`: promotes allocas to SSA values if all their users are loads and stores of the whole allocated type, like
//! LLVM's `mem2reg`. The pass builds pruned SSA: a phi is placed in a block of the iterated dominance frontier of the
//! stores if the variable is live there.
//!
//! Precondition: allocas are split ([`Fact::Split`]); otherwise allocas that are accessed by parts remain.
//!
//! Postcondition: no alloca can be promoted.
//!
//! A source variable that is declared in a promoted alloca gets a `llvm.dbg.value` or a debug record at each store and
//! phi. A load before any store becomes `undef`.
//!
//! Sources: R. Cytron, J. Ferrante, B. Rosen, M. Wegman, F. Zadeck: Efficiently computing static single assignment form
//! and the control dependence graph (1991); J.-D. Choi, R. Cytron, J. Ferrante: Automatic construction of sparse data
//! flow evaluation graphs (1991), for the pruning.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::HashMap;

use az::SaturatingAs as _;
use dxil_ir::arena::IdMap;
use dxil_ir::builder::Build as _;
use dxil_ir::dominators::Edges;
use dxil_ir::edit::Editor;
use dxil_ir::{BlockId, InstructionId, Op, Type, TypeId, Value};

use super::debug_variables::{self, Values, Variable};
use super::flow::Flow;
use super::memory;
use crate::error::{PassErrorKind, Result, invalid};
use crate::limits::{PROMOTION_FACTOR, PROMOTION_FREE};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "mem2reg",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[Fact::Split],
        ensures: &[Ensured { fact: Fact::Promoted, check: Check::Function(violation) }],
        // A promoted value may be a constant, or the address of other memory.
        invalidates: &[
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Folded,
            Fact::SimpleFlow,
            Fact::NoDeadInstructions,
            Fact::NoDeadGlobals,
            // A promoted or merged value may be a structure.
            Fact::NoAggregatePhis,
            Fact::IntegerWidths,
        ],
    }
}

/// Promotes allocas and counts them.
///
/// # Errors
///
/// More steps than the limit ([`PROMOTION_FREE`]).
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let mut done = Done::default();
    let size = steps(editor.all_instructions().len());
    let limit = PROMOTION_FREE.saturating_add(PROMOTION_FACTOR.saturating_mul(size));
    loop {
        let all = editor.all_instructions();
        done.steps += steps(all.len());
        let slots: Vec<Slot> = all.iter().filter_map(|id| Slot::of(editor, *id)).collect();
        if slots.is_empty() {
            return Ok(done);
        }
        // A promoted pointer may have been the only obstacle to the promotion of the alloca that it points to.
        let is_pointer = |slot: &Slot| matches!(editor.context().types.get(slot.ty), Some(Type::Pointer(..)));
        let had_pointers = slots.iter().any(is_pointer);
        promote(editor, slots, limit, &mut done)?;
        if !had_pointers {
            return Ok(done);
        }
    }
}

/// Promotes the allocas `slots`.
fn promote(editor: &mut Editor<'_>, slots: Vec<Slot>, limit: u64, done: &mut Done) -> Result<()> {
    let flow = Flow::of(editor);
    let phis = PhiPlacement::of(editor, &flow, &slots, limit)?.run(done)?;
    let mut promotion = Promotion::new(editor, &flow, slots);
    promotion.add_phis(phis)?;
    promotion.walk()?;
    promotion.finish(done)
}

/// Describes an alloca that can be promoted, if the function has one.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    all.into_iter()
        .find(|id| Slot::of(editor, *id).is_some())
        .map(|id| format!("alloca {id} can be promoted to SSA values"))
}

/// An alloca that can be promoted.
struct Slot {
    memory: InstructionId,
    /// The allocated type.
    ty: TypeId,
}

impl Slot {
    /// Returns the slot of an alloca if all users are lifetime markers and non-volatile, non-atomic loads and stores of
    /// the whole allocated type.
    fn of(editor: &Editor<'_>, memory: InstructionId) -> Option<Self> {
        let ty = memory::allocated_type(editor, memory)?;
        let address = Value::from(memory);
        for using in editor.uses(address) {
            let is_whole = match editor.op(using.instruction)? {
                Op::Load(_, access) => {
                    memory::is_plain(access) && editor.type_of(using.instruction.into()) == Ok(ty)
                }
                Op::Store([value, _], access) => {
                    memory::is_plain(access) && *value != address && editor.type_of(*value) == Ok(ty)
                }
                _ => memory::lifetime_markers(editor, using.instruction).is_some(),
            };
            if !is_whole {
                return None;
            }
        }
        Some(Self { memory, ty })
    }
}

/// The index of a slot in the list of slots.
type SlotIndex = usize;

/// A load or a store of a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotAccess {
    Load,
    /// A store of this value.
    Store(Value),
}

/// Returns the slot that an instruction loads or stores; `None` for other instructions. `numbers` maps allocas to
/// slots.
fn slot_access(
    editor: &Editor<'_>,
    numbers: &IdMap<InstructionId, Option<SlotIndex>>,
    id: InstructionId,
) -> Option<(SlotIndex, SlotAccess)> {
    let number = |address: &Value| match address.kind() {
        dxil_ir::ValueKind::Instruction(memory) => numbers.get(memory).copied().flatten(),
        dxil_ir::ValueKind::Constant(_)
        | dxil_ir::ValueKind::Global(_)
        | dxil_ir::ValueKind::Argument(_)
        | dxil_ir::ValueKind::Metadata(_)
        | dxil_ir::ValueKind::LocalMetadata(_)
        | dxil_ir::ValueKind::Forward(_) => None,
    };
    match editor.op(id)? {
        Op::Load(address, _) => Some((number(address)?, SlotAccess::Load)),
        Op::Store([value, address], _) => Some((number(address)?, SlotAccess::Store(*value))),
        _ => None,
    }
}

fn slot_indices(slots: &[Slot]) -> IdMap<InstructionId, Option<SlotIndex>> {
    let mut numbers = IdMap::<InstructionId, Option<SlotIndex>>::new();
    for (number, slot) in slots.iter().enumerate() {
        numbers[slot.memory] = Some(number);
    }
    numbers
}

/// The input of phi placement.
struct PhiPlacement<'f> {
    flow: &'f Flow,
    /// The dominance frontier of each block.
    frontiers: Edges,
    /// For each slot, the reachable blocks that store it, in ascending order.
    writers: Vec<Vec<u32>>,
    /// For each slot, the reachable blocks that load it before they store it, in ascending order.
    readers: Vec<Vec<u32>>,
    /// The maximum number of steps.
    limit: u64,
}

/// For each block, by its number, the slots that need a phi in the block.
type Phis = Vec<Vec<SlotIndex>>;

impl<'f> PhiPlacement<'f> {
    fn of(editor: &Editor<'_>, flow: &'f Flow, slots: &[Slot], limit: u64) -> Result<Self> {
        let frontiers = flow.frontiers(limit).ok_or_else(|| too_much(limit))?;
        let numbers = slot_indices(slots);
        let mut writers = vec![Vec::<u32>::new(); slots.len()];
        let mut readers = writers.clone();
        for (number, block) in (0..).zip(flow.blocks()) {
            if !flow.dominators.is_reached(number) {
                continue;
            }
            for id in editor.instructions(*block) {
                let Some((slot, access)) = slot_access(editor, &numbers, id) else { continue };
                let is_written = writers[slot].last() == Some(&number);
                match access {
                    SlotAccess::Load if !is_written && readers[slot].last() != Some(&number) => {
                        readers[slot].push(number);
                    }
                    SlotAccess::Store(_) if !is_written => writers[slot].push(number),
                    SlotAccess::Load | SlotAccess::Store(_) => {}
                }
            }
        }
        Ok(Self { flow, frontiers, writers, readers, limit })
    }

    /// Computes for each slot the blocks where it is live-in, then the iterated dominance frontier of its stores within
    /// these blocks.
    fn run(&self, done: &mut Done) -> Result<Phis> {
        let blocks = self.flow.len();
        let mut phis = vec![Vec::new(); blocks];
        // For each block, the last slot that was found to be live-in, and the last slot that got a phi.
        let mut live_in = vec![SlotIndex::MAX; blocks];
        let mut joined = vec![SlotIndex::MAX; blocks];
        let index = |block: u32| block as usize;
        for (slot, (writers, readers)) in self.writers.iter().zip(&self.readers).enumerate() {
            let has_frontier = writers.iter().any(|writer| !self.frontiers.of(*writer).is_empty());
            if readers.is_empty() || !has_frontier {
                continue;
            }
            let mut worklist = readers.clone();
            worklist.iter().for_each(|reader| live_in[index(*reader)] = slot);
            while let Some(block) = worklist.pop() {
                done.steps += 1;
                for predecessor in self.flow.predecessors(block) {
                    // `writers` is sorted.
                    if writers.binary_search(predecessor).is_err()
                        && std::mem::replace(&mut live_in[index(*predecessor)], slot) != slot
                    {
                        worklist.push(*predecessor);
                    }
                }
                self.check(done)?;
            }
            let mut writes = writers.clone();
            while let Some(block) = writes.pop() {
                done.steps += 1;
                for join in self.frontiers.of(block) {
                    if live_in[index(*join)] == slot
                        && std::mem::replace(&mut joined[index(*join)], slot) != slot
                    {
                        done.steps += steps(self.flow.predecessors(*join).len());
                        phis[index(*join)].push(slot);
                        writes.push(*join);
                    }
                }
                self.check(done)?;
            }
        }
        Ok(phis)
    }

    fn check(&self, done: &Done) -> Result<()> {
        if done.steps > self.limit { Err(too_much(self.limit)) } else { Ok(()) }
    }
}

fn too_much(limit: u64) -> crate::PassError {
    PassErrorKind::TooLarge { pass: PASS.name, what: "steps", found: limit.saturating_add(1), limit }.into()
}

/// An added phi, and its incoming values by predecessor as far as they are known.
struct Phi {
    id: InstructionId,
    slot: SlotIndex,
    incoming: HashMap<BlockId, Value>,
}

/// The renaming step of SSA construction: a walk over the dominator tree in preorder that replaces loads by the current
/// values of slots.
struct Promotion<'p, 'm> {
    editor: &'p mut Editor<'m>,
    flow: &'p Flow,
    slots: Vec<Slot>,
    /// The slot of each promoted alloca.
    numbers: IdMap<InstructionId, Option<SlotIndex>>,
    /// The source variables that are located in each slot.
    variables: Vec<Vec<Variable>>,
    debug_values: Values,
    /// The phis of each block, by its number.
    phis: Vec<Vec<Phi>>,
    /// The current value of each slot; `None` before a store.
    values: Vec<Option<Value>>,
    /// The undo log of `values`, for leaving a subtree of the dominator tree.
    undo_log: Vec<(SlotIndex, Option<Value>)>,
}

impl<'p, 'm> Promotion<'p, 'm> {
    fn new(editor: &'p mut Editor<'m>, flow: &'p Flow, slots: Vec<Slot>) -> Self {
        let numbers = slot_indices(&slots);
        let variables = slots.iter().map(|slot| debug_variables::variables_in(editor, slot.memory)).collect();
        let values = vec![None; slots.len()];
        Self {
            editor,
            flow,
            slots,
            numbers,
            variables,
            debug_values: Values::default(),
            phis: Vec::new(),
            values,
            undo_log: Vec::new(),
        }
    }

    fn add_phis(&mut self, wanted: Phis) -> Result<()> {
        self.editor.set_location(None);
        for (block, wanted) in self.flow.blocks().iter().zip(wanted) {
            let types: Vec<TypeId> = wanted.iter().map(|slot| self.slots[*slot].ty).collect();
            let added = match types[..] {
                [] => Vec::new(),
                _ => self.editor.add_phis(*block, &types).map_err(invalid)?,
            };
            let phi = |(id, slot)| Phi { id, slot, incoming: HashMap::new() };
            self.phis.push(added.into_iter().zip(wanted).map(phi).collect());
        }
        Ok(())
    }

    /// Visits the reachable blocks in preorder of the dominator tree.
    fn walk(&mut self) -> Result<()> {
        let dominators = &self.flow.dominators;
        let reached = dominators.reached().saturating_as::<u32>();
        // The dominators of the current tree node, each with the length of the undo log before its visit.
        let mut path: Vec<(u32, usize)> = Vec::new();
        for node in 0..reached {
            while let Some((last, length)) = path.pop_if(|(last, _)| !dominators.is_above(*last, node)) {
                debug_assert!(last < node, "a position follows its dominator");
                for (slot, value) in self.undo_log.drain(length..).rev() {
                    self.values[slot] = value;
                }
            }
            path.push((node, self.undo_log.len()));
            self.block(dominators.block(node))?;
        }
        Ok(())
    }

    /// Replaces the loads and stores of a block, and records the incoming values of the phis of its successors.
    fn block(&mut self, number: u32) -> Result<()> {
        let Some(block) = self.flow.block(number) else { return Ok(()) };
        let index = number as usize;
        let phis = self.phis.get(index).into_iter().flatten();
        let joined: Vec<(SlotIndex, InstructionId)> = phis.map(|phi| (phi.slot, phi.id)).collect();
        let first =
            self.editor.instructions(block).find(|id| !matches!(self.editor.op(*id), Some(Op::Phi(..))));
        for (slot, phi) in joined {
            self.set(slot, phi.into(), first)?;
        }
        for id in self.editor.instructions(block).collect::<Vec<_>>() {
            match slot_access(self.editor, &self.numbers, id) {
                Some((slot, SlotAccess::Load)) => {
                    let value = self.value(slot);
                    self.editor.replace_and_erase(id, value).map_err(invalid)?;
                }
                Some((slot, SlotAccess::Store(value))) => {
                    self.set(slot, value, Some(id))?;
                    self.editor.erase(id).map_err(invalid)?;
                }
                None => {}
            }
        }
        for target in self.flow.successors(number) {
            let target = *target as usize;
            for phi in self.phis.get_mut(target).into_iter().flatten() {
                let value = match self.values[phi.slot] {
                    Some(value) => value,
                    None => self.editor.undef(self.slots[phi.slot].ty),
                };
                phi.incoming.insert(block, value);
            }
        }
        Ok(())
    }

    /// Returns the current value of a slot, `undef` before a store.
    fn value(&mut self, slot: SlotIndex) -> Value {
        match self.values[slot] {
            Some(value) => value,
            None => self.editor.undef(self.slots[slot].ty),
        }
    }

    /// Sets the current value of a slot, and describes its source variables before the instruction `before`.
    fn set(&mut self, slot: SlotIndex, value: Value, before: Option<InstructionId>) -> Result<()> {
        let old = self.values[slot].replace(value);
        self.undo_log.push((slot, old));
        if let Some(before) = before {
            for variable in &self.variables[slot] {
                self.debug_values.set(self.editor, variable, value, before)?;
            }
        }
        Ok(())
    }

    /// Completes the phis, and erases the allocas with their remaining users.
    fn finish(mut self, done: &mut Done) -> Result<()> {
        for phi in std::mem::take(&mut self.phis).into_iter().flatten() {
            self.editor.fill_phi(phi.id, &phi.incoming).map_err(invalid)?;
        }
        for Slot { memory, ty } in std::mem::take(&mut self.slots) {
            debug_variables::remove_declarations(self.editor, memory)?;
            // Unreachable blocks still contain loads and stores.
            let users: Vec<InstructionId> =
                self.editor.uses(memory.into()).map(|using| using.instruction).collect();
            for user in users {
                if matches!(self.editor.op(user), Some(Op::Load(..))) {
                    let undef = self.editor.undef(ty);
                    self.editor.replace_and_erase(user, undef).map_err(invalid)?;
                } else if matches!(self.editor.op(user), Some(Op::Store(..))) {
                    self.editor.erase(user).map_err(invalid)?;
                } else {
                    for marker in memory::lifetime_markers(self.editor, user).unwrap_or_default() {
                        self.editor.erase(marker).map_err(invalid)?;
                    }
                }
            }
            self.editor.erase(memory).map_err(invalid)?;
            done.count += 1;
        }
        Ok(())
    }
}
