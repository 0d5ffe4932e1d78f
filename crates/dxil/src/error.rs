//! What can be wrong with a DXIL program. Separate so that every layer of the crate returns the same error; each
//! layer has its own kinds beside its code, and those of bitcode lie in a crate of their own.

use dxil_ir::IrErrorKind;
use located::{Error, Kind};

use crate::assemble::AssembleErrorKind;
use crate::derive::DeriveErrorKind;
use crate::shader::ShaderErrorKind;

/// A fault in a DXIL program, and where it lies in the file.
pub type DxilError = Error<DxilErrorKind>;

/// The result of reading or writing a DXIL program.
pub type Result<T> = std::result::Result<T, DxilError>;

/// What can be wrong, by layer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DxilErrorKind {
    /// The bitcode.
    #[error(transparent)]
    Ir(#[from] IrErrorKind),
    /// What it says of the shader that it is.
    #[error(transparent)]
    Shader(#[from] ShaderErrorKind),
    /// The parts that follow from it.
    #[error(transparent)]
    Derive(#[from] DeriveErrorKind),
    /// The container that it is to be.
    #[error(transparent)]
    Assemble(#[from] AssembleErrorKind),
}

impl Kind for DxilErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Ir(kind) => kind.code(),
            Self::Shader(kind) => kind.code(),
            Self::Derive(kind) => kind.code(),
            Self::Assemble(kind) => kind.code(),
        }
    }
}
