//! Errors of passes. Separate because all passes return the same error type.

use bstr::BString;
use dxil::DxilError;
use dxil_ir::edit::EditError;
use dxil_ir::{GlobalId, Module};
use located::{Error, Frame, Kind};

/// An error of a pass, with the path to it: function and instruction, if they are known.
pub type PassError = Error<PassErrorKind>;

/// The result of a pass.
pub type Result<T> = std::result::Result<T, PassError>;

/// The kind of an error of a pass.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PassErrorKind {
    /// A cycle in the call graph.
    #[error("DXIL does not allow recursion: {}", call_chain(.cycle))]
    Recursion {
        /// The names of the functions of the cycle. Each function calls the next one, and the last one calls the first.
        cycle: Vec<BString>,
    },
    /// A call that cannot be inlined.
    #[error("cannot inline the call of {callee}: {why}")]
    Inline {
        /// The name of the called function.
        callee: BString,
        /// The reason, as [`Editor::inline`](dxil_ir::edit::Editor::inline) reports it.
        why: &'static str,
    },
    /// Code growth or work of a pass beyond a limit that is proportional to the size of the program.
    #[error("pass {pass} needs {found} {what}, but the limit for a module of this size is {limit}")]
    TooLarge {
        /// The name of the pass.
        pass: &'static str,
        /// The counted unit as a plural noun, such as "instructions".
        what: &'static str,
        /// The number of units that the pass needs. A pass that stops at the limit reports a lower bound.
        found: u64,
        /// The maximum number of units.
        limit: u64,
    },
    /// Malformed metadata of a shader.
    #[error("{0}")]
    Metadata(String),
    /// A DXIL construct that modern LLVM IR cannot represent.
    #[error("{0}")]
    Modernize(String),
    /// A construct of modern LLVM IR that DXIL cannot represent or that lowering does not support.
    #[error("{0}")]
    Unsupported(String),
    /// A module that [`verify`](dxil_ir::verify()) rejects.
    #[error("module is not valid: {0} (run `shader-tools validate` for all findings)")]
    Invalid(#[from] EditError),
    /// A bug in this crate: a pass violated its postcondition or left an invalid module. Debug builds check this after
    /// each pass; in release builds, only `global_dce` reports it.
    #[error("internal error in pass {pass}: {what}")]
    Wrong {
        /// The name of the pass.
        pass: &'static str,
        /// The violated property.
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

/// Converts an error of reading metadata: keeps the message and the path, drops the error code and the location. The
/// pass error has a code of its own, and metadata in a module has no location in a file.
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

/// Formats a cycle as "a calls b calls a".
fn call_chain(cycle: &[BString]) -> String {
    let names = cycle.iter().chain(cycle.first()).map(ToString::to_string);
    names.collect::<Vec<_>>().join(" calls ")
}

/// Returns the element of an error path that names a function.
pub(crate) fn frame(module: &Module, function: GlobalId) -> Frame {
    Frame::Name(format!("function {}", name(module, function)))
}

/// Returns the name of a global, or its id if it has no name.
pub(crate) fn name(module: &Module, id: GlobalId) -> BString {
    match module.globals.get(id) {
        Some(global) if !global.name.is_empty() => global.name.clone(),
        _ => id.to_string().into(),
    }
}

/// Converts an error of the editor. In a valid module the editor accepts all edits of passes, so the module is invalid.
pub(crate) fn invalid(error: impl Into<EditError>) -> PassError {
    PassErrorKind::Invalid(error.into()).into()
}
