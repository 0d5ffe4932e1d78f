//! The extent of a page: which parts and rows it shows. Separate because the pages of all parts keep to it.

use crate::tree::KEPT;

/// The extent of a page.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// All members of lists, and all that is known of each function.
    pub all: bool,
    /// One function of a library, and nothing else.
    pub function: Option<String>,
}

/// Rows of a table where not all are asked for; compilers' shaders that are no libraries have fewer of nearly all.
const FEW_ROWS: usize = 32;

impl Shown {
    /// Rows of a table that are shown.
    pub fn rows(&self) -> usize {
        if self.all { KEPT } else { FEW_ROWS }
    }
}

/// Parts that a page lists and shows the content of; compilers write about ten.
pub const SHOWN_PARTS: usize = 200;
