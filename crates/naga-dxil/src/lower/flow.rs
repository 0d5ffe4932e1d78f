//! Loops, switches and counted loops. Separate from the other statements because they keep the targets of `break` and
//! `continue`, and because loops are bounded.

use dxil::ops::OverloadKind;
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{Alignment, BinaryOp, Predicate, Value};
use naga::{Block, Expression, Handle, SwitchCase, SwitchValue};

use crate::error::{Fault, Result};
use crate::lower::frame::Targets;
use crate::lower::lowering::Lower;

impl Lower<'_, '_> {
    pub(super) fn loop_statement(
        &mut self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
    ) -> Result<()> {
        let counter = self.loop_counter();
        let construct = self.emit.begin_loop();
        if let Some(counter) = counter {
            self.count_iteration(counter, construct.merge());
        }
        let targets = Targets { merge: construct.merge(), continuing: Some(construct.continuing()) };
        self.frame.targets.push(targets);
        self.block(body)?;
        self.emit.begin_continuing(&construct)?;
        self.block(continuing)?;
        let break_if = match break_if {
            Some(condition) => Some(self.scalar(condition)?),
            None => None,
        };
        self.emit.end_loop(construct, break_if)?;
        self.frame.targets.pop();
        Ok(())
    }

    /// Two dwords that bound the iterations of a loop: the remaining iterations, the low dword first.
    fn loop_counter(&mut self) -> Option<[Value; 2]> {
        if !self.subject.options.bindings.force_loop_bounding {
            return None;
        }
        let i32 = self.emit.scalar(OverloadKind::I32);
        let counter = [(); 2].map(|()| self.emit.local(i32));
        let all = self.emit.int(i32, -1);
        for dword in counter {
            self.emit.store(all, dword, Alignment::bytes(4));
        }
        Some(counter)
    }

    /// Leaves the loop after 2^64 - 1 iterations. Drivers assume that loops end, and remove code after those that do
    /// not. The counter counts down, as in naga's HLSL: a driver of Intel hung if it counted up.
    fn count_iteration(&mut self, [low, high]: [Value; 2], merge: dxil_ir::BlockId) {
        let i32 = self.emit.scalar(OverloadKind::I32);
        let four = Alignment::bytes(4);
        let (zero, one) = (self.emit.value(0), self.emit.value(1));
        let [low_before, high_before] = [low, high].map(|dword| self.emit.load(i32, dword, four));
        let is_low_zero = self.emit.compare(Predicate::IntEq, low_before, zero);
        let is_high_zero = self.emit.compare(Predicate::IntEq, high_before, zero);
        let is_over = self.emit.binary(BinaryOp::And, is_low_zero, is_high_zero);
        let body = self.emit.add_block();
        self.emit.branch_if(is_over, merge, body);
        self.emit.switch_to(body);
        let low_after = self.emit.binary(BinaryOp::Sub, low_before, one);
        self.emit.store(low_after, low, four);
        let borrow = self.emit.select(is_low_zero, one, zero);
        let high_after = self.emit.binary(BinaryOp::Sub, high_before, borrow);
        self.emit.store(high_after, high, four);
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
        let construct = self.emit.begin_switch(selector, &lists)?;
        // The default case has the last index, wherever it is in the list.
        let mut others = 0..lists.len();
        let indices: Vec<usize> = cases
            .iter()
            .map(|case| number(case).and_then(|_| others.next()).unwrap_or(lists.len()))
            .collect();
        let continuing = self.frame.targets.last().and_then(|outer| outer.continuing);
        self.frame.targets.push(Targets { merge: construct.merge(), continuing });
        for (at, (case, index)) in cases.iter().zip(&indices).enumerate() {
            self.emit.begin_case(&construct, *index)?;
            self.block(&case.body)?;
            if case.fall_through {
                let next = indices.get(at + 1).and_then(|next| construct.case(*next));
                self.emit.jump(next.unwrap_or(construct.merge()));
            }
        }
        self.emit.end_switch(construct)?;
        self.frame.targets.pop();
        Ok(())
    }

    pub(super) fn break_statement(&mut self) -> Result<()> {
        let targets = self.frame.targets.last().copied();
        let merge = targets.map(|targets| targets.merge);
        self.emit.jump(merge.ok_or_else(|| Fault::malformed("a break outside of loops"))?);
        Ok(())
    }

    pub(super) fn continue_statement(&mut self) -> Result<()> {
        let targets = self.frame.targets.last().copied();
        let continuing = targets.and_then(|targets| targets.continuing);
        self.emit.jump(continuing.ok_or_else(|| Fault::malformed("a continue outside of loops"))?);
        Ok(())
    }

    /// Emits a loop with an index from `first` on, in steps of `step`, as long as the index is less than `end`.
    pub(super) fn counted(
        &mut self,
        (first, step, end): (Value, Value, Value),
        mut body: impl FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let i32 = self.emit.scalar(OverloadKind::I32);
        let counter = self.emit.local(i32);
        self.emit.store(first, counter, Alignment::bytes(4));
        let construct = self.emit.begin_loop();
        let index = self.emit.load(i32, counter, Alignment::bytes(4));
        let is_inside = self.emit.compare(Predicate::IntUlt, index, end);
        let inside = self.emit.add_block();
        self.emit.branch_if(is_inside, inside, construct.merge());
        self.emit.switch_to(inside);
        body(self, index)?;
        let next = self.emit.binary(BinaryOp::Add, index, step);
        self.emit.store(next, counter, Alignment::bytes(4));
        self.emit.end_loop(construct, None)?;
        Ok(())
    }
}
