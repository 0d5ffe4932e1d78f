//! Replaces an object that is accessed in several sizes by an array of dwords (`i32`), for pass `dxil-flatten-arrays`.
//!
//! A narrow load extracts bits of a dword, a narrow store is a read-modify-write of a dword, and a 64-bit access is two
//! dword accesses. Such objects result from optimizers, which copy or fill several members at once, and from arrays of
//! structures with variable indices. Separate from objects with accesses of one size, whose accesses need no such
//! instructions.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, BinaryOp, CastOp, Module, Op, Type, TypeId, Value, ValueKind};

use super::memory::Memory;
use crate::error::{Result, invalid};
use crate::limits::PARTS;
use crate::lower::memory::addresses::Bytes;
use crate::place::unsupported;
use crate::transform::fold::part as constant_part;

/// Size of a dword, in bytes.
const WORD: u64 = 4;
/// Size of a dword, in bits.
const BITS: u64 = 32;

/// A scalar of an accessed value: its type, and its byte offset from the start of the value.
type Leaf = (TypeId, u64);

/// The location of a scalar in an array of dwords. The offsets are from the start of the array.
enum Location {
    /// One or two whole dwords, at this byte offset, which is a multiple of 4.
    Whole(Bytes),
    /// A part of the dword at this byte offset, which is a multiple of 4; the integer is the position of the lowest
    /// bit.
    Part(Bytes, u64),
    /// A part of one dword, at this byte offset. The dword and the position of the lowest bit are known at run time.
    Unknown(Bytes),
}

/// Returns two booleans: true if each access can be replaced by dword accesses, and true if a store may then change
/// only a part of a dword.
pub(super) fn are_possible(editor: &Editor<'_>, memory: &Memory) -> (bool, bool) {
    let mut has_partial_writes = false;
    let mut is_possible = |access: &super::Access| {
        let is_store = match editor.op(access.id) {
            Some(Op::Load(_, attributes)) if attributes.atomic.is_none() => false,
            Some(Op::Store(_, attributes)) if attributes.atomic.is_none() => true,
            Some(Op::AtomicRmw { .. } | Op::CompareExchange { .. }) => {
                // The pointer of an atomic operation is aligned to the operand, so an `i32` is a whole dword.
                return matches!(editor.context().types.get(access.ty), Some(Type::Integer(32)));
            }
            _ => return false,
        };
        let leaves = leaves(editor.context(), access.ty);
        leaves.is_some_and(|leaves| {
            leaves.into_iter().all(|(ty, offset)| {
                let bits = bits(editor.context(), ty);
                let location = bits.and_then(|bits| location(editor, access, offset, bits));
                has_partial_writes |= is_store && !matches!(location, Some(Location::Whole(_)));
                location.is_some()
            })
        })
    };
    let are_possible = memory.accesses.iter().all(&mut is_possible);
    (are_possible, has_partial_writes)
}

/// Returns the width of a scalar, which is a multiple of 8. Returns `None` for other types, and for integers of other
/// widths.
fn bits(module: &Module, ty: TypeId) -> Option<u64> {
    match module.types.get(ty)? {
        Type::Integer(bits @ (8 | 16 | 24 | 32 | 64)) => Some(u64::from(*bits)),
        Type::Half => Some(16),
        Type::Float => Some(32),
        Type::Double => Some(64),
        _ => None,
    }
}

/// Returns the scalars of a type, in any order; also other types that are not arrays, vectors or structures. Returns
/// `None` if there are more than [`PARTS`].
fn leaves(module: &Module, ty: TypeId) -> Option<Vec<Leaf>> {
    let mut layout = DataLayout::of(module);
    let (mut found, mut worklist) = (Vec::new(), vec![(ty, 0_u64)]);
    while let Some((ty, start)) = worklist.pop() {
        if u64::try_from(found.len() + worklist.len()).is_ok_and(|count| count > PARTS) {
            return None;
        }
        match module.types.get(ty)? {
            Type::Array(element, count) | Type::Vector(element, count) if *count <= PARTS => {
                let size = layout.size(*element);
                worklist.extend(
                    (0..*count).map(|index| (*element, start.saturating_add(index.saturating_mul(size)))),
                );
            }
            _ => match module.types.members(ty) {
                Some(members) => {
                    let offsets = layout.offsets(ty);
                    worklist.extend(
                        members
                            .iter()
                            .zip(offsets)
                            .map(|(member, offset)| (*member, start.saturating_add(offset))),
                    );
                }
                None => found.push((ty, start)),
            },
        }
    }
    Some(found)
}

/// Returns the location of a scalar with `bits` bits, `offset` bytes after the address of an access. Returns `None` if
/// the scalar may cross a dword boundary, or if a 64-bit scalar may not be aligned to 4 bytes.
fn location(editor: &Editor<'_>, access: &super::Access, offset: u64, bits: u64) -> Option<Location> {
    let bytes = access.bytes.clone().plus(i64::try_from(offset).ok()?);
    let terms = Bytes::of_terms(&bytes.terms, 0).alignment(editor);
    if terms.is_multiple_of(WORD) {
        let inside = bytes.constant.rem_euclid(4);
        let shift = inside.unsigned_abs() * 8;
        return match bits {
            BITS | 64 => (inside == 0).then_some(Location::Whole(bytes)),
            _ => (shift + bits <= BITS).then(|| Location::Part(bytes.plus(-inside), shift)),
        };
    }
    // The alignment of the access can be larger than the alignment that the factors of a variable offset prove.
    let declared = declared_alignment(editor, access, offset);
    if matches!(bits, BITS | 64) && declared >= WORD {
        return Some(Location::Whole(bytes));
    }
    let is_in_one_word = bits == 8 || bits == 16 && bytes.alignment(editor).max(declared) >= 2;
    is_in_one_word.then_some(Location::Unknown(bytes))
}

/// Returns the alignment of the byte that is `offset` bytes after the address of a load or store, computed from the
/// alignment of the instruction. Returns 1 for atomic operations.
fn declared_alignment(editor: &Editor<'_>, access: &super::Access, offset: u64) -> u64 {
    let (Some(Op::Load(_, attributes)) | Some(Op::Store(_, attributes))) = editor.op(access.id) else {
        return 1;
    };
    let of_offset = 1 << offset.trailing_zeros().min(31);
    let natural = || DataLayout::of(editor.context()).alignment_of(access.ty);
    attributes.alignment.in_bytes().unwrap_or_else(natural).min(of_offset)
}

/// Replaces the accesses to an object by accesses to the array of dwords, which has type `ty`.
pub(super) fn rewrite(editor: &mut Editor<'_>, memory: &Memory, array: Value, ty: TypeId) -> Result<()> {
    let i32 = editor.module().types.int(32);
    for access in &memory.accesses {
        editor.go_to(Position::Before(access.id)).map_err(invalid)?;
        let mut words = Words { editor, array, ty, i32, access };
        match words.editor.op(access.id).cloned() {
            Some(Op::Load(..)) => {
                let value = words.load(access.ty, 0)?;
                editor.replace_and_erase(access.id, value).map_err(invalid)?;
            }
            Some(Op::Store([value, _], _)) => {
                words.store(value, access.ty, 0)?;
                editor.erase(access.id).map_err(invalid)?;
            }
            _ => {
                let address = words.address(&access.bytes, 0)?;
                editor.set_operand(access.id, access.operand, address).map_err(invalid)?;
            }
        }
    }
    Ok(())
}

/// The replacement of one access by accesses to an array of dwords.
struct Words<'e, 'm, 'a> {
    editor: &'e mut Editor<'m>,
    /// The pointer to the array.
    array: Value,
    /// The type of the array.
    ty: TypeId,
    i32: TypeId,
    /// The access that is replaced.
    access: &'a super::Access,
}

impl Words<'_, '_, '_> {
    /// Returns the elements or members of an array, vector or structure: index, type and byte offset.
    fn parts(&self, ty: TypeId) -> Vec<(u32, Leaf)> {
        let module = self.editor.context();
        let mut layout = DataLayout::of(module);
        match module.types.get(ty) {
            Some(Type::Array(element, count) | Type::Vector(element, count)) => {
                let size = layout.size(*element);
                let parts = (0..*count).map(|index| (*element, index.saturating_mul(size)));
                (0..).zip(parts).collect()
            }
            _ => {
                let offsets = layout.offsets(ty);
                let members = module.types.members(ty).unwrap_or_default().iter().copied();
                (0..).zip(members.zip(offsets)).collect()
            }
        }
    }

    /// Returns the location and the width of a scalar, `offset` bytes after the address of the access.
    fn locate(&self, ty: TypeId, offset: u64) -> Result<(Location, u64)> {
        let bits = bits(self.editor.context(), ty);
        let located = bits.and_then(|bits| Some((location(self.editor, self.access, offset, bits)?, bits)));
        located.ok_or_else(|| {
            unsupported(
                self.editor,
                self.access.id,
                "access to memory crosses a dword \
                                                                      boundary",
            )
        })
    }

    fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.editor.context().types.get(ty), Some(Type::Vector(..)))
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        bits(self.editor.context(), ty).is_some()
    }

    /// Emits the GEP to the dword that is `words` dwords after a byte offset, which is a multiple of 4.
    fn address(&mut self, bytes: &Bytes, words: u64) -> Result<Value> {
        let delta = (words * WORD).saturating_as::<i64>();
        let index = bytes.clone().plus(delta).value(self.editor, WORD)?;
        self.element(index)
    }

    /// Emits the GEP to the element with this index.
    fn element(&mut self, index: Value) -> Result<Value> {
        let zero = self.editor.int(self.i32, 0);
        self.editor.element_pointer(true, self.ty, self.array, &[zero, index]).map_err(invalid)
    }

    fn load_word(&mut self, address: Value) -> Value {
        self.editor.load(self.i32, address, Alignment::bytes(WORD))
    }

    fn store_word(&mut self, address: Value, word: Value) {
        self.editor.store(word, address, Alignment::bytes(WORD));
    }

    /// Emits the address of the dword of a scalar, and the position of the lowest bit in it (an `i32`).
    fn word_and_shift(&mut self, location: &Location) -> Result<(Value, Value)> {
        match location {
            Location::Whole(bytes) => Ok((self.address(bytes, 0)?, self.editor.int(self.i32, 0))),
            Location::Part(bytes, shift) => {
                let shift = i64::try_from(*shift).unwrap_or(0);
                Ok((self.address(bytes, 0)?, self.editor.int(self.i32, shift)))
            }
            Location::Unknown(bytes) => {
                let byte = bytes.value(self.editor, 1)?;
                let [two, three] = [2, 3].map(|number| self.editor.int(self.i32, number));
                let index = self.editor.binary(BinaryOp::LShr, byte, two);
                let inside = self.editor.binary(BinaryOp::And, byte, three);
                let shift = self.editor.binary(BinaryOp::Shl, inside, three);
                Ok((self.element(index)?, shift))
            }
        }
    }

    /// Emits a bitcast to `ty` if the type of the value differs.
    fn cast(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let is_same = self.editor.type_of(value).map_err(invalid)? == ty;
        Ok(if is_same { value } else { self.editor.cast(CastOp::Bitcast, value, ty) })
    }

    /// Emits the load of a value of type `ty`, `start` bytes after the address of the access.
    fn load(&mut self, ty: TypeId, start: u64) -> Result<Value> {
        if !self.is_scalar(ty) {
            let mut whole = self.editor.module().constant(ty, ConstantKind::Poison);
            for (index, (part, offset)) in self.parts(ty) {
                let value = self.load(part, start.saturating_add(offset))?;
                whole = if self.is_vector(ty) {
                    let index = self.editor.int(self.i32, index.into());
                    self.editor.insert_element(whole, value, index).map_err(invalid)?
                } else {
                    self.editor.insert_value(whole, value, &[index]).map_err(invalid)?
                };
            }
            return Ok(whole);
        }
        let (location, bits) = self.locate(ty, start)?;
        if let (Location::Whole(bytes), 64) = (&location, bits) {
            let i64 = self.editor.module().types.int(64);
            let [low, high] = [self.address(bytes, 0)?, self.address(bytes, 1)?];
            let [low, high] = [self.load_word(low), self.load_word(high)];
            let [low, high] = [low, high].map(|word| self.editor.cast(CastOp::ZExt, word, i64));
            let shift = self.editor.int(i64, 32);
            let high = self.editor.binary(BinaryOp::Shl, high, shift);
            let value = self.editor.binary(BinaryOp::Or, high, low);
            return self.cast(value, ty);
        }
        let (address, shift) = self.word_and_shift(&location)?;
        let mut value = self.load_word(address);
        if bits < BITS {
            let integer = self.editor.module().types.int(bits.saturating_as::<u32>());
            let shifted = self.editor.binary(BinaryOp::LShr, value, shift);
            value = self.editor.cast(CastOp::Trunc, shifted, integer);
        }
        self.cast(value, ty)
    }

    /// Emits the store of a value of type `ty`, `start` bytes after the address of the access. Omits undefined parts.
    fn store(&mut self, value: Value, ty: TypeId, start: u64) -> Result<()> {
        if self.editor.context().is_undefined(value) {
            return Ok(());
        }
        if !self.is_scalar(ty) {
            for (index, (part, offset)) in self.parts(ty) {
                let value = match constant_part(self.editor, value, index.into()) {
                    Some(constant) => constant,
                    None if self.is_vector(ty) => {
                        let index = self.editor.int(self.i32, index.into());
                        self.editor.extract_element(value, index).map_err(invalid)?
                    }
                    None => self.editor.extract_value(value, &[index]).map_err(invalid)?,
                };
                self.store(value, part, start.saturating_add(offset))?;
            }
            return Ok(());
        }
        let (location, bits) = self.locate(ty, start)?;
        let integer = self.editor.module().types.int(bits.saturating_as::<u32>());
        let value = self.cast(value, integer)?;
        if let (Location::Whole(bytes), 64) = (&location, bits) {
            let [low, high] = [self.address(bytes, 0)?, self.address(bytes, 1)?];
            let shift = self.editor.int(integer, 32);
            let above = self.editor.binary(BinaryOp::LShr, value, shift);
            for (address, word) in [(low, value), (high, above)] {
                let word = self.editor.cast(CastOp::Trunc, word, self.i32);
                self.store_word(address, word);
            }
            return Ok(());
        }
        let (address, shift) = self.word_and_shift(&location)?;
        if bits == BITS {
            self.store_word(address, value);
            return Ok(());
        }
        let old = self.load_word(address);
        let ones = self.editor.int(self.i32, (1 << bits) - 1);
        let all = self.editor.int(self.i32, -1);
        let mask = self.editor.binary(BinaryOp::Shl, ones, shift);
        let others = self.editor.binary(BinaryOp::Xor, mask, all);
        let kept = self.editor.binary(BinaryOp::And, old, others);
        let wide = self.editor.cast(CastOp::ZExt, value, self.i32);
        let shifted = self.editor.binary(BinaryOp::Shl, wide, shift);
        let word = self.editor.binary(BinaryOp::Or, kept, shifted);
        self.store_word(address, word);
        Ok(())
    }
}

/// Returns the constant of type `array`, an array of scalars, with the bytes of `value`, little-endian. Returns `None`
/// if the constant has too many elements, or if its bytes are not known, as for the address of a global.
pub(super) fn constant(module: &mut Module, value: Value, array: TypeId) -> Option<Value> {
    let Some(Type::Array(element, count)) = module.types.get(array) else { return None };
    let (element, count) = (*element, *count);
    // `flat_variable` has the same limit for initializers that it splits into scalars.
    let mut left = PARTS * 64;
    if count > left {
        return None;
    }
    let size = usize::try_from(bits(module, element)? / 8).ok()?;
    let mut bytes = vec![0_u8; usize::try_from(count).ok()?.checked_mul(size)?];
    write_bytes(module, &mut DataLayout::of(module), value, 0, &mut bytes, &mut left)?;
    let is_integer = module.types.is_integer(element);
    let mut numbers = Vec::new();
    for bytes in bytes.chunks(size) {
        let number = bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        numbers.push(match is_integer {
            true => module.int(element, number.cast_signed()),
            false => module.float_bits(element, number),
        });
    }
    Some(module.aggregate(array, numbers))
}

/// Writes the bytes of a constant to `bytes` at offset `at`. Visits at most `left` constants.
fn write_bytes(
    module: &Module,
    layout: &mut DataLayout<'_>,
    value: Value,
    at: u64,
    bytes: &mut [u8],
    left: &mut u64,
) -> Option<()> {
    *left = left.checked_sub(1)?;
    let ValueKind::Constant(id) = value.kind() else { return None };
    let constant = module.constants.get(id)?;
    let element = |layout: &mut DataLayout<'_>| {
        let element = module.types.element(constant.ty, 0)?;
        Some(layout.size(element))
    };
    match &constant.kind {
        // The buffer is zero-initialized. Undefined bytes remain zero.
        ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison => Some(()),
        ConstantKind::Integer(number) => write(bytes, at, number.cast_unsigned(), layout.size(constant.ty)),
        ConstantKind::Float(number) => write(bytes, at, *number, layout.size(constant.ty)),
        ConstantKind::Data(numbers) => {
            let size = element(layout)?;
            (0_u64..).zip(numbers.iter()).try_for_each(|(index, number)| {
                write(bytes, at.saturating_add(index.saturating_mul(size)), *number, size)
            })
        }
        ConstantKind::Bytes(text) => {
            (at..).zip(text.iter()).try_for_each(|(at, byte)| write(bytes, at, u64::from(*byte), 1))
        }
        ConstantKind::Aggregate(parts) => {
            let offsets = match module.types.members(constant.ty) {
                Some(_) => layout.offsets(constant.ty),
                None => {
                    let size = element(layout)?;
                    (0..).take(parts.len()).map(|index: u64| index.saturating_mul(size)).collect()
                }
            };
            let mut all = parts.iter().zip(offsets);
            all.try_for_each(|(part, offset)| {
                write_bytes(module, layout, *part, at.checked_add(offset)?, bytes, left)
            })
        }
        _ => None,
    }
}

/// Writes the low `size` bytes of an integer at offset `at`, little-endian. Returns `None` if they exceed the buffer.
fn write(bytes: &mut [u8], at: u64, number: u64, size: u64) -> Option<()> {
    let (at, size) = (usize::try_from(at).ok()?, usize::try_from(size).ok()?);
    let number = number.to_le_bytes();
    bytes.get_mut(at..at.checked_add(size)?)?.copy_from_slice(number.get(..size)?);
    Some(())
}
