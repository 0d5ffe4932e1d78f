//! The errors of a conversion. Separate because all files of the crate return them; only the loop over statements knows
//! the location.

use std::fmt;

use dx_bytecode::check::Rule;
use dxil::emit::EmitError;
use located::Kind as _;

/// The reason why a shader cannot be converted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The container has no token program.
    #[error("the container has no DXBC program: expected a part SHEX or SHDR")]
    NoProgram,
    /// A part that cannot be read.
    #[error(transparent)]
    Container(#[from] dx_container::ContainerError),
    /// Tokens that cannot be read.
    #[error(transparent)]
    Tokens(#[from] dx_bytecode::ProgramError),
    /// A program that breaks a rule of its shader model.
    #[error("the program breaks the rule {}: {message}; `validate` lists all findings", rule.row().id)]
    Invalid {
        /// The rule.
        rule: Rule,
        /// The finding.
        message: String,
    },
    /// A signature that is missing, or that does not match the program.
    #[error("{what}; {remedy}")]
    Signature {
        /// The fault.
        what: String,
        /// The next step.
        remedy: String,
    },
    /// A construct that has no counterpart in DXIL, or that this crate does not convert.
    #[error("{what} is not supported; {remedy}")]
    Unsupported {
        /// The construct.
        what: String,
        /// The next step.
        remedy: String,
    },
    /// A program that becomes too large when its functions are inlined.
    #[error("inlining the calls exceeds the limit of {limit} statements; split the shader")]
    TooLarge {
        /// The largest number of statements.
        limit: usize,
    },
    /// A fault that `dxil::emit` found.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// A fault of a pass.
    #[error(transparent)]
    Pass(#[from] dxil_passes::PassError),
    /// A part that cannot be derived.
    #[error(transparent)]
    Dxil(#[from] dxil::DxilError),
}

impl ErrorKind {
    /// The stable code, for scripts and searches.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoProgram => "convert.program",
            Self::Container(error) => error.kind().code(),
            Self::Tokens(error) => error.kind().code(),
            Self::Invalid { .. } => "convert.invalid",
            Self::Signature { .. } => "convert.signature",
            Self::Unsupported { .. } => "convert.unsupported",
            Self::TooLarge { .. } => "convert.too-large",
            Self::Emit(_) | Self::Pass(_) | Self::Dxil(_) => "convert.internal",
        }
    }
}

/// A statement of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The index in [`Program::statements`](dx_bytecode::Program::statements).
    pub statement: usize,
    /// The line of the listing, without indentation.
    pub line: String,
}

/// The reason why a shader cannot be converted, and the statement.
#[derive(Debug)]
pub struct Error {
    /// The reason.
    pub kind: Box<ErrorKind>,
    /// The statement; `None` for a fault of the program as a whole.
    pub location: Option<Location>,
}

/// The result of a step of a conversion.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn unsupported(what: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        ErrorKind::Unsupported { what: what.to_string(), remedy: remedy.to_string() }.into()
    }

    pub(crate) fn signature(what: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        ErrorKind::Signature { what: what.to_string(), remedy: remedy.to_string() }.into()
    }

    /// The error with a location, unless it has one.
    pub(crate) fn at(mut self, location: impl FnOnce() -> Location) -> Self {
        self.location = self.location.or_else(|| Some(location()));
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            Some(Location { statement, line }) => {
                write!(f, "statement {statement}, `{line}`: {}", self.kind)
            }
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind.source()
    }
}

impl<K: Into<ErrorKind>> From<K> for Error {
    fn from(kind: K) -> Self {
        Self { kind: Box::new(kind.into()), location: None }
    }
}

impl From<dxil_ir::builder::BuildError> for ErrorKind {
    fn from(error: dxil_ir::builder::BuildError) -> Self {
        Self::Emit(error.into())
    }
}
