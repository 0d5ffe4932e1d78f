//! Limits on the code growth and the work of a pass, in proportion to the size of the program. Separate because many
//! passes have such a limit, each with a unit of its own.

use crate::error::{PassErrorKind, Result};

/// A counter with a limit.
#[derive(Debug)]
pub(crate) struct Budget {
    /// The name of the pass, for the error.
    pass: &'static str,
    /// The counted unit as a plural noun, such as "lanes", for the error.
    unit: &'static str,
    pub(crate) spent: u64,
    limit: u64,
}

impl Budget {
    /// The budget of a pass with the limit `free + factor * size`. `size` is the size of the program before the pass,
    /// usually its number of instructions.
    pub(crate) fn of(
        (pass, unit): (&'static str, &'static str),
        (free, factor): (u64, u64),
        size: u64,
    ) -> Self {
        let limit = free.saturating_add(factor.saturating_mul(size));
        Self { pass, unit, spent: 0, limit }
    }

    /// Adds `count` to the counter, before the pass creates or visits as many units.
    ///
    /// # Errors
    ///
    /// [`PassErrorKind::TooLarge`] if the counter exceeds the limit.
    pub(crate) fn spend(&mut self, count: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(count);
        if self.spent <= self.limit {
            return Ok(());
        }
        let Self { pass, unit, spent, limit } = *self;
        Err(PassErrorKind::TooLarge { pass, what: unit, found: spent, limit }.into())
    }
}
