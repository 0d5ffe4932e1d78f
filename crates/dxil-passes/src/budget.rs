//! What a pass may add or look at, in proportion to the program. Separate because passes of all kinds count, each what
//! it makes most of.

use crate::error::{PassErrorKind, Result};

/// What may be spent yet.
#[derive(Debug)]
pub(crate) struct Budget {
    pass: &'static str,
    what: &'static str,
    pub(crate) spent: u64,
    limit: u64,
}

impl Budget {
    /// That of a pass for `what`: so many are free, and some more are allowed for each thing in a program of this
    /// size.
    pub(crate) fn of(
        (pass, what): (&'static str, &'static str),
        (free, factor): (u64, u64),
        size: u64,
    ) -> Self {
        let limit = free.saturating_add(factor.saturating_mul(size));
        Self { pass, what, spent: 0, limit }
    }

    /// Counts some before they are made.
    ///
    /// # Errors
    ///
    /// There would be too many.
    pub(crate) fn spend(&mut self, count: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(count);
        if self.spent <= self.limit {
            return Ok(());
        }
        let Self { pass, what, spent, limit } = *self;
        Err(PassErrorKind::TooLarge { pass, what, found: spent, limit }.into())
    }
}
