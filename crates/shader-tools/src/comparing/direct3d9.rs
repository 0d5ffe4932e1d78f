//! Two Direct3D 9 programs compared line by line of their assembly. Separate because these are held whole: the longest
//! are some thousand lines.

use dx_bytecode::d3d9::listing::print_plain;
use similar::DiffOp;

use crate::comparing::difference::Difference;
use crate::comparing::unified::{CONTEXT, Change, SHOWN, head, operations};
use crate::error::Error;
use crate::loading::program::TOKENS;
use crate::style::counted;

/// The differences of two files that are programs; the flag of an error says whether it is about the second.
pub fn files(a: &[u8], b: &[u8]) -> Result<Vec<Difference>, (bool, Error)> {
    let [text_a, text_b] = [a, b].map(text);
    let (text_a, text_b) =
        (text_a.map_err(|error| (false, error.into()))?, text_b.map_err(|error| (true, error.into()))?);
    if a == b {
        return Ok(Vec::new());
    }
    let mut difference = Difference::of("program", TOKENS, None, None);
    let Change { lengths: [of_a, of_b], lines, added, removed } = of_texts(&text_a, &text_b);
    (difference.a, difference.b, difference.lines) = (Some(of_a), Some(of_b), lines);
    difference.changed_lines = (added, removed);
    Ok(vec![difference])
}

/// Compares two programs; `None` where one cannot be read, or no line differs.
pub fn compare(a: &[u8], b: &[u8]) -> Option<Change> {
    let change = of_texts(&text(a).ok()?, &text(b).ok()?);
    (!change.lines.is_empty()).then_some(change)
}

fn text(bytes: &[u8]) -> dx_bytecode::Result<String> {
    let mut text = String::new();
    print_plain(&mut text, bytes, 0)?;
    Ok(text)
}

fn of_texts(a: &str, b: &str) -> Change {
    let [lines_a, lines_b] = [a, b].map(|text| text.lines().map(str::trim_start).collect::<Vec<_>>());
    let lengths = [&lines_a, &lines_b].map(|lines| counted(lines.len(), "line"));
    let (mut out, mut hidden, mut added, mut removed) = (Vec::new(), 0_usize, 0, 0);
    for group in similar::group_diff_ops(operations(&lines_a, &lines_b), CONTEXT) {
        let mut put = |line: String| if out.len() < SHOWN { out.push(line) } else { hidden += 1 };
        head(&group, 1).into_iter().for_each(&mut put);
        for operation in &group {
            let of = |lines: &[&str], at: usize| lines.get(at).copied().unwrap_or_default().to_owned();
            if let DiffOp::Equal { .. } = operation {
                operation.old_range().for_each(|at| put(format!(" {}", of(&lines_a, at))));
                continue;
            }
            removed += operation.old_range().len();
            added += operation.new_range().len();
            operation.old_range().for_each(|at| put(format!("-{}", of(&lines_a, at))));
            operation.new_range().for_each(|at| put(format!("+{}", of(&lines_b, at))));
        }
    }
    if hidden > 0 {
        out.push(format!("... and {}", counted(hidden, "more line")));
    }
    Change { lengths, lines: out, added, removed }
}
