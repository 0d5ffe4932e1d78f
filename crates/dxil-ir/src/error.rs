//! What can be wrong with bitcode. Separate so that both layers return the same error; each has its own kinds beside
//! its code.

use located::{Error, Kind};

use crate::bitcode::BitcodeErrorKind;
use crate::bitstream::BitstreamErrorKind;

/// A fault in bitcode, and where it lies in the file.
pub type IrError = Error<IrErrorKind>;

/// The result of reading or writing bitcode.
pub type Result<T> = std::result::Result<T, IrError>;

/// What can be wrong, by layer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IrErrorKind {
    /// The bitstream itself: blocks, abbreviations, records.
    #[error(transparent)]
    Bitstream(#[from] BitstreamErrorKind),
    /// The module in it: what the records mean.
    #[error(transparent)]
    Bitcode(#[from] BitcodeErrorKind),
}

impl Kind for IrErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Bitstream(kind) => kind.code(),
            Self::Bitcode(kind) => kind.code(),
        }
    }
}
