//! Reads and writes in resources of what is less than a word: bytes, and bit fields of two or three. Part of pass
//! `dxil-resource-access`; separate because Direct3D reads and writes words, and what is around such a part of one is
//! to stay as it is.
//!
//! A write reads the word and writes it again. That is what compilers of HLSL do to bit fields: threads that write
//! other parts of one word at the same time have a race there, too.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, TypeId, Value};

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::Bytes;
use crate::lower::memory::resource_access::{Access, Kind};

/// Bytes and bits of a word.
const BYTES: i64 = 4;
const BITS: u64 = 32;

/// Bytes of half a word.
const HALF: u64 = 2;

/// So many halves of words on.
fn half(on: &Bytes, place: u64) -> Bytes {
    on.clone().plus(HALF.saturating_mul(place).saturating_as::<i64>())
}

/// Where a part of a word is.
struct Place {
    /// The operands that say where the word is.
    word: [Value; 2],
    /// How many bits of the word are below it.
    shift: Value,
}

impl Access<'_, '_, '_> {
    /// Reads so many bits of the word that they are in.
    pub(in crate::lower) fn load_bits(&mut self, ty: TypeId, bits: u64, on: &Bytes) -> Result<Value> {
        let place = self.place_of_bits(bits, on)?;
        let word = self.load_word(&place)?;
        let shifted = self.editor.binary(BinaryOp::LShr, word, place.shift);
        let integer = self.integer(bits);
        let value = match bits {
            BITS => shifted,
            _ => self.editor.cast(CastOp::Trunc, shifted, integer),
        };
        self.as_bits(value, ty)
    }

    /// Writes so many bits of the word that they are in.
    pub(in crate::lower) fn store_bits(&mut self, value: Value, bits: u64, on: &Bytes) -> Result<()> {
        let place = self.place_of_bits(bits, on)?;
        let (integer, i32) = (self.integer(bits), self.editor.module().types.int(32));
        let mut new = self.as_bits(value, integer)?;
        if bits < BITS {
            let old = self.load_word(&place)?;
            let ones = self.editor.int(i32, (1_i64 << bits) - 1);
            let all = self.editor.int(i32, -1);
            let mask = self.editor.binary(BinaryOp::Shl, ones, place.shift);
            let others = self.editor.binary(BinaryOp::Xor, mask, all);
            let kept = self.editor.binary(BinaryOp::And, old, others);
            let wide = self.editor.cast(CastOp::ZExt, new, i32);
            let shifted = self.editor.binary(BinaryOp::Shl, wide, place.shift);
            new = self.editor.binary(BinaryOp::Or, kept, shifted);
        }
        let [index, offset] = place.word;
        let arguments = [self.address.resource, index, offset, new];
        self.call("llvm.dx.resource.store.rawbuffer", &arguments, &[])?;
        Ok(())
    }

    /// Whether an integer of 16 bits is half a word of a buffer: bit fields are; a number of minimum precision has a
    /// whole one.
    pub(in crate::lower) fn is_half_word(&self, lane: TypeId) -> bool {
        !self.is_native && matches!(self.kind, Kind::Structured | Kind::Raw) && self.size(lane) == HALF
    }

    /// Reads so many halves of words.
    pub(in crate::lower) fn load_half_words(
        &mut self,
        ty: TypeId,
        (lane, count): (TypeId, u64),
        on: &Bytes,
    ) -> Result<Value> {
        let lanes = (0..count).map(|place| self.load_bits(lane, 8 * HALF, &half(on, place)));
        let lanes = lanes.collect::<Result<Vec<_>>>()?;
        self.vector(ty, &lanes)
    }

    /// Writes so many halves of words.
    pub(in crate::lower) fn store_half_words(
        &mut self,
        value: Value,
        (lane, count): (TypeId, u64),
        on: &Bytes,
    ) -> Result<()> {
        for place in 0..count {
            let one = self.lane_of(value, place)?;
            let one = self.as_bits(one, lane)?;
            self.store_bits(one, 8 * HALF, &half(on, place))?;
        }
        Ok(())
    }

    fn integer(&mut self, bits: u64) -> TypeId {
        self.editor.module().types.int(bits.saturating_as::<u32>())
    }

    fn load_word(&mut self, place: &Place) -> Result<Value> {
        let types = &mut self.editor.module().types;
        let (i32, bit) = (types.int(32), types.int(1));
        let [index, offset] = place.word;
        let arguments = [self.address.resource, index, offset];
        let loaded = self.call("llvm.dx.resource.load.rawbuffer", &arguments, &[i32, bit])?;
        self.editor.extract_value(loaded, &[0]).map_err(invalid)
    }

    /// The word that so many bits are in, and where in it.
    fn place_of_bits(&mut self, bits: u64, on: &Bytes) -> Result<Place> {
        let before = match self.kind {
            Kind::Structured => Bytes::default(),
            Kind::Raw => Bytes::of_value(self.editor.context(), self.address.index),
            Kind::Typed | Kind::Constants(_) => {
                return Err(self.refuse(
                    "byte access to a resource other than a StructuredBuffer or ByteAddressBuffer is not \
                     supported",
                ));
            }
        };
        let bytes = before.and(&self.address.bytes).and(on);
        let i32 = self.editor.module().types.int(32);
        let terms = Bytes::of_terms(&bytes.terms, 0).alignment(self.editor);
        if terms.is_multiple_of(BYTES.unsigned_abs()) {
            let inside = bytes.constant.rem_euclid(BYTES);
            if inside.unsigned_abs() * 8 + bits > BITS {
                return Err(self.refuse(format!("{bits}-bit access to a resource crosses a dword boundary")));
            }
            let word = self.raw_place(&on.clone().plus(-inside))?;
            return Ok(Place { word, shift: self.editor.int(i32, 8 * inside) });
        }
        let is_half = bits == 8 * HALF && terms.is_multiple_of(HALF) && bytes.constant % 2 == 0;
        if bits > 8 && !is_half {
            return Err(self.refuse(format!(
                "{bits}-bit access to a resource at a non-constant offset in a dword is not supported"
            )));
        }
        let [index, offset] = self.raw_place(on)?;
        let is_structured = self.kind == Kind::Structured;
        let byte = if is_structured { offset } else { index };
        let (three, four) = (self.editor.int(i32, 3), self.editor.int(i32, -BYTES));
        let begin = self.editor.binary(BinaryOp::And, byte, four);
        let inside = self.editor.binary(BinaryOp::And, byte, three);
        let shift = self.editor.binary(BinaryOp::Shl, inside, three);
        let word = if is_structured { [index, begin] } else { [begin, offset] };
        Ok(Place { word, shift })
    }
}
