//! Two functions compared instruction by instruction. What one value is in the first and in the second is found out, so
//! that it has one name in both: that of the first. A value that only one of them has is called `%old.7` or `%new.9`.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::ops::Range;

use dxil_ir::function::Local;
use dxil_ir::{Global, GlobalId, ValueKind};
use dxil_text::{Line, Pieces, PrintError};
use similar::{DiffOp, group_diff_ops};

use crate::comparing::unified::{CONTEXT, SHOWN, head, operations};
use crate::style::counted;

/// Characters of a line that are shown; compilers write a tenth.
const WIDTH: usize = 2_000;

/// The body of a function as rows: labels and instructions.
pub struct Function {
    rows: Vec<Row>,
    /// The block that it begins with, which nothing leads to and no row stands for, and its name.
    entry: Option<(Local, String)>,
    arguments: Vec<String>,
    instructions: usize,
}

struct Row {
    /// The operation, without the names of operands.
    shape: String,
    /// The operands, and where in the shape their names go.
    holes: Vec<(usize, Local)>,
    /// The value defined, and its name in its own listing.
    defines: Option<(Local, String)>,
    is_label: bool,
}

impl Function {
    /// The rows of a function; none of one that is only declared.
    ///
    /// # Errors
    ///
    /// A function that cannot be printed.
    pub fn of(pieces: &mut Pieces<'_>, id: GlobalId, global: &Global) -> Result<Self, PrintError> {
        let mut function = Self { rows: Vec::new(), entry: None, arguments: Vec::new(), instructions: 0 };
        let Some(body) = global.body() else { return Ok(function) };
        function.arguments = pieces.argument_names(global, body);
        let names = pieces.block_names(global, body)?;
        let mut lines = pieces.lines(id)?.into_iter();
        for ((index, block), name) in body.layout.iter().enumerate().zip(names) {
            let defines = Some((Local::Block(*block), name));
            if index == 0 {
                function.entry = defines;
            } else {
                function.rows.push(Row { shape: ":".to_owned(), holes: Vec::new(), defines, is_label: true });
            }
            for line in lines.by_ref().take(body.instructions_of(*block).len()) {
                let Line { id, shape, holes, name, .. } = line;
                let defines = name.map(|name| (Local::Value(id.into()), name));
                function.instructions += 1;
                function.rows.push(Row { shape, holes, defines, is_label: false });
            }
        }
        Ok(function)
    }

    /// Of each row what it computes, from what all the way up: equal numbers are equal expressions.
    fn expressions(&self) -> Vec<u64> {
        let mut known: HashMap<Local, u64> = HashMap::new();
        let mut all = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut hasher = DefaultHasher::new();
            row.shape.hash(&mut hasher);
            for (_, local) in &row.holes {
                match argument_index(*local) {
                    Some(index) => index.hash(&mut hasher),
                    // What is defined further down, and blocks, are some.
                    None => known.get(local).hash(&mut hasher),
                }
            }
            let key = hasher.finish();
            if let Some((local @ Local::Value(_), _)) = &row.defines {
                known.insert(*local, key);
            }
            all.push(key);
        }
        all
    }

    fn is_instruction(&self, at: usize) -> bool {
        self.rows.get(at).is_some_and(|row| !row.is_label)
    }

    /// The length.
    pub fn length(&self) -> String {
        counted(self.instructions, "instruction")
    }
}

/// The differences between two functions.
#[derive(Default)]
pub struct Change {
    /// The lines as unified diffs have them: ` `, `-`, `+` and the line, `>` where it moved; `@@` before each piece.
    pub lines: Vec<String>,
    /// Lines that only the second has, and only the first.
    pub added: usize,
    pub removed: usize,
}

/// Compares two functions.
pub fn compare(a: &Function, b: &Function) -> Change {
    let twins = Twins::of(a, b);
    let operations = twins.operations();
    let mut change = Change::default();
    let mut hidden = 0_usize;
    for group in group_diff_ops(operations, CONTEXT) {
        let Change { lines, added, removed } = &mut change;
        let mut put = |mark: &str, text: String| {
            if lines.len() < SHOWN {
                lines.push(mark.chars().chain(text.chars().take(WIDTH)).collect());
            } else {
                hidden += 1;
            }
        };
        put("", head(&group, 1).unwrap_or_default());
        for operation in &group {
            let (old, new) = (operation.old_range(), operation.new_range());
            if let DiffOp::Equal { .. } = operation {
                old.for_each(|at| put(" ", twins.first(at)));
                continue;
            }
            for at in old.filter(|at| !twins.moved_from.contains_key(at)) {
                *removed += 1;
                put("-", twins.first(at));
            }
            for at in new {
                let is_moved = twins.moved_to.contains_key(&at);
                *added += usize::from(!is_moved);
                put(if is_moved { ">" } else { "+" }, twins.second(at));
            }
        }
    }
    if hidden > 0 {
        change.lines.push(format!("... and {}", counted(hidden, "more line")));
    }
    change
}

/// The rows of one function that correspond to those of the other.
struct Twins<'f> {
    a: &'f Function,
    b: &'f Function,
    /// The values and blocks of the first by those of the second.
    old_of: HashMap<Local, Local>,
    /// The values and blocks of the first with a counterpart in the second.
    kept: HashMap<Local, Local>,
    /// The names that the first gives.
    names_a: HashMap<Local, &'f str>,
    names_b: HashMap<Local, &'f str>,
    /// Rows that do the same to the same, elsewhere.
    moved_from: HashMap<usize, usize>,
    moved_to: HashMap<usize, usize>,
    /// Rows of both that stand in the same order.
    pairs: Vec<(usize, usize)>,
}

impl<'f> Twins<'f> {
    fn of(a: &'f Function, b: &'f Function) -> Self {
        let names = |function: &'f Function| {
            let of_rows = function.rows.iter().filter_map(|row| row.defines.as_ref());
            let all = function.entry.iter().chain(of_rows);
            all.map(|(local, name)| (*local, name.as_str())).collect::<HashMap<_, _>>()
        };
        let mut twins = Self {
            a,
            b,
            old_of: HashMap::new(),
            kept: HashMap::new(),
            names_a: names(a),
            names_b: names(b),
            moved_from: HashMap::new(),
            moved_to: HashMap::new(),
            pairs: Vec::new(),
        };
        if let (Some((old, _)), Some((new, _))) = (&a.entry, &b.entry) {
            twins.old_of.insert(*new, *old);
            twins.kept.insert(*old, *new);
        }
        if !twins.pair_places() {
            twins.pair_expressions();
            twins.pair_shapes();
            twins.pair_kinds();
            twins.pair_moved();
        }
        twins
    }

    /// Where all rows but one are the same at the same places, nothing moved, whatever else computes the same now. Says
    /// whether that is so.
    fn pair_places(&mut self) -> bool {
        let (a, b) = (&self.a.rows, &self.b.rows);
        if a.len() != b.len() {
            return false;
        }
        let [in_a, in_b] = [a, b].map(|rows| {
            let defined = |(at, row): (usize, &Row)| Some((row.defines.as_ref()?.0, at));
            rows.iter().enumerate().filter_map(defined).collect::<HashMap<Local, usize>>()
        });
        let is_same_operand = |(old, new): (&(usize, Local), &(usize, Local))| {
            let places = (in_a.get(&old.1), in_b.get(&new.1));
            old.0 == new.0 && argument_index(old.1) == argument_index(new.1) && places.0 == places.1
        };
        let is_same = |old: &Row, new: &Row| {
            let has_same_operands = || old.holes.iter().zip(&new.holes).all(is_same_operand);
            old.shape == new.shape && old.holes.len() == new.holes.len() && has_same_operands()
        };
        let pairs = a.iter().zip(b).enumerate();
        let mut different = pairs.filter(|(_, (old, new))| !is_same(old, new));
        let edited = different.next();
        let is_edit = edited.is_none_or(|(_, (old, new))| kind(&old.shape) == kind(&new.shape));
        if !is_edit || different.next().is_some() {
            return false;
        }
        let edited = edited.map(|(at, _)| at);
        for at in 0..a.len() {
            if Some(at) == edited { self.pair(at, at) } else { self.add_pair(at, at) }
        }
        true
    }

    fn pair(&mut self, old: usize, new: usize) {
        let rows = (self.a.rows.get(old), self.b.rows.get(new));
        let (Some(old), Some(new)) = rows else { return };
        if let (Some((old, _)), Some((new, _))) = (&old.defines, &new.defines) {
            self.old_of.insert(*new, *old);
            self.kept.insert(*old, *new);
        }
    }

    /// What computes the same from the same all the way up is the same, in the same order or moved.
    fn pair_expressions(&mut self) {
        let (keys_a, keys_b) = (self.a.expressions(), self.b.expressions());
        self.align(&keys_a, &keys_b, 0, 0);
        let mut waiting: HashMap<u64, VecDeque<usize>> = HashMap::new();
        let (old, new) = self.unpaired();
        for at in old.into_iter().filter(|at| self.a.is_instruction(*at)) {
            keys_a.get(at).into_iter().for_each(|key| waiting.entry(*key).or_default().push_back(at));
        }
        for at in new.into_iter().filter(|at| self.b.is_instruction(*at)) {
            let old = keys_b.get(at).and_then(|key| waiting.get_mut(key)).and_then(VecDeque::pop_front);
            old.into_iter().for_each(|old| self.move_to(old, at));
        }
    }

    /// Of what lies between, what does the same in the same order is the same, whatever it does that to.
    fn pair_shapes(&mut self) {
        let shape = |function: &'f Function, at: usize| function.rows.get(at).map(|row| row.shape.as_str());
        self.align_gaps(shape, Self::add_pair);
    }

    /// Of what is left, operations of one kind are the same one with other operands.
    fn pair_kinds(&mut self) {
        let of_kind = |function: &'f Function, at: usize| function.rows.get(at).map(|row| kind(&row.shape));
        self.align_gaps(of_kind, Self::pair);
    }

    /// Aligns what lies between pairs, but for what moved, by a key of each row.
    fn align_gaps<K: Hash + Ord>(
        &mut self,
        key: impl Fn(&'f Function, usize) -> K,
        mut add: impl FnMut(&mut Self, usize, usize),
    ) {
        let mut found = Vec::new();
        for (old, new) in self.gaps() {
            let old: Vec<usize> = old.filter(|at| !self.moved_from.contains_key(at)).collect();
            let new: Vec<usize> = new.filter(|at| !self.moved_to.contains_key(at)).collect();
            let keys = |function: &'f Function, places: &[usize]| {
                places.iter().map(|at| key(function, *at)).collect::<Vec<_>>()
            };
            let aligned = operations(&keys(self.a, &old), &keys(self.b, &new));
            let equal = aligned.iter().filter(|operation| matches!(operation, DiffOp::Equal { .. }));
            let equal = equal.flat_map(|operation| operation.old_range().zip(operation.new_range()));
            found.extend(equal.filter_map(|(at_a, at_b)| Some((*old.get(at_a)?, *new.get(at_b)?))));
        }
        found.into_iter().for_each(|(old, new)| add(self, old, new));
        self.pairs.sort_unstable();
    }

    fn align<K: Hash + Ord>(&mut self, a: &[K], b: &[K], from_a: usize, from_b: usize) {
        let aligned = operations(a, b);
        let equal = aligned.iter().filter(|operation| matches!(operation, DiffOp::Equal { .. }));
        let equal = equal.flat_map(|operation| operation.old_range().zip(operation.new_range()));
        equal.for_each(|(old, new)| self.add_pair(from_a + old, from_b + new));
    }

    /// Two rows in the same order in both functions.
    fn add_pair(&mut self, old: usize, new: usize) {
        self.pairs.push((old, new));
        self.pair(old, new);
    }

    fn move_to(&mut self, old: usize, new: usize) {
        self.moved_from.insert(old, new);
        self.moved_to.insert(new, old);
        self.pair(old, new);
    }

    /// The rows before, between and behind pairs.
    fn gaps(&self) -> Vec<(Range<usize>, Range<usize>)> {
        let (mut old, mut new) = (0, 0);
        let end = (self.a.rows.len(), self.b.rows.len());
        let gap = |(pair_old, pair_new): (usize, usize)| {
            let gap = (old..pair_old, new..pair_new);
            (old, new) = (pair_old + 1, pair_new + 1);
            gap
        };
        let gaps = self.pairs.iter().copied().chain([end]).map(gap);
        gaps.filter(|(old, new)| !old.is_empty() || !new.is_empty()).collect()
    }

    /// The rows that are in no pair.
    fn unpaired(&self) -> (Vec<usize>, Vec<usize>) {
        let gaps = self.gaps();
        let old = gaps.iter().flat_map(|(old, _)| old.clone());
        let new = gaps.iter().flat_map(|(_, new)| new.clone());
        (old.collect(), new.collect())
    }

    /// Of the rest, what does the same to the same moved.
    fn pair_moved(&mut self) {
        // What gives nothing is only what it does: with other operands it is another one, perhaps one that moved here.
        let pairs = std::mem::take(&mut self.pairs);
        let gives = |at: usize| self.a.rows.get(at).is_some_and(|row| row.defines.is_some());
        self.pairs = pairs.into_iter().filter(|(old, new)| gives(*old) || self.is_same(*old, *new)).collect();
        let is_free = |defines: &Option<(Local, String)>, taken: &HashMap<Local, Local>| {
            defines.as_ref().is_none_or(|(local, _)| !taken.contains_key(local))
        };
        let mut waiting: HashMap<(&str, Vec<Option<Local>>), VecDeque<usize>> = HashMap::new();
        let (old, new) = self.unpaired();
        for at in old.into_iter().filter(|at| !self.moved_from.contains_key(at)) {
            let Some(row) = self.a.rows.get(at) else { continue };
            if !row.is_label && is_free(&row.defines, &self.kept) {
                let uses = row.holes.iter().map(|(_, local)| Some(*local)).collect();
                waiting.entry((&row.shape, uses)).or_default().push_back(at);
            }
        }
        for at in new {
            let Some(row) = self.b.rows.get(at) else { continue };
            if row.is_label || self.moved_to.contains_key(&at) || !is_free(&row.defines, &self.old_of) {
                continue;
            }
            let uses = row.holes.iter().map(|(_, local)| self.in_first(*local)).collect();
            if let Some(old) = waiting.get_mut(&(row.shape.as_str(), uses)).and_then(VecDeque::pop_front) {
                self.move_to(old, at);
            }
        }
    }

    /// The counterpart in the first of a value of the second function.
    fn in_first(&self, local: Local) -> Option<Local> {
        match local {
            Local::Value(value) if matches!(value.kind(), ValueKind::Argument(_)) => Some(local),
            other => self.old_of.get(&other).copied(),
        }
    }

    /// The edits from the first function to the second; equal rows have equal operands, too.
    fn operations(&self) -> Vec<DiffOp> {
        let mut all: Vec<DiffOp> = Vec::new();
        let mut put = |operation: DiffOp| match (all.last_mut(), operation) {
            // What follows each other is one change: what goes, then what comes.
            (
                Some(DiffOp::Replace { old_len, new_len, .. }),
                DiffOp::Replace { old_len: more_old, new_len: more_new, .. },
            ) => {
                *old_len += more_old;
                *new_len += more_new;
            }
            (Some(DiffOp::Equal { len, .. }), DiffOp::Equal { len: more, .. }) => *len += more,
            _ => all.push(operation),
        };
        let replace = |old: Range<usize>, new: Range<usize>| DiffOp::Replace {
            old_index: old.start,
            old_len: old.len(),
            new_index: new.start,
            new_len: new.len(),
        };
        let (mut old, mut new) = (0, 0);
        for (pair_old, pair_new) in &self.pairs {
            let (old_index, new_index) = (*pair_old, *pair_new);
            if (old, new) != (old_index, new_index) {
                put(replace(old..old_index, new..new_index));
            }
            put(match self.is_same(old_index, new_index) {
                true => DiffOp::Equal { old_index, new_index, len: 1 },
                false => replace(old_index..old_index + 1, new_index..new_index + 1),
            });
            (old, new) = (old_index + 1, new_index + 1);
        }
        let end = (self.a.rows.len(), self.b.rows.len());
        if (old, new) != end {
            put(replace(old..end.0, new..end.1));
        }
        all
    }

    fn is_same(&self, old: usize, new: usize) -> bool {
        let (Some(old), Some(new)) = (self.a.rows.get(old), self.b.rows.get(new)) else { return false };
        let uses = old.holes.iter().zip(&new.holes);
        old.shape == new.shape
            && old.holes.len() == new.holes.len()
            && uses.into_iter().all(|((_, old), (_, new))| self.in_first(*new) == Some(*old))
    }

    /// A row of the first function as text.
    fn first(&self, at: usize) -> String {
        let Some(row) = self.a.rows.get(at) else { return String::new() };
        text(row, |local| self.old_name(local))
    }

    /// A row of the second function as text, with the first one's names.
    fn second(&self, at: usize) -> String {
        let Some(row) = self.b.rows.get(at) else { return String::new() };
        text(row, |local| match self.in_first(local) {
            Some(old) => self.old_name(old),
            None => only_in("new", self.names_b.get(&local).copied()),
        })
    }

    fn old_name(&self, local: Local) -> String {
        if let Some(index) = argument_index(local) {
            let index = usize::try_from(index).ok();
            return index.and_then(|index| self.a.arguments.get(index)).cloned().unwrap_or_default();
        }
        match self.names_a.get(&local) {
            Some(name) if self.kept.contains_key(&local) => (*name).to_owned(),
            name => only_in("old", name.copied()),
        }
    }
}

/// The name of something that only one function has.
fn only_in(which: &str, name: Option<&str>) -> String {
    let name = name.unwrap_or_default();
    format!("%{which}.{}", name.strip_prefix('%').unwrap_or(name))
}

/// A row with the names of what it uses and defines.
fn text(row: &Row, name: impl Fn(Local) -> String) -> String {
    if let (true, Some((local, _))) = (row.is_label, &row.defines) {
        return format!("{}:", name(*local));
    }
    let mut text = row.defines.as_ref().map(|(local, _)| format!("{} = ", name(*local))).unwrap_or_default();
    let mut from = 0;
    for (at, local) in &row.holes {
        // Names bring their own mark.
        let until = at.saturating_sub(1);
        text.push_str(row.shape.get(from..until).unwrap_or_default());
        text.push_str(&name(*local));
        from = *at;
    }
    text.push_str(row.shape.get(from..).unwrap_or_default());
    text
}

/// The kind of operation of a shape: of a call, the callee.
fn kind(shape: &str) -> &str {
    match shape.split_once('(') {
        Some((called, _)) if called.contains("call ") => called,
        _ => shape.split(' ').next().unwrap_or_default(),
    }
}

/// Which argument of its function something is.
fn argument_index(local: Local) -> Option<u32> {
    match local {
        Local::Value(value) => match value.kind() {
            ValueKind::Argument(index) => Some(index),
            _ => None,
        },
        Local::Block(_) => None,
    }
}
