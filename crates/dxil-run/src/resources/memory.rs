//! Memory that groups share: words that are read and written one by one, also at the same time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use az::SaturatingAs as _;

use super::races::Shadow;

/// Memory that groups share.
#[derive(Debug)]
pub struct Memory {
    words: Vec<AtomicU32>,
    bytes: u64,
    /// Held while two words are exchanged as one.
    wide: Mutex<()>,
    /// Who accessed each word; made when the first access is to be noted.
    shadow: OnceLock<Shadow>,
}

impl Memory {
    /// Memory that holds these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        let (whole, rest) = bytes.as_chunks::<4>();
        let mut words: Vec<_> = whole.iter().map(|word| AtomicU32::new(u32::from_le_bytes(*word))).collect();
        if !rest.is_empty() {
            let mut last = [0; 4];
            last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
            words.push(AtomicU32::new(u32::from_le_bytes(last)));
        }
        let bytes = bytes.len() as u64;
        Self { words, bytes, wide: Mutex::new(()), shadow: OnceLock::new() }
    }

    /// How many bytes it has.
    pub fn len(&self) -> u64 {
        self.bytes
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// All its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let words = self.words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
        words.take(self.bytes.saturating_as::<usize>()).collect()
    }

    /// All its words.
    #[inline]
    pub(crate) fn words(&self) -> &[AtomicU32] {
        &self.words
    }

    /// The word that a byte is in; `None` beyond the end.
    #[inline]
    pub(crate) fn word(&self, byte: u64) -> Option<&AtomicU32> {
        self.words.get(usize::try_from(byte / 4).ok()?)
    }

    /// So many bytes (1, 2 or 4) from one on that do not cross a word's end; zero beyond the end.
    #[inline]
    pub fn read(&self, byte: u64, bytes: u32) -> u32 {
        let Some(word) = self.word(byte) else { return 0 };
        let word = word.load(Ordering::Relaxed) >> (byte % 4 * 8);
        if bytes >= 4 { word } else { word & ((1 << (bytes * 8)) - 1) }
    }

    /// So many bytes (at most 16, whole words or less than one) from one on; zero beyond the end.
    #[inline]
    pub fn read_words(&self, byte: u64, bytes: u32) -> [u32; 4] {
        if bytes == 4 {
            return [self.read(byte, 4), 0, 0, 0];
        }
        self.read_parts(byte, bytes)
    }

    fn read_parts(&self, byte: u64, bytes: u32) -> [u32; 4] {
        let mut words = [0; 4];
        for (word, (byte, bytes)) in words.iter_mut().zip(parts(byte, bytes)) {
            *word = self.read(byte, bytes);
        }
        words
    }

    /// Sets so many bytes likewise, of which nobody asks whether that changes any: whole words, which are nobody else's
    /// at the same time, need no exchange.
    #[inline]
    pub fn set(&self, byte: u64, bytes: u32, value: u32) {
        match self.word(byte) {
            Some(word) if bytes >= 4 => word.store(value, Ordering::Relaxed),
            _ => drop(self.write(byte, bytes, value)),
        }
    }

    /// Writes so many bytes likewise; beyond the end, none. Whether that changed any.
    #[inline]
    pub fn write(&self, byte: u64, bytes: u32, value: u32) -> bool {
        let Some(word) = self.word(byte) else { return false };
        if bytes >= 4 {
            // An exchange, so that of groups that write the same at the same time only one changes what is there.
            return word.swap(value, Ordering::Relaxed) != value;
        }
        let (ones, shift) = ((1_u32 << (bytes * 8)) - 1, byte % 4 * 8);
        let change = |old: u32| old & !(ones << shift) | (value & ones) << shift;
        // The other bytes may be somebody else's at the same time.
        let old = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| Some(change(old)));
        old.is_ok_and(|old| change(old) != old)
    }

    /// Keeps others from exchanging two words as one.
    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        self.wide.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who accessed each word.
    pub(crate) fn shadow(&self) -> &Shadow {
        self.shadow.get_or_init(|| Shadow::new(self.words.len()))
    }

    /// Forgets who accessed it.
    pub(crate) fn forget_accesses(&self) {
        if let Some(shadow) = self.shadow.get() {
            shadow.clear();
        }
    }
}

/// The words that bytes from one on lie in: the first byte in each, and how many.
#[inline]
pub fn parts(byte: u64, bytes: u32) -> impl Iterator<Item = (u64, u32)> {
    (0..bytes).step_by(4).map(move |at| (byte.saturating_add(at.into()), (bytes - at).min(4)))
}
