//! Expansion of loads of inputs and stores of outputs with vector types to one call for each column. Separate because
//! only the column differs between the calls.
//!
//! Part of pass `dxil-intrinsic-expansion`.

use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use super::{Expanded, Expansion};
use crate::error::Result;

/// The number of columns of a signature element.
const COLUMNS: i64 = 4;

impl Expansion<'_, '_, '_> {
    /// Expands a call of `llvm.dx.load.input` with a vector result.
    pub(super) fn load_input(&mut self, arguments: &[Value]) -> Result<Expanded> {
        let Some(count) = self.lanes(self.ty) else { return Ok(Expanded::Stays) };
        let &[operation, element, row, first, vertex] = arguments else { return Ok(Expanded::Stays) };
        let scalar = self.editor.context().types.scalar(self.ty);
        let mut lanes = Vec::new();
        for lane in 0..count {
            let column = self.column(first, lane)?;
            let operands = [operation, element, row, column, vertex];
            lanes.push(self.intrinsic_of("llvm.dx.load.input", &operands, &[scalar])?);
        }
        self.vector(self.ty, &lanes).map(Expanded::Value)
    }

    /// Expands a call of `llvm.dx.store.output` with a vector operand.
    pub(super) fn store_output(&mut self, arguments: &[Value]) -> Result<Expanded> {
        let &[operation, element, row, first, vertex, value] = arguments else { return Ok(Expanded::Stays) };
        let Some(count) = self.lanes(self.type_of(value)?) else { return Ok(Expanded::Stays) };
        for lane in 0..count {
            let column = self.column(first, lane)?;
            let scalar = self.lane(value, lane)?;
            let operands = [operation, element, row, column, vertex, scalar];
            self.intrinsic_of("llvm.dx.store.output", &operands, &[])?;
        }
        Ok(Expanded::Erased)
    }

    /// Returns the column of a lane as a constant `i8`: the column of lane 0 plus `lane`. A column above 3 is an error.
    fn column(&mut self, first: Value, lane: u64) -> Result<Value> {
        let known = self.editor.context().signed_integer(first);
        let column = known.and_then(|first| first.checked_add_unsigned(lane));
        let column = column.ok_or_else(|| self.refuse("signature element column is not a constant"))?;
        if !(0..COLUMNS).contains(&column) {
            return Err(self.refuse(format!("signature element column is {column}, expected 0 to 3")));
        }
        let byte = self.editor.module().types.int(8);
        Ok(self.editor.int(byte, column))
    }
}
