//! What addresses in resources are of: the resource, the element, and the bytes from there on. Separate because reads,
//! writes and atomics all ask it, whatever they do there.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::Editor;
use dxil_ir::{BinaryOp, CastOp, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::limits::CHAIN;
use crate::lower::calls::call;
use crate::place::unsupported;

/// The intrinsic that gives the address of an element of a resource.
pub(in crate::lower) const GET_POINTER: &str = "llvm.dx.resource.getpointer";

/// The intrinsic that returns the address of a constant buffer's first byte.
pub(in crate::lower) const GET_BASE_POINTER: &str = "llvm.dx.resource.getbasepointer";

/// An address in a resource.
#[derive(Debug, Clone)]
pub(in crate::lower) struct Address {
    /// The resource.
    pub resource: Value,
    /// The element; of a constant buffer and of a buffer of bytes, the byte.
    pub index: Value,
    /// How many bytes from there.
    pub bytes: Bytes,
}

/// A number of bytes: a constant and products.
#[derive(Debug, Clone, Default)]
pub(in crate::lower) struct Bytes {
    /// The constant.
    pub constant: i64,
    /// Values, which are taken as signed, and what each of them counts.
    pub terms: Vec<(Value, i64)>,
    /// How many of these come before the constant where all are added, which is in the order of the addresses.
    before: Option<usize>,
}

impl Bytes {
    /// So many.
    pub(in crate::lower) fn of(constant: i64) -> Self {
        Self::default().plus(constant)
    }

    /// Values and what each of them counts, and a constant behind them.
    pub(in crate::lower) fn of_terms(terms: &[(Value, i64)], constant: i64) -> Self {
        Self { constant: 0, terms: terms.to_vec(), before: None }.plus(constant)
    }

    /// As many as a value says.
    pub(in crate::lower) fn of_value(module: &Module, value: Value) -> Self {
        match module.signed_integer(value) {
            Some(constant) => Self::of(constant),
            None => Self::of_terms(&[(value, 1)], 0),
        }
    }

    /// Adds a value times a size.
    fn add(&mut self, module: &Module, value: Value, size: u64) {
        let size = size.saturating_as::<i64>();
        match module.signed_integer(value) {
            Some(number) => self.push(number.wrapping_mul(size)),
            None => self.terms.push((value, size)),
        }
    }

    /// Adds a constant.
    fn push(&mut self, constant: i64) {
        if constant != 0 {
            self.before.get_or_insert(self.terms.len());
        }
        self.constant = self.constant.wrapping_add(constant);
    }

    /// The sum of two.
    pub(in crate::lower) fn and(mut self, other: &Self) -> Self {
        self.before = self.before.or(other.before.map(|place| self.terms.len().saturating_add(place)));
        self.constant = self.constant.wrapping_add(other.constant);
        self.terms.extend(&other.terms);
        self
    }

    /// So many more.
    pub(in crate::lower) fn plus(mut self, constant: i64) -> Self {
        self.push(constant);
        self
    }

    /// The largest power of two that all of them are a multiple of, whatever the values are.
    pub(in crate::lower) fn alignment(&self, editor: &Editor<'_>) -> u64 {
        let of = |number: i64| 1_u64 << number.trailing_zeros().min(32);
        let terms =
            self.terms.iter().map(|(value, factor)| of(*factor).saturating_mul(multiple(editor, *value)));
        terms.fold(of(self.constant), u64::min)
    }

    /// Their number, divided by a power of two that they are a multiple of.
    pub(in crate::lower) fn value(&self, editor: &mut Editor<'_>, divisor: u64) -> Result<Value> {
        let i32 = editor.module().types.int(32);
        let divisor = i64::try_from(divisor.max(1)).unwrap_or(1);
        // What is not divisible by itself is so in the sum.
        let whole =
            self.terms.iter().all(|(_, factor)| factor % divisor == 0) && self.constant % divisor == 0;
        let by = if whole { divisor } else { 1 };
        let constant = editor.int(i32, self.constant / by);
        let place = self.before.filter(|_| self.constant != 0);
        let mut sum = None;
        let add = |editor: &mut Editor<'_>, sum: Option<Value>, term| match sum {
            None => term,
            Some(sum) => editor.binary(BinaryOp::Add, sum, term),
        };
        for (index, (value, factor)) in self.terms.iter().enumerate() {
            if place == Some(index) {
                sum = Some(add(editor, sum, constant));
            }
            let value = as_i32(editor, *value)?;
            let term = scaled(editor, value, factor / by)?;
            sum = Some(add(editor, sum, term));
        }
        let sum = match sum {
            None => constant,
            Some(sum) if place.is_some_and(|place| place >= self.terms.len()) => {
                add(editor, Some(sum), constant)
            }
            Some(sum) => sum,
        };
        if whole {
            return Ok(sum);
        }
        let shift = editor.int(i32, divisor.trailing_zeros().into());
        Ok(editor.binary(BinaryOp::LShr, sum, shift))
    }
}

/// The largest power of two that a value is known to be a multiple of.
fn multiple(editor: &Editor<'_>, value: Value) -> u64 {
    let ValueKind::Instruction(id) = value.kind() else { return 1 };
    let Some(Op::Binary { op, operands: [first, second] }) = editor.op(id) else { return 1 };
    let number = editor.context().signed_integer(*second);
    match (op, number) {
        (BinaryOp::Shl, Some(bits)) => 1_u64 << u32::try_from(bits).unwrap_or(0).min(31),
        (BinaryOp::Mul, Some(factor)) if factor != 0 => 1 << factor.trailing_zeros().min(31),
        (BinaryOp::And, Some(mask)) if mask != 0 => 1 << mask.trailing_zeros().min(31),
        (BinaryOp::Add | BinaryOp::Or, Some(number)) => {
            let of_number = 1_u64 << number.trailing_zeros().min(31);
            // One step is enough for what compilers write.
            match first.kind() {
                ValueKind::Instruction(inner) => match editor.op(inner) {
                    Some(Op::Binary { op: BinaryOp::Shl, operands: [_, bits] }) => {
                        let bits =
                            editor.context().signed_integer(*bits).and_then(|bits| u32::try_from(bits).ok());
                        of_number.min(1 << bits.unwrap_or(0).min(31))
                    }
                    _ => 1,
                },
                _ => 1,
            }
        }
        _ => 1,
    }
}

/// An integer of another width as one of 32 bits, which addresses are.
pub(in crate::lower) fn as_i32(editor: &mut Editor<'_>, value: Value) -> Result<Value> {
    let i32 = editor.module().types.int(32);
    let ty = editor.type_of(value).map_err(invalid)?;
    let module = editor.context();
    let Some(Type::Integer(bits)) = module.types.get(ty).cloned() else { return Ok(value) };
    if let Some(number) = module.signed_integer(value) {
        return Ok(editor.int(i32, number));
    }
    Ok(match bits.cmp(&32) {
        std::cmp::Ordering::Less => editor.cast(CastOp::SExt, value, i32),
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => narrowed(editor, value, i32),
    })
}

/// A wide integer without what is above: what was widened before is what it was.
fn narrowed(editor: &mut Editor<'_>, value: Value, to: TypeId) -> Value {
    if let ValueKind::Instruction(id) = value.kind()
        && let Some(Op::Cast(CastOp::SExt | CastOp::ZExt, inner)) = editor.op(id)
        && editor.type_of(*inner) == Ok(to)
    {
        return *inner;
    }
    editor.cast(CastOp::Trunc, value, to)
}

fn scaled(editor: &mut Editor<'_>, value: Value, factor: i64) -> Result<Value> {
    let ty = editor.type_of(value).map_err(invalid)?;
    if factor == 1 {
        return Ok(value);
    }
    let factor = editor.int(ty, factor);
    Ok(editor.binary(BinaryOp::Mul, value, factor))
}

/// The address that a pointer is; `None` where it is of no resource.
pub(in crate::lower) fn address(editor: &Editor<'_>, pointer: Value) -> Result<Option<Address>> {
    let mut bytes = Bytes::default();
    let mut at = pointer;
    // In a block that is not reached, an address may come from itself.
    for _ in 0..CHAIN {
        let ValueKind::Instruction(id) = at.kind() else { return Ok(None) };
        match editor.op(id) {
            Some(Op::ElementPointer { source, .. }) => {
                let source = *source;
                let operands = editor.operands(id);
                let Some((base, indices)) = operands.split_first() else { return Ok(None) };
                let step = offset(editor.context(), source, indices);
                let step = step.ok_or_else(|| {
                    unsupported(
                        editor,
                        id,
                        "getelementptr selects a member that does not exist in the source type",
                    )
                })?;
                bytes = bytes.and(&step);
                at = *base;
            }
            Some(Op::Cast(CastOp::Bitcast | CastOp::AddrSpaceCast, inner)) => at = *inner,
            Some(Op::Call { .. }) => {
                let Some((name, arguments)) = call(editor, id) else { return Ok(None) };
                let [resource, index, ..] = arguments[..] else { return Ok(None) };
                let is_one = name.starts_with(GET_POINTER.as_bytes());
                return Ok(is_one.then_some(Address { resource, index, bytes }));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// How many bytes from a pointer to `source`s the indices lead; `None` where they lead nowhere.
pub(in crate::lower) fn offset(module: &Module, source: TypeId, indices: &[Value]) -> Option<Bytes> {
    let mut layout = DataLayout::of(module);
    let mut bytes = Bytes::default();
    let (first, rest) = indices.split_first()?;
    bytes.add(module, *first, layout.size(source));
    let mut ty = source;
    for index in rest {
        match module.types.get(ty)? {
            Type::Array(element, _) | Type::Vector(element, _) => {
                ty = *element;
                bytes.add(module, *index, layout.size(ty));
            }
            _ => {
                let number = module.integer(*index)?;
                let at = layout.offsets(ty).get(usize::try_from(number).ok()?).copied()?;
                bytes.push(i64::try_from(at).ok()?);
                ty = module.types.element(ty, number)?;
            }
        }
    }
    Some(bytes)
}

/// Returns true if a value is a global that `is_meant` accepts, or a constant with such a global among its operands.
pub(in crate::lower) fn refers_to(
    module: &Module,
    value: Value,
    is_meant: impl Fn(GlobalId) -> bool,
) -> bool {
    let mut waiting = vec![value];
    let mut seen = HashSet::new();
    while let Some(value) = waiting.pop() {
        match value.kind() {
            ValueKind::Global(id) if is_meant(id) => return true,
            ValueKind::Constant(id) if seen.insert(id) => {
                waiting.extend(module.constants.get(id).into_iter().flat_map(|known| known.kind.operands()));
            }
            _ => {}
        }
    }
    false
}
