//! SFI0 under `Flags`: a line a feature.

use dx_container::flags::FeatureFlags;
use dx_container::names::{Named, NamedFlags as _};
use dx_container::parts::feature_info::{FeatureInfo, FeatureInfoBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::flags::read_flags;
use super::model::Model;
use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;

pub(super) struct Features(FeatureFlags);

/// The first bit that LLVM 23 has no feature for; it has a key nevertheless.
const FIRST_LATER_BIT: u64 = 1 << 33;
const FIRST_LATER_KEY: &str = "NextUnusedBit";

/// LLVM 23's features, and those that came later.
fn names() -> (&'static [Named], &'static [Named]) {
    let later = FeatureFlags::NAMES.iter().position(|row| row.value >= FIRST_LATER_BIT);
    FeatureFlags::NAMES.split_at(later.unwrap_or(FeatureFlags::NAMES.len()))
}

impl Model for Features {
    const KEY: &'static str = "Flags";

    fn of(payload: Payload<'_>) -> Option<Self> {
        FeatureInfo::parse(payload).ok().map(|part| Self(part.flags))
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        FeatureInfoBuf { flags: self.0, unknown: Vec::new() }.arrange(None)
    }

    fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    fn print(&self, out: &mut Out<'_>) {
        let (known, later) = names();
        let word = self.0.bits();
        out.all_flags(known, word);
        if !out.schema.is_full() {
            out.printer.value(FIRST_LATER_KEY, word & FIRST_LATER_BIT != 0);
        } else {
            out.set_flags(later, word & !(FIRST_LATER_BIT - 1));
        }
    }

    fn read(keys: &mut Keys<'_>, _: &mut Budget) -> Result<Self> {
        let flags: FeatureFlags = read_flags(keys)?;
        let later = if keys.truth(FIRST_LATER_KEY)? { FIRST_LATER_BIT } else { 0 };
        Ok(Self(flags | FeatureFlags::from_bits_retain(later)))
    }
}
