//! Resource bindings: the registers of a resource, and its type.

use crate::enums::{ResourceKind, ResourceType};
use crate::error::Result;
use crate::fields::Show;
use crate::flags::ResourceFlags;
use crate::names::Named;
use crate::reader::Reader;

/// The upper bound of an unbounded array of descriptors.
pub const UNBOUNDED: u32 = u32::MAX;

const BOUNDS: &[Named] = &[Named { value: UNBOUNDED as u64, name: "unbounded", about: "" }];

/// A resource binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Resource {
    /// The class and view.
    pub resource_type: ResourceType,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The last register, or [`UNBOUNDED`].
    pub upper_bound: u32,
    /// The shape; in records of [`SIZE_V1`](Self::SIZE_V1) or more.
    pub kind: ResourceKind,
    /// The flags; in records of [`SIZE_V1`](Self::SIZE_V1) or more.
    pub flags: ResourceFlags,
}

impl Resource {
    /// The size of the oldest record in bytes.
    pub const SIZE_V0: u32 = 16;
    /// The size of a record with kind and flags, written with runtime info of version 2 or more.
    pub const SIZE_V1: u32 = 24;

    pub(super) fn decode(r: &mut Reader<'_, '_>, size: u32) -> Result<Self> {
        let mut resource = Self {
            resource_type: r.named32("Type")?,
            space: r.u32("Space", Show::Plain)?,
            lower_bound: r.u32("LowerBound", Show::Plain)?,
            upper_bound: r.u32("UpperBound", Show::Special(BOUNDS))?,
            ..Self::default()
        };
        if size >= Self::SIZE_V1 {
            resource.kind = r.named32("Kind")?;
            resource.flags = r.flags32("Flags")?;
        }
        Ok(resource)
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>, size: u32) {
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        word(self.resource_type.0);
        word(self.space);
        word(self.lower_bound);
        word(self.upper_bound);
        if size >= Self::SIZE_V1 {
            word(self.kind.0);
            word(self.flags.bits());
        }
    }

    /// Bytes of a record of `size` that this crate knows.
    pub(super) fn known_size(size: u32) -> u32 {
        if size >= Self::SIZE_V1 { Self::SIZE_V1 } else { Self::SIZE_V0 }
    }
}
