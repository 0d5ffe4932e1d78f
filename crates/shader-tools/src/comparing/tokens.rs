//! Two token programs compared statement by statement, shown as lines of assembly. Separate because a part's fields
//! hold all tokens as one.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use dx_bytecode::custom_data::CustomDataClass;
use dx_bytecode::program::{PartStatements, Statement};
use dx_bytecode::text::Printer;
use dx_container::reader::Payload;
use similar::{DiffOp, group_diff_ops};

use crate::comparing::unified::{CONTEXT, Change, SHOWN, head, operations};
use crate::style::counted;

/// Characters of a line that are shown; compilers write a tenth.
const WIDTH: usize = 500;
/// A line of a program: whether it is a vector of an immediate constant buffer, and its bytes.
type Line<'a> = (bool, &'a [u8]);

/// Compares two programs; `None` where one cannot be read, or no line differs.
pub fn compare(a: Payload<'_>, b: Payload<'_>) -> Option<Change> {
    let (lines_a, lines_b) = (lines(a)?, lines(b)?);
    let lengths = [&lines_a, &lines_b].map(|lines| counted(lines.len(), "line"));
    let groups = group_diff_ops(operations(&lines_a, &lines_b), CONTEXT);
    let [wanted_a, wanted_b] = shown(&groups);
    let (texts_a, texts_b) = (texts(a, &wanted_a)?, texts(b, &wanted_b)?);
    let text = |texts: &[(usize, String)], at: usize| {
        let index = texts.binary_search_by_key(&at, |(line, _)| *line).ok()?;
        Some(texts.get(index)?.1.clone())
    };
    let moved = moved(&groups, &lines_a, &lines_b);
    let (mut out, mut hidden, mut added, mut removed) = (Vec::new(), 0_usize, 0, 0);
    for group in &groups {
        let mut put = |line: Option<String>| match line {
            Some(line) if out.len() < SHOWN => out.push(line),
            _ => hidden += 1,
        };
        // The version is line 1.
        put(head(group, 2));
        for operation in group {
            let (old, new) = (operation.old_range(), operation.new_range());
            if let DiffOp::Equal { .. } = operation {
                old.for_each(|at| put(text(&texts_a, at).map(|line| format!(" {line}"))));
                continue;
            }
            for at in old.filter(|at| !moved.from.contains(at)) {
                removed += 1;
                put(text(&texts_a, at).map(|line| format!("-{line}")));
            }
            for at in new {
                let mark = if moved.to.contains(&at) { '>' } else { '+' };
                added += usize::from(mark == '+');
                put(text(&texts_b, at).map(|line| format!("{mark}{line}")));
            }
        }
    }
    if hidden > 0 {
        out.push(format!("... and {}", counted(hidden, "more line")));
    }
    (!out.is_empty()).then_some(Change { lengths, lines: out, added, removed })
}

/// Lines that both programs have, in other places.
#[derive(Default)]
struct Moved {
    from: HashSet<usize>,
    to: HashSet<usize>,
}

fn moved(groups: &[Vec<DiffOp>], a: &[Line<'_>], b: &[Line<'_>]) -> Moved {
    let changed = || groups.iter().flatten().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    let mut waiting: HashMap<Line<'_>, VecDeque<usize>> = HashMap::new();
    for at in changed().flat_map(DiffOp::old_range) {
        a.get(at).into_iter().for_each(|line| waiting.entry(*line).or_default().push_back(at));
    }
    let mut moved = Moved::default();
    for at in changed().flat_map(DiffOp::new_range) {
        let old = b.get(at).and_then(|line| waiting.get_mut(line)).and_then(VecDeque::pop_front);
        if let Some(old) = old {
            moved.from.insert(old);
            moved.to.insert(at);
        }
    }
    moved
}

/// The ranges of lines that will be shown, of either program: no more than there is room for.
fn shown(groups: &[Vec<DiffOp>]) -> [Vec<Range<usize>>; 2] {
    let mut wanted = [Vec::new(), Vec::new()];
    let mut left = SHOWN;
    for operation in groups.iter().flatten() {
        let [old, new] = &mut wanted;
        let mut take = |of: &mut Vec<Range<usize>>, range: Range<usize>| {
            let end = range.end.min(range.start.saturating_add(left));
            left -= end - range.start;
            of.push(range.start..end);
        };
        take(old, operation.old_range());
        if !matches!(operation, DiffOp::Equal { .. }) {
            take(new, operation.new_range());
        }
    }
    wanted
}

/// The lines of a program, without its version.
fn lines(payload: Payload<'_>) -> Option<Vec<Line<'_>>> {
    let mut lines = Vec::new();
    for statement in PartStatements::of(payload).ok()? {
        let (statement, range) = statement.ok()?;
        let bytes = payload.bytes.get(range)?;
        match vectors(&statement) {
            Some(count) => {
                let data = bytes.get(bytes.len().checked_sub(count * 16)?..)?;
                lines.extend(data.chunks_exact(16).map(|vector| (true, vector)));
            }
            None => lines.push((false, bytes)),
        }
    }
    Some(lines)
}

/// The number of vectors of an immediate constant buffer: each is a line.
fn vectors(statement: &Statement) -> Option<usize> {
    match statement {
        Statement::CustomData(data) if data.class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER => {
            let is_whole = !data.words.is_empty() && data.words.len().is_multiple_of(4);
            is_whole.then_some(data.words.len() / 4)
        }
        _ => None,
    }
}

/// The texts of those lines that are in one of the ranges, which are sorted, with their numbers.
fn texts(payload: Payload<'_>, wanted: &[Range<usize>]) -> Option<Vec<(usize, String)>> {
    let mut wanted = wanted.iter().filter(|range| !range.is_empty()).peekable();
    let mut texts = Vec::new();
    let statements = PartStatements::of(payload).ok()?;
    let mut printer = Printer::new(statements.version());
    let (mut at, mut text) = (0, String::new());
    for statement in statements {
        let (statement, _) = statement.ok()?;
        text.clear();
        printer.print(&mut text, &statement);
        let count = vectors(&statement).unwrap_or(1);
        for (line, number) in text.lines().zip(at..at + count) {
            while wanted.next_if(|range| range.end <= number).is_some() {}
            if wanted.peek().is_some_and(|range| range.contains(&number)) {
                texts.push((number, line.trim_end().chars().take(WIDTH).collect()));
            }
        }
        at += count;
    }
    Some(texts)
}
