//! Memory that is read and written in several sizes becomes an array of words, of which each access takes or changes a
//! part: what optimisers copy eight bytes of at once, or fill, and structures of which an index says which. Separate
//! from memory of one size, which is read and written as it is.

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

/// Bytes and bits of a word.
const WORD: u64 = 4;
const BITS: u64 = 32;

/// A number that is read or written: its type, and how many bytes behind the address.
type Leaf = (TypeId, u64);

/// Where a number is in its words.
enum Place {
    /// It begins with the word that so many bytes are.
    Whole(Bytes),
    /// It is in one word, so many bits from the lowest on.
    Part(Bytes, u64),
    /// It is in one word; which, and how many bits from the lowest on, these bytes say.
    Unknown(Bytes),
}

/// Whether all that is done with some memory can be done with words, and whether less than one is written.
pub(super) fn are_possible(editor: &Editor<'_>, memory: &Memory) -> (bool, bool) {
    let mut has_partial_writes = false;
    let mut is_one = |access: &super::Access| {
        let is_store = match editor.op(access.id) {
            Some(Op::Load(_, how)) if how.atomic.is_none() => false,
            Some(Op::Store(_, how)) if how.atomic.is_none() => true,
            Some(Op::AtomicRmw { .. } | Op::CompareExchange { .. }) => {
                // Atomics are of what is aligned.
                return matches!(editor.context().types.get(access.ty), Some(Type::Integer(32)));
            }
            _ => return false,
        };
        let leaves = leaves(editor.context(), access.ty);
        leaves.is_some_and(|leaves| {
            leaves.into_iter().all(|(ty, at)| {
                let bits = bits(editor.context(), ty);
                let place = bits.and_then(|bits| place(editor, access, at, bits));
                has_partial_writes |= is_store && !matches!(place, Some(Place::Whole(_)));
                place.is_some()
            })
        })
    };
    let are_possible = memory.accesses.iter().all(&mut is_one);
    (are_possible, has_partial_writes)
}

/// The bits of a number, which are whole bytes.
fn bits(module: &Module, ty: TypeId) -> Option<u64> {
    match module.types.get(ty)? {
        Type::Integer(bits @ (8 | 16 | 24 | 32 | 64)) => Some(u64::from(*bits)),
        Type::Half => Some(16),
        Type::Float => Some(32),
        Type::Double => Some(64),
        _ => None,
    }
}

/// The numbers of a type; `None` where it has others, or too many.
fn leaves(module: &Module, ty: TypeId) -> Option<Vec<Leaf>> {
    let mut layout = DataLayout::of(module);
    let (mut found, mut waiting) = (Vec::new(), vec![(ty, 0_u64)]);
    while let Some((ty, at)) = waiting.pop() {
        if u64::try_from(found.len() + waiting.len()).is_ok_and(|count| count > PARTS) {
            return None;
        }
        match module.types.get(ty)? {
            Type::Array(element, count) | Type::Vector(element, count) if *count <= PARTS => {
                let size = layout.size(*element);
                waiting.extend(
                    (0..*count).map(|index| (*element, at.saturating_add(index.saturating_mul(size)))),
                );
            }
            _ => match module.types.members(ty) {
                Some(members) => {
                    let offsets = layout.offsets(ty);
                    waiting.extend(
                        members
                            .iter()
                            .zip(offsets)
                            .map(|(member, offset)| (*member, at.saturating_add(offset))),
                    );
                }
                None => found.push((ty, at)),
            },
        }
    }
    Some(found)
}

/// Where so many bits are that begin so many bytes behind the address of an access.
fn place(editor: &Editor<'_>, access: &super::Access, at: u64, bits: u64) -> Option<Place> {
    let bytes = access.bytes.clone().plus(i64::try_from(at).ok()?);
    let terms = Bytes::of_terms(&bytes.terms, 0).alignment(editor);
    if terms.is_multiple_of(WORD) {
        let inside = bytes.constant.rem_euclid(4);
        let shift = inside.unsigned_abs() * 8;
        return match bits {
            BITS | 64 => (inside == 0).then_some(Place::Whole(bytes)),
            _ => (shift + bits <= BITS).then(|| Place::Part(bytes.plus(-inside), shift)),
        };
    }
    // Of what is computed it need not be seen what it is a multiple of: the access says it.
    let stated = stated_alignment(editor, access, at);
    if matches!(bits, BITS | 64) && stated >= WORD {
        return Some(Place::Whole(bytes));
    }
    let is_in_one = bits == 8 || bits == 16 && bytes.alignment(editor).max(stated) >= 2;
    is_in_one.then_some(Place::Unknown(bytes))
}

/// The alignment of what begins so many bytes behind the address of an access, as that says it.
fn stated_alignment(editor: &Editor<'_>, access: &super::Access, at: u64) -> u64 {
    let (Some(Op::Load(_, how)) | Some(Op::Store(_, how))) = editor.op(access.id) else { return 1 };
    let behind = 1 << at.trailing_zeros().min(31);
    let natural = || DataLayout::of(editor.context()).alignment_of(access.ty);
    how.alignment.in_bytes().unwrap_or_else(natural).min(behind)
}

/// Makes accesses those of an array of words.
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

/// An access, and the array that it is to be of.
struct Words<'e, 'm, 'a> {
    editor: &'e mut Editor<'m>,
    array: Value,
    ty: TypeId,
    i32: TypeId,
    access: &'a super::Access,
}

impl Words<'_, '_, '_> {
    /// The parts of what is no number.
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

    fn place(&self, ty: TypeId, at: u64) -> Result<(Place, u64)> {
        let bits = bits(self.editor.context(), ty);
        let place = bits.and_then(|bits| Some((place(self.editor, self.access, at, bits)?, bits)));
        place.ok_or_else(|| {
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

    fn is_number(&self, ty: TypeId) -> bool {
        bits(self.editor.context(), ty).is_some()
    }

    /// The address of a word, so many behind that which begins at some bytes.
    fn address(&mut self, bytes: &Bytes, behind: u64) -> Result<Value> {
        let behind = (behind * WORD).saturating_as::<i64>();
        let index = bytes.clone().plus(behind).value(self.editor, WORD)?;
        self.element(index)
    }

    fn element(&mut self, index: Value) -> Result<Value> {
        let zero = self.editor.int(self.i32, 0);
        self.editor.element_pointer(true, self.ty, self.array, &[zero, index]).map_err(invalid)
    }

    fn read(&mut self, address: Value) -> Value {
        self.editor.load(self.i32, address, Alignment::bytes(WORD))
    }

    fn write(&mut self, address: Value, word: Value) {
        self.editor.store(word, address, Alignment::bytes(WORD));
    }

    /// The word that a part is in, and how many bits are below that.
    fn part(&mut self, place: &Place) -> Result<(Value, Value)> {
        match place {
            Place::Whole(bytes) => Ok((self.address(bytes, 0)?, self.editor.int(self.i32, 0))),
            Place::Part(bytes, shift) => {
                let shift = i64::try_from(*shift).unwrap_or(0);
                Ok((self.address(bytes, 0)?, self.editor.int(self.i32, shift)))
            }
            Place::Unknown(bytes) => {
                let byte = bytes.value(self.editor, 1)?;
                let [two, three] = [2, 3].map(|number| self.editor.int(self.i32, number));
                let index = self.editor.binary(BinaryOp::LShr, byte, two);
                let inside = self.editor.binary(BinaryOp::And, byte, three);
                let shift = self.editor.binary(BinaryOp::Shl, inside, three);
                Ok((self.element(index)?, shift))
            }
        }
    }

    /// The same bits as another type.
    fn cast(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let is_same = self.editor.type_of(value).map_err(invalid)? == ty;
        Ok(if is_same { value } else { self.editor.cast(CastOp::Bitcast, value, ty) })
    }

    fn load(&mut self, ty: TypeId, at: u64) -> Result<Value> {
        if !self.is_number(ty) {
            let mut whole = self.editor.module().constant(ty, ConstantKind::Poison);
            for (index, (part, offset)) in self.parts(ty) {
                let value = self.load(part, at.saturating_add(offset))?;
                whole = if self.is_vector(ty) {
                    let index = self.editor.int(self.i32, index.into());
                    self.editor.insert_element(whole, value, index).map_err(invalid)?
                } else {
                    self.editor.insert_value(whole, value, &[index]).map_err(invalid)?
                };
            }
            return Ok(whole);
        }
        let (place, bits) = self.place(ty, at)?;
        if let (Place::Whole(bytes), 64) = (&place, bits) {
            let i64 = self.editor.module().types.int(64);
            let [low, high] = [self.address(bytes, 0)?, self.address(bytes, 1)?];
            let [low, high] = [self.read(low), self.read(high)];
            let [low, high] = [low, high].map(|word| self.editor.cast(CastOp::ZExt, word, i64));
            let shift = self.editor.int(i64, 32);
            let high = self.editor.binary(BinaryOp::Shl, high, shift);
            let value = self.editor.binary(BinaryOp::Or, high, low);
            return self.cast(value, ty);
        }
        let (address, shift) = self.part(&place)?;
        let mut value = self.read(address);
        if bits < BITS {
            let integer = self.editor.module().types.int(bits.saturating_as::<u32>());
            let shifted = self.editor.binary(BinaryOp::LShr, value, shift);
            value = self.editor.cast(CastOp::Trunc, shifted, integer);
        }
        self.cast(value, ty)
    }

    fn store(&mut self, value: Value, ty: TypeId, at: u64) -> Result<()> {
        if self.editor.context().is_undefined(value) {
            return Ok(());
        }
        if !self.is_number(ty) {
            for (index, (part, offset)) in self.parts(ty) {
                let one = match constant_part(self.editor, value, index.into()) {
                    Some(one) => one,
                    None if self.is_vector(ty) => {
                        let index = self.editor.int(self.i32, index.into());
                        self.editor.extract_element(value, index).map_err(invalid)?
                    }
                    None => self.editor.extract_value(value, &[index]).map_err(invalid)?,
                };
                self.store(one, part, at.saturating_add(offset))?;
            }
            return Ok(());
        }
        let (place, bits) = self.place(ty, at)?;
        let integer = self.editor.module().types.int(bits.saturating_as::<u32>());
        let value = self.cast(value, integer)?;
        if let (Place::Whole(bytes), 64) = (&place, bits) {
            let [low, high] = [self.address(bytes, 0)?, self.address(bytes, 1)?];
            let shift = self.editor.int(integer, 32);
            let above = self.editor.binary(BinaryOp::LShr, value, shift);
            for (address, word) in [(low, value), (high, above)] {
                let word = self.editor.cast(CastOp::Trunc, word, self.i32);
                self.write(address, word);
            }
            return Ok(());
        }
        let (address, shift) = self.part(&place)?;
        if bits == BITS {
            self.write(address, value);
            return Ok(());
        }
        let old = self.read(address);
        let ones = self.editor.int(self.i32, (1 << bits) - 1);
        let all = self.editor.int(self.i32, -1);
        let mask = self.editor.binary(BinaryOp::Shl, ones, shift);
        let others = self.editor.binary(BinaryOp::Xor, mask, all);
        let kept = self.editor.binary(BinaryOp::And, old, others);
        let wide = self.editor.cast(CastOp::ZExt, value, self.i32);
        let shifted = self.editor.binary(BinaryOp::Shl, wide, shift);
        let word = self.editor.binary(BinaryOp::Or, kept, shifted);
        self.write(address, word);
        Ok(())
    }
}

/// A constant as an array of numbers of the same bytes; `None` where those are not known.
pub(super) fn constant(module: &mut Module, value: Value, array: TypeId) -> Option<Value> {
    let Some(Type::Array(element, count)) = module.types.get(array) else { return None };
    let (element, count) = (*element, *count);
    // As many as constants have that are arrays of numbers already.
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
        // What may be anything is zero.
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

/// Writes the low bytes of a number.
fn write(bytes: &mut [u8], at: u64, number: u64, size: u64) -> Option<()> {
    let (at, size) = (usize::try_from(at).ok()?, usize::try_from(size).ok()?);
    let number = number.to_le_bytes();
    bytes.get_mut(at..at.checked_add(size)?)?.copy_from_slice(number.get(..size)?);
    Some(())
}
