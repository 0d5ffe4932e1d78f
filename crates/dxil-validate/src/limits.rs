//! Every limit that is ours rather than the format's, with its reason.

/// How many findings are kept of a container: nobody reads more. The counts go on.
pub const MAX_FINDINGS: usize = 1000;

/// Bytes of a finding's message that are kept: names may be as long as the module.
pub const MAX_MESSAGE: usize = 4096;

/// How many fields are told in which one part differs from what follows from the program: the first ones tell enough,
/// and each takes a line.
pub const MAX_FIELDS: usize = 50;
