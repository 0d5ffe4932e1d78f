//! The limit of the bytes that a text may ask for by a size alone. Separate because all sizes in YAML are checked here:
//! what is not mentioned is zero, so that a few characters could stand for gigabytes.

use az::SaturatingAs as _;

use super::tree::Node;
use crate::error::{Result, TextErrorKind, error};
use crate::limits;

/// Bytes that may still be asked for.
pub(super) struct Budget(u64);

impl Budget {
    /// The budget of a document with this text.
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.len().saturating_mul(limits::BYTES_PER_CHARACTER);
        Self(bytes.saturating_add(limits::BYTES_FREE) as u64)
    }

    /// The size that `node`, the value of `key`, asks for.
    pub(super) fn size(&mut self, node: &Node, key: &str) -> Result<usize> {
        let size = node.number(key, self.0)?;
        self.0 -= size;
        Ok(size.saturating_as::<usize>())
    }

    /// Takes `more` bytes, for which `node`, the value of `key`, asks.
    pub(super) fn spend(&mut self, more: u64, node: &Node, key: &str) -> Result<()> {
        self.0 = self.0.checked_sub(more).ok_or_else(|| {
            let text =
                format!("{key} adds {more} zero bytes, more than the limit for an input file of this length");
            error(TextErrorKind::Contradiction(text), node.place)
        })?;
        Ok(())
    }
}
