//! Lanes for ways that run beside a graph: short ways lie inside, and no two of a lane overlap. Separate because
//! pictures and texts have such ways.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The lane of each stretch, from 0, the innermost; `None` where `most` lanes are taken.
pub(super) fn lanes(stretches: &[RangeInclusive<usize>], most: usize) -> Vec<Option<usize>> {
    let mut order: Vec<(usize, usize, usize)> = stretches
        .iter()
        .enumerate()
        .map(|(index, stretch)| (stretch.end() - stretch.start(), *stretch.start(), index))
        .collect();
    order.sort_unstable();
    // Of each lane the stretches that are taken, by their starts.
    let mut taken: Vec<BTreeMap<usize, usize>> = Vec::new();
    let mut found = vec![None; stretches.len()];
    for (length, start, index) in order {
        let end = start + length;
        let is_free = |lane: &BTreeMap<usize, usize>| {
            lane.range(..=end).next_back().is_none_or(|(_, last)| *last < start)
        };
        let lane = match taken.iter().position(is_free) {
            Some(lane) => lane,
            None if taken.len() < most => {
                taken.push(BTreeMap::new());
                taken.len() - 1
            }
            None => continue,
        };
        if let Some(stretches) = taken.get_mut(lane) {
            stretches.insert(start, end);
        }
        if let Some(found) = found.get_mut(index) {
            *found = Some(lane);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::lanes;

    #[test]
    fn short_ways_lie_inside_and_none_overlap() {
        assert_eq!(lanes(&[0..=9, 2..=4, 5..=6, 4..=5], 8), [Some(2), Some(1), Some(1), Some(0)]);
        assert_eq!(lanes(&[0..=1, 0..=2, 0..=3], 2), [Some(0), Some(1), None]);
        assert_eq!(lanes(&[], 2), []);
    }
}
