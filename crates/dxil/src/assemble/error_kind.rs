//! The reasons why a module cannot be assembled. Separate from the constructors of errors, because the error of the
//! crate contains this kind.

use dx_container::FourCc;
use dx_container::error::ContainerErrorKind;
use located::Kind as _;

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
    #[error(
        "a library cannot have a {} part: declare its root signatures as subobjects in HLSL",
        FourCc::RTS0
    )]
    LibraryRootSignature,
    /// A container whose parts would follow from nothing.
    #[error("container has no {} part, so other parts cannot be derived from a program", FourCc::DXIL)]
    NoProgram,
    /// A container with several parts of a kind of which it can have one.
    #[error("container has more than one part {0}, so it is ambiguous which part to replace")]
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
