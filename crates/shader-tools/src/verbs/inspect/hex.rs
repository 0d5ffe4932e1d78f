//! `inspect --hex`: every byte of the file once, with the field it belongs to and what that says.
//!
//! A part is decoded once. Its fields are sorted where the decoder does not go front to back; bytes that nothing
//! describes, or that a second field describes too, are said to be so. Of a PDB the blocks are mapped, and the
//! container where it lies in them.

mod direct3d9;
mod pdb;
mod tokens;

use std::io::{self, Write};
use std::ops::Range;

use dx_container::fields::{Field, Group, Sink};
use dx_container::{Container, FourCc, Part, parts};

use super::decoded::Decoded;
use crate::error::Error;
use crate::held_text::HeldText;
use crate::loading::program::is_tokens;
use crate::loading::shader_file::ShaderFile;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::style::{DIM, NOTE, TITLE, counted, grouped, paint};

use tokens::Statements;

/// Bytes a line.
const ROW: usize = 16;
/// The largest part that is sorted: each field costs some 150 bytes until it is printed.
const SORTED: usize = 256 << 10;

/// Writes the map; parts that cannot be read to their end are mapped as far as they were.
pub fn write(
    input: &Input,
    file: &ShaderFile<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let container = file.container()?;
    writeln!(out, "{}, {} bytes", paint(TITLE, input.name()), grouped(file.bytes.len() as u64))?;
    let site = Site { file, input, base: 0 };
    match &file.pdb {
        Some(pdb) => pdb::write(&site, pdb, &container, out, outcome),
        None => site.write(&container, out, outcome),
    }
}

/// Writes the map of a file that is a Direct3D 9 program.
pub fn write_direct3d9(name: &str, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{}, {} bytes", paint(TITLE, name), grouped(bytes.len() as u64))?;
    let mut map = Map::new(out, bytes, 0);
    let read = direct3d9::statements(bytes, 0, &mut |entry| map.entry(&entry));
    map.up_to(bytes.len());
    map.finish()?;
    Ok(read?)
}

/// A container that lies in one piece.
struct Site<'s, 'a> {
    file: &'s ShaderFile<'a>,
    input: &'s Input,
    /// The offset of its first byte in the file.
    base: usize,
}

impl Site<'_, '_> {
    /// Maps the container and what follows it in its file or stream.
    fn write(
        &self,
        container: &Container<'_>,
        out: &mut dyn Write,
        outcome: &mut Outcome<()>,
    ) -> Result<(), Error> {
        let mut map = Map::new(out, self.file.bytes, self.base);
        container.walk_header(&mut map)?;
        map.finish()?;
        let mut decoded = Decoded::new(self.file, container);
        for (index, part) in container.parts().iter().enumerate() {
            self.write_rest(out, container, container.gap(index), "between parts")?;
            let title = parts::row(part.name).map_or("unknown", |row| row.title);
            writeln!(out, "\n{} {}", paint(TITLE, part.name), paint(DIM, title))?;
            let mut map = Map::new(out, self.file.bytes, self.base);
            map.at += usize::try_from(part.offset).unwrap_or(usize::MAX);
            container.walk_part_header(part, &mut map)?;
            map.finish()?;
            if let Some(error) = self.write_part(container, &mut decoded, part, out)? {
                outcome.add(&error, self.input, Some(self.file.bytes));
            }
        }
        let last = container.gap(container.parts().len());
        self.write_rest(out, container, last, "after the last part")?;
        self.write_rest(out, container, container.trailing(), "after the container")?;
        Ok(())
    }

    /// Maps the content of a part; returns what is wrong with it.
    fn write_part<'a>(
        &self,
        container: &Container<'a>,
        decoded: &mut Decoded<'_, 'a>,
        part: &Part<'a>,
        out: &mut dyn Write,
    ) -> io::Result<Option<Error>> {
        let base = self.base + usize::try_from(part.payload().offset).unwrap_or(usize::MAX);
        let mut held = HeldText::new();
        let mut fields = Fields {
            path: Path::default(),
            order: Order::default(),
            kept: Vec::new(),
            // A field takes more room than its bytes until it is printed; a line of text can lie in a file.
            printed: (part.data.len() > SORTED).then(|| Map::new(&mut held, self.file.bytes, base)),
        };
        let payload = container.payload(part);
        let error = if is_tokens(part.name) {
            decoded.decode(part, Some(&mut Statements { fields: &mut fields, payload })).error
        } else if part.name == FourCc::AON9 {
            decoded.decode(part, Some(&mut direct3d9::Statements { fields: &mut fields })).error
        } else {
            decoded.decode(part, Some(&mut fields)).error
        };
        let Fields { order, mut kept, printed, .. } = fields;
        let printed = printed.map(|map| (map.at, map.result));
        let mut map = Map::new(out, self.file.bytes, base);
        match printed {
            Some((at, result)) if order.is_sorted => {
                result?;
                held.copy_to(map.out)?;
                map.at = at;
            }
            Some(_) => {
                map.note(&format!("not mapped: its {} are not in order", counted(part.data.len(), "byte")));
            }
            None => {
                if !order.is_sorted {
                    kept.sort_by_key(|entry| (entry.range.start, entry.range.end, entry.bits));
                }
                kept.iter().for_each(|entry| map.entry(entry));
            }
        }
        map.up_to(base + part.data.len());
        map.finish()?;
        Ok(error)
    }

    /// Maps bytes of the container that belong to no part.
    fn write_rest(
        &self,
        out: &mut dyn Write,
        container: &Container<'_>,
        rest: &[u8],
        what: &str,
    ) -> io::Result<()> {
        if rest.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{}", paint(NOTE, format!("{} {what}", counted(rest.len(), "byte"))))?;
        let start = self.base + (rest.as_ptr().addr() - container.bytes().as_ptr().addr());
        let mut map = Map::new(out, self.file.bytes, start);
        map.up_to(start + rest.len());
        map.finish()
    }
}

/// A field ready to be printed.
struct Entry {
    range: Range<usize>,
    bits: Option<(u8, u8)>,
    text: String,
}

/// Follows the groups of a walk: `Parameters[2].Name`.
#[derive(Default)]
struct Path {
    groups: Vec<Group>,
}

impl Path {
    fn entry(&self, field: &Field<'_>) -> Entry {
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
struct Order {
    at: usize,
    /// Bits of the byte before `at` that are described.
    bits: u8,
    is_sorted: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { at: 0, bits: 0, is_sorted: true }
    }
}

impl Order {
    fn add(&mut self, field: &Field<'_>) {
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
struct Fields<'w, 'b> {
    path: Path,
    order: Order,
    kept: Vec<Entry>,
    /// The map of a part of which not all is kept.
    printed: Option<Map<'w, 'b>>,
}

impl Fields<'_, '_> {
    fn entry(&mut self, entry: Entry) {
        match &mut self.printed {
            // What is out of order is not mapped.
            Some(map) if self.order.is_sorted => map.entry(&entry),
            Some(_) => {}
            None => self.kept.push(entry),
        }
    }

    /// Adds a field whose place in the order has been looked at.
    fn ordered(&mut self, field: &Field<'_>) {
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
struct Map<'w, 'b> {
    out: &'w mut dyn Write,
    bytes: &'b [u8],
    /// The offset in the file from which those of the fields count.
    base: usize,
    /// The next byte of the file that has not been printed.
    at: usize,
    path: Path,
    result: io::Result<()>,
}

impl<'w, 'b> Map<'w, 'b> {
    fn new(out: &'w mut dyn Write, bytes: &'b [u8], base: usize) -> Self {
        Self { out, bytes, base, at: base, path: Path::default(), result: Ok(()) }
    }

    fn finish(self) -> io::Result<()> {
        self.result
    }

    /// Prints bytes that no field describes.
    fn up_to(&mut self, end: usize) {
        if self.at < end {
            self.rows(self.at..end, &paint(NOTE, "not described"));
        }
    }

    fn entry(&mut self, entry: &Entry) {
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

    fn note(&mut self, text: &str) {
        self.rows(self.at..self.at, &paint(NOTE, text));
    }

    /// Prints the bytes of `range` and, beside the first row, `text`.
    fn rows(&mut self, range: Range<usize>, text: &str) {
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
