//! Conversions between scalar types. Separate from arithmetic because conversions of floats to integers saturate.

use dxil_ir::builder::Build as _;
use dxil_ir::{CastOp, Predicate, Value};
use naga::{Expression, Handle, Literal, Scalar, ScalarKind};

use crate::error::{Fault, Result};
use crate::lower::lowering::Lower;
use crate::lower::numeric::{self, constant, is_float, is_signed, scalar_type};

impl Lower<'_, '_> {
    /// Converts each component, or reinterprets its bits if `width` is `None`.
    pub(super) fn converted(
        &mut self,
        operand: Handle<Expression>,
        kind: ScalarKind,
        width: Option<u8>,
    ) -> Result<Vec<Value>> {
        let value = self.numeric(operand)?;
        let from = value.scalar;
        let to = Scalar { kind, width: width.unwrap_or(from.width) };
        value
            .components
            .iter()
            .map(|component| match width {
                Some(_) => self.convert(*component, from, to),
                None => Ok(self.reinterpret(*component, from, to)),
            })
            .collect()
    }

    fn reinterpret(&mut self, value: Value, from: Scalar, to: Scalar) -> Value {
        match is_float(from) == is_float(to) {
            true => value,
            false => {
                let ty = scalar_type(&mut self.emit, to);
                self.emit.cast(CastOp::Bitcast, value, ty)
            }
        }
    }

    fn convert(&mut self, value: Value, from: Scalar, to: Scalar) -> Result<Value> {
        use ScalarKind as K;
        if from == to {
            return Ok(value);
        }
        let emit = &mut self.emit;
        let ty = scalar_type(emit, to);
        let op = match (from.kind, to.kind) {
            (_, K::Bool) => {
                let zero = constant(emit, from, 0.0);
                let predicate = if is_float(from) { Predicate::FloatUne } else { Predicate::IntNe };
                return Ok(emit.compare(predicate, value, zero));
            }
            (K::Bool, K::Float) => {
                let (one, zero) = (constant(emit, to, 1.0), constant(emit, to, 0.0));
                return Ok(emit.select(value, one, zero));
            }
            (K::Bool, _) => CastOp::ZExt,
            (K::Float, K::Float) if to.width > from.width => CastOp::FpExt,
            (K::Float, K::Float) => CastOp::FpTrunc,
            (K::Float, _) => return self.saturated(value, from, to),
            (K::Sint, K::Float) => CastOp::SiToFp,
            (_, K::Float) => CastOp::UiToFp,
            _ => return Ok(numeric::resize(emit, from, value, to)),
        };
        Ok(emit.cast(op, value, ty))
    }

    /// A float as the nearest integer toward zero that the type has. A NaN becomes the smallest integer.
    fn saturated(&mut self, value: Value, from: Scalar, to: Scalar) -> Result<Value> {
        let (low, high) = naga::proc::min_max_float_representable_by(from, to);
        let emit = &mut self.emit;
        let bounds = [low, high].map(|bound| match bound {
            Literal::F64(bound) => Some(constant(emit, from, bound)),
            Literal::F32(bound) => Some(constant(emit, from, bound.into())),
            Literal::F16(bound) => Some(constant(emit, from, bound.to_f64())),
            _ => None,
        });
        let [Some(low), Some(high)] = bounds else {
            return Err(Fault::malformed(format!("a conversion of {from:?} to {to:?}")));
        };
        let clamped = numeric::clamp(emit, from, value, [low, high])?;
        let ty = scalar_type(emit, to);
        let op = if is_signed(to) { CastOp::FpToSi } else { CastOp::FpToUi };
        Ok(emit.cast(op, clamped, ty))
    }
}
