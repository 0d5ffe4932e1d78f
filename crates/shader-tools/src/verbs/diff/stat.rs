//! `diff --stat`: one line for each file that differs, and the totals. Separate because it is printed at the end.

use std::collections::BTreeMap;
use std::io::{self, Write};

use dx_container::FourCc;

use crate::comparing::difference::Difference;
use crate::layout::{write_pairs, write_paragraph};
use crate::selection::file_name::FileName;
use crate::selection::input::Input;
use crate::style::{counted, grouped};
use crate::table::rows_table;

/// Files that are listed; all are counted.
const SHOWN: usize = 1000;

/// The findings of a run.
#[derive(Default)]
pub struct Stat {
    rows: Vec<Vec<String>>,
    compared: usize,
    different: usize,
    only_in: [usize; 2],
    /// Pairs of which a file cannot be read.
    pub unreadable: usize,
    bytes: [u64; 2],
    lines: (usize, usize),
    /// In how many files each part differs.
    parts: BTreeMap<String, usize>,
}

impl Stat {
    /// Counts a pair in.
    pub fn add(&mut self, a: &Input, b: &Input, (len_a, len_b): (usize, usize), found: &[Difference]) {
        self.compared += 1;
        self.bytes = [self.bytes[0] + len_a as u64, self.bytes[1] + len_b as u64];
        if found.is_empty() {
            return;
        }
        self.different += 1;
        let mut parts: Vec<&str> = Vec::new();
        let (mut added, mut removed) = (0, 0);
        let [program, copy] = [FourCc::DXIL, FourCc::ILDB].map(|name| name.to_string());
        let has_program = found.iter().any(|difference| difference.part == program);
        for Difference { part, changed_lines, .. } in found {
            if !parts.contains(&part.as_str()) {
                parts.push(part);
                *self.parts.entry(part.clone()).or_default() += 1;
            }
            // Where there is DXIL, ILDB is the same program again.
            if *part != copy || !has_program {
                (added, removed) = (added + changed_lines.0, removed + changed_lines.1);
            }
        }
        self.lines = (self.lines.0 + added, self.lines.1 + removed);
        if self.rows.len() < SHOWN {
            let name = if a.from_folder {
                FileName::from(a.relative.as_path()).to_string()
            } else {
                b.name().to_string()
            };
            self.rows.push(vec![
                name,
                grouped(len_b as u64),
                signed(len_a as u64, len_b as u64),
                instructions(added, removed),
                parts.join(" "),
            ]);
        }
    }

    /// Counts a file in that only the first folder has, or only the second.
    pub fn add_alone(&mut self, is_first: bool) {
        if let Some(count) = self.only_in.get_mut(usize::from(!is_first)) {
            *count += 1;
        }
    }

    /// Writes the lines and the totals.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.rows.is_empty() {
            let header = ["file", "bytes", "change", "instructions", "parts that differ"];
            writeln!(out, "{}", rows_table(&header, &self.rows))?;
        }
        if self.different > self.rows.len() {
            write_paragraph(
                out,
                2,
                &format!("... and {}", counted(self.different - self.rows.len(), "more file")),
            )?;
        }
        let [first, second] = self.only_in;
        let counts =
            [(first, "only in the first"), (second, "only in the second"), (self.unreadable, "unreadable")];
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
