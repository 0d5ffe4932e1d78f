//! Where what was written is still to be read: straight code, branches, loops, what is written on ways, what is read at
//! once with what is written, and programs that would take too long.

use dxil_ir::live_ranges::{Accesses, Live, LiveBlock, LiveRanges};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    what_is_written_lives_until_it_is_read,
    it_lives_through_loops_and_branches,
    ways_write_where_their_block_ends,
    what_was_not_written_lives_from_the_start,
    what_would_take_too_long_is_not_said
];

/// Blocks of these lengths, each with those that lead to it.
fn blocks(shape: &[(u32, &[u32])]) -> Vec<LiveBlock> {
    let mut start = 0;
    let block = |(length, predecessors): &(u32, &[u32])| {
        let code = start..start + length;
        start = code.end;
        LiveBlock { code, predecessors: predecessors.to_vec() }
    };
    shape.iter().map(block).collect()
}

fn live(shape: &[(u32, &[u32])], writes: &[u32], reads: &[(u32, bool)], edges: &[(u32, u32)]) -> Live {
    let accesses = Accesses { reads: reads.to_vec(), writes: writes.to_vec(), edges: edges.to_vec() };
    LiveRanges::new(blocks(shape), 1000).of(7, &accesses).expect("few segments")
}

fn what_is_written_lives_until_it_is_read() {
    let straight: &[(u32, &[u32])] = &[(6, &[])];
    assert_eq!(live(straight, &[1], &[(3, false)], &[]).segments, [(3, 7)]);
    // One that is read until all is written ends behind that.
    assert_eq!(live(straight, &[1], &[(3, true)], &[]).segments, [(3, 8)]);
    // Written again, there is a hole between.
    assert_eq!(live(straight, &[0, 3], &[(1, false), (5, false)], &[]).segments, [(1, 3), (7, 11)]);
    // What nobody reads lives where it is written.
    assert_eq!(live(straight, &[2], &[], &[]).segments, [(5, 6)]);
}

fn it_lives_through_loops_and_branches() {
    // 0..2, then either 2..4 or 4..6, then 6..8.
    let diamond: &[(u32, &[u32])] = &[(2, &[]), (2, &[0]), (2, &[0]), (2, &[1, 2])];
    assert_eq!(live(diamond, &[0], &[(6, false)], &[]).segments, [(1, 13)]);
    assert_eq!(live(diamond, &[0], &[(3, false)], &[]).segments, [(1, 7)]);
    // 0..2, then 2..5 again and again: what the loop reads lives in all of it.
    let turning: &[(u32, &[u32])] = &[(2, &[]), (3, &[0, 1]), (1, &[1])];
    assert_eq!(live(turning, &[0], &[(3, false)], &[]).segments, [(1, 10)]);
}

fn ways_write_where_their_block_ends() {
    let diamond: &[(u32, &[u32])] = &[(2, &[]), (2, &[0]), (2, &[0]), (2, &[1, 2])];
    let phi = live(diamond, &[], &[(7, false)], &[(3, 6), (5, 6)]);
    assert_eq!(phi, Live { segments: vec![(7, 8), (11, 15)], is_at_entry: false });
}

fn what_was_not_written_lives_from_the_start() {
    let straight: &[(u32, &[u32])] = &[(3, &[]), (2, &[0])];
    assert_eq!(live(straight, &[], &[(4, false)], &[]), Live { segments: vec![(0, 9)], is_at_entry: true });
    assert!(!live(straight, &[0], &[(4, false)], &[]).is_at_entry);
}

fn what_would_take_too_long_is_not_said() {
    let long: Vec<LiveBlock> = (0..100)
        .map(|at: u32| LiveBlock { code: at..at + 1, predecessors: at.checked_sub(1).into_iter().collect() })
        .collect();
    let accesses = Accesses { reads: vec![(99, false)], writes: vec![0], edges: Vec::new() };
    assert_eq!(LiveRanges::new(long.clone(), 50).of(0, &accesses), None);
    let mut enough = LiveRanges::new(long, 150);
    assert!(enough.of(0, &accesses).is_some() && enough.left() < 60);
    assert_eq!(enough.of(1, &accesses), None);
}
