//! The summary of a root signature. Separate because part RTS0 and subobjects of libraries contain root signatures.

use dx_container::enums::RootSignatureVersion;
use dx_container::flags::RootSignatureFlags;
use dx_container::parts::root_signature::RootSignature;

/// A summary of a root signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootSignatureSummary {
    /// The version.
    pub version: RootSignatureVersion,
    /// The flags.
    pub flags: RootSignatureFlags,
    /// The number of parameters.
    pub parameters: usize,
    /// The number of static samplers.
    pub static_samplers: usize,
}

impl RootSignatureSummary {
    /// Counts what `signature` has.
    pub(crate) fn of(signature: &RootSignature<'_>) -> Self {
        Self {
            version: signature.version,
            flags: signature.flags,
            parameters: signature.parameters().count(),
            static_samplers: signature.samplers().count(),
        }
    }
}
