//! Flag words of which each flag is a key. Separate because several models have them.

use dx_container::names::NamedFlags;

use crate::error::Result;
use crate::yaml::keys::Keys;

/// The key of a flag word's bits that have no name.
pub(super) const UNKNOWN_FLAGS: &str = "UnknownFlags";

/// A flag word of which each flag is a key; flags that are not mentioned are not set.
pub(super) fn read_flags<F: NamedFlags>(keys: &mut Keys<'_>) -> Result<F> {
    let mut word = 0;
    for row in F::NAMES {
        if keys.truth(row.name)? {
            word |= row.value;
        }
    }
    let Some(node) = keys.take(UNKNOWN_FLAGS) else { return Ok(F::from_word(word)) };
    let unknown = node.number(UNKNOWN_FLAGS, u64::MAX)?;
    F::try_from_word(word | unknown)
        .ok_or_else(|| node.expected(UNKNOWN_FLAGS, &format!("a number from 0 to {:#x}", u32::MAX)))
}
