//! Inputs and outputs of several columns, as one for each. Separate because the column is the only thing that differs
//! from lane to lane.

use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use super::{Expanded, Expansion};
use crate::error::Result;

/// The columns of a signature.
const COLUMNS: i64 = 4;

impl Expansion<'_, '_, '_> {
    pub(super) fn load_input(&mut self, arguments: &[Value]) -> Result<Expanded> {
        let Some(count) = self.lanes(self.ty) else { return Ok(Expanded::Stays) };
        let &[operation, element, row, first, vertex] = arguments else { return Ok(Expanded::Stays) };
        let scalar = self.editor.context().types.scalar(self.ty);
        let mut lanes = Vec::new();
        for lane in 0..count {
            let column = self.column(first, lane)?;
            let one = [operation, element, row, column, vertex];
            lanes.push(self.intrinsic_of("llvm.dx.load.input", &one, &[scalar])?);
        }
        self.vector(self.ty, &lanes).map(Expanded::Value)
    }

    pub(super) fn store_output(&mut self, arguments: &[Value]) -> Result<Expanded> {
        let &[operation, element, row, first, vertex, value] = arguments else { return Ok(Expanded::Stays) };
        let Some(count) = self.lanes(self.type_of(value)?) else { return Ok(Expanded::Stays) };
        for lane in 0..count {
            let column = self.column(first, lane)?;
            let one = self.lane(value, lane)?;
            let all = [operation, element, row, column, vertex, one];
            self.intrinsic_of("llvm.dx.store.output", &all, &[])?;
        }
        Ok(Expanded::Nothing)
    }

    /// The column of a lane, of which the first is in this one.
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
