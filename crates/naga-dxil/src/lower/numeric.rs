//! Numeric values as lists of scalars, and arithmetic on them. Separate because DXIL has no vectors before shader
//! model 6.9: vectors and matrices exist only as lists.

use std::rc::Rc;

use az::{Az as _, SaturatingAs as _};
use dxil::emit::{EmitError, Emitter, Result};
use dxil::half;
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, TypeId, Value};
use naga::{Scalar, ScalarKind};

/// Scalars of a value, shared between the expressions that have it.
pub(crate) type Values = Rc<[Value]>;

/// The shape of a numeric value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    /// The number of components.
    Vector(usize),
    Matrix {
        columns: usize,
        rows: usize,
    },
}

/// A scalar, vector or matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numeric {
    pub(crate) scalar: Scalar,
    pub(crate) shape: Shape,
    /// The components in order; a matrix column by column. Components of kind `Bool` are `i1`.
    pub(crate) components: Values,
}

impl Numeric {
    /// The component of all calls for a scalar, and component `index` of a vector or matrix.
    ///
    /// # Errors
    ///
    /// The value has fewer components.
    pub(crate) fn component(&self, index: usize) -> Result<Value> {
        let value = match self.components.as_ref() {
            [only] => Some(only),
            components => components.get(index),
        };
        value.copied().ok_or_else(|| EmitError::Usage {
            what: format!("a value with {} components has no component {index}", self.components.len()),
            remedy: "validate the naga module".into(),
        })
    }
}

/// Applies a function to each component.
pub(crate) fn map1(
    emit: &mut Emitter<'_>,
    value: &Numeric,
    mut f: impl FnMut(&mut Emitter<'_>, Value) -> Result<Value>,
) -> Result<Vec<Value>> {
    value.components.iter().map(|component| f(emit, *component)).collect()
}

/// Applies a function to each pair of components. A scalar is combined with all components of the other value.
pub(crate) fn map2(
    emit: &mut Emitter<'_>,
    [a, b]: [&Numeric; 2],
    mut f: impl FnMut(&mut Emitter<'_>, Value, Value) -> Result<Value>,
) -> Result<Vec<Value>> {
    let count = a.components.len().max(b.components.len());
    (0..count).map(|index| f(emit, a.component(index)?, b.component(index)?)).collect()
}

/// Like [`map2`], for three values.
pub(crate) fn map3(
    emit: &mut Emitter<'_>,
    [a, b, c]: [&Numeric; 3],
    mut f: impl FnMut(&mut Emitter<'_>, [Value; 3]) -> Result<Value>,
) -> Result<Vec<Value>> {
    let counts = [a, b, c].map(|value| value.components.len());
    let count = counts.into_iter().max().unwrap_or_default();
    (0..count)
        .map(|index| {
            let components = [a.component(index)?, b.component(index)?, c.component(index)?];
            f(emit, components)
        })
        .collect()
}

/// The type of a scalar in operations. A bool is an `i1`.
pub(crate) fn overload(scalar: Scalar) -> OverloadKind {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 2) => OverloadKind::F16,
        (ScalarKind::Float, 8) => OverloadKind::F64,
        (ScalarKind::Float | ScalarKind::AbstractFloat, _) => OverloadKind::F32,
        (ScalarKind::Bool, _) => OverloadKind::I1,
        (_, 2) => OverloadKind::I16,
        (_, 8) => OverloadKind::I64,
        _ => OverloadKind::I32,
    }
}

/// The type of a scalar. A bool is an `i1`.
pub(crate) fn scalar_type(emit: &mut Emitter<'_>, scalar: Scalar) -> TypeId {
    emit.scalar(overload(scalar))
}

/// Returns true for floats.
pub(crate) fn is_float(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Float | ScalarKind::AbstractFloat)
}

/// Returns true for signed integers.
pub(crate) fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Sint | ScalarKind::AbstractInt)
}

/// The number of bits of a scalar; 1 for a bool.
pub(crate) fn bit_width(scalar: Scalar) -> u32 {
    overload(scalar).bits()
}

/// The unsigned integer with the width of a scalar.
pub(crate) fn bits_of(scalar: Scalar) -> Scalar {
    Scalar { kind: ScalarKind::Uint, width: scalar.width }
}

/// The constant with this number: rounded to nearest even for floats, truncated and saturated for integers. A bool is
/// true if the number is not 0.
pub(crate) fn constant(emit: &mut Emitter<'_>, scalar: Scalar, number: f64) -> Value {
    let ty = scalar_type(emit, scalar);
    match overload(scalar) {
        OverloadKind::F16 => emit.module().float_bits(ty, half::from_double(number).into()),
        OverloadKind::F32 => emit.float(number.az()),
        OverloadKind::F64 => emit.module().double(number),
        OverloadKind::I1 => emit.int(ty, (number != 0.0).into()),
        OverloadKind::I8 | OverloadKind::I16 | OverloadKind::I32 | OverloadKind::I64 => {
            let number: i64 = match scalar.kind {
                ScalarKind::Uint => number.saturating_as::<u64>().cast_signed(),
                _ => number.saturating_as(),
            };
            emit.int(ty, number)
        }
    }
}

/// The integer or float constant with these bits, of which the low ones count.
pub(crate) fn constant_bits(emit: &mut Emitter<'_>, scalar: Scalar, bits: u64) -> Value {
    let ty = scalar_type(emit, scalar);
    match is_float(scalar) {
        true => {
            let unused = u64::BITS.saturating_sub(bit_width(scalar));
            emit.module().float_bits(ty, bits << unused >> unused)
        }
        false => emit.int(ty, bits.cast_signed()),
    }
}

/// The `i32` constant.
pub(crate) fn int32(emit: &mut Emitter<'_>, number: i32) -> Value {
    emit.value(number)
}

/// The sum. Integers wrap.
pub(crate) fn add(emit: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    emit.binary(BinaryOp::Add, a, b)
}

/// The difference. Integers wrap.
pub(crate) fn subtract(emit: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    emit.binary(BinaryOp::Sub, a, b)
}

/// The product. Integers wrap.
pub(crate) fn multiply(emit: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    emit.binary(BinaryOp::Mul, a, b)
}

/// The quotient of floats: LLVM's numbers of operators are the numbers of signed integers.
pub(crate) fn divide_floats(emit: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    emit.binary(BinaryOp::SDiv, a, b)
}

/// The negated value. Integers wrap; a float changes its sign, and a zero does, too.
pub(crate) fn negate(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Value {
    let zero = constant(emit, scalar, if is_float(scalar) { -0.0 } else { 0.0 });
    subtract(emit, zero, value)
}

/// The smaller value. If a float is a NaN, the result is the other one.
pub(crate) fn minimum(emit: &mut Emitter<'_>, scalar: Scalar, a: Value, b: Value) -> Result<Value> {
    let opcode = match scalar.kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => Opcode::FMIN,
        ScalarKind::Sint | ScalarKind::AbstractInt => Opcode::IMIN,
        ScalarKind::Uint | ScalarKind::Bool => Opcode::UMIN,
    };
    emit.op(opcode, overload(scalar), [a, b])
}

/// The larger value. If a float is a NaN, the result is the other one.
pub(crate) fn maximum(emit: &mut Emitter<'_>, scalar: Scalar, a: Value, b: Value) -> Result<Value> {
    let opcode = match scalar.kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => Opcode::FMAX,
        ScalarKind::Sint | ScalarKind::AbstractInt => Opcode::IMAX,
        ScalarKind::Uint | ScalarKind::Bool => Opcode::UMAX,
    };
    emit.op(opcode, overload(scalar), [a, b])
}

/// `min(max(value, low), high)`.
pub(crate) fn clamp(
    emit: &mut Emitter<'_>,
    scalar: Scalar,
    value: Value,
    [low, high]: [Value; 2],
) -> Result<Value> {
    let raised = maximum(emit, scalar, value, low)?;
    minimum(emit, scalar, raised, high)
}

/// `a < b`. False for a NaN.
pub(crate) fn is_less(emit: &mut Emitter<'_>, scalar: Scalar, a: Value, b: Value) -> Value {
    let predicate = match scalar.kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => Predicate::FloatOlt,
        ScalarKind::Sint | ScalarKind::AbstractInt => Predicate::IntSlt,
        ScalarKind::Uint | ScalarKind::Bool => Predicate::IntUlt,
    };
    emit.compare(predicate, a, b)
}

/// The bits of a float as an unsigned integer of the same width.
pub(crate) fn float_to_bits(emit: &mut Emitter<'_>, scalar: Scalar, value: Value) -> Value {
    let ty = scalar_type(emit, bits_of(scalar));
    emit.cast(CastOp::Bitcast, value, ty)
}

/// The float with these bits, an integer of the same width.
pub(crate) fn float_from_bits(emit: &mut Emitter<'_>, scalar: Scalar, bits: Value) -> Value {
    let ty = scalar_type(emit, scalar);
    emit.cast(CastOp::Bitcast, bits, ty)
}

/// Extends or truncates an integer to another integer type. The sign of `from` decides the extension.
pub(crate) fn resize(emit: &mut Emitter<'_>, from: Scalar, value: Value, to: Scalar) -> Value {
    let ty = scalar_type(emit, to);
    let op = match bit_width(from).cmp(&bit_width(to)) {
        std::cmp::Ordering::Equal => return value,
        std::cmp::Ordering::Greater => CastOp::Trunc,
        std::cmp::Ordering::Less if is_signed(from) => CastOp::SExt,
        std::cmp::Ordering::Less => CastOp::ZExt,
    };
    emit.cast(op, value, ty)
}
