//! Digests as text: their hexadecimal digits, and the names of their states. Text, JSON, CSV, filters and the option
//! `--digest` use the same names, which docs/digest.md explains. Separate because several verbs show them.

use dx_container::{Digest, DigestState};
use serde::Serialize;

/// The states of a digest, in the order of the summary.
pub const NAMES: [&str; 6] = ["valid", "valid-debug", "unsigned", "bypass", "preview", "wrong"];

/// The place of `state` in [`NAMES`].
pub fn rank(state: DigestState) -> usize {
    match state {
        DigestState::Valid => 0,
        DigestState::ValidDebug => 1,
        DigestState::Absent => 2,
        DigestState::Bypass => 3,
        DigestState::PreviewBypass => 4,
        DigestState::Wrong(_) => 5,
    }
}

/// The name of the state of a digest.
pub fn name(state: DigestState) -> &'static str {
    NAMES.get(rank(state)).copied().unwrap_or_default()
}

/// The digest that a container with this state should have, if the stored digest is wrong.
pub fn expected(state: DigestState) -> Option<String> {
    match state {
        DigestState::Wrong(expected) => Some(expected.to_string()),
        _ => None,
    }
}

/// The digest of a container.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Digest"))]
pub struct DigestObject {
    /// The stored digest: 32 hexadecimal digits.
    value: String,
    /// The state of the digest.
    #[cfg_attr(test, schemars(extend("enum" = NAMES)))]
    state: &'static str,
    /// The correct digest; only if the state is `wrong`.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

impl DigestObject {
    /// The object of the stored digest `value` in state `state`.
    pub fn new(value: Digest, state: DigestState) -> Self {
        Self { value: value.to_string(), state: name(state), expected: expected(state) }
    }
}

/// The 32 hexadecimal digits of a hash.
pub fn hex(hash: [u8; 16]) -> String {
    Digest(hash).to_string()
}
