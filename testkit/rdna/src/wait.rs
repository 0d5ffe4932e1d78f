//! The counters of what is in flight, as `s_waitcnt` has them. Separate because printer and interpreter read them.

use crate::table::Generation;

/// What is waited for: the most that may be in flight of vector memory, of exports, and of scalar memory and memory of
/// the group; and the most that can be said, which is no wait.
pub(crate) fn counts(generation: Generation, value: u16) -> ([u16; 3], [u16; 3]) {
    match generation {
        Generation::Gfx10 => {
            let vector = value & 0xf | value >> 10 & 0x30;
            ([vector, value >> 4 & 7, value >> 8 & 0x3f], [63, 7, 63])
        }
        Generation::Gfx11 => ([value >> 10, value & 7, value >> 4 & 0x3f], [63, 7, 63]),
    }
}
