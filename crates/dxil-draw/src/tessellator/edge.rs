//! An edge that is divided: how many points it has, and where each is. Points come in pairs, one on each side of the
//! middle; while a factor grows from one whole number of pairs to the next, one pair moves out of another.

use super::factors::{Factor, ONE};

const HALF: u32 = ONE / 2;

/// A divided edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    is_odd: bool,
    /// Points up to the middle, but for the one that is exactly there.
    half: u32,
    /// How far the factor is on its way to the next whole number of pairs.
    fraction: u32,
    /// The point that moves out of another; none does where the fraction is 0.
    split: Option<u32>,
    /// The length of a part, where the factor is the whole number below, and the one above.
    part: [u32; 2],
}

impl Edge {
    /// An edge that is divided by a factor.
    pub(crate) fn new(factor: Factor) -> Self {
        let Factor { fixed, is_odd } = factor;
        let mut half = fixed.div_ceil(2);
        if is_odd || half == HALF {
            half += HALF;
        }
        let (below, above) = (half / ONE, half.div_ceil(ONE));
        let split = (below != above).then(|| {
            if is_odd && below == 1 {
                return 0;
            }
            // Pairs are split from the ends inward, each once until their number has doubled.
            let pairs = if is_odd { below - 1 } else { below };
            (pairs - (1 << pairs.ilog2())) * 2 + 1
        });
        let part = [below, above].map(|pairs| {
            let parts = pairs * 2 - u32::from(is_odd);
            (ONE + parts / 2) / parts
        });
        Self { is_odd, half: above, fraction: half % ONE, split, part }
    }

    /// Whether it has an odd number of parts: no point is in the middle then.
    pub(crate) fn is_odd(&self) -> bool {
        self.is_odd
    }

    /// Points, both ends among them.
    pub(crate) fn points(&self) -> u32 {
        self.half * 2 + u32::from(!self.is_odd)
    }

    /// Where a point is, from 0 to 1.
    pub(crate) fn place(&self, point: u32) -> u32 {
        let is_beyond = point >= self.half;
        let point = if is_beyond { self.points().saturating_sub(point + 1) } else { point };
        if point == self.half {
            return HALF;
        }
        let before = point - u32::from(self.split.is_some_and(|split| point > split));
        let [below, above] = [before * self.part[0], point * self.part[1]].map(u64::from);
        let fraction = u64::from(self.fraction);
        let sum = below * (u64::from(ONE) - fraction) + above * fraction + u64::from(HALF);
        let place = dxil_run::lanes::low(sum >> 16);
        if is_beyond { ONE - place } else { place }
    }

    /// When a point of one half comes to be as the factor grows, among those between the first one and the middle: the
    /// longer the mark of its place on a ruler, the earlier. `point` is one of the half's 33 at the largest factor.
    pub(crate) fn order(point: u32) -> u32 {
        match point {
            0 => 0,
            1 => LAST,
            _ => {
                let place = point - 1;
                let mark = place.trailing_zeros();
                ((LAST / 2) >> mark) + (place >> (mark + 1))
            }
        }
    }

    /// How many points of a half there are by that order.
    pub(crate) fn ordered(factor: Factor) -> u32 {
        Self::new(factor).half - u32::from(factor.is_odd)
    }
}

/// The last of the points of a half.
pub(crate) const LAST: u32 = 32;
