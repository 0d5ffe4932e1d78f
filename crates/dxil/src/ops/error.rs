//! The errors of calls and declarations of operations. Messages spell types as LLVM assembly does (`type_text.rs`).

use bstr::BString;

use super::{Opcode, Operation, Overload, OverloadKind, OverloadSet};
use dxil_ir::Types;
use dxil_ir::builder::BuildError;

/// How a call differs from what its operation asks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// A function with the name of an operation's, but with a body.
    #[error("function `{function}` has a body, but DXIL operations are only declared")]
    Defined {
        /// Its name.
        function: BString,
    },
    /// A function whose name is longer than those of operations.
    #[error("dx.op function name has {found} bytes, expected at most {limit}")]
    LongName {
        /// How many it has.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Something else than a constant `i32` where the opcode should be.
    #[error("first argument of `{function}` is {found}, expected the opcode as a constant i32")]
    NoOpcode {
        /// The function.
        function: BString,
        /// What is there.
        found: &'static str,
    },
    /// An opcode that no operation has.
    #[error("call of `{function}` has the unknown DXIL opcode {opcode}")]
    UnknownOpcode {
        /// The function.
        function: BString,
        /// The opcode.
        opcode: Opcode,
    },
    /// An opcode that is set aside.
    #[error("call of `{function}` has the reserved DXIL opcode {opcode} ({name})")]
    ReservedOpcode {
        /// The function.
        function: BString,
        /// The opcode.
        opcode: Opcode,
        /// What DXC calls it.
        name: &'static str,
    },
    /// The function of another operation, or of another overload.
    #[error("{operation} is called as function `{found}`, expected `{expected}`")]
    Function {
        /// The operation.
        operation: &'static str,
        /// The function's name.
        found: BString,
        /// What it should be by opcode and types.
        expected: BString,
    },
    /// More or fewer arguments.
    #[error("{operation} has {found} arguments after the opcode, expected {expected}")]
    ArgumentCount {
        /// The operation.
        operation: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// An overload that the operation does not have.
    #[error("overload type {index} of {operation} is {found}, expected {expected}")]
    Overload {
        /// The operation.
        operation: &'static str,
        /// Which overload, from 0.
        index: usize,
        /// What it is.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// An argument of another type.
    #[error("argument {name} of {operation} has type {found}, expected {expected}")]
    ArgumentType {
        /// The operation.
        operation: &'static str,
        /// The argument.
        name: &'static str,
        /// Its type.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A result of another type.
    #[error("result of {operation} has type {found}, expected {expected}")]
    ResultType {
        /// The operation.
        operation: &'static str,
        /// Its type.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// Another type than that of the function, or a value that is not there.
    #[error("type of {what} of {operation} differs from the function declaration")]
    CallType {
        /// The operation.
        operation: &'static str,
        /// What differs.
        what: &'static str,
    },
}

/// Why an operation has no function, or no call can be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeclareError {
    /// An opcode that no operation has.
    #[error("unknown DXIL opcode {opcode}")]
    UnknownOpcode {
        /// The opcode.
        opcode: Opcode,
    },
    /// More or fewer overloads.
    #[error("{operation} has {found} overload types, expected {expected}")]
    OverloadCount {
        /// The operation.
        operation: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// An overload that the operation does not have.
    #[error("overload type {index} of {operation} is {found}, expected {expected}")]
    Overload {
        /// The operation.
        operation: &'static str,
        /// Which overload, from 0.
        index: usize,
        /// What it is.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// A name longer than those of operations: a structure has it.
    #[error("dx.op function name has {found} bytes, expected at most {limit}")]
    LongName {
        /// How many it has.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Something else has the name already.
    #[error("`{name}` is already declared as a different function or variable")]
    NameTaken {
        /// The name.
        name: BString,
    },
    /// The call cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// What an overload may be, as the tables spell it.
pub(crate) fn allowed(set: OverloadSet) -> String {
    match set {
        OverloadSet::Udt => "a pointer to a named struct type".to_owned(),
        OverloadSet::Object => "a named struct type".to_owned(),
        OverloadSet::Numbers { scalars, vectors } => {
            let scalars = scalars.iter().map(|kind| kind.name().to_owned());
            let vectors = vectors.iter().map(|kind: OverloadKind| format!("a vector of {}", kind.name()));
            let all: Vec<_> = scalars.chain(vectors).collect();
            all.join(", ")
        }
    }
}

impl Operation {
    /// The first overload that it does not allow, or that has no name: which, what it is, what it may be.
    pub(super) fn refused(&self, types: &Types, overloads: &[Overload]) -> Option<(usize, String, String)> {
        let pairs = self.overloads.iter().zip(overloads).enumerate();
        let mut named =
            pairs.map(|(index, (set, overload))| (index, set, overload, overload.shown_name(types)));
        let (index, set, _, name) =
            named.find(|(_, set, overload, name)| name.is_empty() || !set.allows(**overload))?;
        Some((index, name.to_string(), allowed(*set)))
    }
}
