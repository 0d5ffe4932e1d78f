//! Memory on the stack becomes values: every `alloca` that is only read and written, and whole each time. LLVM's
//! `mem2reg`, with pruned phis: one stands where several writes may be the last one, by the frontiers of what they
//! dominate, and where what was written may be read yet.
//!
//! Needs: memory is split ([`Fact::Split`]), or what is read and written in parts stays.
//!
//! Holds then: no memory could be a value.
//!
//! A variable of the source that lived in the memory has the values from where they are written or joined. A read that
//! nothing was written before is `undef`.
//!
//! See R. Cytron, J. Ferrante, B. Rosen, M. Wegman, F. Zadeck: Efficiently computing static single assignment form and
//! the control dependence graph (1991), and J.-D. Choi, R. Cytron, J. Ferrante: Automatic construction of sparse data
//! flow evaluation graphs (1991), who prune it.

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

/// The pass in a list.
pub const PASS: Pass = pass();

/// The pass as a row of any list.
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

/// Makes values of memory; counts `alloca`s.
///
/// # Errors
///
/// More work than there may be ([`PROMOTION_FREE`]).
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
        // Addresses that were in memory are values then, and what they are of perhaps no more than read and written.
        let is_address = |slot: &Slot| matches!(editor.context().types.get(slot.ty), Some(Type::Pointer(..)));
        let had_addresses = slots.iter().any(is_address);
        promote(editor, slots, limit, &mut done)?;
        if !had_addresses {
            return Ok(done);
        }
    }
}

/// Makes values of some memory.
fn promote(editor: &mut Editor<'_>, slots: Vec<Slot>, limit: u64, done: &mut Done) -> Result<()> {
    let flow = Flow::of(editor);
    let phis = Joins::of(editor, &flow, &slots, limit)?.place(done)?;
    let mut promotion = Promotion::new(editor, &flow, slots);
    promotion.add_phis(phis)?;
    promotion.walk()?;
    promotion.finish(done)
}

/// Memory that could be a value.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    all.into_iter()
        .find(|id| Slot::of(editor, *id).is_some())
        .map(|id| format!("alloca {id} can be promoted to SSA values"))
}

/// Memory that becomes a value.
struct Slot {
    memory: InstructionId,
    ty: TypeId,
}

impl Slot {
    /// What an instruction allocates, if it is only read and written whole.
    fn of(editor: &Editor<'_>, memory: InstructionId) -> Option<Self> {
        let ty = memory::allocated(editor, memory)?;
        let address = Value::from(memory);
        for at in editor.uses(address) {
            let is_whole = match editor.op(at.instruction)? {
                Op::Load(_, access) => {
                    memory::is_plain(access) && editor.type_of(at.instruction.into()) == Ok(ty)
                }
                Op::Store([value, _], access) => {
                    memory::is_plain(access) && *value != address && editor.type_of(*value) == Ok(ty)
                }
                _ => memory::lifetime_markers(editor, at.instruction).is_some(),
            };
            if !is_whole {
                return None;
            }
        }
        Some(Self { memory, ty })
    }
}

/// The number of a slot.
type Number = usize;

/// A read or a write of a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write(Value),
}

/// What an instruction does to which memory, for those that `numbers` has.
fn touch(
    editor: &Editor<'_>,
    numbers: &IdMap<InstructionId, Option<Number>>,
    id: InstructionId,
) -> Option<(Number, Touch)> {
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
        Op::Load(address, _) => Some((number(address)?, Touch::Read)),
        Op::Store([value, address], _) => Some((number(address)?, Touch::Write(*value))),
        _ => None,
    }
}

fn numbered(slots: &[Slot]) -> IdMap<InstructionId, Option<Number>> {
    let mut numbers = IdMap::<InstructionId, Option<Number>>::new();
    for (number, slot) in slots.iter().enumerate() {
        numbers[slot.memory] = Some(number);
    }
    numbers
}

/// Where phis have to be.
struct Joins<'f> {
    flow: &'f Flow,
    frontiers: Edges,
    /// The blocks that write each slot, and those that read it before they write it.
    writers: Vec<Vec<u32>>,
    readers: Vec<Vec<u32>>,
    limit: u64,
}

/// The slots that have phis, by the number of the block.
type Phis = Vec<Vec<Number>>;

impl<'f> Joins<'f> {
    fn of(editor: &Editor<'_>, flow: &'f Flow, slots: &[Slot], limit: u64) -> Result<Self> {
        let frontiers = flow.frontiers(limit).ok_or_else(|| too_much(limit))?;
        let numbers = numbered(slots);
        let mut writers = vec![Vec::<u32>::new(); slots.len()];
        let mut readers = writers.clone();
        for (number, block) in (0..).zip(flow.blocks()) {
            if !flow.dominators.is_reached(number) {
                continue;
            }
            for id in editor.instructions(*block) {
                let Some((slot, touch)) = touch(editor, &numbers, id) else { continue };
                let is_written = writers[slot].last() == Some(&number);
                match touch {
                    Touch::Read if !is_written && readers[slot].last() != Some(&number) => {
                        readers[slot].push(number);
                    }
                    Touch::Write(_) if !is_written => writers[slot].push(number),
                    Touch::Read | Touch::Write(_) => {}
                }
            }
        }
        Ok(Self { flow, frontiers, writers, readers, limit })
    }

    /// The slots that need phis in each block.
    fn place(&self, done: &mut Done) -> Result<Phis> {
        let blocks = self.flow.len();
        let mut phis = vec![Vec::new(); blocks];
        // The slots for which each block was last met: as one that the value is alive in, and as one with a phi.
        let mut alive = vec![Number::MAX; blocks];
        let mut joined = vec![Number::MAX; blocks];
        let index = |block: u32| block as usize;
        for (slot, (writers, readers)) in self.writers.iter().zip(&self.readers).enumerate() {
            let meet = writers.iter().any(|writer| !self.frontiers.of(*writer).is_empty());
            if readers.is_empty() || !meet {
                continue;
            }
            let mut waiting = readers.clone();
            waiting.iter().for_each(|reader| alive[index(*reader)] = slot);
            while let Some(block) = waiting.pop() {
                done.steps += 1;
                for before in self.flow.predecessors(block) {
                    // In the order of blocks.
                    if writers.binary_search(before).is_err()
                        && std::mem::replace(&mut alive[index(*before)], slot) != slot
                    {
                        waiting.push(*before);
                    }
                }
                self.check(done)?;
            }
            let mut writes = writers.clone();
            while let Some(block) = writes.pop() {
                done.steps += 1;
                for join in self.frontiers.of(block) {
                    if alive[index(*join)] == slot
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

/// A phi that was added, and what it is by the block that one comes from.
struct Phi {
    id: InstructionId,
    slot: Number,
    incoming: HashMap<BlockId, Value>,
}

/// Making values of slots, block by block from the entry down what each dominates.
struct Promotion<'p, 'm> {
    editor: &'p mut Editor<'m>,
    flow: &'p Flow,
    slots: Vec<Slot>,
    numbers: IdMap<InstructionId, Option<Number>>,
    /// The variables of the source in each slot.
    described: Vec<Vec<Variable>>,
    described_by: Values,
    /// The phis of each block, by its number.
    phis: Vec<Vec<Phi>>,
    /// What each slot is at hand.
    values: Vec<Option<Value>>,
    /// What slots were before, so that it is again.
    before: Vec<(Number, Option<Value>)>,
}

impl<'p, 'm> Promotion<'p, 'm> {
    fn new(editor: &'p mut Editor<'m>, flow: &'p Flow, slots: Vec<Slot>) -> Self {
        let numbers = numbered(&slots);
        let described = slots.iter().map(|slot| debug_variables::in_memory(editor, slot.memory)).collect();
        let values = vec![None; slots.len()];
        Self {
            editor,
            flow,
            slots,
            numbers,
            described,
            described_by: Values::default(),
            phis: Vec::new(),
            values,
            before: Vec::new(),
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

    /// Goes through the blocks that are reached.
    fn walk(&mut self) -> Result<()> {
        let dominators = &self.flow.dominators;
        let reached = dominators.reached().saturating_as::<u32>();
        // The places that dominate the one at hand, with what was noted before them.
        let mut above: Vec<(u32, usize)> = Vec::new();
        for place in 0..reached {
            while let Some((last, noted)) = above.pop_if(|(last, _)| !dominators.is_above(*last, place)) {
                debug_assert!(last < place, "a position follows its dominator");
                for (slot, value) in self.before.drain(noted..).rev() {
                    self.values[slot] = value;
                }
            }
            above.push((place, self.before.len()));
            self.block(dominators.block(place))?;
        }
        Ok(())
    }

    fn block(&mut self, number: u32) -> Result<()> {
        let Some(block) = self.flow.block(number) else { return Ok(()) };
        let index = number as usize;
        let phis = self.phis.get(index).into_iter().flatten();
        let joined: Vec<(Number, InstructionId)> = phis.map(|phi| (phi.slot, phi.id)).collect();
        let first =
            self.editor.instructions(block).find(|id| !matches!(self.editor.op(*id), Some(Op::Phi(..))));
        for (slot, phi) in joined {
            self.set(slot, phi.into(), first)?;
        }
        for id in self.editor.instructions(block).collect::<Vec<_>>() {
            match touch(self.editor, &self.numbers, id) {
                Some((slot, Touch::Read)) => {
                    let value = self.value(slot);
                    self.editor.replace_and_erase(id, value).map_err(invalid)?;
                }
                Some((slot, Touch::Write(value))) => {
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

    /// What a slot is at hand.
    fn value(&mut self, slot: Number) -> Value {
        match self.values[slot] {
            Some(value) => value,
            None => self.editor.undef(self.slots[slot].ty),
        }
    }

    /// Says that a slot is a value from an instruction on.
    fn set(&mut self, slot: Number, value: Value, at: Option<InstructionId>) -> Result<()> {
        let before = self.values[slot].replace(value);
        self.before.push((slot, before));
        if let Some(at) = at {
            for variable in &self.described[slot] {
                self.described_by.set(self.editor, variable, value, at)?;
            }
        }
        Ok(())
    }

    /// Fills phis, and takes out what is left of the slots.
    fn finish(mut self, done: &mut Done) -> Result<()> {
        for phi in std::mem::take(&mut self.phis).into_iter().flatten() {
            self.editor.fill_phi(phi.id, &phi.incoming).map_err(invalid)?;
        }
        for Slot { memory, ty } in std::mem::take(&mut self.slots) {
            debug_variables::forget(self.editor, memory)?;
            // What is not reached reads and writes still.
            let users: Vec<InstructionId> =
                self.editor.uses(memory.into()).map(|at| at.instruction).collect();
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
