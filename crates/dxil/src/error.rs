//! What can be wrong with a DXIL program. Separate so that every layer of the crate returns the same error; each
//! layer has its own kinds beside its code.

use dx_container::error::{Error, Kind};

use crate::assemble::AssembleErrorKind;
use crate::bitcode::BitcodeErrorKind;
use crate::bitstream::BitstreamErrorKind;
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
    /// The bitstream itself: blocks, abbreviations, records.
    #[error(transparent)]
    Bitstream(#[from] BitstreamErrorKind),
    /// The module in it: what the records mean.
    #[error(transparent)]
    Bitcode(#[from] BitcodeErrorKind),
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
            Self::Bitstream(kind) => kind.code(),
            Self::Bitcode(kind) => kind.code(),
            Self::Shader(kind) => kind.code(),
            Self::Derive(kind) => kind.code(),
            Self::Assemble(kind) => kind.code(),
        }
    }
}
