//! From which blocks one comes to a block, in the order in which LLVM would say so: the one that was met last is the
//! first, unless the module was stored with another order. Separate because only who prints modules cares for that
//! order.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use crate::arena::IdMap;

use super::function::Local;
use super::{BlockId, Body, GlobalId, Module};

/// The blocks from which one comes to each block of a body; one for each way, so that some may stand twice.
#[derive(Debug, Clone, Default)]
pub struct Predecessors {
    /// Those of the first block, then those of the next one.
    all: Vec<BlockId>,
    /// Where those of each block begin, and where they end.
    ranges: IdMap<BlockId, (usize, usize)>,
}

impl Predecessors {
    /// Those of a block.
    pub fn of(&self, block: BlockId) -> &[BlockId] {
        let (start, end) = self.ranges.get(block).copied().unwrap_or_default();
        self.all.get(start..end).unwrap_or_default()
    }
}

impl Module {
    /// From which blocks one comes to each block of a function.
    pub fn predecessors(&self, function: GlobalId) -> Predecessors {
        let Some(body) = self.globals.get(function).and_then(|global| global.body()) else {
            return Predecessors::default();
        };
        let mut predecessors = in_reverse(body);
        let stored = self.encoding.as_ref().and_then(|encoding| encoding.functions.get(function));
        for list in stored.into_iter().flat_map(|stored| &stored.use_lists) {
            let Local::Block(block) = list.of else { continue };
            let (start, end) = predecessors.ranges[block];
            if let Some(known) =
                predecessors.all.get_mut(start..end).filter(|known| known.len() == list.order.len())
            {
                let mut ordered: Vec<_> = list.order.iter().copied().zip(known.iter().copied()).collect();
                ordered.sort_by_key(|(place, _)| *place);
                known.iter_mut().zip(ordered).for_each(|(known, (_, block))| *known = block);
            }
        }
        predecessors
    }
}

/// Those that come last in the body first.
fn in_reverse(body: &Body) -> Predecessors {
    let ways = || {
        let last = |block: &BlockId| body.instructions.get(*body.instructions_of(*block).last()?);
        body.layout.iter().filter_map(move |block| Some((*block, last(block)?))).flat_map(|(block, last)| {
            let (first, rest) =
                if last.op.is_terminator() { last.op.blocks(&body.lists) } else { (&[][..], &[][..]) };
            first.iter().chain(rest).map(move |target| (block, *target))
        })
    };
    let mut predecessors = Predecessors::default();
    for (_, target) in ways() {
        predecessors.ranges[target].1 += 1;
    }
    let mut start = 0;
    for block in &body.layout {
        let count = predecessors.ranges[*block].1;
        start += count;
        // Filled from the end.
        predecessors.ranges[*block] = (start, start);
    }
    predecessors.all = vec![BlockId::from_u32(0); start];
    for (block, target) in ways() {
        let (start, _) = &mut predecessors.ranges[target];
        if let Some(place) = start.checked_sub(1) {
            *start = place;
            if let Some(known) = predecessors.all.get_mut(place) {
                *known = block;
            }
        }
    }
    predecessors
}
