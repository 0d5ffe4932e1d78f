//! Texts that were printed before, by what they are about. Separate because types, constants and globals all have them:
//! there are few of these, which stand everywhere.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::arena::{Id, IdMap};

/// The longest text that is kept: longer ones are few, and may stand within one another.
const LONGEST: usize = 256;

/// Texts by ids.
pub(super) struct Kept<K> {
    /// Empty for those that are not kept.
    texts: IdMap<K, Box<str>>,
}

impl<K: Id> Default for Kept<K> {
    fn default() -> Self {
        Self { texts: IdMap::new() }
    }
}

impl<K: Id> Kept<K> {
    /// The text of an id; `None` where it is not kept.
    #[inline]
    pub(super) fn get(&self, id: K) -> Option<&str> {
        self.texts.get(id).map(|text| &**text).filter(|text| !text.is_empty())
    }

    /// Keeps the text of an id if it is short.
    pub(super) fn keep(&mut self, id: K, text: &str) {
        if text.len() <= LONGEST {
            self.texts[id] = text.into();
        }
    }
}
