//! Limits of a pipeline document, with the reasons.

/// Nesting of a pipeline document, which needs about eight.
pub const DOCUMENT_DEPTH: usize = 64;

/// Bytes of all buffers of a pipeline together, and of primitives that rays are traced through.
pub const PIPELINE_BYTES: u64 = 1 << 30;

/// Resources of an array in a pipeline.
pub const PIPELINE_ARRAY: u64 = 1 << 16;
