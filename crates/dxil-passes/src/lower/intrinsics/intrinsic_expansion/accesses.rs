//! Expansion of buffer accesses with 64-bit elements to accesses of 32-bit halves. Separate because no other expansion
//! accesses a resource.
//!
//! Part of pass `dxil-intrinsic-expansion`. Typed buffers have no 64-bit elements in any DXIL version, raw buffers have
//! them since DXIL 1.3.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Position;
use dxil_ir::instruction::Index;
use dxil_ir::{BinaryOp, CastOp, Op, TypeId, Value};

use super::{Expanded, Expansion};
use crate::error::{Result, invalid};
use crate::lower::calls::users;

/// The first DXIL version with loads and stores of 64-bit elements of raw buffers.
const RAW_64_BIT: (u32, u32) = (1, 3);

impl Expansion<'_, '_, '_> {
    /// Returns true if a type is a 64-bit type or a vector of 64-bit lanes.
    fn is_wide(&self, ty: TypeId) -> bool {
        self.bits(ty) == 64
    }

    /// Extracts a lane of a vector of 32-bit integers.
    fn word(&mut self, vector: Value, lane: u64) -> Result<Value> {
        let lane = self.lane_index(lane);
        self.editor.extract_element(vector, lane).map_err(invalid)
    }

    /// Returns a lane index as a 32-bit constant.
    fn lane_index(&mut self, lane: u64) -> Value {
        let i32 = self.editor.module().types.int(32);
        self.editor.int(i32, i64::try_from(lane).unwrap_or(0))
    }

    /// Combines two 32-bit integers to a 64-bit integer or double.
    fn joined(&mut self, low: Value, high: Value, ty: TypeId) -> Result<Value> {
        if self.editor.context().types.is_float(ty) {
            return self.intrinsic("llvm.dx.asdouble", &[low, high], ty);
        }
        let (low, high) = (self.editor.cast(CastOp::ZExt, low, ty), self.editor.cast(CastOp::ZExt, high, ty));
        let shift = self.int(ty, 32);
        let high = self.binary(BinaryOp::Shl, high, shift);
        Ok(self.or(low, high))
    }

    /// Combines pairs of lanes of `words` to 64-bit values, and inserts them into the vector `into` from lane `first`
    /// on. If `element` is a scalar type, returns the only value instead.
    fn join_all(&mut self, words: Value, into: Value, element: TypeId, first: u64) -> Result<Value> {
        let scalar = self.editor.context().types.scalar(element);
        let count = self.lanes(self.type_of(words)?).unwrap_or(0);
        let lanes = (0..count).map(|lane| self.word(words, lane)).collect::<Result<Vec<_>>>()?;
        let mut whole = into;
        for (lane, pair) in (first..).zip(lanes.chunks(2)) {
            let &[low, high] = pair else { continue };
            let number = self.joined(low, high, scalar)?;
            if self.lanes(element).is_none() {
                return Ok(number);
            }
            let index = self.lane_index(lane);
            whole = self.editor.insert_element(whole, number, index).map_err(invalid)?;
        }
        Ok(whole)
    }

    /// Splits 64-bit values into the low and the high 32-bit integers, lane by lane.
    fn halves(&mut self, value: Value) -> Result<[Value; 2]> {
        let ty = self.type_of(value)?;
        let words = self.like(ty, dxil_ir::Type::Integer(32));
        if self.editor.context().types.is_float(ty) {
            let both = self.intrinsic_of("llvm.dx.splitdouble", &[value], &[words, words])?;
            let low = self.editor.extract_value(both, &[0]).map_err(invalid)?;
            return Ok([low, self.editor.extract_value(both, &[1]).map_err(invalid)?]);
        }
        let low = self.editor.cast(CastOp::Trunc, value, words);
        let shift = self.int(ty, 32);
        let high = self.binary(BinaryOp::LShr, value, shift);
        Ok([low, self.editor.cast(CastOp::Trunc, high, words)])
    }

    /// Splits 64-bit values into a vector of 32-bit integers, low half first, and returns the vector and its number of
    /// lanes.
    fn words(&mut self, value: Value) -> Result<(Value, u64)> {
        let [low, high] = self.halves(value)?;
        let count = self.lanes(self.type_of(value)?);
        let Some(count) = count else {
            let i32 = self.type_of(low)?;
            let vector = self.editor.module().types.vector(i32, 2);
            let mut both = self.editor.module().constant(vector, ConstantKind::Poison);
            for (lane, word) in (0..).zip([low, high]) {
                let index = self.lane_index(lane);
                both = self.editor.insert_element(both, word, index).map_err(invalid)?;
            }
            return Ok((both, 2));
        };
        let lanes: Vec<u64> = (0..count).flat_map(|lane| [lane, count + lane]).collect();
        Ok((self.shuffled(low, high, &lanes)?, 2 * count))
    }

    /// Inserts a `shufflevector` of two vectors with constant lane indices.
    fn shuffled(&mut self, first: Value, second: Value, lanes: &[u64]) -> Result<Value> {
        let ty = self.type_of(first)?;
        let scalar = self.editor.context().types.scalar(ty);
        let count = lanes.len() as u64;
        let types = &mut self.editor.module().types;
        let i32 = types.int(32);
        let (result, mask_type) = (types.vector(scalar, count), types.vector(i32, count));
        let lanes: Vec<Value> = lanes.iter().map(|lane| self.lane_index(*lane)).collect();
        let mask = self.editor.module().constant(mask_type, ConstantKind::Aggregate(lanes.into()));
        Ok(self.editor.add(Op::ShuffleVector([first, second, mask]), result).into())
    }

    /// Returns the element type of a load, if it is a 64-bit type or a vector of 64-bit lanes.
    fn wide_element(&self) -> Option<TypeId> {
        let element = *self.editor.context().types.members(self.ty)?.first()?;
        self.is_wide(element).then_some(element)
    }

    /// Replaces the uses of a load: the element by `value`, the mapping status by the conjunction of the status of all
    /// `loads`.
    fn replace_load(&mut self, value: Value, loads: &[Value]) -> Result<Expanded> {
        let mut known: Option<Value> = None;
        for user in users(self.editor, self.id) {
            let Some(Op::ExtractValue(..)) = self.editor.op(user) else { continue };
            let &[Index(member)] = self.editor.indices(user) else { continue };
            let replacement = if member == 0 { value } else { self.status(loads, &mut known)? };
            self.editor.replace_and_erase(user, replacement).map_err(invalid)?;
        }
        if !self.editor.is_used(self.id.into()) {
            return Ok(Expanded::Erased);
        }
        let status = self.status(loads, &mut known)?;
        self.pair(value, status).map(Expanded::Value)
    }

    /// Returns the conjunction of the mapping status of all `loads`, which is built on the first call and kept in
    /// `known`.
    fn status(&mut self, loads: &[Value], known: &mut Option<Value>) -> Result<Value> {
        if let Some(known) = known {
            return Ok(*known);
        }
        self.editor.go_to(Position::Before(self.id)).map_err(invalid)?;
        let mut status = None;
        for load in loads {
            let is_mapped = self.editor.extract_value(*load, &[1]).map_err(invalid)?;
            status = Some(match status {
                None => is_mapped,
                Some(others) => self.and(others, is_mapped),
            });
        }
        *known = status;
        status.ok_or_else(|| self.refuse("no lanes"))
    }

    /// Expands a load of a 64-bit element to a load of a vector of 32-bit integers.
    pub(super) fn load_typed(&mut self, resource: Value, index: Value) -> Result<Expanded> {
        let Some(element) = self.wide_element() else { return Ok(Expanded::Stays) };
        let count = self.lanes(element).unwrap_or(1);
        let types = &mut self.editor.module().types;
        let (i32, bit) = (types.int(32), types.int(1));
        let words = types.vector(i32, 2 * count);
        let name = "llvm.dx.resource.load.typedbuffer";
        let loaded = self.intrinsic_of(name, &[resource, index], &[words, bit])?;
        let all = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
        let poison = self.editor.module().constant(element, ConstantKind::Poison);
        let value = self.join_all(all, poison, element, 0)?;
        self.replace_load(value, &[loaded])
    }

    /// Expands a store of a 64-bit element to a store of a vector of 32-bit integers.
    pub(super) fn store_typed(&mut self, resource: Value, index: Value, value: Value) -> Result<Expanded> {
        let ty = self.type_of(value)?;
        if !self.is_wide(ty) {
            return Ok(Expanded::Stays);
        }
        let (words, _) = self.words(value)?;
        self.intrinsic_of("llvm.dx.resource.store.typedbuffer", &[resource, index, words], &[])?;
        Ok(Expanded::Erased)
    }

    /// Adds `bytes` to the location of a raw or structured buffer access: to the index of a raw buffer, which is a byte
    /// offset, or to the offset in a structured buffer element.
    fn advanced(&mut self, index: Value, offset: Value, bytes: i64) -> Result<[Value; 2]> {
        let i32 = self.editor.module().types.int(32);
        let more = self.editor.int(i32, bytes);
        let is_raw = self.editor.context().is_undefined(offset);
        if bytes == 0 {
            return Ok([index, offset]);
        }
        Ok(if is_raw { [self.sum(index, more), offset] } else { [index, self.sum(offset, more)] })
    }

    /// Returns the sum of two 32-bit integers, folded if both are constants.
    fn sum(&mut self, a: Value, b: Value) -> Value {
        let module = self.editor.context();
        let known = module.signed_integer(a).zip(module.signed_integer(b));
        match known.and_then(|(a, b)| a.checked_add(b)) {
            Some(number) => {
                let i32 = self.editor.module().types.int(32);
                self.editor.int(i32, number)
            }
            None => self.add(a, b),
        }
    }

    /// Before DXIL 1.3, expands a load of a 64-bit element to loads of at most four 32-bit integers each.
    pub(super) fn load_raw(&mut self, resource: Value, index: Value, offset: Value) -> Result<Expanded> {
        let Some(element) = self.wide_element().filter(|_| self.dxil < RAW_64_BIT) else {
            return Ok(Expanded::Stays);
        };
        let count = 2 * self.lanes(element).unwrap_or(1);
        let mut value = self.editor.module().constant(element, ConstantKind::Poison);
        let mut loads = Vec::new();
        for first in (0..count).step_by(4) {
            let types = &mut self.editor.module().types;
            let (i32, bit) = (types.int(32), types.int(1));
            let vector = types.vector(i32, (count - first).min(4));
            let [index, offset] = self.advanced(index, offset, i64::try_from(4 * first).unwrap_or(0))?;
            let name = "llvm.dx.resource.load.rawbuffer";
            let loaded = self.intrinsic_of(name, &[resource, index, offset], &[vector, bit])?;
            loads.push(loaded);
            let words = self.editor.extract_value(loaded, &[0]).map_err(invalid)?;
            value = self.join_all(words, value, element, first / 2)?;
        }
        self.replace_load(value, &loads)
    }

    /// Before DXIL 1.3, expands a store of a 64-bit element to stores of at most four 32-bit integers each.
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
        let (words, count) = self.words(value)?;
        let all = self.type_of(words)?;
        let poison = self.editor.module().constant(all, ConstantKind::Poison);
        for first in (0..count).step_by(4) {
            let lanes: Vec<u64> = (first..count.min(first + 4)).collect();
            let part = if count > 4 { self.shuffled(words, poison, &lanes)? } else { words };
            let [index, offset] = self.advanced(index, offset, i64::try_from(4 * first).unwrap_or(0))?;
            self.intrinsic_of("llvm.dx.resource.store.rawbuffer", &[resource, index, offset, part], &[])?;
        }
        Ok(Expanded::Erased)
    }
}
