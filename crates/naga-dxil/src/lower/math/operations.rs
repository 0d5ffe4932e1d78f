//! Operations and errors that several files of [`math`](super) share.

use dxil::emit::{EmitError, Emitter, Result};
use dxil::ops::Opcode;
use dxil_ir::Value;
use naga::common::wgsl::TryToWgsl as _;
use naga::{MathFunction, Scalar};

use crate::lower::numeric::{Numeric, Shape, bit_width, is_float, overload};

/// The direction of a rounding to an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To the nearest integer, and to the even one of two.
    NearestEven,
    Down,
    Up,
    TowardZero,
}

/// The result of an operation with one argument and a result of the same type.
pub(super) fn unary(emit: &mut Emitter<'_>, opcode: Opcode, scalar: Scalar, value: Value) -> Result<Value> {
    emit.op(opcode, overload(scalar), [value])
}

/// `a * b + c`, which drivers may compute with one rounding or with two.
pub(super) fn multiply_add(emit: &mut Emitter<'_>, scalar: Scalar, [a, b, c]: [Value; 3]) -> Result<Value> {
    emit.op(Opcode::FMAD, overload(scalar), [a, b, c])
}

/// Returns true for 64-bit floats.
pub(super) fn is_double(scalar: Scalar) -> bool {
    is_float(scalar) && bit_width(scalar) == 64
}

/// The error of a function with a type that DXIL does not have.
pub(super) fn unsupported(fun: MathFunction, scalar: Scalar) -> EmitError {
    EmitError::Usage {
        what: format!("DXIL has no operation for {fun:?} of {}", type_name(scalar)),
        remedy: "convert the argument to f32".into(),
    }
}

/// The error of a call whose arguments naga's validator rejects.
pub(super) fn wrong_arguments(fun: MathFunction, arguments: &[Numeric]) -> EmitError {
    let ty = |argument: &Numeric| {
        let scalar = type_name(argument.scalar);
        match argument.shape {
            Shape::Scalar => scalar,
            Shape::Vector(size) => format!("vec{size}<{scalar}>"),
            Shape::Matrix { columns, rows } => format!("mat{columns}x{rows}<{scalar}>"),
        }
    };
    let types: Vec<_> = arguments.iter().map(ty).collect();
    EmitError::Usage {
        what: format!("{fun:?} has no overload for ({})", types.join(", ")),
        remedy: "validate the naga module".into(),
    }
}

/// The name of a scalar type in WGSL.
fn type_name(scalar: Scalar) -> String {
    scalar.to_wgsl_for_diagnostics()
}
