//! Two modules compared by what is in them: structures, variables and metadata by name, functions instruction by
//! instruction. Separate because a part's fields hold all bitcode as one.

use std::collections::{BTreeMap, HashMap};

use dxil::ir::{GlobalId, Module, Value, ValueKind};
use dxil_text::{Line, Pieces, PrintError, spelled};
use similar::{DiffOp, group_diff_ops};

use super::unified::{CONTEXT, SHOWN, head, operations};
use crate::style::counted;

/// Characters of a line that are shown; compilers write a tenth.
const WIDTH: usize = 2_000;

/// Something that differs. A side that is `None` does not have it.
pub struct Difference {
    /// What it is, and its name: `function main`.
    pub path: String,
    /// What the first has.
    pub a: Option<String>,
    /// What the second has.
    pub b: Option<String>,
    /// The instructions or nodes that differ, as unified diffs have them.
    pub lines: Vec<String>,
}

/// What differs between two modules; nothing where they are the same program.
///
/// # Errors
///
/// A module that cannot be told.
pub fn compare(a: &Module, b: &Module) -> Result<Vec<Difference>, PrintError> {
    let Some(first) = a.difference(b) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (path, a, b) in [
        ("target triple", &a.triple, &b.triple),
        ("target datalayout", &a.data_layout, &b.data_layout),
        ("module asm", &a.inline_assembly, &b.inline_assembly),
    ] {
        if a != b {
            found.push(Difference::of(path.to_owned(), Some(a.to_string()), Some(b.to_string())));
        }
    }
    let (mut pieces_a, mut pieces_b) = (Pieces::of(a), Pieces::of(b));
    items(&mut found, &mut pieces_a, &mut pieces_b)?;
    functions(&mut found, (a, &mut pieces_a), (b, &mut pieces_b))?;
    if found.is_empty() {
        // What is told without numbers, such as lines of the source.
        found.push(Difference::of(first.to_string(), Some("one".to_owned()), Some("another".to_owned())));
    }
    Ok(found)
}

impl Difference {
    fn of(path: String, a: Option<String>, b: Option<String>) -> Self {
        let cut = |text: Option<String>| text.map(|text| text.trim_end().chars().take(WIDTH).collect());
        Self { path, a: cut(a), b: cut(b), lines: Vec::new() }
    }

    fn of_nodes(path: String, a: &str, b: &str) -> Self {
        let [old, new] = [a, b].map(|text| text.lines().collect::<Vec<_>>());
        let [a, b] = [&old, &new].map(|lines| Some(counted(lines.len(), "node")));
        let lines = unified(operations(&old, &new), |at| old.get(at).copied(), |at| new.get(at).copied());
        Self { path, a, b, lines }
    }
}

fn items(found: &mut Vec<Difference>, a: &mut Pieces<'_>, b: &mut Pieces<'_>) -> Result<(), PrintError> {
    let mut sides = [a.items()?, b.items()?].map(|items| {
        let items = items.into_iter().map(|item| ((item.what, item.name), item.text));
        items.collect::<BTreeMap<_, _>>()
    });
    let [ours, theirs] = &mut sides;
    for ((what, name), text) in std::mem::take(ours) {
        let path = format!("{what} {name}");
        match theirs.remove(&(what, name)) {
            Some(other) if other == text => {}
            // A name of metadata may stand for several nodes, a line each.
            Some(other)
                if what == "metadata" && [&text, &other].iter().any(|text| text.lines().count() > 1) =>
            {
                found.push(Difference::of_nodes(path, &text, &other));
            }
            other => found.push(Difference::of(path, Some(text), other)),
        }
    }
    for ((what, name), text) in std::mem::take(theirs) {
        found.push(Difference::of(format!("{what} {name}"), None, Some(text)));
    }
    Ok(())
}

fn functions<'m>(
    found: &mut Vec<Difference>,
    (a, pieces_a): (&'m Module, &mut Pieces<'m>),
    (b, pieces_b): (&'m Module, &mut Pieces<'m>),
) -> Result<(), PrintError> {
    let named = |module: &Module| -> BTreeMap<String, GlobalId> {
        let functions = module.globals.iter().filter(|(_, global)| global.function().is_some());
        functions.map(|(id, global)| (spelled(global.name.as_ref()), id)).collect()
    };
    let (ours, mut theirs) = (named(a), named(b));
    for (name, id_a) in ours {
        let path = format!("function {name}");
        let head_a = pieces_a.head(id_a)?;
        let Some(id_b) = theirs.remove(&name) else {
            found.push(Difference::of(path, Some(head_a), None));
            continue;
        };
        let head_b = pieces_b.head(id_b)?;
        if head_a != head_b {
            found.push(Difference::of(path.clone(), Some(head_a), Some(head_b)));
        }
        let (lines_a, lines_b) = (pieces_a.lines(id_a)?, pieces_b.lines(id_b)?);
        let lines = instructions(&lines_a, &lines_b);
        if !lines.is_empty() {
            let [count_a, count_b] =
                [&lines_a, &lines_b].map(|lines| Some(counted(lines.len(), "instruction")));
            found.push(Difference { path, a: count_a, b: count_b, lines });
        }
    }
    for (name, id) in theirs {
        let head = pieces_b.head(id)?;
        found.push(Difference::of(format!("function {name}"), None, Some(head)));
    }
    Ok(())
}

/// The instructions that differ. Two are the same that do the same to what is the same.
fn instructions<'l>(a: &'l [Line], b: &'l [Line]) -> Vec<String> {
    let [shapes_a, shapes_b] =
        [a, b].map(|lines| lines.iter().map(|line| line.shape.as_str()).collect::<Vec<_>>());
    let operations = split(operations(&shapes_a, &shapes_b), a, b);
    let text = |lines: &'l [Line], at: usize| Some(lines.get(at)?.text.as_str());
    unified(operations, |at| text(a, at), |at| text(b, at))
}

/// What differs, with what is around it; `old` and `new` give lines by their place.
fn unified<'t>(
    operations: Vec<DiffOp>,
    old: impl Fn(usize) -> Option<&'t str>,
    new: impl Fn(usize) -> Option<&'t str>,
) -> Vec<String> {
    let (mut out, mut hidden) = (Vec::new(), 0_usize);
    for group in group_diff_ops(operations, CONTEXT) {
        let mut put = |line: Option<String>| match line {
            Some(line) if out.len() < SHOWN => out.push(line),
            _ => hidden += 1,
        };
        put(head(&group, 1));
        let marked = |line: Option<&str>, mark: char| {
            Some(std::iter::once(mark).chain(line?.chars().take(WIDTH)).collect::<String>())
        };
        for operation in &group {
            let (old_range, new_range) = (operation.old_range(), operation.new_range());
            if let DiffOp::Equal { .. } = operation {
                old_range.for_each(|at| put(marked(old(at), ' ')));
                continue;
            }
            old_range.for_each(|at| put(marked(old(at), '-')));
            new_range.for_each(|at| put(marked(new(at), '+')));
        }
    }
    if hidden > 0 {
        out.push(format!("... and {}", counted(hidden, "more line")));
    }
    out
}

/// Takes those out of what is equal that use other values than their twins.
fn split(operations: Vec<DiffOp>, a: &[Line], b: &[Line]) -> Vec<DiffOp> {
    let twins = || {
        operations
            .iter()
            .filter(|operation| matches!(operation, DiffOp::Equal { .. }))
            .flat_map(|operation| operation.old_range().zip(operation.new_range()))
    };
    let pairs: HashMap<_, _> =
        twins().filter_map(|(old, new)| Some((a.get(old)?.id, b.get(new)?.id))).collect();
    let same = |old: &Value, new: &Value| match (old.kind(), new.kind()) {
        (ValueKind::Instruction(old), ValueKind::Instruction(new)) => pairs.get(&old) == Some(&new),
        (old, new) => old == new,
    };
    let is_same = |old: usize, new: usize| {
        let (Some(old), Some(new)) = (a.get(old), b.get(new)) else { return false };
        old.locals.len() == new.locals.len()
            && old.locals.iter().zip(&new.locals).all(|(old, new)| same(old, new))
    };
    let mut split = Vec::with_capacity(operations.len());
    for operation in &operations {
        let DiffOp::Equal { old_index, new_index, len } = *operation else {
            split.push(*operation);
            continue;
        };
        let mut start = 0;
        for at in 0..len {
            let (old, new) = (old_index + at, new_index + at);
            if is_same(old, new) {
                continue;
            }
            if at > start {
                let (old_index, new_index) = (old_index + start, new_index + start);
                split.push(DiffOp::Equal { old_index, new_index, len: at - start });
            }
            split.push(DiffOp::Replace { old_index: old, old_len: 1, new_index: new, new_len: 1 });
            start = at + 1;
        }
        if len > start {
            let (old_index, new_index) = (old_index + start, new_index + start);
            split.push(DiffOp::Equal { old_index, new_index, len: len - start });
        }
    }
    split
}
