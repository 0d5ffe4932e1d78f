//! Damage to bytes, which can be undone where copies would cost more than what is done with them.

use crate::random::Random;

/// Turns a bit round; says which, so that the same can be done again.
pub fn flip(bytes: &mut [u8], random: &mut Random) -> (usize, u8) {
    let (at, bit) = (random.below(bytes.len()), 1 << random.below(8));
    bytes[at] ^= bit;
    (at, bit)
}

/// A copy of which one to so many bits are turned round.
pub fn flipped(bytes: &[u8], most: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(most) {
        flip(&mut bytes, random);
    }
    bytes
}

/// Changes one to four bytes and returns what they were. Half of the changes hit the first 1024 bytes, where
/// nearly all structure is; a third of the values are those that overflow things.
pub fn mangle(bytes: &mut [u8], random: &mut Random) -> Vec<(usize, u8)> {
    let changes = 1 + random.below(4);
    let change = |_| {
        let range = if random.below(2) == 0 { bytes.len().min(1024) } else { bytes.len() };
        let at = random.below(range);
        let value = match random.below(6) {
            0 => 0xff,
            1 => 0,
            2 => bytes[at] ^ 1 << random.below(8),
            _ => random.below(256) as u8,
        };
        (at, std::mem::replace(&mut bytes[at], value))
    };
    (0..changes).map(change).collect()
}
