//! The phases that change the joined module, by name. Separate from the phases, because error messages name them.

use std::fmt;

/// A phase that changes the joined module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Builds one module from the needed inputs.
    Join,
    /// Sets linkage and inlines calls as the target requires.
    Specialize,
    /// Assigns IDs and registers to resources.
    Resources,
    /// Replaces library handles by bound handles.
    Handles,
    /// Writes the properties of entries.
    Describe,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Join => "join",
            Self::Specialize => "specialize",
            Self::Resources => "resources",
            Self::Handles => "handles",
            Self::Describe => "describe",
        })
    }
}
