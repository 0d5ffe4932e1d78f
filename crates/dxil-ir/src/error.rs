//! What can be wrong with bitcode. Separate so that both layers return the same error; each has its own kinds beside
//! its code.

use located::{Error, Kind, Place};

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

impl BitstreamErrorKind {
    /// The error at a place in the file.
    #[cold]
    pub(crate) fn at(self, place: Place) -> IrError {
        Error::new(IrErrorKind::Bitstream(self), place)
    }

    /// The error, before its place in the file is known.
    #[cold]
    pub(crate) fn nowhere(self) -> IrError {
        self.at(Place::default())
    }
}

impl Kind for IrErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Bitstream(kind) => kind.code(),
            Self::Bitcode(kind) => kind.code(),
        }
    }
}
