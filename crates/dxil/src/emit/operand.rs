//! Operands of operations: values, numbers and handles. Separate because every method that calls operations accepts
//! them.

use az::SaturatingAs as _;
use dxil_ir::Value;

use crate::shader::HandleProperties;

/// An argument of an operation. Numbers and `Undef` get the type of the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Operand {
    /// A value of the parameter's type.
    Value(Value),
    /// An integer constant.
    Int(i64),
    /// A floating-point constant.
    Float(f32),
    /// An undefined value, for arguments that a call does not use.
    Undef,
}

/// The arguments of an operation without arguments.
pub const NO_ARGUMENTS: [Operand; 0] = [];

/// A resource handle: a value of type `%dx.types.Handle`, and the properties of the resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handle {
    /// The value.
    pub value: Value,
    /// The properties of the resource, by which methods such as `sample` check their arguments.
    pub properties: HandleProperties,
}

impl From<Value> for Operand {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<&Self> for Operand {
    fn from(operand: &Self) -> Self {
        *operand
    }
}

impl From<Handle> for Operand {
    fn from(handle: Handle) -> Self {
        Self::Value(handle.value)
    }
}

impl From<i32> for Operand {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<u32> for Operand {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<usize> for Operand {
    fn from(number: usize) -> Self {
        Self::Int(number.saturating_as())
    }
}

impl From<bool> for Operand {
    fn from(truth: bool) -> Self {
        Self::Int(truth.into())
    }
}

impl From<f32> for Operand {
    fn from(number: f32) -> Self {
        Self::Float(number)
    }
}
