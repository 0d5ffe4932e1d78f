//! The error of the emit API. Separate because all files of the module return it. Each message states the remedy.

use std::fmt;

use dxil_ir::builder::BuildError;

use crate::DxilError;
use crate::ops::DeclareError;

/// The result of emitting a shader.
pub type Result<T> = std::result::Result<T, EmitError>;

/// The error of a method that emits a part of a shader.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// An operation that the stage does not have.
    #[error("{operation} is not available in {stage} shaders; stages that have the operation: {available}")]
    Stage {
        /// The operation.
        operation: &'static str,
        /// The stage of the function that calls the operation.
        stage: String,
        /// The stages that have the operation.
        available: String,
    },
    /// An operation or feature that the shader model does not have.
    #[error("{what} needs shader model {}.{}; raise the target, which is {}.{}", required.0, required.1, target.0, target.1)]
    Model {
        /// The operation or feature.
        what: String,
        /// The first shader model that has it.
        required: (u32, u32),
        /// The shader model of the target.
        target: (u32, u32),
    },
    /// A wrong number of arguments.
    #[error(
        "{operation} has {expected} arguments ({names}), not {found}; pass Operand::Undef for unused arguments"
    )]
    ArgumentCount {
        /// The operation.
        operation: &'static str,
        /// The number of arguments in the call.
        found: usize,
        /// The number of arguments in the table of operations.
        expected: usize,
        /// The names of the arguments.
        names: String,
    },
    /// An argument with a wrong type, or a wrong constant.
    #[error("argument {name} of {operation} {problem}")]
    Argument {
        /// The operation.
        operation: &'static str,
        /// The argument.
        name: &'static str,
        /// The found and the expected value, and the remedy.
        problem: String,
    },
    /// Two resources that occupy the same register.
    #[error(
        "`{first}` and `{second}` both occupy register {register} of space {space}; change one of the bindings"
    )]
    Collision {
        /// The resource that was bound first.
        first: String,
        /// The other resource.
        second: String,
        /// The first common register, such as `t3`.
        register: String,
        /// The register space.
        space: u32,
    },
    /// A wrong use of resources, signature elements, group-shared memory or control flow.
    #[error("{what}; {remedy}")]
    Usage {
        /// The fault.
        what: String,
        /// The remedy.
        remedy: String,
    },
    /// A finding of the IR verifier.
    #[error("{location}: {message}; {remedy}")]
    Invalid {
        /// The location in the module.
        location: String,
        /// The finding.
        message: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// An operation without a function, or with a wrong overload.
    #[error(transparent)]
    Declare(#[from] DeclareError),
    /// A fault that the builder of instructions found.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A part or metadata that cannot be derived from the program.
    #[error(transparent)]
    Derive(#[from] DxilError),
}

impl EmitError {
    pub(super) fn usage(what: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self::Usage { what: what.to_string(), remedy: remedy.to_string() }
    }
}
