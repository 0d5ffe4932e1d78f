//! A root signature as JSON. Separate because a state subobject of a library has one, too.

use dx_reflect::RootSignatureSummary;
use serde::Serialize;

use crate::json::{Flags, Named};

/// A root signature.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RootSignature {
    /// The version of the root signature.
    version: Named,
    /// The flags.
    flags: Flags,
    /// The number of root parameters.
    parameters: usize,
    /// The number of static samplers.
    static_samplers: usize,
}

impl From<&RootSignatureSummary> for RootSignature {
    fn from(signature: &RootSignatureSummary) -> Self {
        Self {
            version: Named::of(signature.version),
            flags: Flags::of(signature.flags),
            parameters: signature.parameters,
            static_samplers: signature.static_samplers,
        }
    }
}
