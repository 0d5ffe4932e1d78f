//! Buffers: a range of memory, and how it is divided.

use super::Format;

/// A range of memory, and how it is divided.
#[derive(Debug, Clone)]
pub struct Buffer {
    /// Which memory, in [`Resources::memories`](super::Resources::memories).
    pub memory: usize,
    /// The first byte.
    pub offset: u64,
    /// How many bytes.
    pub bytes: u64,
    /// Bytes of an element of a structured buffer; 0 for what is none, and where the shader is to say it.
    pub stride: u32,
    /// How elements of a typed buffer are stored.
    pub format: Option<Format>,
    /// The memory whose first word is the counter of a structured buffer.
    pub counter: Option<usize>,
    /// The number of bytes of the buffer to which memory is mapped; [`ALL_MAPPED`] unless the buffer is a reserved
    /// (tiled) resource. Loads from other bytes return 0 with the status "not fully mapped", and stores are ignored.
    pub mapped: u64,
}

/// The value of [`Buffer::mapped`] of a buffer that is not a reserved resource.
pub const ALL_MAPPED: u64 = u64::MAX;
