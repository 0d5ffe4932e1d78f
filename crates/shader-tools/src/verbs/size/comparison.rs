//! `size --base`: the sizes of two files by section, and the totals of two folders. Separate because the files come in
//! pairs.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::document::{Comparison, SectionObject, SizeOfBoth, Totals};
use super::sections::{Amount, Level, Section, Sections};
use crate::change::{percent, signed};
use crate::csv;
use crate::selection::file_name::FileName;
use crate::style::{TITLE, counted, grouped, paint};
use crate::table::numbers_and_names;

/// The sizes of a section in both files; `None` if a file does not have the section.
#[derive(Debug, Clone, Copy, Default)]
pub struct Both {
    before: Option<Amount>,
    after: Option<Amount>,
}

impl Both {
    /// The sizes in bytes.
    fn bytes(self) -> [Option<u64>; 2] {
        [self.before, self.after].map(|amount| amount.map(Amount::bytes))
    }

    fn is_changed(self) -> bool {
        let [before, after] = self.bytes();
        before != after
    }

    fn add(&mut self, other: Self) {
        for (sum, amount) in [(&mut self.before, other.before), (&mut self.after, other.after)] {
            if let Some(amount) = amount {
                sum.get_or_insert_default().add(amount);
            }
        }
    }
}

/// The numbers of a line: size before, size after, change, percentage.
fn cells([before, after]: [Option<u64>; 2]) -> Vec<String> {
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), grouped);
    let (old, new) = (before.unwrap_or(0), after.unwrap_or(0));
    let note = match (before, after) {
        (None, _) => "new".to_owned(),
        (_, None) => "removed".to_owned(),
        (Some(_), Some(_)) if old == new => String::new(),
        (Some(0), Some(_)) => String::new(),
        (Some(_), Some(_)) => percent(old, new),
    };
    vec![number(before), number(after), signed(old, new), note]
}

const HEADINGS: [&str; 4] = ["before", "after", "change", ""];

/// The sections of two files.
pub struct Compared(BTreeMap<Section, Both>);

impl Compared {
    /// Joins the sections of two files by their names. `None` stands for a file that one folder does not contain.
    pub fn new(before: Option<Sections>, after: Option<Sections>) -> Self {
        let mut joined = BTreeMap::<Section, Both>::new();
        for (section, amount) in before.into_iter().flat_map(|sections| sections.0) {
            joined.entry(section).or_default().before = Some(amount);
        }
        for (section, amount) in after.into_iter().flat_map(|sections| sections.0) {
            joined.entry(section).or_default().after = Some(amount);
        }
        Self(joined)
    }

    /// The sizes of the files.
    fn file(&self) -> Both {
        let file = self.0.iter().find(|(section, _)| section.level == Level::File);
        file.map_or_else(Both::default, |(_, both)| *both)
    }

    /// True if the size of the file or of a section changed.
    pub fn is_changed(&self) -> bool {
        self.0.values().any(|both| both.is_changed())
    }

    /// The size of the new file in bytes.
    pub fn size_after(&self) -> Option<u64> {
        self.file().bytes()[1]
    }

    /// Writes a line of CSV for each section, in the columns of [`CSV_HEADINGS`].
    pub fn write_csv(&self, out: &mut dyn Write, file: &str) -> io::Result<()> {
        for (section, both) in &self.0 {
            let [before, after] = both.bytes();
            let change = i128::from(after.unwrap_or(0)) - i128::from(before.unwrap_or(0));
            let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
            let numbers = [number(before), number(after), change.to_string()];
            csv::write_row(out, section.csv_fields(file).into_iter().chain(numbers))?;
        }
        Ok(())
    }

    /// The object of the files called `file` in JSON.
    pub fn object(&self, file: FileName, too_large: Option<bool>) -> Comparison {
        let changed =
            self.0.iter().filter(|(section, both)| section.level > Level::File && both.is_changed());
        let sections = changed.map(|(section, both)| {
            let [before, after] = both.bytes();
            SectionObject::new(section, before, after)
        });
        let [before, after] = self.file().bytes();
        Comparison { file, before, after, too_large, sections: sections.collect() }
    }
}

/// The headings of CSV with a comparison.
pub const CSV_HEADINGS: [&str; 8] = ["file", "level", "part", "block", "name", "before", "after", "change"];

/// The comparison of all pairs.
pub struct Total {
    /// True for two files, false for two folders.
    is_single: bool,
    /// The sums over all pairs by section; functions only for two files.
    sections: BTreeMap<Section, Both>,
    /// The files whose sizes changed, and the new and removed files.
    files: Vec<(FileName, Both)>,
    changed: usize,
    unchanged: usize,
    new: usize,
    removed: usize,
    /// The number of pairs with a file that could not be read.
    pub unreadable: usize,
}

impl Total {
    /// No pairs yet. `is_single` is true for two files, false for two folders.
    pub fn new(is_single: bool) -> Self {
        Self {
            is_single,
            sections: BTreeMap::new(),
            files: Vec::new(),
            changed: 0,
            unchanged: 0,
            new: 0,
            removed: 0,
            unreadable: 0,
        }
    }

    /// Adds a pair called `name`.
    pub fn add(&mut self, name: FileName, compared: Compared) {
        let file = compared.file();
        match (file.before, file.after) {
            (None, _) => self.new += 1,
            (_, None) => self.removed += 1,
            _ if compared.is_changed() => self.changed += 1,
            _ => self.unchanged += 1,
        }
        if compared.is_changed() {
            self.files.push((name, file));
        }
        let sections = compared.0.into_iter();
        // Functions of different files are not related, even if their names are equal.
        let is_summed = |section: &Section| self.is_single || section.level < Level::Function;
        for (section, both) in sections.filter(|(section, _)| is_summed(section)) {
            self.sections.entry(section).or_default().add(both);
        }
    }

    /// The last member of the document.
    pub fn object(&self) -> Totals {
        let size = self.size();
        let Self { changed, unchanged, new, removed, unreadable, .. } = *self;
        let [before, after] = size.map(|size| size.unwrap_or(0));
        Totals { total: SizeOfBoth { after, before, changed, new, removed, unchanged, unreadable } }
    }

    fn size(&self) -> [Option<u64>; 2] {
        let file = self.sections.iter().find(|(section, _)| section.level == Level::File);
        file.map_or([None; 2], |(_, both)| both.bytes())
    }

    /// The page: the files unless there is a single pair, the sections that changed, and the totals.
    pub fn page(&self) -> String {
        let mut pages = Vec::new();
        if !self.is_single && !self.files.is_empty() {
            let mut files: Vec<_> = self.files.iter().map(|(name, both)| (name, both.bytes())).collect();
            files.sort_by_key(|(name, bytes)| (Reverse(distance(*bytes)), *name));
            let lines = files.into_iter().map(|(name, bytes)| (cells(bytes), name.to_string()));
            pages.push(numbers_and_names(&HEADINGS, "file", &lines.collect::<Vec<_>>()));
        }
        let mut lines: Vec<(Vec<String>, String)> = Vec::new();
        for (section, bytes) in self.at(|section| section.level == Level::Part) {
            let part = section.part.map_or_else(String::new, |part| part.to_string());
            lines.push((cells(bytes), format!("{part:4}  {}", section.name.title())));
            let kinds =
                self.at(|kind| kind.level == Level::Kind && kind.part == section.part && kind.part.is_some());
            lines.extend(kinds.map(|(kind, bytes)| (cells(bytes), format!("        {}", kind.name.title()))));
        }
        let size = self.size();
        if size.iter().any(Option::is_some) {
            lines.push((cells(size.map(|size| Some(size.unwrap_or(0)))), paint(TITLE, "all")));
        }
        if !lines.is_empty() {
            pages.push(numbers_and_names(&HEADINGS, "part", &lines));
        }
        pages.extend(self.bitcode_pages());
        if !self.is_single {
            pages.push(self.counts() + "\n");
        }
        pages.join("\n")
    }

    /// The tables of bitcode blocks and of functions.
    fn bitcode_pages(&self) -> Vec<String> {
        let mut parts: Vec<_> =
            self.sections.keys().filter(|section| section.level == Level::Block).collect();
        parts.dedup_by_key(|section| section.part);
        let mut pages = Vec::new();
        for part in parts.into_iter().map(|section| section.part) {
            let mut lines = Vec::new();
            for (block, bytes) in self.at(|it| it.level == Level::Block && it.part == part) {
                lines.push((cells(bytes), block.block.clone()));
                let records =
                    self.at(|it| it.level == Level::Record && (it.part, &it.block) == (part, &block.block));
                lines.extend(
                    records.map(|(record, bytes)| (cells(bytes), format!("  {}", record.name.title()))),
                );
            }
            let functions = self.at(|it| it.level == Level::Function && it.part == part);
            let functions: Vec<_> = functions
                .map(|(function, bytes)| (cells(bytes), function.name.title().escape_debug().to_string()))
                .collect();
            let of_part = part.map_or_else(String::new, |part| format!(" of {part}"));
            for (heading, lines) in [("blocks and records", lines), ("functions", functions)] {
                if !lines.is_empty() {
                    let heading = format!("{heading}{of_part}");
                    pages.push(numbers_and_names(&HEADINGS, &heading, &lines));
                }
            }
        }
        pages
    }

    /// The changed sections for which `is_wanted` returns true, the largest change first, with their sizes in bytes.
    fn at(&self, is_wanted: impl Fn(&Section) -> bool) -> impl Iterator<Item = (&Section, [Option<u64>; 2])> {
        let wanted = self.sections.iter().filter(|(section, both)| both.is_changed() && is_wanted(section));
        let mut wanted: Vec<_> = wanted.map(|(section, both)| (section, both.bytes())).collect();
        wanted.sort_by_key(|(section, bytes)| (Reverse(distance(*bytes)), *section));
        wanted.into_iter()
    }

    /// The last line: the numbers of files.
    fn counts(&self) -> String {
        let counts = [
            (self.changed, "changed"),
            (self.new, "new"),
            (self.removed, "removed"),
            (self.unreadable, "unreadable"),
        ];
        let files = self.changed + self.unchanged + self.new + self.removed + self.unreadable;
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> =
            counts.map(|(count, what)| format!("{} {what}", grouped(count as u64))).collect();
        let counts = if counts.is_empty() { "no change".to_owned() } else { counts.join(", ") };
        format!("{}: {counts}", counted(files, "file"))
    }
}

fn distance([before, after]: [Option<u64>; 2]) -> u64 {
    before.unwrap_or(0).abs_diff(after.unwrap_or(0))
}
