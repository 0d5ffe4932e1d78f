//! Why a module cannot be made a container.

use dx_container::error::ContainerErrorKind;
use dx_container::{ContainerError, FourCc};
use located::{Error, Kind as _, Place};

use crate::DxilError;

/// Why a module cannot be made a container.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssembleErrorKind {
    /// A part, or the container, cannot be written or read.
    #[error(transparent)]
    Container(#[from] ContainerErrorKind),
    /// A version of the validator that came later than this crate.
    #[error("validator version is {}.{}, expected {}.{} or older", found.0, found.1, newest.0, newest.1)]
    Validator {
        /// The version.
        found: (u32, u32),
        /// The newest that is known.
        newest: (u32, u32),
    },
    /// A library takes its root signatures from subobjects.
    #[error("libraries have no {} part: their root signatures are subobjects", FourCc::RTS0)]
    LibraryRootSignature,
    /// A container whose parts would follow from nothing.
    #[error("no program to derive parts from: {} part is missing", FourCc::DXIL)]
    NoProgram,
    /// A container with several parts of a kind of which it can have one.
    #[error("container has more than one part {0}: only one can be replaced")]
    RepeatedPart(FourCc),
}

impl AssembleErrorKind {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Container(kind) => kind.code(),
            Self::Validator { .. } => "assemble.validator",
            Self::LibraryRootSignature => "assemble.library-root-signature",
            Self::NoProgram => "assemble.no-program",
            Self::RepeatedPart(_) => "assemble.repeated-part",
        }
    }
}

/// An error about a module as a whole.
#[cold]
pub(super) fn error(kind: AssembleErrorKind) -> DxilError {
    Error::new(kind.into(), Place::default())
}

/// The same of a part.
#[cold]
pub(super) fn container_error(container: ContainerError) -> DxilError {
    container.lift::<AssembleErrorKind>().lift()
}
