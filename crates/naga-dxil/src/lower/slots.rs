//! SSA construction for variables: each scalar of a variable that no variable index selects has a slot with its current
//! value. Separate from memory because the other variables keep arrays.
//!
//! The construction is the one for structured control flow, in a single pass: at a join, a slot gets a phi if it has
//! different values on the edges. The slots that a loop stores are known before its body is emitted, so the header gets
//! their phis first. M. Brandis, H. Mössenböck: Single-Pass Generation of Static Single-Assignment Form for Structured
//! Languages (1994).

use std::ops::Range;

use dxil::emit::Emitter;
use dxil_ir::builder::BuildControlFlow as _;
use dxil_ir::{BlockId, InstructionId, TypeId, Value};
use hashbrown::HashMap;

use crate::error::{ErrorKind, Fault, Result};

/// The index of a slot.
pub(super) type SlotId = usize;

/// The largest number of changes of slots that all edges to joins together may have, with the statements in bodies of
/// loops. It bounds the time for programs whose branches, stores and calls multiply.
const STEPS: usize = 1 << 24;

/// The current values of all slots.
#[derive(Debug)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    /// The undo log: each change of a slot since the outermost open construct began.
    log: Vec<Change>,
    /// The open constructs, the innermost last.
    open: Vec<Start>,
    /// The blocks where edges will join, by block.
    joins: HashMap<BlockId, Join>,
    /// The remaining steps for edges and loops.
    budget: usize,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    value: Value,
    ty: TypeId,
    /// The length of the log after the last change; 0 before the first change.
    logged: usize,
}

/// A change of a slot, with the state before.
#[derive(Debug, Clone, Copy)]
struct Change {
    slot: SlotId,
    before: Slot,
}

/// The begin of a construct: the length of the log, and the number of slots.
#[derive(Debug, Clone, Copy)]
struct Start {
    log: usize,
    slots: SlotId,
}

/// A block where edges of a construct join.
#[derive(Debug)]
struct Join {
    start: Start,
    edges: Vec<Edge>,
}

/// An edge to a join: the predecessor, and the changed slots in ascending order.
#[derive(Debug)]
struct Edge {
    from: BlockId,
    changes: Vec<(SlotId, Value)>,
}

/// The phis in the header of a loop, by slot.
pub(super) type LoopPhis = Vec<(SlotId, InstructionId)>;

impl Slots {
    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), log: Vec::new(), open: Vec::new(), joins: HashMap::new(), budget: STEPS }
    }

    /// Adds a slot.
    pub(super) fn add(&mut self, ty: TypeId, value: Value) -> SlotId {
        self.slots.push(Slot { value, ty, logged: 0 });
        self.slots.len() - 1
    }

    /// The number of slots.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Removes the last slots, so that `count` remain.
    pub(super) fn truncate(&mut self, count: usize) {
        self.slots.truncate(count);
    }

    /// The current value of a slot.
    pub(super) fn get(&self, slot: SlotId) -> Result<Value> {
        self.slots.get(slot).map(|slot| slot.value).ok_or_else(missing)
    }

    /// The current values of consecutive slots.
    pub(super) fn values(&self, slots: Range<SlotId>) -> Result<impl Iterator<Item = Value>> {
        Ok(self.slots.get(slots).ok_or_else(missing)?.iter().map(|slot| slot.value))
    }

    /// Sets the current value of a slot.
    pub(super) fn set(&mut self, slot: SlotId, value: Value) -> Result<()> {
        let state = self.slots.get_mut(slot).ok_or_else(missing)?;
        let before = *state;
        state.value = value;
        // The state before the innermost construct is logged once.
        if self.open.last().is_some_and(|start| before.logged <= start.log) {
            self.log.push(Change { slot, before });
            state.logged = self.log.len();
        }
        Ok(())
    }

    /// Opens a construct whose edges join in these blocks. [`close`](Self::close) closes it.
    pub(super) fn open(&mut self, blocks: impl IntoIterator<Item = BlockId>) {
        let start = Start { log: self.log.len(), slots: self.slots.len() };
        self.open.push(start);
        self.joins.extend(blocks.into_iter().map(|block| (block, Join { start, edges: Vec::new() })));
    }

    /// Adds a block where edges of the innermost construct join.
    pub(super) fn add_join(&mut self, block: BlockId) {
        if let Some(start) = self.open.last() {
            self.joins.insert(block, Join { start: *start, edges: Vec::new() });
        }
    }

    /// The slots of a construct that have changed since it began, with their current values.
    fn changes(&self, since: Start) -> Vec<(SlotId, Value)> {
        let changed = self.log.get(since.log..).unwrap_or_default().iter().map(|change| change.slot);
        let mut changed: Vec<SlotId> = changed.filter(|slot| *slot < since.slots).collect();
        changed.sort_unstable();
        changed.dedup();
        changed.into_iter().filter_map(|slot| Some((slot, self.slots.get(slot)?.value))).collect()
    }

    /// Adds an edge from a block.
    pub(super) fn add_edge(&mut self, from: BlockId, to: BlockId) -> Result<()> {
        let join = self.joins.get(&to).ok_or_else(|| Fault::malformed("a branch out of its construct"))?;
        let start = join.start;
        self.spend(self.log.len().saturating_sub(start.log))?;
        let changes = self.changes(start);
        if let Some(join) = self.joins.get_mut(&to) {
            join.edges.push(Edge { from, changes });
        }
        Ok(())
    }

    /// Returns an error if the analysis of branches and loops exceeds its budget.
    pub(super) fn spend(&mut self, steps: usize) -> Result<()> {
        let rest = self.budget.checked_sub(steps);
        self.budget = rest.ok_or_else(|| ErrorKind::TooLarge {
            what: format!(
                "the branches and loops have more than {STEPS} changes of variables after inlining"
            ),
            remedy: "use fewer variables in functions with many branches".into(),
        })?;
        Ok(())
    }

    /// Restores the values at the begin of a construct.
    fn roll_back(&mut self, start: Start) {
        while self.log.len() > start.log
            && let Some(Change { slot, before }) = self.log.pop()
        {
            // Slots of functions that have returned do not exist.
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = before;
            }
        }
    }

    /// Continues in a join, the current block, which has no instructions yet. All edges to it are recorded.
    pub(super) fn enter(&mut self, emit: &mut Emitter<'_>, block: BlockId) -> Result<()> {
        let join = self.joins.remove(&block);
        self.join(emit, &join.ok_or_else(|| Fault::malformed("a block that is entered twice"))?)
    }

    /// Like [`enter`](Self::enter), for the last join of a construct.
    pub(super) fn close(&mut self, emit: &mut Emitter<'_>, block: BlockId) -> Result<()> {
        self.open.pop();
        self.enter(emit, block)
    }

    /// Sets the slots to their values at a join.
    fn join(&mut self, emit: &mut Emitter<'_>, join: &Join) -> Result<()> {
        self.roll_back(join.start);
        let edges = (0..).zip(&join.edges);
        let mut changes: Vec<(SlotId, usize, Value)> = edges
            .flat_map(|(edge, Edge { changes, .. })| {
                changes.iter().map(move |(slot, value)| (*slot, edge, *value))
            })
            .collect();
        changes.sort_unstable_by_key(|(slot, edge, _)| (*slot, *edge));
        let mut incoming = Vec::with_capacity(join.edges.len());
        for changes in changes.chunk_by(|(one, ..), (other, ..)| one == other) {
            let Some((slot, ..)) = changes.first() else { continue };
            let Slot { value, ty, .. } = *self.slots.get(*slot).ok_or_else(missing)?;
            incoming.clear();
            incoming.resize(join.edges.len(), value);
            for (_, edge, value) in changes {
                if let Some(incoming) = incoming.get_mut(*edge) {
                    *incoming = *value;
                }
            }
            let joined = match incoming.split_first() {
                Some((first, rest)) if rest.iter().all(|value| value == first) => *first,
                _ => {
                    let phi = emit.phi(ty);
                    for (Edge { from, .. }, value) in join.edges.iter().zip(&incoming) {
                        emit.add_incoming(phi, *value, *from);
                    }
                    phi.into()
                }
            };
            self.set(*slot, joined)?;
        }
        Ok(())
    }

    /// Adds phis for slots to the header of a loop, the current block. `before` is the block before the loop.
    pub(super) fn add_loop_phis(
        &mut self,
        emit: &mut Emitter<'_>,
        slots: &[SlotId],
        before: BlockId,
    ) -> Result<LoopPhis> {
        let mut phis = Vec::with_capacity(slots.len());
        for slot in slots {
            let Slot { value, ty, .. } = *self.slots.get(*slot).ok_or_else(missing)?;
            let phi = emit.phi(ty);
            emit.add_incoming(phi, value, before);
            self.set(*slot, phi.into())?;
            phis.push((*slot, phi));
        }
        Ok(phis)
    }

    /// Completes the phis of a loop with the values of the current block, which branches back to the header. `merge` is
    /// the block after the loop.
    pub(super) fn complete_loop_phis(
        &mut self,
        emit: &mut Emitter<'_>,
        phis: &LoopPhis,
        merge: BlockId,
    ) -> Result<()> {
        if emit.is_terminated() {
            return Ok(());
        }
        let join = self.joins.get(&merge).ok_or_else(|| Fault::malformed("a loop without an end"))?;
        let changes = self.changes(join.start);
        if changes.iter().any(|(slot, _)| phis.binary_search_by_key(slot, |(slot, _)| *slot).is_err()) {
            return Err(Fault::malformed("a store in a loop that its header does not expect"));
        }
        let from = emit.block();
        for (slot, phi) in phis {
            let value = self.get(*slot)?;
            emit.add_incoming(*phi, value, from);
        }
        Ok(())
    }
}

fn missing() -> Fault {
    Fault::malformed("a variable without a slot")
}
