//! Vector registers of a piece of glue code, given out from the first free one on. Separate because all glue takes
//! registers in the same way, and none may take more than there are.

use crate::error::{Error, ErrorKind, Result};
use crate::isa::encode::Vgpr;
use crate::limits::MAX_VGPRS;

/// The registers that are taken: all below `next`.
pub(super) struct Vgprs {
    glue: &'static str,
    next: u32,
}

impl Vgprs {
    /// None is free below `taken`.
    pub(super) fn new(glue: &'static str, taken: u32) -> Self {
        Self { glue, next: taken }
    }

    /// How many are taken.
    pub(super) fn count(&self) -> u32 {
        self.next
    }

    /// The first of `count` registers that were free.
    pub(super) fn take(&mut self, count: u32) -> Result<Vgpr> {
        let end = self.next.checked_add(count).filter(|end| *end <= MAX_VGPRS);
        let (Some(end), Ok(first)) = (end, u8::try_from(self.next)) else {
            return Err(self.too_many());
        };
        self.next = end;
        Ok(Vgpr(first))
    }

    /// Checks that a register that the body is started with exists.
    pub(super) fn given(&self, number: u32) -> Result<Vgpr> {
        u8::try_from(number).map(Vgpr).map_err(|_| self.too_many())
    }

    fn too_many(&self) -> Error {
        ErrorKind::GlueRegisters { glue: self.glue, class: "vector", limit: MAX_VGPRS }.unplaced()
    }
}

impl Vgpr {
    /// The register `count` after it, of those that were taken together.
    pub(super) fn plus(self, count: u32) -> Self {
        Self(self.0.saturating_add(u8::try_from(count).unwrap_or(u8::MAX)))
    }
}
