//! A small generator with a seed: the same numbers in every run (xorshift64*).

/// Its state, which may not be 0.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below the limit, which is at most 2³¹; 0 where nothing is.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit.max(1)
    }

    /// Any word.
    pub fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }
}
