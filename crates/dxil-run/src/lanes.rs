//! Lanes: what one register holds for 32 lanes of a wave, and loops over them. Every value is in registers of 32 bits:
//! of 64 bits, in two, the lower word first; narrower ones lie in the low bits, and the rest is zero.

/// How many lanes a block has. A wave of more lanes has several blocks, a wave of fewer uses a part of one.
pub const BLOCK: usize = 32;

/// What a register holds, for a block of lanes.
pub type Lanes = [u32; BLOCK];

/// A word of 64 bits for each lane of a block.
pub type WideLanes = [u64; BLOCK];

/// Zero in all lanes.
pub const ZERO: Lanes = [0; BLOCK];

/// The bit of each lane in masks.
#[expect(clippy::indexing_slicing, reason = "constants know no iterators")]
const BITS: Lanes = {
    let mut bits = [0; BLOCK];
    let mut lane = 0;
    while lane < BLOCK {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// The same word in all lanes.
pub fn splat(word: u32) -> Lanes {
    [word; BLOCK]
}

/// All ones in the lanes that a mask has a bit for, zero in the others.
pub fn expand(mask: u32) -> Lanes {
    let mut lanes = BITS;
    for lane in &mut lanes {
        *lane = u32::from(mask & *lane != 0).wrapping_neg();
    }
    lanes
}

/// A bit for each lane that is not zero.
#[inline]
#[expect(clippy::indexing_slicing, reason = "both arrays have as many lanes as the loop has turns")]
pub fn nonzero(lanes: &Lanes) -> u32 {
    let mut mask = 0;
    for lane in 0..BLOCK {
        mask |= u32::from(lanes[lane] != 0).wrapping_neg() & BITS[lane];
    }
    mask
}

/// The numbers of the lanes that a mask has a bit for, from the first.
pub fn each(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        usize::try_from(lane).ok().filter(|lane| *lane < BLOCK)
    })
}

/// What a lane holds.
#[inline]
pub fn get(lanes: &Lanes, lane: usize) -> u32 {
    lanes.get(lane).copied().unwrap_or(0)
}

/// Changes what a lane holds.
#[inline]
pub fn set(lanes: &mut Lanes, lane: usize, word: u32) {
    if let Some(place) = lanes.get_mut(lane) {
        *place = word;
    }
}

// The loops below count: the compiler then knows how long they are, checks no index and makes them vectors.

/// A function of one word, for each lane.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "both have as many lanes as the loop has turns")]
pub fn map1(a: &Lanes, f: impl Fn(u32) -> u32) -> Lanes {
    let mut to = ZERO;
    for lane in 0..BLOCK {
        to[lane] = f(a[lane]);
    }
    to
}

/// A function of two words, for each lane.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "all have as many lanes as the loop has turns")]
pub fn map2(a: &Lanes, b: &Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
    let mut to = ZERO;
    for lane in 0..BLOCK {
        to[lane] = f(a[lane], b[lane]);
    }
    to
}

/// A function of three words, for each lane.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "all have as many lanes as the loop has turns")]
pub fn map3(a: &Lanes, b: &Lanes, c: &Lanes, f: impl Fn(u32, u32, u32) -> u32) -> Lanes {
    let mut to = ZERO;
    for lane in 0..BLOCK {
        to[lane] = f(a[lane], b[lane], c[lane]);
    }
    to
}

/// Words of 64 bits, from their lower and their upper halves.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "all have as many lanes as the loop has turns")]
pub fn widen(low: &Lanes, high: &Lanes) -> WideLanes {
    let mut wide = [0; BLOCK];
    for lane in 0..BLOCK {
        wide[lane] = u64::from(high[lane]) << 32 | u64::from(low[lane]);
    }
    wide
}

/// The lower and the upper halves of words of 64 bits.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "all have as many lanes as the loop has turns")]
pub fn split(wide: &WideLanes) -> [Lanes; 2] {
    let [mut low, mut high] = [ZERO; 2];
    for lane in 0..BLOCK {
        (low[lane], high[lane]) = (self::low(wide[lane]), self::high(wide[lane]));
    }
    [low, high]
}

/// A function of one word of 64 bits, for each lane.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "both have as many lanes as the loop has turns")]
pub fn wide1(a: &WideLanes, f: impl Fn(u64) -> u64) -> WideLanes {
    let mut to = [0; BLOCK];
    for lane in 0..BLOCK {
        to[lane] = f(a[lane]);
    }
    to
}

/// A function of two words of 64 bits, for each lane.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "all have as many lanes as the loop has turns")]
pub fn wide2(a: &WideLanes, b: &WideLanes, f: impl Fn(u64, u64) -> u64) -> WideLanes {
    let mut to = [0; BLOCK];
    for lane in 0..BLOCK {
        to[lane] = f(a[lane], b[lane]);
    }
    to
}

/// A function of three words of 64 bits, for each lane.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "all have as many lanes as the loop has turns")]
pub fn wide3(a: &WideLanes, b: &WideLanes, c: &WideLanes, f: impl Fn(u64, u64, u64) -> u64) -> WideLanes {
    let mut to = [0; BLOCK];
    for lane in 0..BLOCK {
        to[lane] = f(a[lane], b[lane], c[lane]);
    }
    to
}

/// A word of 32 bits of each of 64.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "both have as many lanes as the loop has turns")]
pub fn shorten(a: &WideLanes, f: impl Fn(u64) -> u32) -> Lanes {
    let mut to = ZERO;
    for lane in 0..BLOCK {
        to[lane] = f(a[lane]);
    }
    to
}

/// A word of 64 bits of each of 32.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "both have as many lanes as the loop has turns")]
pub fn lengthen(a: &Lanes, f: impl Fn(u32) -> u64) -> WideLanes {
    let mut to = [0; BLOCK];
    for lane in 0..BLOCK {
        to[lane] = f(a[lane]);
    }
    to
}

/// The lower half of a word.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is what is asked for")]
pub fn low(word: u64) -> u32 {
    word as u32
}

/// The upper half of a word.
#[inline(always)]
pub fn high(word: u64) -> u32 {
    low(word >> 32)
}

/// A narrow integer with its sign.
#[inline(always)]
pub(crate) fn extend(word: u32, bits: u32) -> i32 {
    (word << (32 - bits)).cast_signed() >> (32 - bits)
}

/// The low bits of a word.
#[inline(always)]
pub(crate) fn cut(word: u32, bits: u32) -> u32 {
    word & (u32::MAX >> (32 - bits))
}

/// The most blocks of lanes that a wave has.
pub const MAX_BLOCKS: usize = 4;

/// A bit for each lane of a wave, by blocks.
pub type Mask = [u32; MAX_BLOCKS];

/// The block that a lane of a wave is in, and its place there.
#[inline]
pub fn place(lane: u32) -> (usize, usize) {
    let lane = lane as usize;
    (lane / BLOCK, lane % BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_lanes_and_back() {
        for mask in [0, 1, 0x8000_0000, 0xdead_beef, u32::MAX] {
            assert_eq!(nonzero(&expand(mask)), mask);
            assert_eq!(each(mask).fold(0, |bits, lane| bits | 1_u32 << lane), mask);
        }
    }

    #[test]
    fn halves_are_words_and_back() {
        let wide = std::array::from_fn(|lane| 0x0123_4567_89ab_cdef_u64.rotate_left(lane as u32));
        let [low, high] = split(&wide);
        assert_eq!(widen(&low, &high), wide);
        assert_eq!((low[0], high[0]), (0x89ab_cdef, 0x0123_4567));
    }
}
