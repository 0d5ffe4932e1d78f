//! Lists of lines compared, and shown as unified diffs have them. Separate because programs of every kind are.

use std::collections::HashMap;
use std::hash::Hash;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Lines around a difference.
pub const CONTEXT: usize = 3;
/// Lines that are shown of two programs.
pub const SHOWN: usize = 400;
/// Lines between the first difference and the last, of both programs together, that are compared. The time is the
/// square of that at worst: of more, all are shown as different.
const COMPARED: usize = 20_000;

/// The difference of two programs.
pub struct Change {
    /// The length of each.
    pub lengths: [String; 2],
    /// The lines as unified diffs have them: ` `, `-` or `+` and the line; `@@` before each piece, with line numbers of
    /// what `dis --plain` prints.
    pub lines: Vec<String>,
    /// Lines that only the second has, and only the first.
    pub added: usize,
    pub removed: usize,
}

/// Says where a piece lies in both programs, whose lines count from `origin`.
pub fn head(group: &[DiffOp], origin: usize) -> Option<String> {
    let (first, last) = (group.first()?, group.last()?);
    let piece = |start: usize, end: usize| format!("{},{}", start + origin, end - start);
    let old = piece(first.old_range().start, last.old_range().end);
    let new = piece(first.new_range().start, last.new_range().end);
    Some(format!("@@ -{old} +{new} @@"))
}

/// The edits from one list of lines to another.
pub fn operations<T: Hash + Eq>(a: &[T], b: &[T]) -> Vec<DiffOp> {
    // Numbers stand for the lines, so that the comparison is compiled for one type.
    let mut numbers = HashMap::new();
    let [a, b] = [a, b].map(|lines| {
        let numbered = lines.iter().map(|line| {
            let next = numbers.len();
            *numbers.entry(line).or_insert(next)
        });
        numbered.collect::<Vec<usize>>()
    });
    numbered_operations(&a, &b)
}

fn numbered_operations(a: &[usize], b: &[usize]) -> Vec<DiffOp> {
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let [rest_a, rest_b] = [a, b].map(|lines| lines.get(before..).unwrap_or_default());
    let behind = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_len, new_len) = (rest_a.len() - behind, rest_b.len() - behind);
    if old_len + new_len <= COMPARED {
        return capture_diff_slices(Algorithm::Myers, a, b);
    }
    let (old, new) = (before + old_len, before + new_len);
    vec![
        DiffOp::Equal { old_index: 0, new_index: 0, len: before },
        DiffOp::Replace { old_index: before, old_len, new_index: before, new_len },
        DiffOp::Equal { old_index: old, new_index: new, len: behind },
    ]
}
