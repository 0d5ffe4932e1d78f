//! The row of a semantic: its name, and its interpretation at each signature point. Separate from the queries, because
//! the generated table consists of it.

use dx_container::enums::SemanticKind;

use super::SignaturePoint;

/// What a semantic means at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interpretation {
    /// The pipeline gives it no meaning: a name that the shader chose.
    Arbitrary,
    /// A system value, in registers.
    SystemValue,
    /// A system value that is generated, in registers.
    GeneratedValue,
    /// An operation reads it; it is in no signature.
    NotInSignature,
    /// It is in the signature, but in no register.
    NotPacked,
    /// A render target, whose register is its index.
    Target,
    /// A tessellation factor.
    TessFactor,
    /// An operation reads it, yet it is in a signature.
    Shadow,
    /// A clip or cull distance.
    ClipCull,
}

/// A semantic, and what it means where it means anything.
pub(crate) struct SemanticRow {
    pub(crate) kind: SemanticKind,
    pub(crate) name: &'static str,
    pub(crate) at: &'static [(SignaturePoint, Interpretation)],
}
