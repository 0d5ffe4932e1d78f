//! Places for the boxes of a graph and the ways between them: ranks by the longest way from the top, boxes of a rank
//! ordered by where their neighbours stand, ways that lead back or far drawn beside all boxes. The steps are
//! Sugiyama's; each takes time that grows with boxes and ways alone, as long ways are not cut into a piece for every
//! rank. Separate from the picture because it knows sizes only.
//!
//! No crate for this takes hostile graphs: those there are (layout-rs, rust-sugiyama) cut every way into pieces, so
//! that they take quadratic memory, and give no more than places for some of what a picture needs.

#![allow(
    clippy::indexing_slicing,
    reason = "ways are checked to lead to boxes, and each vector has an entry for each box, item, way or rank"
)]

use az::SaturatingAs as _;

use super::lanes::lanes;

/// Pixels between neighbours of a rank.
const GAP: f64 = 24.0;
/// Pixels between ranks.
const RANK_GAP: f64 = 46.0;
/// Pixels between lanes beside the boxes.
const LANE_GAP: f64 = 9.0;
/// Pixels around everything.
const MARGIN: f64 = 12.0;
/// Ways over more ranks than this run beside the boxes.
const LONGEST: usize = 12;
/// Lanes beside the boxes; what finds none runs in the outermost.
const LANES: usize = 24;
/// How often boxes of ranks are put in order, and how often they are moved to their neighbours.
const SWEEPS: usize = 8;

/// A point, in pixels.
pub(super) type Point = (f64, f64);

/// Where everything stands.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub width: f64,
    pub height: f64,
    /// The upper left corners of boxes.
    pub boxes: Vec<Point>,
    /// The ways, in order.
    pub ways: Vec<Way>,
}

/// A way.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Way {
    /// Where it turns; from a box to the next pair, which lies across a rank, and so on.
    pub points: Vec<Point>,
    /// Whether it runs beside the boxes, straight from point to point.
    pub is_beside: bool,
}

/// Something in a rank: a box, or what a way needs to get past it.
#[derive(Debug, Clone, Copy)]
struct Item {
    rank: usize,
    width: f64,
    centre: f64,
}

/// Places boxes of these sizes, joined by these ways.
pub(super) fn layout(sizes: &[Point], ways: &[(usize, usize)]) -> Layout {
    if sizes.is_empty() {
        return Layout::default();
    }
    let boxes = sizes.len();
    debug_assert!(ways.iter().all(|(from, to)| *from < boxes && *to < boxes));
    let walk = Walk::of(boxes, ways);
    let ranks = ranks(&walk, ways, boxes);
    let mut grid = Grid::of(sizes, &walk, &ranks, ways);
    grid.put_in_order();
    grid.place();
    grid.draw(sizes, ways)
}

/// A walk through all boxes.
struct Walk {
    /// The boxes, each in front of those that it leads to but by ways back.
    order: Vec<usize>,
    /// Whether a way leads back.
    is_back: Vec<bool>,
    /// The ways that leave each box.
    leaving: Vec<Vec<usize>>,
}

impl Walk {
    fn of(boxes: usize, ways: &[(usize, usize)]) -> Self {
        let mut leaving = vec![Vec::new(); boxes];
        for (way, (from, _)) in ways.iter().enumerate() {
            leaving[*from].push(way);
        }
        let (mut is_back, mut order) = (vec![false; ways.len()], Vec::with_capacity(boxes));
        // Not met, on the stack, done.
        let mut states = vec![0_u8; boxes];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for root in 0..boxes {
            if states[root] == 0 {
                states[root] = 1;
                stack.push((root, 0));
            }
            while let Some((at, next)) = stack.last_mut() {
                // Backwards, so that what the first way leads to comes first in the order.
                let Some(way) = leaving[*at].iter().rev().nth(*next) else {
                    states[*at] = 2;
                    order.push(*at);
                    stack.pop();
                    continue;
                };
                *next += 1;
                let to = ways[*way].1;
                match states[to] {
                    0 => {
                        states[to] = 1;
                        stack.push((to, 0));
                    }
                    1 => is_back[*way] = true,
                    _ => {}
                }
            }
        }
        order.reverse();
        Self { order, is_back, leaving }
    }
}

/// The rank of each box: the length of the longest way to it.
fn ranks(walk: &Walk, ways: &[(usize, usize)], boxes: usize) -> Vec<usize> {
    let mut ranks = vec![0; boxes];
    for from in &walk.order {
        for way in walk.leaving[*from].iter().filter(|way| !walk.is_back[**way]) {
            let to = ways[*way].1;
            ranks[to] = ranks[to].max(ranks[*from] + 1);
        }
    }
    ranks
}

/// What stands in the ranks.
struct Grid {
    /// The boxes, then what ways need.
    items: Vec<Item>,
    /// The items of each rank, from left to right.
    ranks: Vec<Vec<usize>>,
    /// The items of the rank above that each is joined with, and of the rank below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The items of each way between its ends; `None` for one beside the boxes.
    chains: Vec<Option<Vec<usize>>>,
}

impl Grid {
    fn of(sizes: &[Point], walk: &Walk, rank_of: &[usize], ways: &[(usize, usize)]) -> Self {
        let count = rank_of.iter().max().map_or(0, |last| last + 1);
        let items = rank_of.iter().zip(sizes).map(|(rank, (width, _))| Item {
            rank: *rank,
            width: *width,
            centre: 0.0,
        });
        let mut grid = Self {
            items: items.collect(),
            ranks: vec![Vec::new(); count],
            above: vec![Vec::new(); sizes.len()],
            below: vec![Vec::new(); sizes.len()],
            chains: vec![None; ways.len()],
        };
        for from in &walk.order {
            grid.ranks[rank_of[*from]].push(*from);
            for way in &walk.leaving[*from] {
                let to = ways[*way].1;
                let between = (rank_of[*from] + 1)..rank_of[to];
                if walk.is_back[*way] || between.len() > LONGEST {
                    continue;
                }
                let mut last = *from;
                let mut chain = Vec::with_capacity(between.len());
                for rank in between {
                    let item = grid.items.len();
                    grid.items.push(Item { rank, width: LANE_GAP, centre: 0.0 });
                    grid.above.push(Vec::new());
                    grid.below.push(Vec::new());
                    grid.ranks[rank].push(item);
                    grid.join(last, item);
                    chain.push(item);
                    last = item;
                }
                grid.join(last, to);
                grid.chains[*way] = Some(chain);
            }
        }
        grid
    }

    fn join(&mut self, upper: usize, lower: usize) {
        self.below[upper].push(lower);
        self.above[lower].push(upper);
    }

    /// Orders each rank by the mean place of what its items are joined with, downwards and upwards.
    fn put_in_order(&mut self) {
        let mut places = vec![0.0; self.items.len()];
        for rank in &self.ranks {
            number(rank, &mut places);
        }
        for sweep in 0..SWEEPS {
            let is_down = sweep % 2 == 0;
            for at in 0..self.ranks.len() {
                let at = if is_down { at } else { self.ranks.len() - 1 - at };
                let joined = if is_down { &self.above } else { &self.below };
                let mean =
                    |item: &usize| mean(&joined[*item], |other| places[other]).unwrap_or(places[*item]);
                let mut keyed: Vec<(f64, usize)> =
                    self.ranks[at].iter().map(|item| (mean(item), *item)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.ranks[at] = keyed.into_iter().map(|(_, item)| item).collect();
                number(&self.ranks[at], &mut places);
            }
        }
    }

    /// Moves items to the mean of what they are joined with, as far as their order and the gaps between them allow.
    fn place(&mut self) {
        for rank in &self.ranks {
            let mut left = 0.0;
            for item in rank {
                let item = &mut self.items[*item];
                item.centre = left + item.width / 2.0;
                left += item.width + GAP;
            }
        }
        for sweep in 0..SWEEPS {
            let is_down = sweep % 2 == 0;
            for at in 0..self.ranks.len() {
                let at = if is_down { at } else { self.ranks.len() - 1 - at };
                let joined = if is_down { &self.above } else { &self.below };
                let items = &self.items;
                let wanted = |item: &usize| {
                    mean(&joined[*item], |other| items[other].centre).unwrap_or(items[*item].centre)
                };
                let wanted: Vec<f64> = self.ranks[at].iter().map(wanted).collect();
                let centres = spaced(&self.ranks[at], items, &wanted);
                for (item, centre) in self.ranks[at].iter().zip(centres) {
                    self.items[*item].centre = centre;
                }
            }
        }
        let left = self.items.iter().map(|item| item.centre - item.width / 2.0).fold(f64::MAX, f64::min);
        for item in &mut self.items {
            item.centre += MARGIN - left;
        }
    }

    fn draw(&self, sizes: &[Point], ways: &[(usize, usize)]) -> Layout {
        let mut tops = Vec::with_capacity(self.ranks.len());
        let mut y = MARGIN;
        let mut bottoms = Vec::with_capacity(self.ranks.len());
        for rank in &self.ranks {
            let heights = rank.iter().filter_map(|item| sizes.get(*item)).map(|(_, height)| *height);
            tops.push(y);
            y += heights.fold(0.0, f64::max);
            bottoms.push(y);
            y += RANK_GAP;
        }
        let right = self.items.iter().map(|item| item.centre + item.width / 2.0).fold(0.0, f64::max);
        let boxes: Vec<Point> = sizes
            .iter()
            .zip(&self.items)
            .map(|((width, _), item)| (item.centre - width / 2.0, tops[item.rank]))
            .collect();
        let beside: Vec<usize> = (0..ways.len()).filter(|way| self.chains[*way].is_none()).collect();
        let stretches: Vec<_> = beside
            .iter()
            .map(|way| {
                let (from, to) = (self.items[ways[*way].0].rank, self.items[ways[*way].1].rank);
                // A way leaves below its rank and arrives above.
                let (from, to) = (2 * from + 2, 2 * to);
                from.min(to)..=from.max(to)
            })
            .collect();
        let found = lanes(&stretches, LANES);
        let used = found.iter().map(|lane| lane.map_or(LANES, |lane| lane + 1)).max().unwrap_or(0);
        let ports = self.ports(sizes, ways);
        let mut drawn: Vec<Way> = Vec::with_capacity(ways.len());
        for (way, (from, to)) in ways.iter().enumerate() {
            let (start, end) = ports[way];
            let start = (start, boxes[*from].1 + sizes[*from].1);
            let end = (end, boxes[*to].1);
            let mut points = vec![start];
            let is_beside = self.chains[way].is_none();
            if let Some(chain) = &self.chains[way] {
                for item in chain {
                    let Item { rank, centre, .. } = self.items[*item];
                    points.extend([(centre, tops[rank]), (centre, bottoms[rank])]);
                }
            } else {
                let place =
                    beside.binary_search(&way).ok().and_then(|place| found[place]).unwrap_or(LANES - 1);
                let x = right + MARGIN + offset(place, LANE_GAP);
                let (below, above) = (bottoms[self.items[*from].rank], tops[self.items[*to].rank]);
                let (below, above) =
                    (below + 9.0 + offset(place % 8, 2.0), above - 13.0 - offset(place % 8, 2.0));
                points.extend([(start.0, below), (x, below), (x, above), (end.0, above)]);
            }
            points.push(end);
            drawn.push(Way { points, is_beside });
        }
        Layout {
            width: right + MARGIN + offset(used, LANE_GAP) + MARGIN,
            height: y - RANK_GAP + if used > 0 { RANK_GAP } else { MARGIN },
            boxes,
            ways: drawn,
        }
    }

    /// Where each way leaves its box and where it arrives: from left to right in the order of what they lead to.
    fn ports(&self, sizes: &[Point], ways: &[(usize, usize)]) -> Vec<Point> {
        let mut ports = vec![(0.0, 0.0); ways.len()];
        for is_start in [true, false] {
            let mut of_box: Vec<Vec<(f64, usize)>> = vec![Vec::new(); sizes.len()];
            for (way, (from, to)) in ways.iter().enumerate() {
                let (own, other) = if is_start { (*from, *to) } else { (*to, *from) };
                let chain = self.chains[way].as_ref();
                let next = chain.map(|chain| if is_start { chain.first() } else { chain.last() });
                let x = next.map_or(f64::MAX, |next| self.items[next.copied().unwrap_or(other)].centre);
                of_box[own].push((x, way));
            }
            for (index, mut found) in of_box.into_iter().enumerate() {
                found.sort_by(|a, b| a.0.total_cmp(&b.0));
                let step = sizes[index].0 / (number_of(found.len()) + 1.0);
                let mut x = self.items[index].centre - sizes[index].0 / 2.0;
                for (_, way) in found {
                    x += step;
                    if is_start {
                        ports[way].0 = x;
                    } else {
                        ports[way].1 = x;
                    }
                }
            }
        }
        ports
    }
}

/// So many gaps.
fn offset(count: usize, gap: f64) -> f64 {
    number_of(count) * gap
}

/// A count as a number with a fraction: there are never more than fit.
fn number_of(count: usize) -> f64 {
    f64::from(count.saturating_as::<u32>())
}

/// Says of each item of a rank how many stand before it.
fn number(rank: &[usize], places: &mut [f64]) {
    for (place, item) in rank.iter().enumerate() {
        places[*item] = number_of(place);
    }
}

fn mean(others: &[usize], place: impl Fn(usize) -> f64) -> Option<f64> {
    let sum: f64 = others.iter().map(|other| place(*other)).sum();
    (!others.is_empty()).then(|| sum / number_of(others.len()))
}

/// The centres of the items of a rank that are the nearest to what is wanted, in this order and with gaps: neighbours
/// that want to stand closer are pooled, and stand around the mean of what they want.
fn spaced(rank: &[usize], items: &[Item], wanted: &[f64]) -> Vec<f64> {
    let mut offsets = Vec::with_capacity(rank.len());
    let mut at = 0.0;
    for (place, item) in rank.iter().enumerate() {
        if place > 0 {
            at += (items[rank[place - 1]].width + items[*item].width) / 2.0 + GAP;
        }
        offsets.push(at);
    }
    // The mean of a pool, and how many are in it.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (wanted, offset) in wanted.iter().zip(&offsets) {
        let mut pool = (wanted - offset, 1);
        while let Some((mean, count)) = pools.pop_if(|(mean, _)| *mean > pool.0) {
            let all = number_of(count + pool.1);
            pool = ((mean * number_of(count) + pool.0 * number_of(pool.1)) / all, count + pool.1);
        }
        pools.push(pool);
    }
    let means = pools.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count));
    means.zip(offsets).map(|(mean, offset)| mean + offset).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

    use super::{GAP, Layout, layout};

    fn overlaps(layout: &Layout, sizes: &[(f64, f64)]) -> bool {
        let boxes: Vec<_> = layout.boxes.iter().zip(sizes).collect();
        boxes.iter().enumerate().any(|(index, ((x, y), (w, h)))| {
            let behind = boxes.get(index + 1..).unwrap_or_default();
            behind.iter().any(|((a, b), (c, d))| *x < a + c && *a < x + w && *y < b + d && *b < y + h)
        })
    }

    /// Ways of every kind: none, to itself, back, twice, over many ranks, from nowhere.
    #[test]
    fn boxes_never_overlap_and_ways_meet_them() {
        let mut seed = 1_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) as usize) % below
        };
        for _ in 0..200 {
            let count = 1 + next(40);
            let sizes: Vec<(f64, f64)> = (0..count)
                .map(|_| (20.0 + super::number_of(next(300)), 10.0 + super::number_of(next(100))))
                .collect();
            let ways: Vec<(usize, usize)> = (0..next(80)).map(|_| (next(count), next(count))).collect();
            let found = layout(&sizes, &ways);
            assert!(!overlaps(&found, &sizes), "{sizes:?} {ways:?}");
            assert_eq!(found, layout(&sizes, &ways));
            for ((from, to), way) in ways.iter().zip(&found.ways) {
                let (first, last) = (way.points.first().unwrap(), way.points.last().unwrap());
                let ((x, y), (a, b)) = (found.boxes[*from], found.boxes[*to]);
                assert!(
                    first.0 > x
                        && first.0 < x + sizes[*from].0
                        && (first.1 - y - sizes[*from].1).abs() < 0.01
                );
                assert!(last.0 > a && last.0 < a + sizes[*to].0 && (last.1 - b).abs() < 0.01);
                assert!(way.points.iter().all(|(x, _)| *x > 0.0 && *x < found.width));
            }
        }
    }

    #[test]
    fn a_diamond_is_symmetric() {
        let found = layout(&[(40.0, 10.0); 4], &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let [top, left, right, bottom] = found.boxes.try_into().unwrap();
        assert!((top.0 - bottom.0).abs() < 0.01 && (right.0 - left.0 - 40.0 - GAP).abs() < 0.01);
        assert!((left.0 + right.0 - 2.0 * top.0).abs() < 0.01 && left.1 == right.1 && top.1 < left.1);
    }

    /// A chain with a way from its top to each box takes no more than its length.
    #[test]
    fn long_ways_take_no_room_in_ranks() {
        let count = 2000;
        let ways: Vec<_> = (1..count).flat_map(|to| [(to - 1, to), (0, to), (to, 0)]).collect();
        let start = std::time::Instant::now();
        layout(&vec![(10.0, 10.0); count], &ways);
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }
}
