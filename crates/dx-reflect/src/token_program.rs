//! The properties of a token program. Separate from their source (`program.rs`), because the reflection contains them.

pub use dx_bytecode::declarations::{GlobalFlags, IndexableTemp};

/// The properties of a token program other than its stage and bindings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TokenProgram {
    /// The number of instructions, counted as in STAT.
    pub instructions: u32,
    /// The number of temporary registers; in a hull shader the maximum of all phases.
    pub temps: u32,
    /// The indexable temporary arrays.
    pub indexable_temps: Vec<IndexableTemp>,
    /// The size of the immediate constant buffer in vectors.
    pub immediate_constants: u32,
    /// The global flags.
    pub global_flags: GlobalFlags,
}
