//! Where what was written is still to be read: ranges of code, with holes. Separate from programs because an
//! interpreter asks it of its registers, and statistics of values and of registers of shader models 4 and 5: this knows
//! blocks, reads and writes only.
//!
//! An instruction at `pc` reads at the point `2 * pc` and writes at the point behind; what is written on the way to
//! another block is written where its block ends.

use std::ops::Range;

/// Points from one on to before another.
pub type Segment = (u32, u32);

/// A block.
#[derive(Debug, Clone, Default)]
pub struct LiveBlock {
    /// Its instructions.
    pub code: Range<u32>,
    /// The blocks that lead to it.
    pub predecessors: Vec<u32>,
}

/// Who reads and writes something.
#[derive(Debug, Clone, Default)]
pub struct Accesses {
    /// The instructions that read it, and whether they do so until they have written all their results.
    pub reads: Vec<(u32, bool)>,
    /// The instructions that write it, in order.
    pub writes: Vec<u32>,
    /// The ways that write it: the instruction that ends the block they leave, and the first one of the block they lead
    /// to.
    pub edges: Vec<(u32, u32)>,
}

/// Where something is live.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Live {
    /// The segments in order, of which none touches another.
    pub segments: Vec<Segment>,
    /// Whether it is read somewhere without having been written on every way there.
    pub is_at_entry: bool,
}

/// The blocks of a function, asked of one thing after the other.
///
/// ```
/// use dxil_ir::live_ranges::{Accesses, LiveBlock, LiveRanges};
///
/// // Written by the first instruction, read by the third one.
/// let code = vec![LiveBlock { code: 0..4, predecessors: Vec::new() }];
/// let accesses = Accesses { reads: vec![(2, false)], writes: vec![0], edges: Vec::new() };
/// let live = LiveRanges::new(code, 100).of(0, &accesses).expect("less than 100 segments");
/// assert_eq!(live.segments, [(1, 5)]);
/// ```
#[derive(Debug, Default)]
pub struct LiveRanges {
    blocks: Vec<LiveBlock>,
    /// The block of each instruction from the first on.
    block_of: Vec<u32>,
    start: u32,
    /// For what a block was looked at last.
    seen: Vec<u32>,
    /// How many more segments there may be.
    budget: usize,
}

impl LiveRanges {
    /// Those of blocks whose code follows on each other without a gap, the first one where the function begins; there
    /// may be so many segments in all.
    pub fn new(blocks: Vec<LiveBlock>, budget: usize) -> Self {
        let start = blocks.first().map_or(0, |block| block.code.start);
        let mut block_of = Vec::new();
        for (index, block) in (0..).zip(&blocks) {
            block_of.extend(block.code.clone().map(|_| index));
        }
        Self { start, block_of, seen: vec![u32::MAX; blocks.len()], budget, blocks }
    }

    /// How many more segments there may be.
    pub fn left(&self) -> usize {
        self.budget
    }

    /// The block that an instruction is in.
    fn block(&self, pc: u32) -> Option<usize> {
        let index = usize::try_from(pc.checked_sub(self.start)?).ok()?;
        usize::try_from(*self.block_of.get(index)?).ok()
    }

    /// Where the thing with this number, which is no other's, is live; `None` where that would take too long to say.
    pub fn of(&mut self, number: u32, accesses: &Accesses) -> Option<Live> {
        let Accesses { reads, writes, edges } = accesses;
        let mut edges = edges.clone();
        edges.sort_unstable();
        edges.dedup();
        let mut walk = Walk { number, edges, open: Vec::new(), is_at_entry: false };
        let mut segments = Vec::new();
        for (pc, until_the_end) in reads {
            let end = 2 * pc + if *until_the_end { 2 } else { 1 };
            let Some(block) = self.block(*pc) else { continue };
            let start = self.blocks.get(block).map_or(0, |block| block.code.start);
            match last_before(writes, start, *pc) {
                Some(write) => segments.push((2 * write + 1, end)),
                None => {
                    segments.push((2 * start, end));
                    self.enter(block, &mut walk);
                }
            }
        }
        while let Some(block) = walk.open.pop() {
            if segments.len() >= self.budget {
                return None;
            }
            let Some(code) = self.blocks.get(block).map(|block| block.code.clone()) else { continue };
            match last_before(writes, code.start, code.end) {
                Some(write) => segments.push((2 * write + 1, 2 * code.end)),
                None => {
                    segments.push((2 * code.start, 2 * code.end));
                    self.enter(block, &mut walk);
                }
            }
        }
        segments.extend(writes.iter().map(|pc| (2 * pc + 1, 2 * pc + 2)));
        segments.extend(walk.edges.iter().map(|(pc, _)| (2 * pc + 1, 2 * pc + 2)));
        self.budget = self.budget.saturating_sub(segments.len());
        Some(Live { segments: merged(segments), is_at_entry: walk.is_at_entry })
    }

    /// Goes on with the blocks from which one comes to a block at whose start something is live, but for ways that
    /// write it.
    fn enter(&mut self, block: usize, walk: &mut Walk) {
        let Some(seen) = self.seen.get_mut(block) else { return };
        if std::mem::replace(seen, walk.number) == walk.number {
            return;
        }
        let Some(LiveBlock { code, predecessors }) = self.blocks.get(block) else { return };
        walk.is_at_entry |= predecessors.is_empty() || code.start == self.start;
        for before in predecessors.iter().filter_map(|before| usize::try_from(*before).ok()) {
            let Some(end) = self.blocks.get(before).map(|before| before.code.end) else { continue };
            if walk.edges.binary_search(&(end.saturating_sub(1), code.start)).is_err() {
                walk.open.push(before);
            }
        }
    }
}

/// The way back from where something is read.
struct Walk {
    number: u32,
    edges: Vec<(u32, u32)>,
    /// Blocks at whose end it is live.
    open: Vec<usize>,
    is_at_entry: bool,
}

/// The last of some places that lies in a range.
fn last_before(places: &[u32], start: u32, end: u32) -> Option<u32> {
    let index = places.partition_point(|place| *place < end);
    index.checked_sub(1).and_then(|index| places.get(index)).copied().filter(|place| *place >= start)
}

/// Segments in order, of which none touches another.
fn merged(mut segments: Vec<Segment>) -> Vec<Segment> {
    segments.sort_unstable();
    let mut merged: Vec<Segment> = Vec::with_capacity(segments.len());
    for (start, end) in segments {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}
