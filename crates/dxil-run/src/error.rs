//! Errors of preparing, binding and running a program. Separate so that all of them, the draws of `dxil-draw` and the
//! documents of `run-pipeline` return the same error.

use bstr::BString;
use located::{Error, Kind};

/// What keeps a program from being run, and where in the module it is.
pub type RunError = Error<RunErrorKind>;

/// The result of preparing, binding or running.
pub type Result<T> = std::result::Result<T, RunError>;

/// What keeps a program from being run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// Nothing here does this yet, or ever will: the operation, instruction or type.
    #[error("{what} is not supported by the interpreter")]
    Unsupported {
        /// What it is.
        what: String,
    },
    /// The module is not what its rules say.
    #[error("module is not valid: {what} (run `shader-tools validate` for all findings)")]
    Invalid {
        /// What is wrong.
        what: String,
    },
    /// No function has this name.
    #[error("function {name} does not exist; functions of this module: {}", .available.join(", "))]
    NoFunction {
        /// The name.
        name: BString,
        /// Functions that are there.
        available: Vec<String>,
    },
    /// The function is no entry of a stage that is run by itself.
    #[error("{name} is a {stage} shader, but only compute shaders can be dispatched")]
    Stage {
        /// Its name.
        name: BString,
        /// Its stage.
        stage: String,
    },
    /// The function is an entry of another stage than it is to be run as.
    #[error("entry point {name} has the stage {found}, expected {expected}")]
    OtherStage {
        /// Its name.
        name: BString,
        /// Its stage.
        found: String,
        /// The stage that it is to be run as.
        expected: String,
    },
    /// A function calls itself.
    #[error("function {name} calls itself, directly or through other functions")]
    Recursion {
        /// Its name.
        name: BString,
    },
    /// Something takes more than there may be.
    #[error("program needs {found} {what}, limit is {limit}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much.
        found: u64,
        /// How much there may be.
        limit: u64,
    },
    /// A wave size that the shader does not allow.
    #[error("wave size is {found}, but the shader requires a power of two from {min} to {max}")]
    WaveSize {
        /// The size that was asked for.
        found: u32,
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
    /// Stages or state of a draw that do not fit together, or a mistake in a pipeline document.
    #[error("{why}")]
    Pipeline {
        /// What is wrong.
        why: String,
    },
    /// Nothing is bound to resources that a program uses.
    #[error("nothing is bound to {resources}, which the shader uses")]
    Unbound {
        /// The resources and their registers.
        resources: String,
    },
}

impl Kind for RunErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Unsupported { .. } => "run.unsupported",
            Self::Invalid { .. } => "run.invalid",
            Self::NoFunction { .. } => "run.no-function",
            Self::Stage { .. } | Self::OtherStage { .. } => "run.stage",
            Self::Recursion { .. } => "run.recursion",
            Self::TooLarge { .. } => "run.too-large",
            Self::WaveSize { .. } => "run.wave-size",
            Self::Pipeline { .. } => "run.pipeline",
            Self::Unbound { .. } => "run.unbound",
        }
    }
}

impl RunErrorKind {
    /// An operation, instruction, type or stage that is not supported.
    pub fn unsupported(what: impl Into<String>) -> RunError {
        Error::unplaced(Self::Unsupported { what: what.into() })
    }

    /// A fault of the module that a validator reports.
    pub fn invalid(what: impl Into<String>) -> RunError {
        Error::unplaced(Self::Invalid { what: what.into() })
    }

    /// A program that needs more of something than the limit allows.
    pub(crate) fn too_large(what: &'static str, found: usize, limit: usize) -> RunError {
        let [found, limit] = [found, limit].map(|count| count as u64);
        Error::unplaced(Self::TooLarge { what, found, limit })
    }
}
