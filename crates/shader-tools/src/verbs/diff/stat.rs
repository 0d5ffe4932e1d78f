//! `diff --stat`: one line for each file that differs, and the totals. Separate because it is printed at the end.

use std::collections::BTreeMap;
use std::io::{self, Write};

use dx_container::FourCc;

use crate::comparing::difference::Difference;
use crate::layout::write_pairs;
use crate::selection::file_name::FileName;
use crate::selection::input::Input;
use crate::style::{counted, grouped};
use crate::table::rows_table;

/// The result for one pair.
pub struct Summary {
    /// The sizes of both files in bytes; `None` for a file that only the other folder contains.
    sizes: [Option<u64>; 2],
    /// The names of the parts that differ.
    parts: Vec<String>,
    /// The numbers of added and removed instructions.
    lines: (usize, usize),
}

impl Summary {
    /// The summary of the `differences` between two files.
    pub fn of_both(old: usize, new: usize, differences: &[Difference]) -> Self {
        let mut parts: Vec<String> = Vec::new();
        let (mut added, mut removed) = (0, 0);
        let [program, copy] = [FourCc::DXIL, FourCc::ILDB].map(|name| name.to_string());
        let has_program = differences.iter().any(|difference| difference.part == program);
        for Difference { part, changed_lines, .. } in differences {
            if !parts.contains(part) {
                parts.push(part.clone());
            }
            // DXIL and ILDB contain the same program, which counts once.
            if *part != copy || !has_program {
                (added, removed) = (added + changed_lines.0, removed + changed_lines.1);
            }
        }
        Self { sizes: [Some(old as u64), Some(new as u64)], parts, lines: (added, removed) }
    }

    /// The summary of a file that only one folder contains.
    pub fn of_one_side(a: Option<&Input>, b: Option<&Input>) -> Self {
        // An unreadable file counts as empty: `diff` does not read a file that has no counterpart.
        let size =
            |input: &Input| input.path().and_then(|path| path.metadata().ok()).map_or(0, |it| it.len());
        Self { sizes: [a.map(size), b.map(size)], parts: Vec::new(), lines: (0, 0) }
    }

    fn side(&self) -> Option<Side> {
        match self.sizes {
            [Some(_), None] => Some(Side::First),
            [None, _] => Some(Side::Second),
            [Some(_), Some(_)] => None,
        }
    }
}

/// The folder that contains a file without a counterpart.
#[derive(Clone, Copy)]
enum Side {
    First,
    Second,
}

/// The findings of a run.
#[derive(Default)]
pub struct Stat {
    /// A row for each file that differs: memory grows with these files, not with the files that are equal.
    rows: Vec<Vec<String>>,
    compared: usize,
    different: usize,
    only_in_first: usize,
    only_in_second: usize,
    /// Pairs of which a file cannot be read.
    pub unreadable: usize,
    bytes: [u64; 2],
    lines: (usize, usize),
    /// In how many files each part differs.
    parts: BTreeMap<String, usize>,
}

impl Stat {
    /// Counts the pair called `name` in.
    pub fn add(&mut self, name: impl FnOnce() -> FileName, summary: &Summary) {
        let [old, new] = summary.sizes.map(Option::unwrap_or_default);
        self.bytes = [self.bytes[0] + old, self.bytes[1] + new];
        let side = summary.side();
        let found = match side {
            Some(Side::First) => {
                self.only_in_first += 1;
                "only in the first".to_owned()
            }
            Some(Side::Second) => {
                self.only_in_second += 1;
                "only in the second".to_owned()
            }
            None => {
                self.compared += 1;
                summary.parts.join(" ")
            }
        };
        if side.is_none() && summary.parts.is_empty() {
            return;
        }
        self.different += usize::from(side.is_none());
        for part in &summary.parts {
            match self.parts.get_mut(part) {
                Some(count) => *count += 1,
                None => drop(self.parts.insert(part.clone(), 1)),
            }
        }
        let (added, removed) = summary.lines;
        self.lines = (self.lines.0 + added, self.lines.1 + removed);
        let name = name().to_string();
        self.rows.push(vec![name, grouped(new), signed(old, new), instructions(added, removed), found]);
    }

    /// Writes the lines and the totals.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.rows.is_empty() {
            let header = ["file", "bytes", "change", "instructions", "parts that differ"];
            writeln!(out, "{}", rows_table(&header, &self.rows))?;
        }
        let counts = [
            (self.only_in_first, "only in the first"),
            (self.only_in_second, "only in the second"),
            (self.unreadable, "unreadable"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: String =
            counts.map(|(count, what)| format!(", {} {what}", grouped(count as u64))).collect();
        let (different, compared) = (grouped(self.different as u64), counted(self.compared, "pair"));
        let parts = self.parts.iter().map(|(part, count)| format!("{part} {}", grouped(*count as u64)));
        let [old, new] = self.bytes;
        let mut pairs = vec![
            (
                "files",
                format!(
                    "{different} of {compared} differ{}{counts}",
                    if self.different == 1 { "s" } else { "" }
                ),
            ),
            ("bytes", format!("{} -> {} ({})", grouped(old), grouped(new), signed(old, new))),
        ];
        let (added, removed) = self.lines;
        if added + removed > 0 {
            pairs.push(("instructions", instructions(added, removed)));
        }
        let parts = parts.collect::<Vec<_>>().join(", ");
        if !parts.is_empty() {
            pairs.push(("parts", parts));
        }
        write_pairs(out, &pairs)
    }
}

/// The change of a size, with its sign.
fn signed(old: u64, new: u64) -> String {
    match new.checked_sub(old) {
        Some(more) => format!("+{}", grouped(more)),
        None => format!("-{}", grouped(old - new)),
    }
}

/// Instructions added and removed.
fn instructions(added: usize, removed: usize) -> String {
    if added + removed == 0 {
        return String::new();
    }
    format!("+{} -{}", grouped(added as u64), grouped(removed as u64))
}
