//! Operators: unary, binary, relational and `select`. Separate from functions because WGSL defines the
//! results where LLVM's instructions have undefined behavior: division, remainder and shifts.

use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Value};
use naga::{BinaryOperator, Expression, Handle, RelationalFunction, Scalar, ScalarKind, UnaryOperator};

use crate::error::{Fault, Result};
use crate::lower::lowering::Lower;
use crate::lower::numeric::{
    self, Numeric, Shape, bit_width, constant, constant_bits, divide_floats, is_float, map1, multiply,
    overload, scalar_type, subtract,
};

impl Lower<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOperator, operand: Handle<Expression>) -> Result<Vec<Value>> {
        let value = self.numeric(operand)?;
        let scalar = value.scalar;
        Ok(map1(&mut self.emit, &value, |emit, component| {
            Ok(match op {
                UnaryOperator::Negate => numeric::negate(emit, scalar, component),
                UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => {
                    let ty = scalar_type(emit, scalar);
                    let all = emit.int(ty, -1);
                    emit.binary(BinaryOp::Xor, component, all)
                }
            })
        })?)
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Vec<Value>> {
        let (left, right) = (self.numeric(left)?, self.numeric(right)?);
        let is_matrix = |value: &Numeric| matches!(value.shape, Shape::Matrix { .. });
        if op == BinaryOperator::Multiply && (is_matrix(&left) || is_matrix(&right)) {
            return self.matrix_product(&left, &right);
        }
        let scalar = left.scalar;
        let mut values = Vec::with_capacity(left.components.len());
        for index in 0..left.components.len().max(right.components.len()) {
            let pair = [left.component(index)?, right.component(index)?];
            values.push(self.scalar_binary(op, scalar, pair)?);
        }
        Ok(values)
    }

    fn scalar_binary(&mut self, op: BinaryOperator, scalar: Scalar, [a, b]: [Value; 2]) -> Result<Value> {
        use BinaryOperator as B;
        let emit = &mut self.emit;
        let instruction = match op {
            B::Add => BinaryOp::Add,
            B::Subtract => BinaryOp::Sub,
            B::Multiply => BinaryOp::Mul,
            B::Divide if is_float(scalar) => return Ok(divide_floats(emit, a, b)),
            B::Divide => {
                let divisor = self.divisor(scalar, [a, b]);
                let op = if scalar.kind == ScalarKind::Sint { BinaryOp::SDiv } else { BinaryOp::UDiv };
                return Ok(self.emit.binary(op, a, divisor));
            }
            B::Modulo => return self.remainder(scalar, [a, b]),
            B::And | B::LogicalAnd => BinaryOp::And,
            B::InclusiveOr | B::LogicalOr => BinaryOp::Or,
            B::ExclusiveOr => BinaryOp::Xor,
            B::ShiftLeft | B::ShiftRight => {
                let op = match (op, scalar.kind) {
                    (B::ShiftLeft, _) => BinaryOp::Shl,
                    (_, ScalarKind::Sint) => BinaryOp::AShr,
                    _ => BinaryOp::LShr,
                };
                let count = self.shift_count(scalar, b)?;
                return Ok(self.emit.binary(op, a, count));
            }
            comparison => {
                let predicate = predicate(comparison, scalar.kind)
                    .ok_or_else(|| Fault::malformed(format!("the operator {comparison:?} on {scalar:?}")))?;
                return Ok(emit.compare(predicate, a, b));
            }
        };
        Ok(emit.binary(instruction, a, b))
    }

    /// The count of a shift: an integer of 32 bits, whose bits beyond the width of the value are ignored.
    fn shift_count(&mut self, scalar: Scalar, count: Value) -> Result<Value> {
        let emit = &mut self.emit;
        let (ty, found) = (scalar_type(emit, scalar), emit.type_of(count)?);
        let count = match (bit_width(scalar), found == ty) {
            (_, true) => count,
            (64, false) => emit.cast(CastOp::ZExt, count, ty),
            _ => emit.cast(CastOp::Trunc, count, ty),
        };
        let mask = emit.int(ty, i64::from(bit_width(scalar)) - 1);
        Ok(emit.binary(BinaryOp::And, count, mask))
    }

    /// The divisor of a division of integers: 1 for a division by zero, and for the smallest integer by -1.
    fn divisor(&mut self, scalar: Scalar, [dividend, divisor]: [Value; 2]) -> Value {
        let emit = &mut self.emit;
        let (zero, one) = (constant(emit, scalar, 0.0), constant(emit, scalar, 1.0));
        let mut is_bad = emit.compare(Predicate::IntEq, divisor, zero);
        if scalar.kind == ScalarKind::Sint {
            let smallest = constant_bits(emit, scalar, 1 << (bit_width(scalar) - 1));
            let minus_one = constant(emit, scalar, -1.0);
            let is_smallest = emit.compare(Predicate::IntEq, dividend, smallest);
            let is_minus_one = emit.compare(Predicate::IntEq, divisor, minus_one);
            let overflows = emit.binary(BinaryOp::And, is_smallest, is_minus_one);
            is_bad = emit.binary(BinaryOp::Or, is_bad, overflows);
        }
        emit.select(is_bad, one, divisor)
    }

    /// The remainder, with the sign of the dividend.
    fn remainder(&mut self, scalar: Scalar, [a, b]: [Value; 2]) -> Result<Value> {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 8) => Ok(self.emit.binary(BinaryOp::SRem, a, b)),
            (ScalarKind::Float, _) => {
                let emit = &mut self.emit;
                let quotient = divide_floats(emit, a, b);
                let whole = emit.op(Opcode::ROUND_Z, overload(scalar), [quotient])?;
                let product = multiply(emit, b, whole);
                Ok(subtract(emit, a, product))
            }
            (ScalarKind::Sint, _) => {
                let divisor = self.divisor(scalar, [a, b]);
                Ok(self.emit.binary(BinaryOp::SRem, a, divisor))
            }
            _ => {
                let divisor = self.divisor(scalar, [a, b]);
                Ok(self.emit.binary(BinaryOp::URem, a, divisor))
            }
        }
    }

    pub(super) fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<Vec<Value>> {
        let condition = self.numeric(condition)?;
        let (accept, reject) = (self.values(accept)?, self.values(reject)?);
        let mut chosen = Vec::with_capacity(accept.len());
        for (index, (accept, reject)) in accept.iter().zip(reject.iter()).enumerate() {
            let condition = condition.component(index)?;
            chosen.push(self.emit.select(condition, *accept, *reject));
        }
        Ok(chosen)
    }

    pub(super) fn relational(
        &mut self,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<Vec<Value>> {
        use RelationalFunction as R;
        let value = self.numeric(argument)?;
        let scalar = value.scalar;
        let op = match function {
            R::All => BinaryOp::And,
            R::Any => BinaryOp::Or,
            R::IsNan => {
                return Ok(map1(&mut self.emit, &value, |emit, each| {
                    Ok(emit.compare(Predicate::FloatUno, each, each))
                })?);
            }
            R::IsInf => {
                return Ok(map1(&mut self.emit, &value, |emit, each| {
                    let infinity = constant(emit, scalar, f64::INFINITY);
                    let magnitude = emit.op(Opcode::FABS, overload(scalar), [each])?;
                    Ok(emit.compare(Predicate::FloatOeq, magnitude, infinity))
                })?);
            }
        };
        let (first, rest) =
            value.components.split_first().ok_or_else(|| Fault::malformed("an empty vector"))?;
        Ok(vec![rest.iter().fold(*first, |all, each| self.emit.binary(op, all, *each))])
    }
}

/// The predicate of a comparison. A comparison with a NaN is false, except for `!=`.
fn predicate(op: BinaryOperator, kind: ScalarKind) -> Option<Predicate> {
    use BinaryOperator as B;
    use Predicate as P;
    Some(match (op, kind) {
        (B::Equal, ScalarKind::Float) => P::FloatOeq,
        (B::NotEqual, ScalarKind::Float) => P::FloatUne,
        (B::Less, ScalarKind::Float) => P::FloatOlt,
        (B::LessEqual, ScalarKind::Float) => P::FloatOle,
        (B::Greater, ScalarKind::Float) => P::FloatOgt,
        (B::GreaterEqual, ScalarKind::Float) => P::FloatOge,
        (B::Equal, _) => P::IntEq,
        (B::NotEqual, _) => P::IntNe,
        (B::Less, ScalarKind::Sint) => P::IntSlt,
        (B::LessEqual, ScalarKind::Sint) => P::IntSle,
        (B::Greater, ScalarKind::Sint) => P::IntSgt,
        (B::GreaterEqual, ScalarKind::Sint) => P::IntSge,
        (B::Less, _) => P::IntUlt,
        (B::LessEqual, _) => P::IntUle,
        (B::Greater, _) => P::IntUgt,
        (B::GreaterEqual, _) => P::IntUge,
        _ => return None,
    })
}
