//! Statements, except the flow of control. Each statement that fails is named by its location.

use dxil::emit::{AtomicOp, BarrierMode, UavScope};
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::{Predicate, Value};
use naga::{AtomicFunction, Barrier, Block, Expression, Handle, Scalar, ScalarKind, Statement};

use crate::error::{Fault, Result};
use crate::lower::frame::Lowered;
use crate::lower::lowering::{Lower, Values};
use crate::lower::numeric::{is_float, negate};
use crate::lower::types::Ty;

impl Lower<'_, '_> {
    pub(super) fn block(&mut self, block: &Block) -> Result<()> {
        for (statement, span) in block.span_iter() {
            if self.emit.is_terminated() {
                break;
            }
            self.spend(1)?;
            self.statement(statement).map_err(|fault| fault.at(*span))?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<()> {
        use Statement as S;
        match *statement {
            S::Emit(ref range) => {
                for handle in range.clone() {
                    self.evaluate(handle)?;
                }
                Ok(())
            }
            S::Block(ref block) => self.block(block),
            S::If { condition, ref accept, ref reject } => {
                let condition = self.scalar(condition)?;
                let mut construct = self.begin_if(condition)?;
                self.block(accept)?;
                if !reject.is_empty() {
                    self.begin_else(&mut construct)?;
                    self.block(reject)?;
                }
                self.end_if(construct)
            }
            S::Switch { selector, ref cases } => self.switch(selector, cases),
            S::Loop { ref body, ref continuing, break_if } => self.loop_statement(body, continuing, break_if),
            S::Break => self.break_statement(),
            S::Continue => self.continue_statement(),
            S::Return { value } => self.return_value(value),
            // The thread becomes a helper of its quad and continues.
            S::Kill => Ok(self.emit.op(Opcode::DISCARD, None, [true]).map(drop)?),
            S::ControlBarrier(barrier) => self.barrier(barrier, true),
            S::MemoryBarrier(barrier) => self.barrier(barrier, false),
            S::Store { pointer, value } => {
                let place = self.place(pointer)?;
                let values = self.values(value)?;
                self.store(&place, &values)
            }
            S::Atomic { pointer, fun, value, result } => self.atomic_statement(pointer, fun, value, result),
            S::ImageStore { image, coordinate, array_index, value } => {
                self.image_store(image, (coordinate, array_index), value)
            }
            S::ImageAtomic { image, coordinate, array_index, fun, value } => {
                self.image_atomic(image, (coordinate, array_index), fun, value)
            }
            S::WorkGroupUniformLoad { pointer, result } => {
                let place = self.place(pointer)?;
                self.emit.barrier(BarrierMode::GROUP)?;
                let values = self.load(&place)?;
                self.emit.barrier(BarrierMode::GROUP)?;
                self.frame.define(result, Lowered::Values(values));
                Ok(())
            }
            S::Call { function, ref arguments, result } => {
                let values = self.call(function, arguments)?;
                if let (Some(result), Some(values)) = (result, values) {
                    self.frame.define(result, Lowered::Values(values));
                }
                Ok(())
            }
            S::SubgroupBallot { result, predicate } => self.subgroup_ballot(result, predicate),
            S::SubgroupGather { mode, argument, result } => self.subgroup_gather(mode, argument, result),
            S::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.subgroup_collective((op, collective_op), argument, result)
            }
            S::RayQuery { query, ref fun } => self.ray_query_function(query, fun),
            ref other => Err(Fault::unsupported(format!("{other:?}"), "use another construct")),
        }
    }

    fn barrier(&mut self, barrier: Barrier, waits: bool) -> Result<()> {
        let has_uavs = barrier.intersects(Barrier::STORAGE | Barrier::TEXTURE);
        let mode = BarrierMode {
            waits,
            group_shared: barrier.contains(Barrier::WORK_GROUP),
            uavs: if has_uavs { UavScope::Device } else { UavScope::None },
        };
        // The lanes of a subgroup execute in lockstep.
        match mode.group_shared || has_uavs {
            true => Ok(self.emit.barrier(mode)?),
            false => Ok(()),
        }
    }

    fn atomic_statement(
        &mut self,
        pointer: Handle<Expression>,
        function: AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let place = self.place(pointer)?;
        let Ty::Atomic(scalar) = place.ty else {
            return Err(Fault::malformed("an atomic operation on no atomic"));
        };
        let value = self.scalar(value)?;
        let values: Values = match function {
            AtomicFunction::Exchange { compare: Some(compared) } => {
                let compared = self.scalar(compared)?;
                let before = self.compare_exchange(&place, compared, value)?;
                let is_exchanged = self.emit.compare(Predicate::IntEq, before, compared);
                vec![before, is_exchanged].into()
            }
            AtomicFunction::Exchange { compare: None } => vec![self.exchange(&place, scalar, value)?].into(),
            _ if is_float(scalar) => vec![self.float_atomic(&place, scalar, function, value)?].into(),
            _ => {
                let (op, value) = self.atomic_operands(function, scalar, value)?;
                vec![self.atomic(&place, op, value)?].into()
            }
        };
        if let Some(result) = result {
            self.frame.define(result, Lowered::Values(values));
        }
        Ok(())
    }

    /// The operation and its value; a subtraction is an addition of the negated value.
    pub(super) fn atomic_operands(
        &mut self,
        function: AtomicFunction,
        scalar: Scalar,
        value: Value,
    ) -> Result<(AtomicOp, Value)> {
        use AtomicFunction as F;
        let is_signed = scalar.kind == ScalarKind::Sint;
        let op = match function {
            F::Add => AtomicOp::Add,
            F::Subtract => return Ok((AtomicOp::Add, negate(&mut self.emit, scalar, value))),
            F::And => AtomicOp::And,
            F::ExclusiveOr => AtomicOp::Xor,
            F::InclusiveOr => AtomicOp::Or,
            F::Min if is_signed => AtomicOp::IMin,
            F::Max if is_signed => AtomicOp::IMax,
            F::Min => AtomicOp::UMin,
            F::Max => AtomicOp::UMax,
            F::Exchange { .. } => AtomicOp::Exchange,
        };
        Ok((op, value))
    }
}
