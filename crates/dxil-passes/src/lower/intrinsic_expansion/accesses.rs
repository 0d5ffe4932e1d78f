//! Accesses of 64 bits, where there are only those of 32. Separate because nothing else reads or writes.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, CastOp, TypeId, Value, ValueKind};

use super::{Expanded, Expansion};
use crate::error::{Result, invalid};

/// The version of DXIL from which on numbers of 64 bits are read from raw buffers.
const RAW_64_BIT: (u32, u32) = (1, 3);

impl Expansion<'_, '_, '_> {
    fn is_wide(&self, ty: TypeId) -> bool {
        self.bits(ty) == 64
    }

    /// Two words as a number of 64 bits.
    fn joined(&mut self, low: Value, high: Value, ty: TypeId) -> Result<Value> {
        if self.editor.context().types.is_float(ty) {
            return self.intrinsic("llvm.dx.asdouble", &[low, high], ty);
        }
        let (low, high) = (self.editor.cast(CastOp::ZExt, low, ty), self.editor.cast(CastOp::ZExt, high, ty));
        let shift = self.int(ty, 32);
        let high = self.binary(BinaryOp::Shl, high, shift);
        Ok(self.or(low, high))
    }

    /// The two words of a number of 64 bits.
    fn split(&mut self, value: Value) -> Result<[Value; 2]> {
        let ty = self.type_of(value)?;
        let i32 = self.editor.module().types.int(32);
        if self.editor.context().types.is_float(ty) {
            let both = self.intrinsic_of("llvm.dx.splitdouble", &[value], &[i32, i32])?;
            let low = self.editor.extract_value(both, &[0]).map_err(invalid)?;
            return Ok([low, self.editor.extract_value(both, &[1]).map_err(invalid)?]);
        }
        let shift = self.int(ty, 32);
        let high = self.binary(BinaryOp::LShr, value, shift);
        Ok([self.editor.cast(CastOp::Trunc, value, i32), self.editor.cast(CastOp::Trunc, high, i32)])
    }

    /// The element that a read gives, if it is of numbers of 64 bits.
    fn wide_element(&self) -> Option<TypeId> {
        let element = *self.editor.context().types.members(self.ty)?.first()?;
        self.is_wide(element).then_some(element)
    }

    pub(super) fn load_typed(&mut self, resource: Value, index: Value) -> Result<Expanded> {
        let Some(element) = self.wide_element() else { return Ok(Expanded::Stays) };
        let count = self.lanes(element).unwrap_or(1);
        let types = &mut self.editor.module().types;
        let (i32, bit) = (types.int(32), types.int(1));
        let words = types.vector(i32, 2 * count);
        let loaded =
            self.intrinsic_of("llvm.dx.resource.load.typedbuffer", &[resource, index], &[words, bit])?;
        let all = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
        let status = self.editor.extract_value(loaded, &[1]).map_err(invalid)?;
        let words = self.all_lanes(all)?;
        let value = self.joined_all(&words, element)?;
        self.pair(value, status).map(Expanded::Value)
    }

    fn joined_all(&mut self, words: &[Value], element: TypeId) -> Result<Value> {
        let scalar = self.editor.context().types.scalar(element);
        let mut lanes = Vec::new();
        for pair in words.chunks(2) {
            if let &[low, high] = pair {
                lanes.push(self.joined(low, high, scalar)?);
            }
        }
        self.vector(element, &lanes)
    }

    fn split_all(&mut self, value: Value) -> Result<Vec<Value>> {
        let mut words = Vec::new();
        for lane in self.all_lanes(value)? {
            words.extend(self.split(lane)?);
        }
        Ok(words)
    }

    pub(super) fn store_typed(&mut self, resource: Value, index: Value, value: Value) -> Result<Expanded> {
        let ty = self.type_of(value)?;
        if !self.is_wide(ty) {
            return Ok(Expanded::Stays);
        }
        let words = self.split_all(value)?;
        let i32 = self.editor.module().types.int(32);
        let vector = self.editor.module().types.vector(i32, u64::try_from(words.len()).unwrap_or(0));
        let value = self.vector(vector, &words)?;
        self.intrinsic_of("llvm.dx.resource.store.typedbuffer", &[resource, index, value], &[])?;
        Ok(Expanded::Nothing)
    }

    /// The place of some words behind that of an access to a raw or structured buffer.
    fn behind(&mut self, index: Value, offset: Value, bytes: i64) -> Result<[Value; 2]> {
        let i32 = self.editor.module().types.int(32);
        let more = self.editor.int(i32, bytes);
        let is_raw = match offset.kind() {
            ValueKind::Constant(id) => self
                .editor
                .context()
                .constants
                .get(id)
                .is_some_and(|known| matches!(known.kind, ConstantKind::Poison | ConstantKind::Undef)),
            _ => false,
        };
        if bytes == 0 {
            return Ok([index, offset]);
        }
        Ok(if is_raw { [self.add(index, more), offset] } else { [index, self.add(offset, more)] })
    }

    pub(super) fn load_raw(&mut self, resource: Value, index: Value, offset: Value) -> Result<Expanded> {
        let Some(element) = self.wide_element().filter(|_| self.dxil < RAW_64_BIT) else {
            return Ok(Expanded::Stays);
        };
        let count = 2 * self.lanes(element).unwrap_or(1);
        let types = &mut self.editor.module().types;
        let (i32, bit) = (types.int(32), types.int(1));
        let mut words = Vec::new();
        let mut status = None;
        for first in (0..count).step_by(4) {
            let some = (count - first).min(4);
            let vector = self.editor.module().types.vector(i32, some);
            let [index, offset] = self.behind(index, offset, i64::try_from(4 * first).unwrap_or(0))?;
            let name = "llvm.dx.resource.load.rawbuffer";
            let loaded = self.intrinsic_of(name, &[resource, index, offset], &[vector, bit])?;
            let part = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
            let is_mapped = self.editor.extract_value(loaded, &[1]).map_err(invalid)?;
            words.extend(self.all_lanes(part)?);
            status = Some(match status {
                None => is_mapped,
                Some(known) => self.and(known, is_mapped),
            });
        }
        let value = self.joined_all(&words, element)?;
        let status = status.ok_or_else(|| self.refuse("no lanes"))?;
        self.pair(value, status).map(Expanded::Value)
    }

    pub(super) fn store_raw(
        &mut self,
        resource: Value,
        index: Value,
        offset: Value,
        value: Value,
    ) -> Result<Expanded> {
        let ty = self.type_of(value)?;
        if !self.is_wide(ty) || self.dxil >= RAW_64_BIT {
            return Ok(Expanded::Stays);
        }
        let words = self.split_all(value)?;
        let i32 = self.editor.module().types.int(32);
        for (number, some) in (0..).zip(words.chunks(4)) {
            let vector = self.editor.module().types.vector(i32, u64::try_from(some.len()).unwrap_or(0));
            let part = self.vector(vector, some)?;
            let [index, offset] = self.behind(index, offset, 16 * number)?;
            self.intrinsic_of("llvm.dx.resource.store.rawbuffer", &[resource, index, offset, part], &[])?;
        }
        Ok(Expanded::Nothing)
    }
}
