//! Loops, switches and counted loops. Separate from the other statements because they keep the targets of `break` and
//! `continue`, and because loops are bounded.

use dxil::emit::{If, Loop};
use dxil::ops::OverloadKind;
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{BinaryOp, BlockId, Predicate, Value};
use naga::{Block, Expression, Handle, SwitchCase, SwitchValue};

use crate::error::{Fault, Result};
use crate::lower::accesses::Base;
use crate::lower::frame::{Local, Lowered, Targets};
use crate::lower::globals::Global;
use crate::lower::lowering::Lower;
use crate::lower::places::{Place, Root, Storage, Unit};
use crate::lower::slots::{LoopPhis, SlotId};

/// An open loop and the phis of its header.
pub(super) struct OpenLoop {
    construct: Loop,
    phis: LoopPhis,
}

impl Lower<'_, '_> {
    pub(super) fn loop_statement(
        &mut self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
    ) -> Result<()> {
        let counter = self.loop_counter();
        let mut stored = self.stored_slots([body, continuing])?;
        stored.extend(counter.into_iter().flatten());
        let open = self.begin_loop(&stored)?;
        let merge = open.construct.merge();
        if let Some(counter) = counter {
            self.count_iteration(counter, merge)?;
        }
        self.frame.targets.push(Targets { merge, continuing: Some(open.construct.continuing()) });
        self.block(body)?;
        self.begin_continuing(&open)?;
        self.block(continuing)?;
        let break_if = match break_if {
            Some(condition) => Some(self.scalar(condition)?),
            None => None,
        };
        self.end_loop(open, break_if)?;
        self.frame.targets.pop();
        Ok(())
    }

    /// Records the edge from the current block to a join, before the branch is emitted. A block with a terminator has
    /// no further edge.
    pub(super) fn leave_to(&mut self, to: BlockId) -> Result<()> {
        if self.emit.is_terminated() {
            return Ok(());
        }
        self.slots.add_edge(self.emit.block(), to)
    }

    /// Branches to a join, unless the current block has a terminator.
    pub(super) fn jump(&mut self, to: BlockId) -> Result<()> {
        self.leave_to(to)?;
        self.emit.jump(to);
        Ok(())
    }

    /// The slots of the variables that blocks store, in ascending order.
    fn stored_slots(&mut self, blocks: [&Block; 2]) -> Result<Vec<SlotId>> {
        let function = (self.frame.function, self.frame.info);
        let mut slots = Vec::new();
        let (units, statements) = self.accesses.stored(&self.subject, function, blocks)?;
        self.slots.spend(statements)?;
        for (base, unit) in units {
            let (memory, first) = match base {
                Base::Local(variable) => match self.frame.locals.get(variable.index()) {
                    Some(Local::Memory(memory)) => (memory, 0),
                    _ => continue,
                },
                Base::Private(variable) => match self.globals.variables.get(variable.index()) {
                    Some(Some(Global::Memory(Some(memory)))) => (memory, 0),
                    _ => continue,
                },
                Base::Argument(index) => match self.frame.arguments.get(index as usize) {
                    Some(Lowered::Place(Place { root: Root::Memory { memory, unit, .. }, .. })) => {
                        (memory, *unit)
                    }
                    _ => continue,
                },
            };
            if let Some(Unit { storage: Storage::Slots(first), layout }) = memory.units.get(first + unit) {
                slots.extend(*first..first.saturating_add(layout.count as usize));
            }
        }
        slots.sort_unstable();
        slots.dedup();
        Ok(slots)
    }

    /// Opens a loop. `stored` are the slots that it stores, in ascending order.
    pub(super) fn begin_loop(&mut self, stored: &[SlotId]) -> Result<OpenLoop> {
        let before = self.emit.block();
        let construct = self.emit.begin_loop();
        self.spend(stored.len())?;
        let phis = self.slots.add_loop_phis(&mut self.emit, stored, before)?;
        self.slots.open([construct.continuing(), construct.merge()]);
        Ok(OpenLoop { construct, phis })
    }

    /// Begins the continuing part of a loop.
    pub(super) fn begin_continuing(&mut self, open: &OpenLoop) -> Result<()> {
        let continuing = open.construct.continuing();
        self.leave_to(continuing)?;
        self.emit.begin_continuing(&open.construct)?;
        self.slots.enter(&mut self.emit, continuing)
    }

    /// Closes a loop after its continuing part. After the last block, the loop ends if the `i1` is true.
    pub(super) fn end_loop(&mut self, open: OpenLoop, break_if: Option<Value>) -> Result<()> {
        let merge = open.construct.merge();
        if break_if.is_some() {
            self.leave_to(merge)?;
        }
        self.slots.complete_loop_phis(&mut self.emit, &open.phis, merge)?;
        self.emit.end_loop(open.construct, break_if)?;
        self.slots.close(&mut self.emit, merge)
    }

    /// Opens an `if`.
    pub(super) fn begin_if(&mut self, condition: Value) -> Result<If> {
        let before = self.emit.block();
        let construct = self.emit.begin_if(condition);
        self.slots.open([construct.merge()]);
        self.slots.add_edge(before, construct.merge())?;
        Ok(construct)
    }

    /// Begins the `else` of an `if`.
    pub(super) fn begin_else(&mut self, construct: &mut If) -> Result<()> {
        let otherwise = construct.merge();
        let from = (!self.emit.is_terminated()).then(|| self.emit.block());
        self.emit.begin_else(construct)?;
        let merge = construct.merge();
        self.slots.add_join(merge);
        if let Some(from) = from {
            self.slots.add_edge(from, merge)?;
        }
        self.slots.enter(&mut self.emit, otherwise)
    }

    /// Closes an `if`.
    pub(super) fn end_if(&mut self, construct: If) -> Result<()> {
        let merge = construct.merge();
        self.leave_to(merge)?;
        self.emit.end_if(construct)?;
        self.slots.close(&mut self.emit, merge)
    }

    /// Two dwords that bound the iterations of a loop: the remaining iterations, the low dword first.
    fn loop_counter(&mut self) -> Option<[SlotId; 2]> {
        if !self.subject.options.bindings.force_loop_bounding {
            return None;
        }
        let i32 = self.emit.scalar(OverloadKind::I32);
        let all = self.emit.int(i32, -1);
        Some([(); 2].map(|()| self.slots.add(i32, all)))
    }

    /// Leaves the loop after 2^64 - 1 iterations. Drivers assume that loops end, and remove code after those that do
    /// not. The counter counts down, as in naga's HLSL: a driver of Intel hung if it counted up.
    fn count_iteration(&mut self, [low, high]: [SlotId; 2], merge: BlockId) -> Result<()> {
        let (zero, one) = (self.emit.value(0), self.emit.value(1));
        let (low_before, high_before) = (self.slots.get(low)?, self.slots.get(high)?);
        let is_low_zero = self.emit.compare(Predicate::IntEq, low_before, zero);
        let is_high_zero = self.emit.compare(Predicate::IntEq, high_before, zero);
        let is_over = self.emit.binary(BinaryOp::And, is_low_zero, is_high_zero);
        let body = self.emit.add_block();
        self.leave_to(merge)?;
        self.emit.branch_if(is_over, merge, body);
        self.emit.switch_to(body);
        let low_after = self.emit.binary(BinaryOp::Sub, low_before, one);
        self.slots.set(low, low_after)?;
        let borrow = self.emit.select(is_low_zero, one, zero);
        let high_after = self.emit.binary(BinaryOp::Sub, high_before, borrow);
        self.slots.set(high, high_after)
    }

    pub(super) fn switch(&mut self, selector: Handle<Expression>, cases: &[SwitchCase]) -> Result<()> {
        let selector = self.scalar(selector)?;
        let number = |case: &SwitchCase| match case.value {
            SwitchValue::I32(number) => Some(i64::from(number)),
            SwitchValue::U32(number) => Some(i64::from(number.cast_signed())),
            SwitchValue::Default => None,
        };
        let numbers: Vec<[i64; 1]> =
            cases.iter().filter_map(|case| number(case).map(|number| [number])).collect();
        let lists: Vec<&[i64]> = numbers.iter().map(<[i64; 1]>::as_slice).collect();
        let before = self.emit.block();
        let construct = self.emit.begin_switch(selector, &lists)?;
        let blocks: Vec<BlockId> = (0..=lists.len()).filter_map(|index| construct.case(index)).collect();
        self.slots.open(blocks.iter().copied().chain([construct.merge()]));
        blocks.into_iter().try_for_each(|block| self.slots.add_edge(before, block))?;
        // The default case has the last index, wherever it is in the list.
        let mut others = 0..lists.len();
        let indices: Vec<usize> = cases
            .iter()
            .map(|case| number(case).and_then(|_| others.next()).unwrap_or(lists.len()))
            .collect();
        let continuing = self.frame.targets.last().and_then(|outer| outer.continuing);
        self.frame.targets.push(Targets { merge: construct.merge(), continuing });
        let merge = construct.merge();
        for (at, (case, index)) in cases.iter().zip(&indices).enumerate() {
            self.leave_to(merge)?;
            self.emit.begin_case(&construct, *index)?;
            let block = self.emit.block();
            self.slots.enter(&mut self.emit, block)?;
            self.block(&case.body)?;
            if case.fall_through {
                let next = indices.get(at + 1).and_then(|next| construct.case(*next));
                self.jump(next.unwrap_or(merge))?;
            }
        }
        self.leave_to(merge)?;
        self.emit.end_switch(construct)?;
        self.slots.close(&mut self.emit, merge)?;
        self.frame.targets.pop();
        Ok(())
    }

    pub(super) fn break_statement(&mut self) -> Result<()> {
        let targets = self.frame.targets.last().copied();
        let merge = targets.map(|targets| targets.merge);
        self.jump(merge.ok_or_else(|| Fault::malformed("a break outside of loops"))?)
    }

    pub(super) fn continue_statement(&mut self) -> Result<()> {
        let targets = self.frame.targets.last().copied();
        let continuing = targets.and_then(|targets| targets.continuing);
        self.jump(continuing.ok_or_else(|| Fault::malformed("a continue outside of loops"))?)
    }

    /// Emits a loop with an index from `first` on, in steps of `step`, as long as the index is less than `end`.
    pub(super) fn counted(
        &mut self,
        (first, step, end): (Value, Value, Value),
        mut body: impl FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let i32 = self.emit.scalar(OverloadKind::I32);
        let counter = self.slots.add(i32, first);
        let open = self.begin_loop(&[counter])?;
        let index = self.slots.get(counter)?;
        let is_inside = self.emit.compare(Predicate::IntUlt, index, end);
        let inside = self.emit.add_block();
        let merge = open.construct.merge();
        self.leave_to(merge)?;
        self.emit.branch_if(is_inside, inside, merge);
        self.emit.switch_to(inside);
        body(self, index)?;
        self.begin_continuing(&open)?;
        let next = self.emit.binary(BinaryOp::Add, index, step);
        self.slots.set(counter, next)?;
        self.end_loop(open, None)
    }
}
