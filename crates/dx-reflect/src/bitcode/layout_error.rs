//! Errors in the annotations of fields. Separate because the layout goes on without the field.

use located::Kind;

/// An error in the annotation of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum LayoutErrorKind {
    /// An array with too many elements or dimensions.
    #[error("array has more than 4,294,967,295 elements or 64 dimensions")]
    Elements,
    /// A field that is too large.
    #[error("field is larger than 4,294,967,295 bytes")]
    Size,
    /// Bit fields that do not fit.
    #[error(
        "bit fields do not fit: expected an integer type, and widths of at least 1 whose sum is at most the \
         width of the type"
    )]
    BitFields,
}

impl Kind for LayoutErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Elements => "shader.elements",
            Self::Size => "shader.size",
            Self::BitFields => "shader.bit-fields",
        }
    }
}
