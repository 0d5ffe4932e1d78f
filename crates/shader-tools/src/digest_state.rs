//! Digests as text: their hexadecimal digits, and the names of their states in text and in JSON. Separate because
//! several verbs show them.

use dx_container::{Digest, DigestState};

/// The states of a digest, in the order of the summary.
pub const NAMES: [&str; 6] =
    ["valid", "valid (debug)", "unsigned", "bypass sentinel", "preview sentinel", "wrong"];

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

/// The state of a digest, in words.
pub fn name(state: DigestState) -> &'static str {
    NAMES.get(rank(state)).copied().unwrap_or_default()
}

/// The state of a digest, as JSON names it.
pub fn json_name(state: DigestState) -> &'static str {
    match state {
        DigestState::Valid => "valid",
        DigestState::ValidDebug => "valid-debug",
        DigestState::Absent => "absent",
        DigestState::Bypass => "bypass",
        DigestState::PreviewBypass => "preview-bypass",
        DigestState::Wrong(_) => "wrong",
    }
}

/// The 32 hexadecimal digits of a hash.
pub fn hex(hash: [u8; 16]) -> String {
    Digest(hash).to_string()
}
