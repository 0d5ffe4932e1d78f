//! Lowers 8-bit, 16-bit and 24-bit loads and stores in resources to dword accesses, for pass `dxil-resource-access`.
//! Separate because Direct3D accesses raw and structured buffers in dwords, so such a store must preserve the rest of
//! the dword.
//!
//! A store is a load of the dword and a store of the modified dword, without synchronization. HLSL compilers do the
//! same for bit fields: concurrent stores to different parts of a dword are a data race.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, TypeId, Value};

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::Bytes;
use crate::lower::memory::resource_access::{Access, Kind};

/// Size of a dword, in bytes.
const BYTES: i64 = 4;
/// Size of a dword, in bits.
const BITS: u64 = 32;

/// Size of half a dword, in bytes.
const HALF: u64 = 2;

/// Returns the byte offset `delta` plus `index` half dwords.
fn half_at(delta: &Bytes, index: u64) -> Bytes {
    delta.clone().plus(HALF.saturating_mul(index).saturating_as::<i64>())
}

/// The location of bits in a dword of a resource.
struct Location {
    /// The coordinates of the dword: element index and byte offset, as in [`Access::raw_coordinates`].
    word: [Value; 2],
    /// The position of the lowest bit in the dword, an `i32` of 0 to 31.
    shift: Value,
}

impl Access<'_, '_, '_> {
    /// Loads a value of type `ty`, which has `bits` bits (8 to 32), `delta` bytes after the address.
    pub(in crate::lower) fn load_bits(&mut self, ty: TypeId, bits: u64, delta: &Bytes) -> Result<Value> {
        let location = self.locate_bits(bits, delta)?;
        let word = self.load_word(&location)?;
        let shifted = self.editor.binary(BinaryOp::LShr, word, location.shift);
        let integer = self.integer(bits);
        let value = match bits {
            BITS => shifted,
            _ => self.editor.cast(CastOp::Trunc, shifted, integer),
        };
        self.as_bits(value, ty)
    }

    /// Stores a value with `bits` bits (8 to 32), `delta` bytes after the address, by a read-modify-write of the dword.
    pub(in crate::lower) fn store_bits(&mut self, value: Value, bits: u64, delta: &Bytes) -> Result<()> {
        let location = self.locate_bits(bits, delta)?;
        let (integer, i32) = (self.integer(bits), self.editor.module().types.int(32));
        let mut new = self.as_bits(value, integer)?;
        if bits < BITS {
            let old = self.load_word(&location)?;
            let ones = self.editor.int(i32, (1_i64 << bits) - 1);
            let all = self.editor.int(i32, -1);
            let mask = self.editor.binary(BinaryOp::Shl, ones, location.shift);
            let others = self.editor.binary(BinaryOp::Xor, mask, all);
            let kept = self.editor.binary(BinaryOp::And, old, others);
            let wide = self.editor.cast(CastOp::ZExt, new, i32);
            let shifted = self.editor.binary(BinaryOp::Shl, wide, location.shift);
            new = self.editor.binary(BinaryOp::Or, kept, shifted);
        }
        let [index, offset] = location.word;
        let arguments = [self.address.resource, index, offset, new];
        self.call("llvm.dx.resource.store.rawbuffer", &arguments, &[])?;
        Ok(())
    }

    /// Returns true if a 16-bit integer is half a dword of a raw or structured buffer although 16-bit types are not
    /// native: it is part of a bit field. A minimum precision type has a whole dword in memory.
    pub(in crate::lower) fn is_half_word(&self, lane: TypeId) -> bool {
        !self.is_native && matches!(self.kind, Kind::Structured | Kind::Raw) && self.size(lane) == HALF
    }

    /// Loads a scalar or vector of `count` half dwords, `delta` bytes after the address.
    pub(in crate::lower) fn load_half_words(
        &mut self,
        ty: TypeId,
        (lane, count): (TypeId, u64),
        delta: &Bytes,
    ) -> Result<Value> {
        let lanes = (0..count).map(|index| self.load_bits(lane, 8 * HALF, &half_at(delta, index)));
        let lanes = lanes.collect::<Result<Vec<_>>>()?;
        self.vector(ty, &lanes)
    }

    /// Stores a scalar or vector of `count` half dwords, `delta` bytes after the address.
    pub(in crate::lower) fn store_half_words(
        &mut self,
        value: Value,
        (lane, count): (TypeId, u64),
        delta: &Bytes,
    ) -> Result<()> {
        for index in 0..count {
            let half = self.lane_of(value, index)?;
            let half = self.as_bits(half, lane)?;
            self.store_bits(half, 8 * HALF, &half_at(delta, index))?;
        }
        Ok(())
    }

    fn integer(&mut self, bits: u64) -> TypeId {
        self.editor.module().types.int(bits.saturating_as::<u32>())
    }

    fn load_word(&mut self, location: &Location) -> Result<Value> {
        let types = &mut self.editor.module().types;
        let (i32, i1) = (types.int(32), types.int(1));
        let [index, offset] = location.word;
        let arguments = [self.address.resource, index, offset];
        let loaded = self.call("llvm.dx.resource.load.rawbuffer", &arguments, &[i32, i1])?;
        self.editor.extract_value(loaded, &[0]).map_err(invalid)
    }

    /// Returns the location of `bits` bits, `delta` bytes after the address.
    ///
    /// # Errors
    ///
    /// The resource is not a raw or structured buffer, the bits cross a dword boundary, or they may cross one because
    /// the offset in the dword is not constant.
    fn locate_bits(&mut self, bits: u64, delta: &Bytes) -> Result<Location> {
        let index = match self.kind {
            Kind::Structured => Bytes::default(),
            Kind::Raw => Bytes::of_value(self.editor.context(), self.address.index),
            Kind::Typed | Kind::Constants(_) | Kind::Texture { .. } => {
                return Err(self.refuse(
                    "byte access to a resource other than a StructuredBuffer or ByteAddressBuffer is not \
                     supported",
                ));
            }
        };
        let bytes = index.and(&self.address.bytes).and(delta);
        let i32 = self.editor.module().types.int(32);
        let terms = Bytes::of_terms(&bytes.terms, 0).alignment(self.editor);
        if terms.is_multiple_of(BYTES.unsigned_abs()) {
            let inside = bytes.constant.rem_euclid(BYTES);
            if inside.unsigned_abs() * 8 + bits > BITS {
                return Err(self.refuse(format!("{bits}-bit access to a resource crosses a dword boundary")));
            }
            let word = self.raw_coordinates(&delta.clone().plus(-inside))?;
            return Ok(Location { word, shift: self.editor.int(i32, 8 * inside) });
        }
        let is_half = bits == 8 * HALF && terms.is_multiple_of(HALF) && bytes.constant % 2 == 0;
        if bits > 8 && !is_half {
            return Err(self.refuse(format!(
                "{bits}-bit access to a resource at a non-constant offset in a dword is not supported"
            )));
        }
        let [index, offset] = self.raw_coordinates(delta)?;
        let is_structured = self.kind == Kind::Structured;
        let byte = if is_structured { offset } else { index };
        let (three, mask) = (self.editor.int(i32, 3), self.editor.int(i32, -BYTES));
        let start = self.editor.binary(BinaryOp::And, byte, mask);
        let inside = self.editor.binary(BinaryOp::And, byte, three);
        let shift = self.editor.binary(BinaryOp::Shl, inside, three);
        let word = if is_structured { [index, start] } else { [start, offset] };
        Ok(Location { word, shift })
    }
}
