//! What keeps a pass from being run. Separate so that all passes return the same error.

use bstr::BString;
use dxil::DxilError;
use dxil_ir::edit::EditError;
use dxil_ir::{GlobalId, Module};
use located::{Error, Frame, Kind};

/// What keeps a pass from being run, and in which function.
pub type PassError = Error<PassErrorKind>;

/// The result of a pass.
pub type Result<T> = std::result::Result<T, PassError>;

/// What keeps a pass from being run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PassErrorKind {
    /// Functions that call each other in a circle.
    #[error("DXIL does not allow recursion: {}", circle(.cycle))]
    Recursion {
        /// The functions, each of which calls the next one, and the last one the first.
        cycle: Vec<BString>,
    },
    /// A call that cannot be replaced by what it calls.
    #[error("cannot inline the call of {callee}: {why}")]
    Inline {
        /// What is called.
        callee: BString,
        /// Why.
        why: &'static str,
    },
    /// A result, or work on it, out of proportion to the program.
    #[error("pass {pass} needs {found} {what}, but the limit for a module of this size is {limit}")]
    TooLarge {
        /// The pass.
        pass: &'static str,
        /// What there is too much of.
        what: &'static str,
        /// How much.
        found: u64,
        /// How much there may be.
        limit: u64,
    },
    /// Metadata of a shader that cannot be read.
    #[error("{0}")]
    Metadata(String),
    /// What the IR of today has no word for.
    #[error("{0}")]
    Modernize(String),
    /// What DXIL has no words for.
    #[error("{0}")]
    Unsupported(String),
    /// A module that [`verify`](dxil_ir::verify()) refuses.
    #[error("module is not valid: {0} (run `shader-tools validate` for all findings)")]
    Invalid(#[from] EditError),
    /// A pass that did not do what it promises, or left a module that is not valid: a fault of this crate. Only debug
    /// builds look.
    #[error("internal error in pass {pass}: {what}")]
    Wrong {
        /// The pass.
        pass: &'static str,
        /// What does not hold.
        what: String,
    },
}

impl Kind for PassErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Recursion { .. } => "passes.recursion",
            Self::Inline { .. } => "passes.inline",
            Self::TooLarge { .. } => "passes.too-large",
            Self::Metadata(_) => "passes.metadata",
            Self::Modernize(_) => "passes.modernize",
            Self::Unsupported(_) => "passes.unsupported",
            Self::Invalid(_) => "passes.invalid",
            Self::Wrong { .. } => "passes.wrong",
        }
    }
}

/// Metadata that cannot be read: the message and the path of the error, without its code and place, because the error
/// of the pass has a code of its own and the metadata no place in a file.
impl From<DxilError> for PassErrorKind {
    fn from(error: DxilError) -> Self {
        let path = error.path_text().to_string();
        let path = if path.is_empty() { path } else { format!(", in {path}") };
        Self::Metadata(format!("{}{path}", error.kind()))
    }
}

impl From<PassErrorKind> for Error<PassErrorKind> {
    fn from(kind: PassErrorKind) -> Self {
        Self::unplaced(kind)
    }
}

fn circle(cycle: &[BString]) -> String {
    let names = cycle.iter().chain(cycle.first()).map(ToString::to_string);
    names.collect::<Vec<_>>().join(" calls ")
}

/// A function as a step of the path to an error.
pub(crate) fn frame(module: &Module, function: GlobalId) -> Frame {
    Frame::Name(format!("function {}", name(module, function)))
}

/// The name of a global, or its number.
pub(crate) fn name(module: &Module, id: GlobalId) -> BString {
    match module.globals.get(id) {
        Some(global) if !global.name.is_empty() => global.name.clone(),
        _ => id.to_string().into(),
    }
}

/// An edit that was refused: every one of a pass is possible in a valid module.
pub(crate) fn invalid(error: impl Into<EditError>) -> PassError {
    PassErrorKind::Invalid(error.into()).into()
}
