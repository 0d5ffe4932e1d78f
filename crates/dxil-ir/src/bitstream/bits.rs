//! Bits, least significant first: fixed fields, variable bit rates (VBR), alignment to words of 32 bits. Separate
//! because this is all that slices the stream's bytes, and the only code that runs once an operand.

use located::Place;

use super::{BitstreamErrorKind, width};
use crate::error::{IrError, Result};

/// Bits of a word, to which blocks and blobs are aligned.
const WORD: u64 = 32;

/// Bits of a window: so many there are in eight bytes, wherever in the first one they begin.
const WINDOW_BITS: u32 = 57;

/// The bits of the nine pieces of VBR6 that fit into a window which say that another piece follows.
const VBR6_MORE: u64 = 0x0020_8208_2082_0820;

/// The lowest bits, less than 64 of them.
fn ones(count: u32) -> u64 {
    (1 << count) - 1
}

/// The value of up to nine pieces of VBR6: the five bits of each joined, by twos, fours and eights.
#[inline(always)]
fn joined_vbr6(pieces: u64) -> u64 {
    const FIRST_OF_2: u64 = 0x001f_01f0_1f01_f01f;
    const FIRST_OF_4: u64 = 0x03ff_0003_ff00_03ff;
    const FIRST_OF_8: u64 = 0x0000_0000_000f_ffff;
    const FIRST_8: u64 = 0x0000_00ff_ffff_ffff;
    // Most numbers have one or two.
    if pieces >> 12 == 0 {
        return pieces & 0x1f | (pieces >> 1) & (0x1f << 5);
    }
    let twos = pieces & FIRST_OF_2 | (pieces >> 1) & (FIRST_OF_2 << 5);
    let fours = twos & FIRST_OF_4 | (twos >> 2) & (FIRST_OF_4 << 10);
    let eights = fours & FIRST_OF_8 | (fours >> 4) & (FIRST_OF_8 << 20);
    eights & FIRST_8 | (fours >> 8) & (0x1f << 40)
}

/// Where reading stands, and the block that bounds it.
#[derive(Debug, Clone)]
pub(super) struct BitCursor<'a> {
    bytes: &'a [u8],
    /// Where the stream begins in the file, in bytes.
    base: u64,
    /// The next bits, in the lowest ones.
    window: u64,
    /// How many of them are there and belong to the innermost block.
    ahead: u32,
    /// Where they end, in bits from the stream's start, at most `end`.
    behind: u64,
    /// Where the innermost block ends, in bits.
    end: u64,
}

impl<'a> BitCursor<'a> {
    pub(super) fn new(bytes: &'a [u8], base: u64) -> Self {
        Self { bytes, base, window: 0, ahead: 0, behind: 0, end: 8 * bytes.len() as u64 }
    }

    /// Bits of the whole stream.
    pub(super) fn total(&self) -> u64 {
        8 * self.bytes.len() as u64
    }

    #[inline]
    pub(super) fn position(&self) -> u64 {
        self.behind - u64::from(self.ahead)
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Bits up to the end of the innermost block.
    #[inline]
    pub(super) fn left(&self) -> u64 {
        self.end - self.position()
    }

    /// Reads no further than `end`, in bits; returns the bound until now.
    pub(super) fn bound(&mut self, end: u64) -> u64 {
        let end = end.clamp(self.position(), self.total());
        self.seek(self.position());
        std::mem::replace(&mut self.end, end)
    }

    /// Goes on at `position`, in bits.
    pub(super) fn seek(&mut self, position: u64) {
        (self.window, self.ahead, self.behind) = (0, 0, position.min(self.end));
    }

    /// These bits as a place in the file.
    #[cold]
    pub(super) fn place(&self, from: u64, to: u64) -> Place {
        let to = to.min(self.total()).max(from);
        let bit = u8::try_from(from % 8).unwrap_or_default();
        Place { offset: self.base + from / 8, len: to.div_ceil(8) - from / 8, bit }
    }

    /// `kind`, at the bits since `from`.
    #[cold]
    pub(super) fn error_since(&self, from: u64, kind: BitstreamErrorKind) -> IrError {
        kind.at(self.place(from, self.position()))
    }

    #[cold]
    fn short(&self, what: &'static str, needed: u64) -> IrError {
        let left = self.left();
        let kind = if self.end < self.total() {
            BitstreamErrorKind::PastBlock { what, needed, left }
        } else {
            BitstreamErrorKind::Truncated { what, needed, left }
        };
        kind.at(self.place(self.position(), self.end))
    }

    /// Fills the window from where reading stands.
    #[inline(always)]
    pub(super) fn refill(&mut self) {
        let position = self.position();
        let at = (position / 8) as usize;
        let word = match self.bytes.get(at..at + 8).and_then(<[u8]>::first_chunk) {
            Some(&word) => u64::from_le_bytes(word),
            None => self.last_word(at),
        };
        self.window = word >> (position % 8);
        self.ahead = u32::try_from(u64::min(WINDOW_BITS.into(), self.end - position)).unwrap_or_default();
        self.behind = position + u64::from(self.ahead);
    }

    /// Takes bits out of the window, which has so many.
    #[inline]
    fn take(&mut self, bits: u32) -> u64 {
        let taken = self.window & ones(bits);
        self.window >>= bits;
        self.ahead -= bits;
        taken
    }

    #[cold]
    fn last_word(&self, at: usize) -> u64 {
        let mut word = [0; 8];
        word.iter_mut().zip(self.bytes.get(at..).unwrap_or_default()).for_each(|(to, &from)| *to = from);
        u64::from_le_bytes(word)
    }

    /// Two short numbers in pieces of six bits, the second of which counts what takes as much; `None` where one is
    /// longer, or does not fit into the window.
    #[inline(always)]
    pub(super) fn two_of_vbr6(&mut self) -> Option<(u32, u32)> {
        let bits = self.vbr6_ends().trailing_zeros() + 1;
        if bits > 12 || bits + 6 > self.ahead {
            return None;
        }
        let second = self.window >> bits & ones(6);
        if second >= 1 << 5 || u64::from(bits) + 6 + 6 * second > self.left() {
            return None;
        }
        let first = joined_vbr6(self.take(bits));
        self.take(6);
        Some((u32::try_from(first).ok()?, u32::try_from(second).ok()?))
    }

    /// A number of `width` bits, 0 to 32.
    #[inline]
    pub(super) fn fixed(&mut self, width: u32, what: &'static str) -> Result<u64> {
        if width > self.ahead {
            self.refill();
            if width > self.ahead {
                return Err(self.short(what, width.into()));
            }
        }
        Ok(self.take(width))
    }

    /// A number in pieces of `width` bits, 2 to 32; the highest bit of a piece says that another follows.
    #[inline(always)]
    pub(super) fn vbr(&mut self, width: u32, what: &'static str) -> Result<u64> {
        let piece = self.window & ones(width);
        // Most numbers have one.
        if width <= self.ahead && piece >> (width - 1) == 0 {
            return Ok(self.take(width));
        }
        self.vbr_of_pieces(width, what)
    }

    /// The same number, however many pieces it has.
    #[inline(never)]
    fn vbr_of_pieces(&mut self, width: u32, what: &'static str) -> Result<u64> {
        let mut found = self.first_vbr(width);
        if found.is_none() {
            self.refill();
            found = self.first_vbr(width);
        }
        match found {
            Some((number, bits)) => {
                self.take(bits);
                Ok(number)
            }
            None => self.long_vbr(width, what),
        }
    }

    /// The number that the window begins with, and how many bits it has, if the window has it whole.
    #[inline]
    fn first_vbr(&self, width: u32) -> Option<(u64, u32)> {
        let more = 1 << (width - 1);
        let (mut number, mut shift, mut bits) = (0, 0, 0);
        while bits + width <= self.ahead {
            let piece = self.window >> bits;
            number |= (piece & (more - 1)) << shift;
            bits += width;
            if piece & more == 0 {
                return Some((number, bits));
            }
            shift += width - 1;
        }
        None
    }

    /// A number piece by piece, for those that no window has whole.
    fn long_vbr(&mut self, width: u32, what: &'static str) -> Result<u64> {
        let start = self.position();
        let more = 1 << (width - 1);
        let (mut value, mut shift) = (0, 0);
        loop {
            let piece = self.fixed(width, what)?;
            let bits = piece & (more - 1);
            if shift >= u64::BITS || bits << shift >> shift != bits {
                return Err(self.error_since(start, BitstreamErrorKind::Vbr { what, width }));
            }
            value |= bits << shift;
            if piece & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
        }
    }

    /// Reads numbers of `width` bits each, 1 to 32, and has `decode` make of them what they mean.
    pub(super) fn fixed_run(
        &mut self,
        width: u32,
        what: &'static str,
        mut numbers: &mut [u64],
        decode: impl Fn(u64) -> u64,
    ) -> Result<()> {
        let needed = u64::from(width).saturating_mul(numbers.len() as u64);
        if needed > self.left() {
            return Err(self.short(what, needed));
        }
        while !numbers.is_empty() {
            if width > self.ahead {
                self.refill();
            }
            let now = usize::try_from(self.ahead / width).map_or(0, |now| now.min(numbers.len()));
            let Some((first, rest)) = numbers.split_at_mut_checked(now) else { break };
            let mut window = self.take(width * u32::try_from(first.len()).unwrap_or_default());
            for number in first {
                *number = decode(window & ones(width));
                window >>= width;
            }
            numbers = rest;
        }
        Ok(())
    }

    /// Reads numbers in pieces of six bits, several from one window: the pieces of all of them lie six bits apart.
    #[inline(always)]
    pub(super) fn vbr6_run(&mut self, what: &'static str, numbers: &mut [u64]) -> Result<()> {
        let mut ends = self.vbr6_ends();
        // Not in memory, as the numbers are many.
        let (mut window, mut ahead) = (self.window, self.ahead);
        for number in numbers {
            if ends == 0 {
                (self.window, self.ahead) = (window, ahead);
                self.refill();
                ends = self.vbr6_ends();
                if ends == 0 {
                    // It is longer than a window, or wrong.
                    *number = self.long_vbr(6, what)?;
                    (window, ahead) = (self.window, self.ahead);
                    continue;
                }
                (window, ahead) = (self.window, self.ahead);
            }
            let bits = ends.trailing_zeros() + 1;
            // Up to the lowest of the ends.
            let pieces = window & (ends ^ (ends - 1));
            ends >>= bits;
            window >>= bits;
            ahead -= bits;
            *number = joined_vbr6(pieces);
        }
        (self.window, self.ahead) = (window, ahead);
        Ok(())
    }

    /// The highest bits of those pieces of six bits in the window that end a number.
    #[inline]
    fn vbr6_ends(&self) -> u64 {
        !self.window & VBR6_MORE & ones(self.ahead)
    }

    /// A VBR that the format keeps to 32 bits.
    #[inline]
    pub(super) fn vbr32(&mut self, width: u32, what: &'static str) -> Result<u32> {
        let start = self.position();
        let found = self.vbr(width, what)?;
        u32::try_from(found)
            .map_err(|_| self.error_since(start, BitstreamErrorKind::TooLarge { what, found }))
    }

    /// How many of something follow, each of which takes `least` bits or more: never more than there are.
    pub(super) fn count(&mut self, least: u64, what: &'static str) -> Result<u32> {
        let start = self.position();
        let count = self.vbr32(width::OPERAND, what)?;
        let (needed, left) = (u64::from(count).saturating_mul(least), self.left());
        if needed > left {
            return Err(self.error_since(start, BitstreamErrorKind::Count { what, count, needed, left }));
        }
        Ok(count)
    }

    /// Skips to the next word, counted from the stream's start.
    pub(super) fn align(&mut self) -> Result<()> {
        let position = self.position().next_multiple_of(WORD);
        if position > self.end {
            return Err(self.short("the padding to a 32-bit boundary", position - self.position()));
        }
        self.seek(position);
        Ok(())
    }

    /// Whole bytes; the position is at a byte's first bit.
    pub(super) fn bytes(&mut self, len: u32, what: &'static str) -> Result<&'a [u8]> {
        let needed = 8 * u64::from(len);
        let at = (self.position() / 8) as usize;
        let to = usize::try_from(len).ok().and_then(|len| at.checked_add(len));
        let found = to.filter(|_| needed <= self.left()).and_then(|to| self.bytes.get(at..to));
        let Some(found) = found else { return Err(self.short(what, needed)) };
        self.seek(self.position() + needed);
        Ok(found)
    }
}

/// Bits that are written.
#[derive(Debug, Clone, Default)]
pub(super) struct BitSink {
    /// Whole words.
    bytes: Vec<u8>,
    /// The bits after them, from the lowest one on.
    window: u64,
    /// How many bits those are, less than 32.
    filled: u32,
}

/// Where a sink stood.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    len: usize,
    window: u64,
    filled: u32,
}

impl BitSink {
    /// Where writing stands, so that what comes after can be taken back.
    pub(super) fn mark(&self) -> Mark {
        Mark { len: self.bytes.len(), window: self.window, filled: self.filled }
    }

    /// Takes back what came after `mark`.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.bytes.truncate(mark.len);
        (self.window, self.filled) = (mark.window, mark.filled);
    }

    /// Where writing stands, as a place in what is written.
    #[cold]
    pub(super) fn place(&self) -> Place {
        let offset = self.bytes.len() as u64 + u64::from(self.filled / 8);
        Place { offset, len: 0, bit: u8::try_from(self.filled % 8).unwrap_or_default() }
    }

    /// The lowest `width` bits of `value`, 0 to 32; the others are zero.
    #[inline]
    pub(super) fn fixed(&mut self, value: u64, width: u32) {
        debug_assert!(width <= width::MAX && value & !ones(width) == 0, "{value} in {width} bits");
        self.window |= (value & ones(width)) << self.filled;
        self.filled += width;
        if self.filled >= u32::BITS {
            let [a, b, c, d, ..] = self.window.to_le_bytes();
            self.bytes.extend_from_slice(&[a, b, c, d]);
            self.window >>= u32::BITS;
            self.filled -= u32::BITS;
        }
    }

    /// In pieces of `width` bits, 2 to 32, and no more of them than needed.
    #[inline]
    pub(super) fn vbr(&mut self, value: u64, width: u32) {
        let more = 1 << (width - 1);
        if value < more {
            self.fixed(value, width);
        } else {
            self.long_vbr(value, width);
        }
    }

    /// The same in several pieces.
    fn long_vbr(&mut self, value: u64, width: u32) {
        let more = 1 << (width - 1);
        let mut rest = value;
        // Most have two, which may be written as one.
        if rest >> (width - 1) < more && 2 * width <= u32::BITS {
            return self.fixed(rest & (more - 1) | more | rest >> (width - 1) << width, 2 * width);
        }
        while rest >= more {
            self.fixed(rest & (more - 1) | more, width);
            rest >>= width - 1;
        }
        self.fixed(rest, width);
    }

    /// Zeros up to the next word.
    pub(super) fn align(&mut self) {
        if self.filled > 0 {
            self.fixed(0, u32::BITS - self.filled);
        }
    }

    /// Whole bytes, and zeros up to the next word; the position is at a word.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        debug_assert_eq!(self.filled, 0, "bytes are aligned");
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    /// Whole words so far, in bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Changes the word that was written at `at`, in bytes.
    pub(super) fn patch(&mut self, at: usize, word: u32) {
        if let Some(bytes) = self.bytes.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *bytes = word.to_le_bytes();
        }
    }

    /// Everything, with zeros up to the next word.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sunk(write: impl Fn(&mut BitSink)) -> Vec<u8> {
        let mut sink = BitSink::default();
        write(&mut sink);
        sink.finish()
    }

    fn code<T: std::fmt::Debug>(result: Result<T>) -> (&'static str, Place) {
        use located::Kind as _;
        let error = result.unwrap_err();
        (error.kind().code(), error.place())
    }

    #[test]
    fn bits_come_least_significant_first() {
        let bytes = sunk(|sink| {
            sink.fixed(0b101, 3);
            sink.fixed(0, 0);
            sink.fixed(0xffff_ffff, 32);
            sink.fixed(1, 1);
        });
        assert_eq!(bytes, [0xfd, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0]);
        let mut cursor = BitCursor::new(&bytes, 0);
        let mut fixed = |width| cursor.fixed(width, "a field").unwrap();
        assert_eq!([fixed(3), fixed(0), fixed(32), fixed(1), fixed(28)], [0b101, 0, 0xffff_ffff, 1, 0]);
        assert_eq!(cursor.left(), 0);
    }

    #[test]
    fn vbr_of_every_width_and_size() {
        for width in 2..=32 {
            let values: Vec<u64> =
                (0..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit]).chain([u64::MAX]).collect();
            let bytes = sunk(|sink| values.iter().for_each(|&value| sink.vbr(value, width)));
            let mut cursor = BitCursor::new(&bytes, 0);
            for &value in &values {
                assert_eq!(cursor.vbr(width, "a number").unwrap(), value, "VBR{width}");
            }
            assert!(cursor.left() < 32);
        }
    }

    #[test]
    fn runs_read_what_single_numbers_read() {
        // Sizes in every order, so that numbers lie across windows in every way.
        let mixed = |seed: u64| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let values: Vec<u64> = (1..2000).map(|seed| mixed(seed) >> (mixed(seed ^ 0x55) >> 58)).collect();
        for count in [0, 1, 2, 9, 10, 100, values.len()] {
            let bytes = sunk(|sink| values[..count].iter().for_each(|&value| sink.vbr(value, 6)));
            let mut cursor = BitCursor::new(&bytes, 0);
            let mut read = vec![0; count];
            cursor.vbr6_run("numbers", &mut read).unwrap();
            assert_eq!(read, values[..count]);
            assert!(cursor.left() < 32);
            for width in 1..=32 {
                let bytes = sunk(|sink| {
                    values[..count].iter().for_each(|&value| sink.fixed(value & ones(width), width))
                });
                let (mut cursor, mut read) = (BitCursor::new(&bytes, 0), vec![0; count]);
                cursor.fixed_run(width, "numbers", &mut read, |number| number).unwrap();
                assert!(read.into_iter().eq(values[..count].iter().map(|value| value & ones(width))));
                assert!(cursor.left() < 32);
            }
        }
        let endless = [0xff; 64];
        assert_eq!(code(BitCursor::new(&endless, 0).vbr6_run("numbers", &mut [0; 9])).0, "bitstream.vbr");
        assert_eq!(
            code(BitCursor::new(&[0; 8], 0).vbr6_run("numbers", &mut [0; 11])).0,
            "bitstream.truncated"
        );
        assert_eq!(
            code(BitCursor::new(&[0; 8], 0).fixed_run(9, "numbers", &mut [0; 8], |number| number)).0,
            "bitstream.truncated"
        );
    }

    #[test]
    fn vbr_of_more_than_64_bits_is_refused() {
        // 13 pieces of 5 bits are 65: the last may have four.
        let vbr6 =
            |last| sunk(|sink| [63; 12].into_iter().chain([last]).for_each(|piece| sink.fixed(piece, 6)));
        assert_eq!(BitCursor::new(&vbr6(0b01111), 0).vbr(6, "a number").unwrap(), u64::MAX);
        let place = Place { offset: 7, len: 10, bit: 0 };
        assert_eq!(code(BitCursor::new(&vbr6(0b10000), 7).vbr(6, "a number")), ("bitstream.vbr", place));
        let endless = [0xff; 64];
        assert_eq!(code(BitCursor::new(&endless, 0).vbr(2, "a number")).0, "bitstream.vbr");
        // A number of the format that is too large for it.
        let bytes = sunk(|sink| sink.vbr(1 << 32, 8));
        assert_eq!(code(BitCursor::new(&bytes, 0).vbr32(8, "a block id")).0, "bitstream.vbr");
    }

    #[test]
    fn the_end_of_a_block_is_told_from_that_of_the_stream() {
        let bytes = [0; 8];
        let mut cursor = BitCursor::new(&bytes, 100);
        cursor.bound(32);
        cursor.fixed(30, "a field").unwrap();
        let place = Place { offset: 103, len: 1, bit: 6 };
        assert_eq!(code(cursor.fixed(3, "a field")), ("bitstream.block-length", place));
        cursor.bound(64);
        cursor.fixed(32, "a field").unwrap();
        let place = Place { offset: 107, len: 1, bit: 6 };
        assert_eq!(code(cursor.fixed(3, "a field")), ("bitstream.truncated", place));
        assert_eq!(cursor.fixed(2, "a field").unwrap(), 0);
    }

    #[test]
    fn what_is_taken_back_leaves_nothing() {
        let bytes = sunk(|sink| {
            sink.fixed(5, 3);
            let mark = sink.mark();
            (0..9).for_each(|_| sink.vbr(u64::MAX, 6));
            sink.rewind(mark);
            sink.align();
            sink.bytes(b"blob!");
        });
        assert_eq!(bytes, *b"\x05\0\0\0blob!\0\0\0");
        let mut cursor = BitCursor::new(&bytes, 0);
        cursor.fixed(3, "a field").unwrap();
        cursor.align().unwrap();
        assert_eq!(cursor.bytes(5, "a blob").unwrap(), b"blob!");
        assert_eq!(code(cursor.bytes(4, "a blob")).0, "bitstream.truncated");
        cursor.align().unwrap();
        assert_eq!(cursor.left(), 0);
    }
}
