//! Keeps count of what the records of an RDAT refer to, so that a small file cannot say much. Separate because
//! two limits are at work, see [`limits::RDAT_SHARED_BYTES_PER_BYTE`] and [`limits::RDAT_DISTINCT_BYTES_PER_BYTE`].

use std::collections::HashSet;

use az::SaturatingAs as _;

use super::record::FieldRow;
use crate::error::ContainerErrorKind;
use crate::fields::Value;
use crate::limits;

/// The amount of data that records may still refer to.
pub(super) struct Sharing {
    part: usize,
    shared_left: usize,
    distinct_left: usize,
    /// The texts that were counted.
    seen_texts: Offsets,
    /// The lists of words that were counted.
    seen_words: Offsets,
    /// The lists of texts that were counted.
    seen_lists: Offsets,
    /// Offset and size of bytes that were counted.
    seen_bytes: HashSet<(u32, u32)>,
}

/// A set of offsets, a bit each: they are no larger than the area that they lie in.
#[derive(Default)]
struct Offsets(Vec<u64>);

impl Offsets {
    /// Adds an offset; says whether it is new.
    fn insert(&mut self, offset: u32) -> bool {
        let word = (offset / u64::BITS) as usize;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let bit = 1 << (offset % u64::BITS);
        let Some(word) = self.0.get_mut(word) else { return false };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

type Outcome = std::result::Result<(), ContainerErrorKind>;

impl Sharing {
    /// For a part of `part` bytes.
    pub(super) fn new(part: usize) -> Self {
        Self {
            part,
            shared_left: part.saturating_mul(limits::RDAT_SHARED_BYTES_PER_BYTE),
            distinct_left: part.saturating_mul(limits::RDAT_DISTINCT_BYTES_PER_BYTE),
            seen_texts: Offsets::default(),
            seen_words: Offsets::default(),
            seen_lists: Offsets::default(),
            seen_bytes: HashSet::new(),
        }
    }

    /// Counts what `field` refers to.
    pub(super) fn charge(&mut self, field: &FieldRow, value: &Value<'_>) -> Outcome {
        let what = field.name;
        match *value {
            Value::TextAt(at, text) => self.text(what, at, text.len()),
            Value::WordsAt(at, words) => {
                let is_new = self.seen_words.insert(at);
                self.add(what, words.len() * 4, is_new)
            }
            Value::TextsAt(at, texts) => {
                let is_new = self.seen_lists.insert(at);
                self.add(what, texts.offsets().len() * 4, is_new)?;
                texts
                    .offsets()
                    .iter()
                    .zip(texts.iter())
                    .try_for_each(|(offset, text)| self.text(what, offset.get(), text.len()))
            }
            Value::BytesAt(at, bytes) => {
                let size = bytes.len().saturating_as::<u32>();
                let is_new = self.seen_bytes.insert((at, size));
                self.add(what, bytes.len(), is_new)
            }
            _ => Ok(()),
        }
    }

    fn text(&mut self, what: &'static str, at: u32, len: usize) -> Outcome {
        let is_new = self.seen_texts.insert(at);
        self.add(what, len, is_new)
    }

    fn add(&mut self, what: &'static str, len: usize, is_new: bool) -> Outcome {
        let refused = |limit: usize| {
            let limit = (self.part as u64).saturating_mul(limit as u64);
            ContainerErrorKind::Sharing { what, limit }
        };
        let shared = self.shared_left.checked_sub(len);
        self.shared_left = shared.ok_or_else(|| refused(limits::RDAT_SHARED_BYTES_PER_BYTE))?;
        if is_new {
            let distinct = self.distinct_left.checked_sub(len);
            self.distinct_left = distinct.ok_or_else(|| refused(limits::RDAT_DISTINCT_BYTES_PER_BYTE))?;
        }
        Ok(())
    }
}
