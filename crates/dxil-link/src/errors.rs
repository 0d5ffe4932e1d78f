//! All that is wrong in a phase of a link. Separate from what one error is: here is only how many are told.

use std::fmt;

use crate::error::{LinkError, LinkErrorKind};
use crate::limits;

/// All that is wrong in one phase of a link; never empty.
#[derive(Debug)]
pub struct LinkErrors {
    errors: Vec<LinkError>,
    left_out: usize,
}

impl LinkErrors {
    /// An error if there is one, at most [`limits::ERRORS`].
    pub(crate) fn check(mut errors: impl Iterator<Item = LinkError>) -> Result<(), Self> {
        let kept: Vec<LinkError> = errors.by_ref().take(limits::ERRORS).collect();
        if kept.is_empty() { Ok(()) } else { Err(Self { errors: kept, left_out: errors.count() }) }
    }

    /// They, in a stable order.
    pub fn iter(&self) -> impl Iterator<Item = &LinkError> {
        self.errors.iter()
    }

    /// How many more there are than are kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
}

impl IntoIterator for LinkErrors {
    type Item = LinkError;
    type IntoIter = std::vec::IntoIter<LinkError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

impl From<LinkError> for LinkErrors {
    fn from(error: LinkError) -> Self {
        Self { errors: vec![error], left_out: 0 }
    }
}

impl From<LinkErrorKind> for LinkErrors {
    fn from(kind: LinkErrorKind) -> Self {
        LinkError::unplaced(kind).into()
    }
}

impl fmt::Display for LinkErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        match self.left_out {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for LinkErrors {}
