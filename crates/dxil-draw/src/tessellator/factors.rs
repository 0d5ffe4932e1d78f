//! Factors: how they are cleaned before anything is divided by them. Patches with an edge of no factor are culled, all
//! others are brought into the range of their partitioning, and rounded where that asks for whole numbers.

use dx_container::enums::TessellatorPartitioning;

/// One, in units of 1 / 65,536.
pub(crate) const ONE: u32 = 1 << 16;

/// A factor that was cleaned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Factor {
    /// In units of 1 / 65,536.
    pub(crate) fixed: u32,
    /// Whether it stands for an odd number of parts.
    pub(crate) is_odd: bool,
}

impl Factor {
    /// Whether nothing is divided by it.
    pub(crate) fn is_one(&self) -> bool {
        self.fixed == ONE
    }
}

/// The smallest difference of numbers in fixed point.
const EPSILON: f32 = 1.0 / 65_536.0;

/// A range of factors.
#[derive(Debug, Clone, Copy)]
struct Range {
    least: f32,
    most: f32,
}

impl Range {
    fn of(partitioning: TessellatorPartitioning) -> Self {
        let [least, most] = match partitioning {
            TessellatorPartitioning::FRACTIONAL_ODD => [1.0, 63.0],
            TessellatorPartitioning::FRACTIONAL_EVEN => [2.0, 64.0],
            // Shaders see to it themselves that factors are powers of two.
            _ => [1.0, 64.0],
        };
        Self { least, most }
    }

    /// A factor in the range; the least one for what is not a number.
    fn clamp(self, factor: f32) -> f32 {
        factor.max(self.least).min(self.most)
    }
}

/// Whether a patch is not drawn, by the factors of its edges: also where one is not a number.
fn is_culled(edges: &[f32]) -> bool {
    !edges.iter().all(|factor| *factor > 0.0)
}

/// The factors of the edges and of the inside of a triangle or a square; `None` where it is culled.
pub(crate) fn of_area<const EDGES: usize, const AXES: usize>(
    partitioning: TessellatorPartitioning,
    edges: [f32; EDGES],
    inside: [f32; AXES],
) -> Option<([Factor; EDGES], [Factor; AXES])> {
    if is_culled(&edges) {
        return None;
    }
    let mut range = Range::of(partitioning);
    let edges = edges.map(|factor| range.clamp(factor));
    if partitioning == TessellatorPartitioning::FRACTIONAL_ODD {
        // Where anything is divided, the inside is, too, so that there is a frame around it. Of a triangle's inside
        // that follows by itself.
        let of_inside = if AXES > 1 { &inside[..] } else { &[] };
        let is_divided = |factor: &f32| *factor > 1.0 + EPSILON / 2.0;
        if edges.iter().chain(of_inside).any(is_divided) {
            range.least = 1.0 + EPSILON;
        }
    }
    let inside = inside.map(|factor| range.clamp(factor));
    let whole = |factor: f32| factor_of(partitioning, factor);
    // One part inside is two, so that there is a frame around it.
    let inner = |factor: f32| {
        let factor = whole(factor);
        let is_odd = factor.is_odd && !(is_integer(partitioning) && factor.is_one());
        Factor { is_odd, ..factor }
    };
    Some((edges.map(whole), inside.map(inner)))
}

/// The factors of lines: how many there are, and how many parts each has; `None` where they are culled.
pub(crate) fn of_lines(
    partitioning: TessellatorPartitioning,
    density: f32,
    detail: f32,
) -> Option<(Factor, Factor)> {
    if is_culled(&[density, detail]) {
        return None;
    }
    // The number of lines is always a whole one.
    let integer = TessellatorPartitioning::INTEGER;
    let density = factor_of(integer, Range::of(integer).clamp(density));
    Some((density, factor_of(partitioning, Range::of(partitioning).clamp(detail))))
}

fn is_integer(partitioning: TessellatorPartitioning) -> bool {
    !matches!(
        partitioning,
        TessellatorPartitioning::FRACTIONAL_ODD | TessellatorPartitioning::FRACTIONAL_EVEN
    )
}

/// A factor from 1 to 64 in fixed point: rounded up to a whole number where the partitioning has no others.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 64 at most")]
fn factor_of(partitioning: TessellatorPartitioning, factor: f32) -> Factor {
    let factor = if is_integer(partitioning) { factor.ceil() } else { factor };
    let fixed = (f64::from(factor) * f64::from(ONE)).round_ties_even() as u32;
    let is_odd = match partitioning {
        TessellatorPartitioning::FRACTIONAL_ODD => true,
        TessellatorPartitioning::FRACTIONAL_EVEN => false,
        _ => fixed / ONE % 2 == 1,
    };
    Factor { fixed, is_odd }
}
