//! The lines of a hex map: bytes, and the fields that they belong to. Separate from the formats that are mapped.

use std::io::{self, Write};
use std::ops::Range;

use dx_container::fields::{Field, Group, Sink};

use crate::style::{DIM, NOTE, paint};

/// Bytes a line.
const ROW: usize = 16;

/// A field ready to be printed.
pub struct Entry {
    pub range: Range<usize>,
    pub bits: Option<(u8, u8)>,
    pub text: String,
}

/// Follows the groups of a walk: `Parameters[2].Name`.
#[derive(Default)]
pub struct Path {
    pub groups: Vec<Group>,
}

impl Path {
    pub fn entry(&self, field: &Field<'_>) -> Entry {
        let mut text = String::new();
        for group in &self.groups {
            match group {
                Group::Record(name) | Group::List(name) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(name);
                }
                Group::Item(index) => text.push_str(&format!("[{index}]")),
            }
        }
        if !text.is_empty() {
            text.push('.');
        }
        text.push_str(field.name);
        let value = field.to_string();
        // The bytes stand to the left already.
        if !matches!(field.value, dx_container::fields::Value::Bytes(_)) {
            text = format!("{text:<32} {value}");
        }
        Entry { range: field.range.clone(), bits: field.bits, text: text.trim_end().to_owned() }
    }
}

/// Whether a walk goes front to back without gaps or overlaps.
pub struct Order {
    at: usize,
    /// Bits of the byte before `at` that are described.
    bits: u8,
    pub is_sorted: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { at: 0, bits: 0, is_sorted: true }
    }
}

impl Order {
    pub fn add(&mut self, field: &Field<'_>) {
        match field.bits {
            Some((low, width)) if low > 0 => {
                self.is_sorted &= field.range.end == self.at && low == self.bits;
                self.bits += width;
            }
            bits => {
                self.is_sorted &= field.range.start == self.at;
                self.at = field.range.end;
                self.bits = bits.map_or(8, |(_, width)| width);
            }
        }
    }
}

/// The fields of a part, kept until their order is known, or printed already.
pub struct Fields<'w, 'b> {
    pub path: Path,
    pub order: Order,
    pub kept: Vec<Entry>,
    /// The map of a part of which not all is kept.
    pub printed: Option<Map<'w, 'b>>,
}

impl Fields<'_, '_> {
    pub fn entry(&mut self, entry: Entry) {
        match &mut self.printed {
            // What is out of order is not mapped.
            Some(map) if self.order.is_sorted => map.entry(&entry),
            Some(_) => {}
            None => self.kept.push(entry),
        }
    }

    /// Adds a field whose place in the order has been looked at.
    pub fn ordered(&mut self, field: &Field<'_>) {
        let entry = self.path.entry(field);
        self.entry(entry);
    }
}

impl<'a> Sink<'a> for Fields<'_, '_> {
    fn field(&mut self, field: Field<'a>) {
        self.order.add(&field);
        self.ordered(&field);
    }

    fn open(&mut self, group: Group) {
        self.path.groups.push(group);
    }

    fn close(&mut self) {
        self.path.groups.pop();
    }
}

/// Prints fields as they come, and the bytes between them.
pub struct Map<'w, 'b> {
    pub out: &'w mut dyn Write,
    bytes: &'b [u8],
    /// The offset in the file from which those of the fields count.
    base: usize,
    /// The next byte of the file that has not been printed.
    pub at: usize,
    pub path: Path,
    pub result: io::Result<()>,
}

impl<'w, 'b> Map<'w, 'b> {
    pub fn new(out: &'w mut dyn Write, bytes: &'b [u8], base: usize) -> Self {
        Self { out, bytes, base, at: base, path: Path::default(), result: Ok(()) }
    }

    pub fn finish(self) -> io::Result<()> {
        self.result
    }

    /// Prints bytes that no field describes.
    pub fn up_to(&mut self, end: usize) {
        if self.at < end {
            self.rows(self.at..end, &paint(NOTE, "not described"));
        }
    }

    pub fn entry(&mut self, entry: &Entry) {
        let (start, end) = (self.base + entry.range.start, self.base + entry.range.end);
        self.up_to(start);
        let text = match entry.bits {
            Some((low, width)) => format!("{} (bits {low} to {})", entry.text, low + width - 1),
            None => entry.text.clone(),
        };
        let shares_byte = entry.bits.is_some_and(|(low, _)| low > 0);
        if end <= self.at && end > start {
            let text =
                if shares_byte { text } else { format!("{text} {}", paint(NOTE, "(described before)")) };
            self.rows(end..end, &text);
        } else {
            self.rows(start.max(self.at)..end, &text);
        }
    }

    pub fn note(&mut self, text: &str) {
        self.rows(self.at..self.at, &paint(NOTE, text));
    }

    /// Prints the bytes of `range` and, beside the first row, `text`.
    pub fn rows(&mut self, range: Range<usize>, text: &str) {
        let bytes = self.bytes.get(range.clone()).unwrap_or_default();
        self.at = self.at.max(range.end);
        if self.result.is_ok() {
            self.result = write_rows(self.out, range.start, bytes, text);
        }
    }
}

fn write_rows(out: &mut dyn Write, offset: usize, bytes: &[u8], text: &str) -> io::Result<()> {
    if bytes.is_empty() {
        return writeln!(out, "{:8}  {:48} {text}", "", "");
    }
    for (row, bytes) in bytes.chunks(ROW).enumerate() {
        write!(out, "{}  ", paint(DIM, format!("{:08x}", offset + row * ROW)))?;
        bytes.iter().try_for_each(|byte| write!(out, "{byte:02x} "))?;
        let text = if row == 0 { text } else { "" };
        if text.is_empty() {
            writeln!(out)?;
        } else {
            writeln!(out, "{:width$} {text}", "", width = 3 * (ROW - bytes.len()))?;
        }
    }
    Ok(())
}

impl<'a> Sink<'a> for Map<'_, '_> {
    fn field(&mut self, field: Field<'a>) {
        let entry = self.path.entry(&field);
        self.entry(&entry);
    }

    fn open(&mut self, group: Group) {
        self.path.groups.push(group);
    }

    fn close(&mut self) {
        self.path.groups.pop();
    }
}
