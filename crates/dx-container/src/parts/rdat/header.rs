//! The header of RDAT. Separate because the view, the owned form and the writer agree on it.

/// The only version there is.
pub const VERSION: u32 = 0x10;

/// Version and part count.
pub(super) const HEADER_SIZE: usize = 8;
