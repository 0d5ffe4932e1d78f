//! Decomposes pointers into resources into a handle, an element index and a byte offset. Separate because the lowering
//! of loads, stores, atomic operations and phis of such pointers needs it.

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

/// The intrinsic that returns a pointer to an element of a resource.
pub(in crate::lower) const GET_POINTER: &str = "llvm.dx.resource.getpointer";

/// The intrinsic that returns a pointer to the first byte of a constant buffer.
pub(in crate::lower) const GET_BASE_POINTER: &str = "llvm.dx.resource.getbasepointer";

/// A decomposed pointer into a resource.
#[derive(Debug, Clone)]
pub(in crate::lower) struct Address {
    /// The handle.
    pub resource: Value,
    /// The index of the element; in a constant buffer and in a `ByteAddressBuffer`, a byte offset.
    pub index: Value,
    /// Byte offset from the start of the element.
    pub bytes: Bytes,
}

/// A byte offset: the sum of a constant and of products `value * factor`.
#[derive(Debug, Clone, Default)]
pub(in crate::lower) struct Bytes {
    /// The constant part, in bytes.
    pub constant: i64,
    /// The products: a signed integer value of any width, and a factor in bytes.
    pub terms: Vec<(Value, i64)>,
    /// The number of terms that [`Bytes::value`] adds before the constant, so that it adds in the order of the GEPs.
    /// `None` if no constant has been added.
    before: Option<usize>,
}

impl Bytes {
    /// Returns a constant offset.
    pub(in crate::lower) fn of(constant: i64) -> Self {
        Self::default().plus(constant)
    }

    /// Returns the sum of products `value * factor` and a constant, which is added last.
    pub(in crate::lower) fn of_terms(terms: &[(Value, i64)], constant: i64) -> Self {
        Self { constant: 0, terms: terms.to_vec(), before: None }.plus(constant)
    }

    /// Returns the offset whose number of bytes is `value`.
    pub(in crate::lower) fn of_value(module: &Module, value: Value) -> Self {
        match module.signed_integer(value) {
            Some(constant) => Self::of(constant),
            None => Self::of_terms(&[(value, 1)], 0),
        }
    }

    /// Adds the product of a value and a size in bytes.
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

    /// Returns the sum of two offsets.
    pub(in crate::lower) fn and(mut self, other: &Self) -> Self {
        self.before = self.before.or(other.before.map(|count| self.terms.len().saturating_add(count)));
        self.constant = self.constant.wrapping_add(other.constant);
        self.terms.extend(&other.terms);
        self
    }

    /// Returns the sum of this offset and a constant.
    pub(in crate::lower) fn plus(mut self, constant: i64) -> Self {
        self.push(constant);
        self
    }

    /// Returns the largest power of two, up to 2^32, that is known to divide the offset.
    pub(in crate::lower) fn alignment(&self, editor: &Editor<'_>) -> u64 {
        let of = |number: i64| 1_u64 << number.trailing_zeros().min(32);
        let terms =
            self.terms.iter().map(|(value, factor)| of(*factor).saturating_mul(multiple(editor, *value)));
        terms.fold(of(self.constant), u64::min)
    }

    /// Emits instructions that compute the offset divided by `divisor`, as an `i32`. The divisor is a power of two that
    /// divides the offset.
    pub(in crate::lower) fn value(&self, editor: &mut Editor<'_>, divisor: u64) -> Result<Value> {
        let i32 = editor.module().types.int(32);
        let divisor = i64::try_from(divisor.max(1)).unwrap_or(1);
        // If a factor is not divisible, the sum still is: a shift divides it.
        let is_each_divisible =
            self.terms.iter().all(|(_, factor)| factor % divisor == 0) && self.constant % divisor == 0;
        let by = if is_each_divisible { divisor } else { 1 };
        let constant = editor.int(i32, self.constant / by);
        let position = self.before.filter(|_| self.constant != 0);
        let mut sum = None;
        let add = |editor: &mut Editor<'_>, sum: Option<Value>, term| match sum {
            None => term,
            Some(sum) => editor.binary(BinaryOp::Add, sum, term),
        };
        for (index, (value, factor)) in self.terms.iter().enumerate() {
            if position == Some(index) {
                sum = Some(add(editor, sum, constant));
            }
            let value = as_i32(editor, *value)?;
            let term = scaled(editor, value, factor / by)?;
            sum = Some(add(editor, sum, term));
        }
        let sum = match sum {
            None => constant,
            Some(sum) if position.is_some_and(|position| position >= self.terms.len()) => {
                add(editor, Some(sum), constant)
            }
            Some(sum) => sum,
        };
        if is_each_divisible {
            return Ok(sum);
        }
        let shift = editor.int(i32, divisor.trailing_zeros().into());
        Ok(editor.binary(BinaryOp::LShr, sum, shift))
    }
}

/// Returns the largest power of two, up to 2^31, that is known to divide a value. Inspects the instruction that
/// computes the value and, for `add` and `or` of a constant, whether the first operand is a `shl`.
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

/// Converts an integer to `i32`, the type of indices and byte offsets in DXIL: sign-extends a narrower integer and
/// truncates a wider one.
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
        std::cmp::Ordering::Greater => truncated(editor, value, i32),
    })
}

/// Truncates an integer. If it is the `sext` or `zext` of a value of type `to`, returns this value.
fn truncated(editor: &mut Editor<'_>, value: Value, to: TypeId) -> Value {
    if let ValueKind::Instruction(id) = value.kind()
        && let Some(Op::Cast(CastOp::SExt | CastOp::ZExt, inner)) = editor.op(id)
        && editor.type_of(*inner) == Ok(to)
    {
        return *inner;
    }
    editor.cast(CastOp::Trunc, value, to)
}

/// Emits `value * factor`.
fn scaled(editor: &mut Editor<'_>, value: Value, factor: i64) -> Result<Value> {
    let ty = editor.type_of(value).map_err(invalid)?;
    if factor == 1 {
        return Ok(value);
    }
    let factor = editor.int(ty, factor);
    Ok(editor.binary(BinaryOp::Mul, value, factor))
}

/// Decomposes a pointer by walking GEPs and casts up to its `getpointer` call. Returns `None` if the root is something
/// else.
///
/// # Errors
///
/// A GEP selects a member that does not exist in its source type.
pub(in crate::lower) fn address(editor: &Editor<'_>, pointer: Value) -> Result<Option<Address>> {
    let mut bytes = Bytes::default();
    let mut current = pointer;
    // The limit ends the walk in unreachable blocks, where a GEP may use itself.
    for _ in 0..CHAIN {
        let ValueKind::Instruction(id) = current.kind() else { return Ok(None) };
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
                current = *base;
            }
            Some(Op::Cast(CastOp::Bitcast | CastOp::AddrSpaceCast, inner)) => current = *inner,
            Some(Op::Call { .. }) => {
                let Some((name, arguments)) = call(editor, id) else { return Ok(None) };
                let [resource, index, ..] = arguments[..] else { return Ok(None) };
                let is_get_pointer = name.starts_with(GET_POINTER.as_bytes());
                return Ok(is_get_pointer.then_some(Address { resource, index, bytes }));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// Returns the byte offset of a GEP with the source element type `source`. Returns `None` if `indices` is empty, or if
/// an index selects a structure member that does not exist or is not a constant.
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
                let member = layout.offsets(ty).get(usize::try_from(number).ok()?).copied()?;
                bytes.push(i64::try_from(member).ok()?);
                ty = module.types.element(ty, number)?;
            }
        }
    }
    Some(bytes)
}

/// Returns true if a value is a global that `is_meant` accepts, or a constant that refers to such a global directly or
/// through other constants.
pub(in crate::lower) fn refers_to(
    module: &Module,
    value: Value,
    is_meant: impl Fn(GlobalId) -> bool,
) -> bool {
    let mut worklist = vec![value];
    let mut seen = HashSet::new();
    while let Some(value) = worklist.pop() {
        match value.kind() {
            ValueKind::Global(id) if is_meant(id) => return true,
            ValueKind::Constant(id) if seen.insert(id) => {
                worklist.extend(module.constants.get(id).into_iter().flat_map(|known| known.kind.operands()));
            }
            _ => {}
        }
    }
    false
}
