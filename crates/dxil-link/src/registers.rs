//! Which registers resources are bound to: those that they ask for, and for all others the first that are free, as DXC
//! gives them. Separate from [`resources`](crate::resources), which knows what a resource is: here it is a range of
//! numbers.

use std::collections::BTreeMap;

use dx_container::enums::ResourceClass;
use dxil::shader::ResourceRange;

/// The lower bound of a resource that asks for no register.
pub(crate) const UNASSIGNED: u32 = u32::MAX;

/// The registers of one class of resources that are taken, by their space.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    spaces: BTreeMap<u32, Space>,
}

/// One register space.
#[derive(Debug, Default)]
struct Space {
    /// By the first register of each range, the last one and whose it is.
    taken: BTreeMap<u32, (u32, usize)>,
    /// By a number of registers, the register below which so many are not free: none becomes free again.
    full_below: BTreeMap<u32, u32>,
}

/// What HLSL writes before the numbers of registers.
pub(crate) fn prefix(class: ResourceClass) -> char {
    match class {
        ResourceClass::SRV => 't',
        ResourceClass::UAV => 'u',
        ResourceClass::CBUFFER => 'b',
        _ => 's',
    }
}

/// The last register of a range.
pub(crate) fn last(range: &ResourceRange) -> u32 {
    match range.size {
        ResourceRange::UNBOUNDED => u32::MAX,
        size => range.lower_bound.saturating_add(size.saturating_sub(1)),
    }
}

impl Registers {
    /// Takes the registers that a resource asks for. Says whose they are where they are taken.
    pub(crate) fn take(&mut self, range: &ResourceRange, owner: usize) -> Result<(), usize> {
        let (first, last) = (range.lower_bound, last(range));
        let taken = &mut self.spaces.entry(range.space).or_default().taken;
        // Of those that begin before its end, the last one reaches farthest: none overlap.
        match taken.range(..=last).next_back() {
            Some((_, (end, other))) if *end >= first => Err(*other),
            _ => {
                taken.insert(first, (last, owner));
                Ok(())
            }
        }
    }

    /// Takes the first registers of a space that are free, as many as a resource needs; says the first of them.
    pub(crate) fn find(&mut self, space: u32, size: u32, owner: usize) -> Option<u32> {
        let Space { taken, full_below } = self.spaces.entry(space).or_default();
        let mut first;
        if size == ResourceRange::UNBOUNDED {
            // It goes on without end, so it begins behind all others.
            let end = taken.values().next_back().map(|(end, _)| *end);
            first = end.map_or(Some(0), |end| end.checked_add(1));
        } else {
            // Where fewer are not free, so many are not.
            let start = full_below.range(..=size).map(|(_, start)| *start).max().unwrap_or(0);
            let before = taken.range(..=start).next_back().map(|(_, (end, _))| *end);
            first = before.filter(|end| *end >= start).map_or(Some(start), |end| end.checked_add(1));
            for (start, (end, _)) in taken.range(first.unwrap_or(u32::MAX)..) {
                let free = first.and_then(|first| start.checked_sub(first));
                if free.is_some_and(|free| free >= size) {
                    break;
                }
                first = end.checked_add(1);
            }
            full_below.insert(size, first.unwrap_or(u32::MAX));
        }
        let first = first?;
        let last = match size {
            ResourceRange::UNBOUNDED => u32::MAX,
            size => first.checked_add(size.saturating_sub(1))?,
        };
        taken.insert(first, (last, owner));
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(space: u32, lower_bound: u32, size: u32) -> ResourceRange {
        ResourceRange { id: 0, variable: None, name: "".into(), space, lower_bound, size }
    }

    #[test]
    fn what_is_asked_for_is_taken_and_the_first_gap_found() {
        let mut registers = Registers::default();
        assert_eq!(registers.take(&range(0, 1, 1), 0), Ok(()));
        assert_eq!(registers.take(&range(0, 4, 2), 1), Ok(()));
        assert_eq!(registers.take(&range(1, 4, 2), 2), Ok(()));
        assert_eq!(registers.find(0, 2, 3), Some(2));
        assert_eq!(registers.find(0, 1, 4), Some(0));
        assert_eq!(registers.find(0, 1, 5), Some(6));
        assert_eq!(registers.find(0, ResourceRange::UNBOUNDED, 6), Some(7));
        assert_eq!(registers.find(0, 1, 7), None);
        assert_eq!(registers.find(2, ResourceRange::UNBOUNDED, 8), Some(0));
    }

    #[test]
    fn what_is_taken_is_said_to_be() {
        let mut registers = Registers::default();
        assert_eq!(registers.take(&range(0, 10, 10), 0), Ok(()));
        for (first, size) in
            [(10, 1), (19, 1), (5, 6), (19, 5), (0, 100), (12, 2), (0, ResourceRange::UNBOUNDED)]
        {
            assert_eq!(registers.take(&range(0, first, size), 1), Err(0), "{first} {size}");
        }
        assert_eq!(registers.take(&range(0, 20, ResourceRange::UNBOUNDED), 2), Ok(()));
        assert_eq!(registers.take(&range(0, u32::MAX - 1, 1), 3), Err(2));
    }
}
