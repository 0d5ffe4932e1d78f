//! What keeps a shader from being compiled. Separate because all phases return it.

use bstr::BString;
use dxil_ir::edit::EditError;
use dxil_passes::PassErrorKind;
use located::Kind;

/// What keeps a shader from being compiled, and where.
pub type CompileError = located::Error<CompileErrorKind>;

/// The result of a phase.
pub type Result<T> = std::result::Result<T, CompileError>;

/// What keeps a shader from being compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileErrorKind {
    /// Metadata that cannot be read, or does not say what shader this is.
    #[error("{0}")]
    Metadata(String),
    /// A shader of another stage.
    #[error("{0} shaders are not supported: expected a compute or pixel shader")]
    Stage(String),
    /// A wave size that the shader does not allow.
    #[error("wave size {wanted} is not supported: {why}")]
    WaveSize {
        /// The lanes of a wave.
        wanted: u32,
        /// What the shader says.
        why: String,
    },
    /// An operation of DXIL.
    #[error("cannot compile {name}: {why}")]
    Operation {
        /// Its name.
        name: BString,
        /// Why.
        why: String,
    },
    /// A pixel shader for a processor that none is compiled for.
    #[error("pixel shaders are not supported on {0}; supported processors: gfx1030 to gfx1036")]
    PixelProcessor(String),
    /// An instruction that the processor has no code for.
    #[error("{0}")]
    Instruction(String),
    /// A resource.
    #[error("cannot compile resource {name}: {why}")]
    Resource {
        /// Its name and register.
        name: String,
        /// Why.
        why: String,
    },
    /// Registers that no binding is known for.
    #[error("{0}")]
    Binding(String),
    /// More than there is room for.
    #[error("{0}")]
    Limit(String),
    /// What a pass over the program refuses.
    #[error("{0}")]
    Pass(PassErrorKind),
    /// A module that [`verify`](dxil_ir::verify()) refuses.
    #[error("module is not valid: {0} (run `shader-tools validate` for all findings)")]
    Invalid(#[from] EditError),
    /// A fault of this crate.
    #[error("internal error: {0}")]
    Bug(String),
}

impl Kind for CompileErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Metadata(_) => "amd-compile.metadata",
            Self::Stage(_) | Self::PixelProcessor(_) => "amd-compile.stage",
            Self::WaveSize { .. } => "amd-compile.wave-size",
            Self::Operation { .. } => "amd-compile.operation",
            Self::Instruction(_) => "amd-compile.instruction",
            Self::Resource { .. } => "amd-compile.resource",
            Self::Binding(_) => "amd-compile.binding",
            Self::Limit(_) => "amd-compile.limit",
            Self::Pass(kind) => kind.code(),
            Self::Invalid(_) => "amd-compile.invalid",
            Self::Bug(_) => "amd-compile.bug",
        }
    }
}

impl From<CompileErrorKind> for CompileError {
    fn from(kind: CompileErrorKind) -> Self {
        Self::unplaced(kind)
    }
}

/// An edit that was refused: all of them are possible in a valid module.
pub(crate) fn invalid(error: impl Into<EditError>) -> CompileError {
    CompileErrorKind::Invalid(error.into()).into()
}

/// An error of a pass.
pub(crate) fn of_pass(error: dxil_passes::PassError) -> CompileError {
    error.map(CompileErrorKind::Pass)
}
