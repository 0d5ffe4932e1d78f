//! Subgroup operations: DXIL's wave and quad operations. Separate from other statements because the lanes of a subgroup
//! communicate.

use dxil::emit::Operand;
use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Value};
use naga::{
    CollectiveOperation, Direction, Expression, GatherMode, Handle, Scalar, ScalarKind, SubgroupOperation,
};

use crate::error::{Fault, Result};
use crate::lower::frame::Lowered;
use crate::lower::lowering::Lower;
use crate::lower::numeric::{add, map1, multiply, overload, resize};

/// `WaveOpKind` and `WaveBitOpKind` of DXIL.
const SUM: i32 = 0;
const PRODUCT: i32 = 1;
const MIN: i32 = 2;
const MAX: i32 = 3;
const AND: i32 = 0;
const OR: i32 = 1;
const XOR: i32 = 2;

impl Lower<'_, '_> {
    /// A vector of four words, with a bit for each lane of which the predicate is true.
    pub(super) fn subgroup_ballot(
        &mut self,
        result: Handle<Expression>,
        predicate: Option<Handle<Expression>>,
    ) -> Result<()> {
        let predicate = match predicate {
            Some(predicate) => self.scalar(predicate)?.into(),
            None => Operand::from(true),
        };
        let ballot = self.emit.op(Opcode::WAVE_ACTIVE_BALLOT, None, [predicate])?;
        let words = self.emit.members(ballot, 4)?;
        self.frame.define(result, Lowered::Values(words.into()));
        Ok(())
    }

    /// Reads the argument of another lane.
    pub(super) fn subgroup_gather(
        &mut self,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let argument = self.numeric(argument)?;
        let kind = overload(argument.scalar);
        let (opcode, lane) = match mode {
            GatherMode::BroadcastFirst => (Opcode::WAVE_READ_LANE_FIRST, None),
            GatherMode::Broadcast(lane) | GatherMode::Shuffle(lane) => {
                (Opcode::WAVE_READ_LANE_AT, Some(self.scalar(lane)?.into()))
            }
            GatherMode::ShuffleDown(delta) => {
                (Opcode::WAVE_READ_LANE_AT, Some(self.relative_lane(BinaryOp::Add, delta)?))
            }
            GatherMode::ShuffleUp(delta) => {
                (Opcode::WAVE_READ_LANE_AT, Some(self.relative_lane(BinaryOp::Sub, delta)?))
            }
            GatherMode::ShuffleXor(mask) => {
                (Opcode::WAVE_READ_LANE_AT, Some(self.relative_lane(BinaryOp::Xor, mask)?))
            }
            GatherMode::QuadBroadcast(lane) => (Opcode::QUAD_READ_LANE_AT, Some(self.scalar(lane)?.into())),
            GatherMode::QuadSwap(direction) => {
                let across = match direction {
                    Direction::X => 0,
                    Direction::Y => 1,
                    Direction::Diagonal => 2,
                };
                (Opcode::QUAD_OP, Some(Operand::Int(across)))
            }
        };
        let values = map1(&mut self.emit, &argument, |emit, component| {
            emit.op(opcode, kind, [Operand::from(component)].into_iter().chain(lane))
        })?;
        self.frame.define(result, Lowered::Values(values.into()));
        Ok(())
    }

    /// The index of another lane: an operation on the index of this lane.
    fn relative_lane(&mut self, op: BinaryOp, operand: Handle<Expression>) -> Result<Operand> {
        let operand = self.scalar(operand)?;
        let lane = self.emit.op(Opcode::WAVE_GET_LANE_INDEX, None, dxil::emit::NO_ARGUMENTS)?;
        Ok(self.emit.binary(op, lane, operand).into())
    }

    /// Combines the arguments of all lanes, or of the lanes up to this one.
    pub(super) fn subgroup_collective(
        &mut self,
        (operation, collective): (SubgroupOperation, CollectiveOperation),
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let argument = self.numeric(argument)?;
        let scalar = argument.scalar;
        let mut values = Vec::with_capacity(argument.components.len());
        for component in argument.components.iter() {
            values.push(self.combined_lanes((operation, collective), scalar, *component)?);
        }
        self.frame.define(result, Lowered::Values(values.into()));
        Ok(())
    }

    fn combined_lanes(
        &mut self,
        (operation, collective): (SubgroupOperation, CollectiveOperation),
        scalar: Scalar,
        value: Value,
    ) -> Result<Value> {
        use CollectiveOperation as C;
        use SubgroupOperation as S;
        let kind = overload(scalar);
        let is_unsigned = Operand::from(scalar.kind == ScalarKind::Uint || scalar.kind == ScalarKind::Bool);
        let bits = |op: i32| (Opcode::WAVE_ACTIVE_BIT, vec![value.into(), op.into()]);
        let numbers = |opcode: Opcode, op: i32| (opcode, vec![value.into(), op.into(), is_unsigned]);
        let (opcode, arguments) = match (operation, collective) {
            (S::All, C::Reduce) => (Opcode::WAVE_ALL_TRUE, vec![value.into()]),
            (S::Any, C::Reduce) => (Opcode::WAVE_ANY_TRUE, vec![value.into()]),
            (S::And | S::Or | S::Xor, C::Reduce) if scalar.kind == ScalarKind::Bool => {
                return self.combined_bools(operation, value);
            }
            (S::And, C::Reduce) => bits(AND),
            (S::Or, C::Reduce) => bits(OR),
            (S::Xor, C::Reduce) => bits(XOR),
            (S::Add, C::Reduce) => numbers(Opcode::WAVE_ACTIVE_OP, SUM),
            (S::Mul, C::Reduce) => numbers(Opcode::WAVE_ACTIVE_OP, PRODUCT),
            (S::Min, C::Reduce) => numbers(Opcode::WAVE_ACTIVE_OP, MIN),
            (S::Max, C::Reduce) => numbers(Opcode::WAVE_ACTIVE_OP, MAX),
            (S::Add, _) => numbers(Opcode::WAVE_PREFIX_OP, SUM),
            (S::Mul, _) => numbers(Opcode::WAVE_PREFIX_OP, PRODUCT),
            (operation, collective) => {
                let what = format!("the subgroup operation {operation:?} as {collective:?}");
                return Err(Fault::unsupported(what, "use a sum, a product or a reduction"));
            }
        };
        let overload = if let S::All | S::Any = operation { None } else { Some(kind.into()) };
        let combined = self.emit.op(opcode, overload, arguments)?;
        // The operations of DXIL exclude this lane.
        Ok(match (operation, collective) {
            (S::Add, C::InclusiveScan) => add(&mut self.emit, combined, value),
            (S::Mul, C::InclusiveScan) => multiply(&mut self.emit, combined, value),
            _ => combined,
        })
    }

    fn combined_bools(&mut self, operation: SubgroupOperation, value: Value) -> Result<Value> {
        let word = Scalar { kind: ScalarKind::Uint, width: 4 };
        let extended = resize(&mut self.emit, Scalar { kind: ScalarKind::Bool, width: 1 }, value, word);
        let combined = self.combined_lanes((operation, CollectiveOperation::Reduce), word, extended)?;
        Ok(self.loaded(combined, Scalar { kind: ScalarKind::Bool, width: 1 }))
    }
}
