//! Integers that are packed into a byte string, such as the lengths in the blob of a METADATA_STRINGS record. Separate
//! from the reader of a stream, because the bytes are not a stream of their own.

use super::bits::BitCursor;

/// Reads variable-width integers from bytes.
pub(crate) struct BitsOfBytes<'a>(BitCursor<'a>);

impl<'a> BitsOfBytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(BitCursor::new(bytes, 0))
    }

    /// Returns the next integer, in chunks of `width` bits; `None` if the bytes end before it.
    pub(crate) fn vbr(&mut self, width: u32) -> Option<u64> {
        self.0.vbr(width, "a packed integer").ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_up_to_the_end() {
        // 5, then 40 in two chunks: 8 with the bit of a continuation, then 1.
        let bits = 5_u32 | (0b10_0000 | 8) << 6 | 1 << 12;
        let bytes = bits.to_le_bytes();
        let mut packed = BitsOfBytes::new(&bytes[..3]);
        assert_eq!(
            [packed.vbr(6), packed.vbr(6), packed.vbr(6), packed.vbr(6)],
            [Some(5), Some(40), Some(0), None]
        );
    }
}
