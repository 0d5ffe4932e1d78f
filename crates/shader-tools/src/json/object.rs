//! Objects and lists that are written in pieces: documents with one file object per line, and objects with a member
//! that is streamed.

use std::io::{self, Write};

use serde::Serialize;

use super::{JsonFields, write, write_buffered, write_text};
use crate::spooled_output::SpooledOutput;

/// The separators before the first line of a list, and before every other line.
pub const SEPARATORS: [&str; 2] = ["\n", ",\n"];

/// Begins a document whose last member is the list `files`; [`SEPARATORS`] separate the file objects.
pub fn begin_files(out: &mut dyn Write, schema: &str) -> io::Result<()> {
    let mut document = Object::document(out, schema)?;
    document.begin_member("files")?;
    out.write_all(b"[")
}

/// Ends a document that [`begin_files`] began.
pub fn end_files(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\n]}\n")
}

/// Bytes that are collected before they are added to the members in memory.
const SMALL: usize = 256;

/// An object whose members are written one after another.
pub struct Object<'w> {
    out: &'w mut dyn Write,
    has_members: bool,
    breaks_line: bool,
}

impl<'w> Object<'w> {
    /// Begins an object.
    pub fn begin(out: &'w mut dyn Write) -> io::Result<Self> {
        out.write_all(b"{")?;
        Ok(Self { out, has_members: false, breaks_line: false })
    }

    /// Begins a document with the member `schema`.
    pub fn document(out: &'w mut dyn Write, schema: &str) -> io::Result<Self> {
        let mut document = Self::begin(out)?;
        document.begin_member("schema")?;
        write_text(document.out, schema)?;
        Ok(document)
    }

    /// Writes the members of `members`, which serializes as an object.
    pub fn members<T: Serialize>(&mut self, members: &T) -> io::Result<()> {
        let mut object = Vec::new();
        write_buffered(&mut object, members, SMALL)?;
        let inner = object.get(1..object.len().saturating_sub(1)).unwrap_or_default();
        if inner.is_empty() {
            return Ok(());
        }
        self.separate()?;
        self.out.write_all(inner)
    }

    /// Begins a new line before the next member.
    pub fn break_line(&mut self) {
        self.breaks_line = true;
    }

    /// Writes the member `name`: a list with one item per line.
    pub fn lines<T: Serialize>(&mut self, name: &str, items: impl IntoIterator<Item = T>) -> io::Result<()> {
        self.begin_member(name)?;
        self.out.write_all(b"[")?;
        let [mut separator, between] = SEPARATORS;
        for item in items {
            self.out.write_all(separator.as_bytes())?;
            write(self.out, &item)?;
            separator = between;
        }
        self.out.write_all(b"\n]")
    }

    /// Writes the member `name`: the fields that `walk` passes to the sink.
    pub fn fields<T>(&mut self, name: &str, walk: impl FnOnce(&mut JsonFields<'_>) -> T) -> io::Result<T> {
        self.begin_member(name)?;
        let mut fields = JsonFields::new(self.out);
        let result = walk(&mut fields);
        fields.finish()?;
        Ok(result)
    }

    /// Writes the member `name`: an object whose members `write` writes.
    pub fn object<T>(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Object<'_>) -> io::Result<T>,
    ) -> io::Result<T> {
        self.begin_member(name)?;
        let mut object = Object::begin(self.out)?;
        let result = write(&mut object)?;
        object.end()?;
        Ok(result)
    }

    /// Writes the member `name`: a list whose items `write` writes.
    pub fn list<T>(&mut self, name: &str, write: impl FnOnce(&mut List<'_>) -> T) -> io::Result<T> {
        self.begin_member(name)?;
        let mut list = List::begin(self.out)?;
        let result = write(&mut list);
        list.end()?;
        Ok(result)
    }

    /// Writes the member `name`; `value` contains its JSON.
    pub fn spooled(&mut self, name: &str, value: SpooledOutput) -> io::Result<()> {
        self.begin_member(name)?;
        value.copy_to(self.out)
    }

    /// Writes the member `name`: the list of `lines`.
    pub fn spooled_lines(&mut self, name: &str, lines: SpooledLines) -> io::Result<()> {
        self.begin_member(name)?;
        self.out.write_all(b"[")?;
        lines.items.copy_to(self.out)?;
        self.out.write_all(b"\n]")
    }

    /// Ends the object.
    pub fn end(self) -> io::Result<()> {
        self.out.write_all(b"}")
    }

    /// Ends the document.
    pub fn end_document(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }

    fn begin_member(&mut self, name: &str) -> io::Result<()> {
        self.separate()?;
        write_text(self.out, name)?;
        self.out.write_all(b":")
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.has_members, true) {
            self.out.write_all(b",")?;
        }
        if std::mem::take(&mut self.breaks_line) { self.out.write_all(b"\n") } else { Ok(()) }
    }
}

/// A list with one item per line that is written before its document, such as one that precedes sums over its items.
pub struct SpooledLines {
    items: SpooledOutput,
    separator: &'static str,
}

impl SpooledLines {
    /// An empty list.
    pub fn new() -> Self {
        let [separator, _] = SEPARATORS;
        Self { items: SpooledOutput::new(), separator }
    }

    /// Appends an item.
    pub fn add<T: Serialize>(&mut self, item: &T) -> io::Result<()> {
        let [_, between] = SEPARATORS;
        self.items.write_all(std::mem::replace(&mut self.separator, between).as_bytes())?;
        write(&mut self.items, item)
    }
}

/// A list whose items are written one after another.
pub struct List<'w> {
    out: &'w mut dyn Write,
    has_items: bool,
}

impl<'w> List<'w> {
    /// Begins a list.
    pub fn begin(out: &'w mut dyn Write) -> io::Result<Self> {
        out.write_all(b"[")?;
        Ok(Self { out, has_items: false })
    }

    /// Returns the writer for the next item.
    pub fn item(&mut self) -> io::Result<&mut dyn Write> {
        if std::mem::replace(&mut self.has_items, true) {
            self.out.write_all(b",")?;
        }
        Ok(self.out)
    }

    /// Ends the list.
    pub fn end(self) -> io::Result<()> {
        self.out.write_all(b"]")
    }
}
