//! Memory that groups share: words that are read and written one by one, also at the same time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Memory that groups share.
#[derive(Debug)]
pub struct Memory {
    words: Vec<AtomicU32>,
    bytes: u64,
    /// Held while two words are exchanged as one.
    wide: Mutex<()>,
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
        Self { words, bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX), wide: Mutex::new(()) }
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
        words.take(usize::try_from(self.bytes).unwrap_or(usize::MAX)).collect()
    }

    /// A word; `None` beyond the end.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> Option<&AtomicU32> {
        self.words.get(index)
    }

    /// So many bytes (1, 2 or 4) from one on that do not cross a word's end; zero beyond the end.
    #[inline]
    pub(crate) fn read(&self, byte: u64, bytes: u32) -> u32 {
        let Some(word) = usize::try_from(byte / 4).ok().and_then(|index| self.words.get(index)) else {
            return 0;
        };
        let word = word.load(Ordering::Relaxed) >> (byte % 4 * 8);
        if bytes >= 4 { word } else { word & ((1 << (bytes * 8)) - 1) }
    }

    /// Writes so many bytes likewise; beyond the end, none.
    #[inline]
    pub(crate) fn write(&self, byte: u64, bytes: u32, value: u32) {
        let Some(word) = usize::try_from(byte / 4).ok().and_then(|index| self.words.get(index)) else {
            return;
        };
        if bytes >= 4 {
            word.store(value, Ordering::Relaxed);
            return;
        }
        let (ones, shift) = ((1_u32 << (bytes * 8)) - 1, byte % 4 * 8);
        let change = |old: u32| Some(old & !(ones << shift) | (value & ones) << shift);
        // The other bytes may be somebody else's at the same time.
        let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
    }

    /// Keeps others from exchanging two words as one.
    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        self.wide.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
