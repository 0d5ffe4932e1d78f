//! Every limit that is ours rather than the format's, with its reason.

/// How many findings are kept of a container: nobody reads more. The counts go on.
pub const MAX_FINDINGS: usize = 1000;
