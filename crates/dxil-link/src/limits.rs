//! Limits on what linking does, each with the reason for its value.

/// Inputs of one link. Their numbers have 32 bits; a million files are more than any studio hands to one command.
pub const INPUTS: usize = 1 << 20;

/// Errors of one kind that are told of one link; of more than these only the first ones are.
pub const ERRORS: usize = 100;

/// Callers that an error about a function names.
pub const CALLERS: usize = 3;

/// Shaders that an error about a missing entry names: what fits a few lines.
pub const SHADERS: usize = 20;

/// Candidates that are searched for them: an error may take a moment, not the time of a link.
pub const SEARCHED: usize = 1000;
