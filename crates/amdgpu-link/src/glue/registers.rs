//! Allocation of vector registers in a piece of glue code, from the first free one on. Separate because all glue code
//! allocates in the same way, with the same limit.

use az::SaturatingAs as _;

use crate::error::{Error, ErrorKind, Result};
use crate::isa::encode::Vgpr;
use crate::limits::MAX_VGPRS;

/// The allocator: all registers below `next` are taken.
pub(super) struct Vgprs {
    glue: &'static str,
    next: u32,
}

impl Vgprs {
    /// Creates an allocator whose first free register is `taken`.
    pub(super) fn new(glue: &'static str, taken: u32) -> Self {
        Self { glue, next: taken }
    }

    /// The number of registers taken.
    pub(super) fn count(&self) -> u32 {
        self.next
    }

    /// Takes `count` registers, and returns the first.
    pub(super) fn take(&mut self, count: u32) -> Result<Vgpr> {
        let end = self.next.checked_add(count).filter(|end| *end <= MAX_VGPRS);
        let (Some(end), Ok(first)) = (end, u8::try_from(self.next)) else {
            return Err(self.too_many());
        };
        self.next = end;
        Ok(Vgpr(first))
    }

    /// An initial register of the body; an error where the number is of none.
    pub(super) fn given(&self, number: u32) -> Result<Vgpr> {
        u8::try_from(number).map(Vgpr).map_err(|_| self.too_many())
    }

    fn too_many(&self) -> Error {
        ErrorKind::GlueRegisters { glue: self.glue, class: "vector", limit: MAX_VGPRS }.unplaced()
    }
}

impl Vgpr {
    /// The register `count` further, of registers taken together.
    pub(super) fn plus(self, count: u32) -> Self {
        Self(self.0.saturating_add(count.saturating_as::<u8>()))
    }
}
