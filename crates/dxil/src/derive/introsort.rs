//! A sort that leaves equal elements in the order in which the reference compiler leaves them.
//!
//! DXC sorts the rows of a signature with `std::sort`, which is not stable, by keys of which two may be equal: two
//! elements of one name in one register. So the order of these is that of the algorithm of its C++ library, libstdc++:
//! quicksort around the median of three until pieces are of [`SMALL`] elements, heapsort where that goes too deep, in
//! the end one insertion sort over all. Up to [`SMALL`] elements that is stable.

/// Pieces of so many elements are left to insertion sort.
const SMALL: usize = 16;

/// Sorts by `is_less` as libstdc++'s `std::sort` does.
pub(super) fn introsort<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    let depth = 2 * items.len().checked_ilog2().unwrap_or(0);
    let mut sorter = Sorter { items, is_less };
    sorter.quicksort(depth);
    sorter.insertion_sort();
}

struct Sorter<'i, T, F> {
    items: &'i mut [T],
    is_less: F,
}

impl<T, F: Fn(&T, &T) -> bool> Sorter<'_, T, F> {
    fn is_less(&self, left: usize, right: usize) -> bool {
        let pair = self.items.get(left).zip(self.items.get(right));
        pair.is_some_and(|(left, right)| (self.is_less)(left, right))
    }

    /// Sorts but for what lies close together.
    fn quicksort(&mut self, depth: u32) {
        let mut pieces = vec![(0, self.items.len(), depth)];
        while let Some((start, end, depth)) = pieces.pop() {
            if end - start <= SMALL {
                continue;
            }
            let Some(depth) = depth.checked_sub(1) else {
                self.heapsort(start, end);
                continue;
            };
            let cut = self.partition(start, end);
            pieces.extend([(start, cut, depth), (cut, end, depth)]);
        }
    }

    /// Puts what is less than the median of three before what is not, and says where that begins. The median becomes
    /// the first element, and stays there.
    fn partition(&mut self, start: usize, end: usize) -> usize {
        let candidates = [start + 1, start.midpoint(end), end - 1];
        self.items.swap(start, self.median(candidates));
        let (mut low, mut high) = (start + 1, end);
        loop {
            // The median is between two others, which stop both.
            while self.is_less(low, start) {
                low += 1;
            }
            high -= 1;
            while self.is_less(start, high) {
                high -= 1;
            }
            if low >= high {
                return low;
            }
            self.items.swap(low, high);
            low += 1;
        }
    }

    fn median(&self, [a, b, c]: [usize; 3]) -> usize {
        let (low, high) = if self.is_less(a, b) { (a, b) } else { (b, a) };
        if self.is_less(high, c) {
            high
        } else if self.is_less(low, c) {
            c
        } else {
            low
        }
    }

    fn insertion_sort(&mut self) {
        for end in 1..self.items.len() {
            let mut at = end;
            while at > 0 && self.is_less(at, at - 1) {
                self.items.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    fn heapsort(&mut self, start: usize, end: usize) {
        let len = end - start;
        for hole in (0..len / 2).rev() {
            self.sift(start, hole, len);
        }
        for len in (1..len).rev() {
            self.items.swap(start, start + len);
            self.sift(start, 0, len);
        }
    }

    /// Lets the element at `top` of a heap of `len` elements sink to the bottom, by the greater child each time, and
    /// rise from there to its place.
    fn sift(&mut self, start: usize, top: usize, len: usize) {
        let mut hole = top;
        while 2 * hole + 1 < len {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = if right < len && !self.is_less(start + right, start + left) { right } else { left };
            self.items.swap(start + hole, start + child);
            hole = child;
        }
        while hole > top {
            let parent = (hole - 1) / 2;
            if !self.is_less(start + parent, start + hole) {
                return;
            }
            self.items.swap(start + parent, start + hole);
            hole = parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::introsort;

    /// Elements with the keys `key(0)`, `key(1)`, …; the numbers of the sorted ones as one number.
    fn order(count: u32, key: impl Fn(u32) -> u32) -> u32 {
        let mut items: Vec<(u32, u32)> = (0..count).map(|index| (key(index), index)).collect();
        introsort(&mut items, |left, right| left.0 < right.0);
        assert!(items.is_sorted_by_key(|(key, _)| *key));
        items.iter().fold(0, |sum: u32, (_, index)| sum.wrapping_mul(31).wrapping_add(*index))
    }

    /// What libstdc++ 12 makes of the same keys.
    #[test]
    fn equal_elements_are_left_as_libstdcxx_leaves_them() {
        let noise = |index: u32| index.wrapping_mul(2_654_435_761) >> 7;
        let orders = [0, 1, 2, 16, 17, 19, 32, 33, 100, 1000, 5000].map(|count| {
            [
                order(count, |_| 0),
                order(count, |index| index / 2),
                order(count, |index| noise(index) % 5),
                order(count, |index| noise(index) % (count / 3).max(1)),
                order(count, |index| count - index / 3),
            ]
        });
        assert_eq!(orders, LIBSTDCXX);
    }

    /// Keys against which the median of three is of no use, found while they are compared (as McIlroy's "killer
    /// adversary for quicksort" finds them): heapsort has to end it.
    #[test]
    fn bad_pivots_are_left_as_libstdcxx_leaves_them() {
        const COUNT: u32 = 1000;
        let (keys, solid, candidate) = (RefCell::new(vec![COUNT; 1000]), Cell::new(0), Cell::new(0));
        let freeze = |keys: &mut Vec<u32>, index: u32| keys[index as usize] = solid.replace(solid.get() + 1);
        let mut items: Vec<u32> = (0..COUNT).collect();
        introsort(&mut items, |&left, &right| {
            let mut keys = keys.borrow_mut();
            let is_gas = |keys: &[u32], index: u32| keys[index as usize] == COUNT;
            if is_gas(&keys, left) && is_gas(&keys, right) {
                freeze(&mut keys, if left == candidate.get() { left } else { right });
            }
            if is_gas(&keys, left) {
                candidate.set(left);
            } else if is_gas(&keys, right) {
                candidate.set(right);
            }
            keys[left as usize] < keys[right as usize]
        });
        let (keys, comparisons) = (keys.into_inner(), Cell::new(0));
        let mut items: Vec<u32> = (0..COUNT).collect();
        introsort(&mut items, |&left, &right| {
            comparisons.set(comparisons.get() + 1);
            keys[left as usize] < keys[right as usize]
        });
        assert!(comparisons.get() < 40 * COUNT, "{comparisons:?}");
        assert_eq!(order(COUNT, |index| keys[index as usize] / 3), BAD_PIVOTS);
    }

    const LIBSTDCXX: [[u32; 5]; 11] = [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1],
        [3838341128, 3838341128, 1570827322, 1570827322, 2212894584],
        [1498360072, 593334570, 1118975500, 1118975500, 1311397798],
        [1160301815, 1658401389, 2978154223, 1612439805, 1268782185],
        [2937357328, 2065258414, 1534183682, 1243946870, 3971355248],
        [1609804114, 3893468722, 3758932298, 483810384, 1961085106],
        [4083244630, 3314203140, 2906381356, 755757866, 1056813454],
        [397426572, 2904730058, 1880879304, 2024002958, 3242241096],
        [240560316, 1238316226, 596125262, 132002642, 897433086],
    ];
    const BAD_PIVOTS: u32 = 2595557842;
}
