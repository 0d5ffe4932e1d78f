//! Memory whose address is handed on, as payloads of rays are, keeps its type: what is read and written of it names
//! members again, where optimizers count bytes and take several members at once. Separate from memory that becomes an
//! array, whose members nobody else asks for.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access as Manner;
use dxil_ir::{Alignment, BinaryOp, CastOp, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};

use hashbrown::HashMap;

use super::memory::Access;
use crate::error::{Result, invalid};
use crate::limits::{PARTS, TYPE_DEPTH};
use crate::lower::memory::addresses::Bytes;

/// Bytes of a word.
const WORD: u64 = 4;

/// How many multiplications by constants and sums are looked through for what an address counts.
const FACTORS: usize = 16;

/// The parameters of a function that are addresses, and what of.
pub(super) fn parameters(
    editor: &Editor<'_>,
    known: &HashMap<(GlobalId, u32), TypeId>,
) -> Vec<(Value, TypeId)> {
    let of_it = known.iter().filter(|((function, _), _)| *function == editor.function());
    let mut found: Vec<(Value, TypeId)> =
        of_it.map(|((_, index), ty)| (Value::new(ValueKind::Argument(*index)), *ty)).collect();
    found.sort_unstable();
    found
}

/// Lets each of some accesses to memory of a type name the member that it is to, if it does not yet and there is one.
pub(super) fn name(editor: &mut Editor<'_>, root: Value, ty: TypeId, accesses: &[Access]) -> Result<()> {
    for access in accesses.iter().filter(|access| !access.is_named) {
        let of = Memory { root, ty };
        let bytes = spread(editor, &access.bytes);
        let Some(parts) = parts(editor.context(), of, access.ty, &bytes) else { continue };
        editor.go_to(Position::Before(access.id)).map_err(invalid)?;
        match editor.op(access.id).cloned() {
            Some(Op::Load(_, manner)) => {
                let value = load(editor, of, access.ty, &parts, manner)?;
                editor.replace_and_erase(access.id, value).map_err(invalid)?;
            }
            Some(Op::Store([value, _], manner)) => {
                store(editor, of, value, &parts, manner)?;
                editor.erase(access.id).map_err(invalid)?;
            }
            // Atomics are of one number.
            _ => {
                if let [Part { place, how: How::Same, .. }] = parts.as_slice() {
                    let address = address(editor, of, place)?;
                    editor.set_operand(access.id, access.operand, address).map_err(invalid)?;
                }
            }
        }
    }
    Ok(())
}

/// Memory: its address, and the type of what is there.
#[derive(Clone, Copy)]
struct Memory {
    root: Value,
    ty: TypeId,
}

/// A member: how many bytes are counted at each step towards it, in sizes of what is there, and its type.
struct Place {
    steps: Vec<Bytes>,
    ty: TypeId,
}

/// A number that an access is to, or a vector of them, and where it is.
struct Part {
    ty: TypeId,
    place: Place,
    how: How,
}

/// What a number is of what is in memory.
enum How {
    Same,
    /// Its bits are those of another type.
    Bits,
    /// It is two words, of which this is the higher one.
    Words(Place),
}

/// Bytes without the multiplications by constants and sums that are in them: an index that counts bytes counts elements
/// again.
fn spread(editor: &Editor<'_>, bytes: &Bytes) -> Bytes {
    let (mut constant, mut terms) = (bytes.constant, Vec::with_capacity(bytes.terms.len()));
    let mut waiting = bytes.terms.clone();
    waiting.reverse();
    let mut left = FACTORS;
    while let Some((value, factor)) = waiting.pop() {
        let sum = left.checked_sub(1).and_then(|_| summands(editor, value, factor));
        left = left.saturating_sub(1);
        match sum {
            Some((parts, number)) => {
                waiting.extend(parts);
                constant = constant.wrapping_add(number);
            }
            None => terms.push((value, factor)),
        }
    }
    Bytes::of_terms(&terms, constant)
}

/// What a value times a factor is the sum of: values times factors, and a constant; `None` where it is no such sum.
fn summands(editor: &Editor<'_>, value: Value, factor: i64) -> Option<(Vec<(Value, i64)>, i64)> {
    let module = editor.context();
    if let Some(number) = module.signed_integer(value) {
        return Some((Vec::new(), number.wrapping_mul(factor)));
    }
    let ValueKind::Instruction(id) = value.kind() else { return None };
    let Op::Binary { op, operands: [first, second] } = editor.op(id)? else { return None };
    if !is_of_addresses(editor, value) {
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

/// Whether a number has as many bits as addresses do, or more: sums of fewer begin anew earlier.
fn is_of_addresses(editor: &Editor<'_>, value: Value) -> bool {
    let ty = editor.type_of(value).ok().and_then(|ty| editor.context().types.get(ty));
    matches!(ty, Some(Type::Integer(32 | 64)))
}

/// The parts of an access, by its lanes; `None` where a part is no member.
fn parts(module: &Module, of: Memory, ty: TypeId, bytes: &Bytes) -> Option<Vec<Part>> {
    if let Some(part) = part(module, of, ty, bytes.clone()) {
        return Some(vec![part]);
    }
    let Some(Type::Vector(lane, count)) = module.types.get(ty) else { return None };
    let (lane, count) = (*lane, Some(*count).filter(|count| *count <= PARTS)?);
    let size = DataLayout::of(module).size(lane);
    let place = |index: u64| i64::try_from(index.checked_mul(size)?).ok();
    (0..count).map(|index| part(module, of, lane, bytes.clone().plus(place(index)?))).collect()
}

fn part(module: &Module, of: Memory, ty: TypeId, bytes: Bytes) -> Option<Part> {
    let place = member(module, of, bytes.clone(), ty)?;
    if place.ty == ty {
        return Some(Part { ty, place, how: How::Same });
    }
    let is_number = |ty| {
        matches!(
            module.types.get(ty),
            Some(Type::Integer(16 | 32 | 64) | Type::Half | Type::Float | Type::Double)
        )
    };
    if !is_number(ty) || !is_number(place.ty) {
        return None;
    }
    let mut layout = DataLayout::of(module);
    match (layout.size(ty), layout.size(place.ty)) {
        (size, there) if size == there => Some(Part { ty, place, how: How::Bits }),
        (8, WORD) => {
            let high = member(module, of, bytes.plus(4), ty)?;
            let is_word = layout.size(high.ty) == WORD && is_number(high.ty);
            is_word.then_some(Part { ty, place, how: How::Words(high) })
        }
        _ => None,
    }
}

/// The member of a type that bytes lead to, or the number that is there.
fn member(module: &Module, of: Memory, bytes: Bytes, wanted: TypeId) -> Option<Place> {
    let mut layout = DataLayout::of(module);
    let mut left = Left { constant: bytes.constant, terms: bytes.terms };
    let mut ty = of.ty;
    // How many of them are at the address of a parameter is not known.
    let is_one = !matches!(of.root.kind(), ValueKind::Argument(_));
    let mut steps = vec![left.step(layout.size(ty), is_one.then_some(1))?];
    for _ in 0..TYPE_DEPTH {
        if left.is_nothing() && ty == wanted {
            return Some(Place { steps, ty });
        }
        match module.types.get(ty)? {
            Type::Array(element, count) | Type::Vector(element, count) => {
                steps.push(left.step(layout.size(*element), Some(*count))?);
                ty = *element;
            }
            _ => {
                let Some(members) = module.types.members(ty) else {
                    return left.is_nothing().then_some(Place { steps, ty });
                };
                let offsets = layout.offsets(ty);
                let at = u64::try_from(left.constant).ok()?;
                let index = offsets.iter().rposition(|offset| *offset <= at)?;
                ty = *members.get(index)?;
                left.constant -= i64::try_from(*offsets.get(index)?).ok()?;
                steps.push(Bytes::of(i64::try_from(index).ok()?));
            }
        }
    }
    None
}

/// The bytes that are still to go.
struct Left {
    constant: i64,
    terms: Vec<(Value, i64)>,
}

impl Left {
    fn is_nothing(&self) -> bool {
        self.constant == 0 && self.terms.is_empty()
    }

    /// Takes off whole elements of a size, of which there are `count`; how many those are. `None` where it is more.
    fn step(&mut self, size: u64, count: Option<u64>) -> Option<Bytes> {
        let size = i64::try_from(size).ok().filter(|size| *size > 0)?;
        let terms = std::mem::take(&mut self.terms);
        let (here, further): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(_, factor)| factor % size == 0);
        self.terms = further;
        let number = self.constant.div_euclid(size);
        let is_inside = count.is_none_or(|count| u64::try_from(number).is_ok_and(|number| number < count));
        if here.is_empty() && !is_inside {
            return None;
        }
        self.constant = self.constant.rem_euclid(size);
        let here: Vec<(Value, i64)> =
            here.into_iter().map(|(value, factor)| (value, factor / size)).collect();
        Some(Bytes::of_terms(&here, number))
    }
}

fn address(editor: &mut Editor<'_>, of: Memory, place: &Place) -> Result<Value> {
    let mut indices = Vec::with_capacity(place.steps.len());
    for step in &place.steps {
        indices.push(step.value(editor, 1)?);
    }
    editor.element_pointer(true, of.ty, of.root, &indices).map_err(invalid)
}

fn load(editor: &mut Editor<'_>, of: Memory, ty: TypeId, parts: &[Part], manner: Manner) -> Result<Value> {
    if let [part] = parts
        && part.ty == ty
    {
        return load_part(editor, of, part, manner);
    }
    let i32 = editor.module().types.int(32);
    let mut vector = editor.module().constant(ty, ConstantKind::Poison);
    for (lane, part) in (0..).zip(parts) {
        let value = load_part(editor, of, part, manner)?;
        let lane = editor.int(i32, lane);
        vector = editor.insert_element(vector, value, lane).map_err(invalid)?;
    }
    Ok(vector)
}

fn load_part(editor: &mut Editor<'_>, of: Memory, part: &Part, manner: Manner) -> Result<Value> {
    let low = load_member(editor, of, &part.place, manner)?;
    match &part.how {
        How::Same => Ok(low),
        How::Bits => Ok(editor.cast(CastOp::Bitcast, low, part.ty)),
        How::Words(high) => {
            let high = load_member(editor, of, high, manner)?;
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

fn load_member(editor: &mut Editor<'_>, of: Memory, place: &Place, manner: Manner) -> Result<Value> {
    let address = address(editor, of, place)?;
    let manner = Manner { alignment: alignment(editor, place.ty), ..manner };
    Ok(editor.add(Op::Load(address, manner), place.ty).into())
}

fn store(editor: &mut Editor<'_>, of: Memory, value: Value, parts: &[Part], manner: Manner) -> Result<()> {
    if let [part] = parts
        && editor.type_of(value) == Ok(part.ty)
    {
        return store_part(editor, of, value, part, manner);
    }
    let i32 = editor.module().types.int(32);
    for (lane, part) in (0..).zip(parts) {
        let lane = editor.int(i32, lane);
        let one = editor.extract_element(value, lane).map_err(invalid)?;
        store_part(editor, of, one, part, manner)?;
    }
    Ok(())
}

fn store_part(editor: &mut Editor<'_>, of: Memory, value: Value, part: &Part, manner: Manner) -> Result<()> {
    if editor.context().is_undefined(value) {
        return Ok(());
    }
    let How::Words(high) = &part.how else {
        return store_member(editor, of, value, &part.place, manner);
    };
    let types = &mut editor.module().types;
    let (i32, i64) = (types.int(32), types.int(64));
    let whole = cast(editor, value, i64)?;
    let shift = editor.int(i64, 32);
    let above = editor.binary(BinaryOp::LShr, whole, shift);
    for (word, place) in [(whole, &part.place), (above, high)] {
        let word = editor.cast(CastOp::Trunc, word, i32);
        store_member(editor, of, word, place, manner)?;
    }
    Ok(())
}

fn store_member(
    editor: &mut Editor<'_>,
    of: Memory,
    value: Value,
    place: &Place,
    manner: Manner,
) -> Result<()> {
    let address = address(editor, of, place)?;
    let value = cast(editor, value, place.ty)?;
    let manner = Manner { alignment: alignment(editor, place.ty), ..manner };
    editor.add_void(Op::Store([value, address], manner));
    Ok(())
}

/// The same bits as another type.
fn cast(editor: &mut Editor<'_>, value: Value, ty: TypeId) -> Result<Value> {
    let is_same = editor.type_of(value).map_err(invalid)? == ty;
    Ok(if is_same { value } else { editor.cast(CastOp::Bitcast, value, ty) })
}

fn alignment(editor: &Editor<'_>, ty: TypeId) -> Alignment {
    let types = &editor.context().types;
    Alignment::bytes(DataLayout::of(editor.context()).size(types.scalar(ty)))
}
