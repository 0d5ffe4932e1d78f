//! Errors with the source location of the construct. Separate because naga draws them: [`WithSpan::emit_to_string`]
//! prints the source line and a caret.

use dxil::DxilError;
use dxil::emit::EmitError;
use naga::back::pipeline_constants::PipelineConstantError;
use naga::{Span, WithSpan};

/// An error and the source locations of the construct.
pub type Error = Box<WithSpan<ErrorKind>>;

/// The reasons why a module cannot be compiled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The module has no such entry point.
    #[error("the module has no entry point `{name}`; {available}")]
    NoEntry {
        /// The requested name.
        name: String,
        /// The entry points that exist.
        available: String,
    },
    /// The module has no entry points.
    #[error("the module has no entry points; add a function with @compute, @vertex or @fragment")]
    NoEntries,
    /// The name does not select one entry point.
    #[error("the module has {count} entry points; select an entry point: {available}")]
    AmbiguousEntry {
        /// The number of entry points that match.
        count: usize,
        /// The names of these entry points.
        available: String,
    },
    /// A construct that this crate does not compile.
    #[error("{what} is not supported; {remedy}")]
    Unsupported {
        /// The construct.
        what: String,
        /// The next step.
        remedy: String,
    },
    /// A construct that a newer shader model has.
    #[error("{what} needs shader model {}.{}; the target is {}.{}", needed.0, needed.1, target.0, target.1)]
    Model {
        /// The construct.
        what: String,
        /// The oldest shader model with the construct.
        needed: (u32, u32),
        /// The shader model of the target.
        target: (u32, u32),
    },
    /// A global variable without a register.
    #[error("`{name}` (@group({group}) @binding({binding})) has no register; add it to the binding map")]
    MissingBinding {
        /// The variable.
        name: String,
        /// The bind group.
        group: u32,
        /// The index in the bind group.
        binding: u32,
    },
    /// A program that expands to too much code.
    #[error("{what}; {remedy}")]
    TooLarge {
        /// The quantity and its limit.
        what: String,
        /// The next step.
        remedy: String,
    },
    /// A value of an override, or a missing one.
    #[error("{error}; {}", remedy_of_override(.error))]
    Override {
        /// naga's error.
        error: PipelineConstantError,
    },
    /// A fault that [`dxil::emit`] found.
    #[error(transparent)]
    Emit(EmitError),
    /// A pass over the program failed.
    #[error(transparent)]
    Passes(#[from] dxil_passes::PassError),
    /// A part of the container cannot be derived from the program.
    #[error(transparent)]
    Container(#[from] DxilError),
}

fn remedy_of_override(error: &PipelineConstantError) -> &'static str {
    match error {
        PipelineConstantError::MissingValue(_) => "set the value of each override that has no default",
        PipelineConstantError::NotFound(_) => "use the name of an override, or its @id if it has one",
        _ => "use a value in the range of the override's type, and positive sizes",
    }
}

impl ErrorKind {
    /// The stable code, for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoEntry { .. } | Self::NoEntries | Self::AmbiguousEntry { .. } => "compile.entry",
            Self::Unsupported { .. } => "compile.unsupported",
            Self::Model { .. } => "compile.model",
            Self::MissingBinding { .. } | Self::Emit(EmitError::Collision { .. }) => "compile.binding",
            Self::TooLarge { .. } => "compile.too-large",
            Self::Override { .. } => "compile.override",
            Self::Emit(_) | Self::Passes(_) | Self::Container(_) => "compile.program",
        }
    }
}

/// An error inside this crate: the kind and the innermost location.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Box<ErrorKind>,
    span: Span,
}

/// An error without a location.
pub(crate) fn unplaced(kind: impl Into<ErrorKind>) -> Error {
    Box::new(WithSpan::new(kind.into()))
}

/// The result of a function of this crate.
pub(crate) type Result<T, E = Fault> = std::result::Result<T, E>;

impl Fault {
    /// A construct that is not supported.
    pub(crate) fn unsupported(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        ErrorKind::Unsupported { what: what.into(), remedy: remedy.into() }.into()
    }

    /// A construct that the shader model of the target does not have.
    pub(crate) fn model(what: impl Into<String>, needed: (u32, u32), target: (u32, u32)) -> Self {
        ErrorKind::Model { what: what.into(), needed, target }.into()
    }

    /// Naga's validator does not accept such modules.
    pub(crate) fn malformed(what: impl std::fmt::Display) -> Self {
        Self::unsupported(format!("a module with {what}"), "validate the module with naga first")
    }

    /// The fault at this location, unless an inner construct has a location.
    pub(crate) fn at(self, span: Span) -> Self {
        let is_located = self.span.is_defined();
        Self { span: if is_located { self.span } else { span }, ..self }
    }

    /// The error for users. `label` describes the construct at the location.
    pub(crate) fn into_error(self) -> Error {
        let label = match *self.kind {
            ErrorKind::Model { needed: (major, minor), .. } => format!("needs shader model {major}.{minor}"),
            ErrorKind::Unsupported { .. } => "not supported".into(),
            _ => "here".into(),
        };
        Box::new(WithSpan::new(*self.kind).with_span(self.span, label))
    }
}

impl<E: Into<ErrorKind>> From<E> for Fault {
    fn from(kind: E) -> Self {
        Self { kind: Box::new(kind.into()), span: Span::UNDEFINED }
    }
}

impl From<PipelineConstantError> for ErrorKind {
    fn from(error: PipelineConstantError) -> Self {
        Self::Override { error }
    }
}

impl From<EmitError> for ErrorKind {
    fn from(error: EmitError) -> Self {
        match error {
            EmitError::Model { what, required, target } => Self::Model { what, needed: required, target },
            other => Self::Emit(other),
        }
    }
}

impl From<dxil_ir::builder::BuildError> for ErrorKind {
    fn from(error: dxil_ir::builder::BuildError) -> Self {
        Self::Emit(error.into())
    }
}
