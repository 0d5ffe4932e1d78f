//! Two builds compared: what grew, what is new and gone, and whether that is more than was allowed.

use std::io::{self, Write};
use std::str::FromStr;

use super::document::{self, Comparison, SCHEMA, Side, WHAT};
use super::rows::{Counted, Failure, Row};
use crate::change::{change, percent, signed};
use crate::error::FileError;
use crate::json::{self, FileOrError};
use crate::selection::file_name::FileName;
use crate::style::{BAD, counted, grouped, paint};
use crate::table::numbers_and_names;

/// How much something may grow, in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaxGrowth(f64);

impl FromStr for MaxGrowth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number: Option<f64> = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
        let number = number.filter(|number| number.is_finite() && *number >= 0.0);
        number.map(Self).ok_or_else(|| format!("not a percentage: {text} (expected one such as 5% or 0.5%)"))
    }
}

impl MaxGrowth {
    fn is_exceeded(self, before: u64, after: u64) -> bool {
        after > before && (after - before) as f64 * 100.0 > self.0 * before as f64
    }
}

/// A file of one build or of both.
pub(super) struct Compared {
    name: FileName,
    before: Option<Counted>,
    after: Option<Counted>,
}

impl Compared {
    pub(super) fn new(name: FileName, before: Option<Counted>, after: Option<Counted>) -> Self {
        Self { name, before, after }
    }

    /// Both rows, if both builds have the file and it could be read.
    fn rows(&self) -> Option<[&Row; 2]> {
        Some([self.before.as_ref()?.row.as_ref().ok()?, self.after.as_ref()?.row.as_ref().ok()?])
    }

    fn failure(&self) -> Option<&Failure> {
        [&self.before, &self.after].into_iter().flatten().find_map(|counted| counted.row.as_ref().err())
    }

    /// Bytes and instructions, before and after.
    fn numbers(&self) -> Option<[(u64, u64); 2]> {
        let [before, after] = self.rows()?;
        let instructions = |row: &Row| row.shader.instructions.unwrap_or(0);
        Some([(before.shader.size, after.shader.size), (instructions(before), instructions(after))])
    }

    fn grew_by(&self) -> i128 {
        self.numbers().map_or(0, |[bytes, _]| i128::from(bytes.1) - i128::from(bytes.0))
    }

    fn is_changed(&self) -> bool {
        self.rows().is_some_and(|[before, after]| {
            before.shader.size != after.shader.size
                || before.shader.instructions != after.shader.instructions
                || before.statistics != after.statistics
        })
    }
}

/// Two builds.
pub(super) struct Growth {
    /// Files of both that changed, what grew most first.
    changed: Vec<Compared>,
    unchanged: usize,
    new: Vec<Compared>,
    gone: Vec<Compared>,
    failed: Vec<Compared>,
    /// Bytes and instructions of all that could be read.
    totals: [(u64, u64); 2],
    max: Option<MaxGrowth>,
}

impl Growth {
    pub(super) fn of(all: Vec<Compared>, max: Option<MaxGrowth>) -> Self {
        let mut growth = Self {
            changed: Vec::new(),
            unchanged: 0,
            new: Vec::new(),
            gone: Vec::new(),
            failed: Vec::new(),
            totals: [(0, 0); 2],
            max,
        };
        for compared in all {
            if compared.failure().is_some() {
                growth.failed.push(compared);
                continue;
            }
            let [bytes, instructions] = &mut growth.totals;
            for (counted, is_before) in [(&compared.before, true), (&compared.after, false)] {
                let Some(Ok(row)) = counted.as_ref().map(|counted| counted.row.as_ref()) else { continue };
                let pick = |pair: &mut (u64, u64), number: u64| {
                    if is_before { pair.0 += number } else { pair.1 += number }
                };
                pick(bytes, row.shader.size);
                pick(instructions, row.shader.instructions.unwrap_or(0));
            }
            match (&compared.before, &compared.after) {
                (None, _) => growth.new.push(compared),
                (_, None) => growth.gone.push(compared),
                _ if compared.is_changed() => growth.changed.push(compared),
                _ => growth.unchanged += 1,
            }
        }
        growth.changed.sort_by_key(|compared| {
            let instructions = compared.numbers().map_or(0, |[_, it]| i128::from(it.1) - i128::from(it.0));
            (std::cmp::Reverse(compared.grew_by()), std::cmp::Reverse(instructions))
        });
        growth
    }

    /// What grew by more than was allowed: its name, of what it has more, and from where to where it grew.
    fn excesses(&self) -> Vec<(String, &'static str, u64, u64)> {
        let Some(max) = self.max else { return Vec::new() };
        let of = |name: &str, numbers: [(u64, u64); 2]| {
            let pairs = WHAT.into_iter().zip(numbers);
            let name = name.to_owned();
            pairs
                .filter(|(_, (before, after))| max.is_exceeded(*before, *after))
                .map(|(what, (before, after))| (name.clone(), what, before, after))
                .collect::<Vec<_>>()
        };
        let files =
            self.changed.iter().filter_map(|compared| Some(of(&compared.name.text(), compared.numbers()?)));
        files.flatten().chain(of("all files", self.totals)).collect()
    }

    pub(super) fn is_too_much(&self) -> bool {
        !self.excesses().is_empty()
    }

    pub(super) fn page(&self, top: Option<usize>) -> String {
        /// Files that are listed where nothing is said.
        const SHOWN: usize = 20;
        let shown = self.changed.iter().take(top.unwrap_or(SHOWN));
        let lines: Vec<(Vec<String>, String)> = shown.filter_map(Self::line).collect();
        let mut text = String::new();
        if !lines.is_empty() {
            text +=
                &numbers_and_names(&["bytes", "change", "instr", "change", "live", "change"], "file", &lines);
        }
        if self.changed.len() > lines.len() {
            text +=
                &format!("{} not shown\n", counted(self.changed.len() - lines.len(), "more changed file"));
        }
        for (what, files) in [("new", &self.new), ("gone", &self.gone)] {
            for compared in files.iter().take(top.unwrap_or(SHOWN)) {
                let size =
                    compared.before.as_ref().or(compared.after.as_ref()).and_then(|it| it.row.as_ref().ok());
                let size = size.map_or(0, |row| row.shader.size);
                text += &format!("  {what}: {}, {} bytes\n", compared.name, grouped(size));
            }
        }
        for compared in &self.failed {
            let message = compared.failure().map_or("", |failure| &failure.message);
            text += &format!("  {}: {}\n", compared.name, paint(BAD, message));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let mut pairs = vec![("files", self.files())];
        for (what, (before, after)) in WHAT.into_iter().zip(self.totals) {
            pairs.push((
                what,
                format!("{} -> {} ({})", grouped(before), grouped(after), change(before, after)),
            ));
        }
        let mut out = Vec::new();
        // Nothing goes wrong with memory as the sink.
        let _ = crate::layout::write_pairs(&mut out, &pairs);
        text += &String::from_utf8_lossy(&out);
        for (name, what, before, after) in self.excesses() {
            let max = self.max.map_or(0.0, |max| max.0);
            let by = format!("{what} grew by {}, more than {max}%", percent(before, after));
            text += &format!("{name}: {}\n", paint(BAD, by));
        }
        text
    }

    fn files(&self) -> String {
        let mut text = format!(
            "{} changed, {} unchanged",
            grouped(self.changed.len() as u64),
            grouped(self.unchanged as u64)
        );
        for (count, what) in
            [(self.new.len(), "new"), (self.gone.len(), "gone"), (self.failed.len(), "unreadable")]
        {
            if count > 0 {
                text += &format!(", {} {what}", grouped(count as u64));
            }
        }
        text
    }

    fn line(compared: &Compared) -> Option<(Vec<String>, String)> {
        let [before, after] = compared.rows()?;
        let [bytes, instructions] = compared.numbers()?;
        let live =
            |row: &Row| row.statistics.as_ref().and_then(|statistics| statistics.live).map(|live| live.words);
        let mut cells = Vec::with_capacity(6);
        for (before, after) in [bytes, instructions] {
            cells.extend([grouped(after), signed(before, after)]);
        }
        match (live(before), live(after)) {
            (Some(before), Some(after)) => cells.extend([grouped(after), signed(before, after)]),
            _ => cells.extend(["?".to_owned(), String::new()]),
        }
        Some((cells, compared.name.to_string()))
    }

    /// Writes the document.
    pub(super) fn write_json(
        &self,
        out: &mut dyn Write,
        top: Option<usize>,
        failed: &[FileError],
    ) -> io::Result<()> {
        let side = |counted: &Option<Counted>| counted.as_ref()?.row.as_ref().ok().map(Side::new);
        let changed = self.changed.iter().take(top.unwrap_or(usize::MAX)).chain(&self.new).chain(&self.gone);
        let changed = changed.map(|it| {
            let (before, after) = (side(&it.before), side(&it.after));
            FileOrError::File(Comparison { file: it.name.clone(), before, after })
        });
        let failures = self.failed.iter().filter_map(|compared| compared.failure()?.object.as_ref());
        let failures = failures.chain(failed).map(FileOrError::Failed);
        let excesses = self.excesses().into_iter();
        let [size, instructions] = self.totals.map(document::Change::from);
        let total = document::BothBuilds {
            changed: self.changed.len(),
            gone: self.gone.len(),
            instructions,
            new: self.new.len(),
            size,
            unchanged: self.unchanged,
            unreadable: self.failed.len(),
        };
        let exceeded =
            excesses.map(|(file, what, before, after)| document::Excess { after, before, file, what });
        let mut document = json::Object::document(out, SCHEMA)?;
        document.lines("compared", changed.chain(failures))?;
        document.members(&document::Growth { total, exceeded: exceeded.collect() })?;
        document.end_document()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::MaxGrowth;

    #[test]
    fn growth_is_allowed_up_to_its_limit() {
        let max: MaxGrowth = "5%".parse().unwrap();
        assert!(!max.is_exceeded(100, 105) && max.is_exceeded(100, 106) && !max.is_exceeded(100, 0));
        assert!(max.is_exceeded(0, 1) && !max.is_exceeded(0, 0));
        for wrong in ["", "%", "five", "-1%", "nan", "inf%"] {
            assert!(wrong.parse::<MaxGrowth>().is_err(), "{wrong}");
        }
    }
}
