//! Rewrites accesses to objects whose type remains, so that GEPs select members by indices instead of byte offsets, for
//! pass `dxil-flatten-arrays`.
//!
//! The type of an object remains if its pointer is an argument of a call, such as a ray payload, a parameter, or the
//! result of a call, such as a node record.
//! Optimizers access such an object by byte offsets, as another type of the same size, or two members at once. Separate
//! from objects that become arrays, because the members of these need not be found.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access as AccessAttributes;
use dxil_ir::{Alignment, BinaryOp, CastOp, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};

use hashbrown::HashMap;

use super::memory::Access;
use crate::error::{Result, invalid};
use crate::limits::{PARTS, TYPE_DEPTH};
use crate::lower::memory::addresses::Bytes;
use crate::upgrade::RESULT;

/// Size of a dword, in bytes.
const WORD: u64 = 4;

/// The maximum number of terms that [`distribute`] visits.
const FACTORS: usize = 16;

/// Returns the pointers with known pointees in a function, and these pointees: parameters, and the results of calls,
/// such as of the operation `GetNodeRecordPtr`.
pub(super) fn known_pointers(
    editor: &Editor<'_>,
    known: &HashMap<(GlobalId, u32), TypeId>,
) -> Vec<(Value, TypeId)> {
    let of_function = known.iter().filter(|((function, _), _)| *function == editor.function());
    let parameters = of_function.filter(|((_, index), _)| *index != RESULT);
    let mut found: Vec<(Value, TypeId)> =
        parameters.map(|((_, index), ty)| (Value::new(ValueKind::Argument(*index)), *ty)).collect();
    found.sort_unstable();
    if known.keys().any(|(_, index)| *index == RESULT) {
        let calls = editor.all_instructions().into_iter();
        found.extend(calls.filter_map(|id| {
            let (callee, _) = editor.called(id)?;
            Some((id.into(), *known.get(&(callee, RESULT))?))
        }));
    }
    found
}

/// Rewrites the accesses to an object of type `ty` that are not yet named, if each part of the access is a scalar
/// member.
pub(super) fn name_members(
    editor: &mut Editor<'_>,
    root: Value,
    ty: TypeId,
    accesses: &[Access],
) -> Result<()> {
    for access in accesses.iter().filter(|access| !access.is_named) {
        let object = Object { root, ty };
        let bytes = distribute(editor, &access.bytes);
        let Some(parts) = parts(editor.context(), object, access.ty, &bytes) else { continue };
        editor.go_to(Position::Before(access.id)).map_err(invalid)?;
        match editor.op(access.id).cloned() {
            Some(Op::Load(_, attributes)) => {
                let value = load(editor, object, access.ty, &parts, attributes)?;
                editor.replace_and_erase(access.id, value).map_err(invalid)?;
            }
            Some(Op::Store([value, _], attributes)) => {
                store(editor, object, value, &parts, attributes)?;
                editor.erase(access.id).map_err(invalid)?;
            }
            // An atomic operation is one access to one scalar. Pointers of LLVM 3.7 can be cast to a pointee of the
            // same size.
            _ => {
                if let [Part { member, conversion: Conversion::Identity | Conversion::Bitcast, .. }] =
                    parts.as_slice()
                {
                    let address = address(editor, object, member)?;
                    editor.set_operand(access.id, access.operand, address).map_err(invalid)?;
                }
            }
        }
    }
    Ok(())
}

/// An alloca, a global variable, or the pointee of a pointer parameter or of the result of a call.
#[derive(Clone, Copy)]
struct Object {
    /// The pointer to the object.
    root: Value,
    /// The pointee of `root`.
    ty: TypeId,
}

/// A member of an object.
struct Member {
    /// The indices of the GEP that selects the member. The sums count elements here, not bytes.
    indices: Vec<Bytes>,
    ty: TypeId,
}

/// A part of an access: all of it, or one component of an accessed vector.
struct Part {
    /// The type of the value that the access loads or stores.
    ty: TypeId,
    /// The accessed member; for [`Conversion::TwoWords`], the low dword.
    member: Member,
    conversion: Conversion,
}

/// The conversion between the type of a member and the type of an access.
enum Conversion {
    /// The types are equal.
    Identity,
    /// A bitcast to a type of the same size.
    Bitcast,
    /// The 64-bit value consists of two 32-bit members; this is the high dword.
    TwoWords(Member),
}

/// Distributes factors over the sums and the products with constants in the values of the terms: `(i * 3 + j) * 4`
/// becomes `i * 12 + j * 4`. The factors are then multiples of the element sizes again.
fn distribute(editor: &Editor<'_>, bytes: &Bytes) -> Bytes {
    let (mut constant, mut terms) = (bytes.constant, Vec::with_capacity(bytes.terms.len()));
    let mut worklist = bytes.terms.clone();
    worklist.reverse();
    let mut left = FACTORS;
    while let Some((value, factor)) = worklist.pop() {
        let sum = left.checked_sub(1).and_then(|_| summands(editor, value, factor));
        left = left.saturating_sub(1);
        match sum {
            Some((parts, number)) => {
                worklist.extend(parts);
                constant = constant.wrapping_add(number);
            }
            None => terms.push((value, factor)),
        }
    }
    Bytes::of_terms(&terms, constant)
}

/// Rewrites `value * factor` as a sum of products and a constant, for a constant, an `add`, or a `mul` or `shl` by a
/// constant. Returns `None` for other values.
fn summands(editor: &Editor<'_>, value: Value, factor: i64) -> Option<(Vec<(Value, i64)>, i64)> {
    let module = editor.context();
    if let Some(number) = module.signed_integer(value) {
        return Some((Vec::new(), number.wrapping_mul(factor)));
    }
    let ValueKind::Instruction(id) = value.kind() else { return None };
    let Op::Binary { op, operands: [first, second] } = editor.op(id)? else { return None };
    if !has_pointer_width(editor, value) {
        return None;
    }
    let parts = match (op, module.signed_integer(*first), module.signed_integer(*second)) {
        (BinaryOp::Add, ..) => vec![(*second, factor), (*first, factor)],
        (BinaryOp::Mul, _, Some(number)) => vec![(*first, factor.wrapping_mul(number))],
        (BinaryOp::Mul, Some(number), _) => vec![(*second, factor.wrapping_mul(number))],
        (BinaryOp::Shl, _, Some(number @ 0..31)) => vec![(*first, factor.wrapping_mul(1 << number))],
        _ => return None,
    };
    Some((parts, 0))
}

/// Returns true if a value is an `i32` or `i64`. A sum of narrower integers wraps around before the byte offset does,
/// so it cannot be distributed.
fn has_pointer_width(editor: &Editor<'_>, value: Value) -> bool {
    let ty = editor.type_of(value).ok().and_then(|ty| editor.context().types.get(ty));
    matches!(ty, Some(Type::Integer(32 | 64)))
}

/// Splits an access of type `ty` into parts: the whole access if it is to one member, or else its vector components.
/// Returns `None` if a part is not a member.
fn parts(module: &Module, object: Object, ty: TypeId, bytes: &Bytes) -> Option<Vec<Part>> {
    if let Some(part) = part(module, object, ty, bytes.clone()) {
        return Some(vec![part]);
    }
    let Some(Type::Vector(lane, count)) = module.types.get(ty) else { return None };
    let (lane, count) = (*lane, Some(*count).filter(|count| *count <= PARTS)?);
    let size = DataLayout::of(module).size(lane);
    let offset = |index: u64| i64::try_from(index.checked_mul(size)?).ok();
    (0..count).map(|index| part(module, object, lane, bytes.clone().plus(offset(index)?))).collect()
}

/// Returns the member at a byte offset, and the conversion to `ty`. Returns `None` if no conversion exists.
fn part(module: &Module, object: Object, ty: TypeId, bytes: Bytes) -> Option<Part> {
    let member = member_at(module, object, bytes.clone(), ty)?;
    if member.ty == ty {
        return Some(Part { ty, member, conversion: Conversion::Identity });
    }
    let is_scalar = |ty| {
        matches!(
            module.types.get(ty),
            Some(Type::Integer(16 | 32 | 64) | Type::Half | Type::Float | Type::Double)
        )
    };
    if !is_scalar(ty) || !is_scalar(member.ty) {
        return None;
    }
    let mut layout = DataLayout::of(module);
    match (layout.size(ty), layout.size(member.ty)) {
        (size, member_size) if size == member_size => {
            Some(Part { ty, member, conversion: Conversion::Bitcast })
        }
        (8, WORD) => {
            let high = member_at(module, object, bytes.plus(4), ty)?;
            let is_word = layout.size(high.ty) == WORD && is_scalar(high.ty);
            is_word.then_some(Part { ty, member, conversion: Conversion::TwoWords(high) })
        }
        _ => None,
    }
}

/// Returns the member of type `wanted` at a byte offset, or else the scalar at this offset. Walks down the type of the
/// object, and assigns each term of the offset to the outermost array whose element size divides its factor.
fn member_at(module: &Module, object: Object, bytes: Bytes, wanted: TypeId) -> Option<Member> {
    let mut layout = DataLayout::of(module);
    let mut rest = Remaining { constant: bytes.constant, terms: bytes.terms };
    let mut ty = object.ty;
    // A parameter may point to an array of unknown length.
    let is_single = !matches!(object.root.kind(), ValueKind::Argument(_));
    let mut indices = vec![rest.take_index(layout.size(ty), is_single.then_some(1))?];
    for _ in 0..TYPE_DEPTH {
        if rest.is_zero() && ty == wanted {
            return Some(Member { indices, ty });
        }
        match module.types.get(ty)? {
            Type::Array(element, count) | Type::Vector(element, count) => {
                indices.push(rest.take_index(layout.size(*element), Some(*count))?);
                ty = *element;
            }
            _ => {
                let Some(members) = module.types.members(ty) else {
                    return rest.is_zero().then_some(Member { indices, ty });
                };
                let offsets = layout.offsets(ty);
                let constant = u64::try_from(rest.constant).ok()?;
                let index = offsets.iter().rposition(|offset| *offset <= constant)?;
                ty = *members.get(index)?;
                rest.constant -= i64::try_from(*offsets.get(index)?).ok()?;
                indices.push(Bytes::of(i64::try_from(index).ok()?));
            }
        }
    }
    None
}

/// The part of a byte offset that no index accounts for yet.
struct Remaining {
    constant: i64,
    terms: Vec<(Value, i64)>,
}

impl Remaining {
    fn is_zero(&self) -> bool {
        self.constant == 0 && self.terms.is_empty()
    }

    /// Removes the multiples of an element size from the offset and returns them as an index. Returns `None` if the
    /// index is a constant that is not less than `count`.
    fn take_index(&mut self, size: u64, count: Option<u64>) -> Option<Bytes> {
        let size = i64::try_from(size).ok().filter(|size| *size > 0)?;
        let terms = std::mem::take(&mut self.terms);
        let (multiples, others): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|(_, factor)| factor % size == 0);
        self.terms = others;
        let number = self.constant.div_euclid(size);
        let is_inside = count.is_none_or(|count| u64::try_from(number).is_ok_and(|number| number < count));
        if multiples.is_empty() && !is_inside {
            return None;
        }
        self.constant = self.constant.rem_euclid(size);
        let multiples: Vec<(Value, i64)> =
            multiples.into_iter().map(|(value, factor)| (value, factor / size)).collect();
        Some(Bytes::of_terms(&multiples, number))
    }
}

/// Emits the GEP to a member.
fn address(editor: &mut Editor<'_>, object: Object, member: &Member) -> Result<Value> {
    let mut indices = Vec::with_capacity(member.indices.len());
    for index in &member.indices {
        indices.push(index.value(editor, 1)?);
    }
    editor.element_pointer(true, object.ty, object.root, &indices).map_err(invalid)
}

/// Emits the loads of the parts. Returns a value of type `ty`.
fn load(
    editor: &mut Editor<'_>,
    object: Object,
    ty: TypeId,
    parts: &[Part],
    attributes: AccessAttributes,
) -> Result<Value> {
    if let [part] = parts
        && part.ty == ty
    {
        return load_part(editor, object, part, attributes);
    }
    let i32 = editor.module().types.int(32);
    let mut vector = editor.module().constant(ty, ConstantKind::Poison);
    for (lane, part) in (0..).zip(parts) {
        let value = load_part(editor, object, part, attributes)?;
        let lane = editor.int(i32, lane);
        vector = editor.insert_element(vector, value, lane).map_err(invalid)?;
    }
    Ok(vector)
}

fn load_part(
    editor: &mut Editor<'_>,
    object: Object,
    part: &Part,
    attributes: AccessAttributes,
) -> Result<Value> {
    let low = load_member(editor, object, &part.member, attributes)?;
    match &part.conversion {
        Conversion::Identity => Ok(low),
        Conversion::Bitcast => Ok(editor.cast(CastOp::Bitcast, low, part.ty)),
        Conversion::TwoWords(high) => {
            let high = load_member(editor, object, high, attributes)?;
            let types = &mut editor.module().types;
            let (i32, i64) = (types.int(32), types.int(64));
            let mut words = [low, high];
            for word in &mut words {
                let bits = cast(editor, *word, i32)?;
                *word = editor.cast(CastOp::ZExt, bits, i64);
            }
            let [low, high] = words;
            let shift = editor.int(i64, 32);
            let high = editor.binary(BinaryOp::Shl, high, shift);
            let whole = editor.binary(BinaryOp::Or, high, low);
            cast(editor, whole, part.ty)
        }
    }
}

fn load_member(
    editor: &mut Editor<'_>,
    object: Object,
    member: &Member,
    attributes: AccessAttributes,
) -> Result<Value> {
    let address = address(editor, object, member)?;
    let attributes = AccessAttributes { alignment: alignment(editor, member.ty), ..attributes };
    Ok(editor.add(Op::Load(address, attributes), member.ty).into())
}

/// Emits the stores of the parts of a value.
fn store(
    editor: &mut Editor<'_>,
    object: Object,
    value: Value,
    parts: &[Part],
    attributes: AccessAttributes,
) -> Result<()> {
    if let [part] = parts
        && editor.type_of(value) == Ok(part.ty)
    {
        return store_part(editor, object, value, part, attributes);
    }
    let i32 = editor.module().types.int(32);
    for (lane, part) in (0..).zip(parts) {
        let lane = editor.int(i32, lane);
        let component = editor.extract_element(value, lane).map_err(invalid)?;
        store_part(editor, object, component, part, attributes)?;
    }
    Ok(())
}

fn store_part(
    editor: &mut Editor<'_>,
    object: Object,
    value: Value,
    part: &Part,
    attributes: AccessAttributes,
) -> Result<()> {
    if editor.context().is_undefined(value) {
        return Ok(());
    }
    let Conversion::TwoWords(high) = &part.conversion else {
        return store_member(editor, object, value, &part.member, attributes);
    };
    let types = &mut editor.module().types;
    let (i32, i64) = (types.int(32), types.int(64));
    let whole = cast(editor, value, i64)?;
    let shift = editor.int(i64, 32);
    let above = editor.binary(BinaryOp::LShr, whole, shift);
    for (word, member) in [(whole, &part.member), (above, high)] {
        let word = editor.cast(CastOp::Trunc, word, i32);
        store_member(editor, object, word, member, attributes)?;
    }
    Ok(())
}

fn store_member(
    editor: &mut Editor<'_>,
    object: Object,
    value: Value,
    member: &Member,
    attributes: AccessAttributes,
) -> Result<()> {
    let address = address(editor, object, member)?;
    let value = cast(editor, value, member.ty)?;
    let attributes = AccessAttributes { alignment: alignment(editor, member.ty), ..attributes };
    editor.add_void(Op::Store([value, address], attributes));
    Ok(())
}

/// Emits a bitcast to `ty` if the type of the value differs.
fn cast(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Value> {
    let is_same = editor.type_of(value).map_err(invalid)? == ty;
    Ok(if is_same { value } else { editor.cast(CastOp::Bitcast, value, ty) })
}

/// Returns the size of the scalar, or of the scalar in the vector type, as the alignment.
fn alignment(editor: &Editor<'_>, ty: TypeId) -> Alignment {
    let types = &editor.context().types;
    Alignment::bytes(DataLayout::of(editor.context()).size(types.scalar(ty)))
}
