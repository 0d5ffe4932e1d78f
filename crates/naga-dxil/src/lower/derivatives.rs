//! Derivatives of fragment shaders. Separate because they communicate with the other threads of a quad.

use dxil::ops::Opcode;
use dxil_ir::Value;
use naga::{DerivativeAxis, DerivativeControl, Expression, Handle};

use crate::error::Result;
use crate::lower::lowering::Lower;
use crate::lower::numeric::{add, map1, overload};

impl Lower<'_, '_> {
    pub(super) fn derivative(
        &mut self,
        axis: DerivativeAxis,
        control: DerivativeControl,
        operand: Handle<Expression>,
    ) -> Result<Vec<Value>> {
        let value = self.numeric(operand)?;
        let kind = overload(value.scalar);
        let (x, y) = match control {
            DerivativeControl::Fine => (Opcode::DERIV_FINE_X, Opcode::DERIV_FINE_Y),
            DerivativeControl::Coarse | DerivativeControl::None => {
                (Opcode::DERIV_COARSE_X, Opcode::DERIV_COARSE_Y)
            }
        };
        Ok(map1(&mut self.emit, &value, |emit, component| match axis {
            DerivativeAxis::X => emit.op(x, kind, [component]),
            DerivativeAxis::Y => emit.op(y, kind, [component]),
            DerivativeAxis::Width => {
                let x = emit.op(x, kind, [component])?;
                let y = emit.op(y, kind, [component])?;
                let x = emit.op(Opcode::FABS, kind, [x])?;
                let y = emit.op(Opcode::FABS, kind, [y])?;
                Ok(add(emit, x, y))
            }
        })?)
    }
}
