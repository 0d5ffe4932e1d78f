//! Lowers loads from constant buffers to `llvm.dx.resource.load.cbufferrow`, for pass `dxil-resource-access`. Separate
//! because only constant buffers are loaded in rows of 16 bytes.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Predicate, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::Bytes;
use crate::lower::memory::resource_access::Access;

/// Size of a row of a constant buffer, in bytes.
const ROW: u64 = 16;

impl Access<'_, '_, '_> {
    /// Loads a value of type `ty`, which is a scalar or a vector of `count` lanes, `delta` bytes after the address.
    /// `size` is the size of the constant buffer in bytes.
    ///
    /// # Errors
    ///
    /// The offset is constant, and the load exceeds the constant buffer or is not aligned to the size of a lane.
    pub(in crate::lower) fn load_constants(
        &mut self,
        ty: TypeId,
        (lane, count): (TypeId, u64),
        delta: &Bytes,
        size: u64,
    ) -> Result<Value> {
        let bytes =
            Bytes::of_value(self.editor.context(), self.address.index).and(&self.address.bytes).and(delta);
        let lane_size = self.size(lane);
        if bytes.terms.is_empty() {
            let last = i128::from(bytes.constant) + i128::from(lane_size) * i128::from(count);
            if bytes.constant < 0 || last > i128::from(size) {
                let wanted = lane_size * count;
                return Err(self.refuse(format!(
                    "load of {wanted} bytes at byte {} exceeds the constant buffer, which has {size} bytes",
                    bytes.constant
                )));
            }
        }
        if !bytes.alignment(self.editor).is_multiple_of(lane_size) && bytes.terms.is_empty() {
            let at = bytes.constant;
            return Err(self.refuse(format!(
                "load of {lane_size} bytes at byte {at} of a constant buffer is not aligned to {lane_size} \
                 bytes"
            )));
        }
        let mut rows = Vec::new();
        let mut lanes = Vec::new();
        for index in 0..count {
            let offset = bytes.clone().plus((index * lane_size).saturating_as::<i64>());
            lanes.push(self.load_constant(lane, lane_size, &offset, &mut rows)?);
        }
        self.vector(ty, &lanes)
    }

    /// Loads one scalar of `size` bytes, at a byte offset from the start of the constant buffer. `rows` caches the rows
    /// that the same access has loaded, by the constant part of the byte offset of the row.
    fn load_constant(
        &mut self,
        lane: TypeId,
        size: u64,
        offset: &Bytes,
        rows: &mut Vec<(i64, Value)>,
    ) -> Result<Value> {
        let per_row = ROW / size.clamp(1, ROW);
        let are_terms_multiples_of_rows = Bytes::of_terms(&offset.terms, 0).alignment(self.editor) >= ROW;
        if are_terms_multiples_of_rows {
            let inside = offset.constant.rem_euclid(16);
            let row = offset.constant - inside;
            let loaded = match rows.iter().find(|known| known.0 == row) {
                Some(known) => known.1,
                None => {
                    let index = offset.clone().plus(-inside).value(self.editor, ROW)?;
                    let loaded = self.row(lane, per_row, index)?;
                    rows.push((row, loaded));
                    loaded
                }
            };
            let component = u32::try_from(inside).unwrap_or(0) / u32::try_from(size).unwrap_or(1);
            return self.editor.extract_value(loaded, &[component]).map_err(invalid);
        }
        // The component of the row is not a constant, so selects choose it.
        let i32 = self.i32();
        let byte = offset.value(self.editor, 1)?;
        let four = self.editor.int(i32, 4);
        let index = self.editor.binary(BinaryOp::LShr, byte, four);
        let loaded = self.row(lane, per_row, index)?;
        let shift = self.editor.int(i32, i64::from(size.trailing_zeros()));
        let shifted = self.editor.binary(BinaryOp::LShr, byte, shift);
        let mask = self.editor.int(i32, i64::try_from(per_row).unwrap_or(1) - 1);
        let component = self.editor.binary(BinaryOp::And, shifted, mask);
        let mut value = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
        for number in 1..u32::try_from(per_row).unwrap_or(1) {
            let other = self.editor.extract_value(loaded, &[number]).map_err(invalid)?;
            let number = self.editor.int(i32, number.into());
            let is_equal = self.editor.compare(Predicate::IntEq, component, number);
            value = self.editor.select(is_equal, other, value);
        }
        Ok(value)
    }

    /// Loads the row `index`: a structure of `per_row` (2, 4 or 8) scalars of type `lane`.
    fn row(&mut self, lane: TypeId, per_row: u64, index: Value) -> Result<Value> {
        let name = match per_row {
            2 => "llvm.dx.resource.load.cbufferrow.2",
            4 => "llvm.dx.resource.load.cbufferrow.4",
            _ => "llvm.dx.resource.load.cbufferrow.8",
        };
        let results = vec![lane; usize::try_from(per_row).unwrap_or(0)];
        let loaded = self.call(name, &[self.address.resource, index], &results)?;
        // The row has the name of the load, as in LLVM.
        let of_load = self.editor.name_of(Value::from(self.id)).map(|name| format!("{name}.load"));
        if let (Some(name), ValueKind::Instruction(_)) = (of_load, loaded.kind()) {
            self.editor.name(loaded, &name);
        }
        Ok(loaded)
    }
}
