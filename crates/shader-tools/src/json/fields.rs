//! The fields of a part as JSON, printed during the walk: nothing is kept in memory, so a hostile file takes no more
//! than its own size. serde cannot drive a walk that calls back, so this file writes JSON punctuation itself.
//!
//! The shapes are documented in `docs/json.md`.

use std::io::{self, Write};

use dx_container::fields::{Field, Group, Item, Role, Show, Sink, Value};
use dx_container::names::name_of;

use super::{Flags, in_utf8, write_text};

/// Prints the fields of a walk as the members of one object.
pub struct JsonFields<'w> {
    out: &'w mut dyn Write,
    /// Open groups, the object itself first.
    open: Vec<Open>,
    result: io::Result<()>,
}

struct Open {
    /// The name of a record without members so far: one that stays empty is not printed.
    pending: Option<&'static str>,
    end: char,
    has_members: bool,
}

impl<'w> JsonFields<'w> {
    /// Begins the object.
    pub fn new(out: &'w mut dyn Write) -> Self {
        let result = out.write_all(b"{");
        Self { out, open: vec![Open { pending: None, end: '}', has_members: false }], result }
    }

    /// Ends the object and the groups that an incomplete walk left open.
    pub fn finish(mut self) -> io::Result<()> {
        while !self.open.is_empty() {
            self.close();
        }
        self.result
    }

    fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.result.is_ok() {
            self.result = write(self.out);
        }
    }

    /// Prints the separators before a new member of the innermost group.
    fn separate(&mut self) {
        let first = self.open.iter().rposition(|open| open.pending.is_none()).unwrap_or(0);
        for index in first..self.open.len() {
            let Some(open) = self.open.get_mut(index) else { continue };
            let name = open.pending.take();
            // The group before has its first or next member now: this record.
            if let Some(name) = name {
                self.write(|out| write!(out, "\"{name}\":{{"));
            }
            let Some(open) = self.open.get_mut(index) else { continue };
            if std::mem::replace(&mut open.has_members, true) {
                self.write(|out| out.write_all(b","));
            }
        }
    }
}

impl<'a> Sink<'a> for JsonFields<'_> {
    fn field(&mut self, field: Field<'a>) {
        let role = field.show.role();
        if role == Role::Layout || field.is_silent() {
            return;
        }
        self.separate();
        self.write(|out| match role {
            // A record can have several reserved or unknown fields: the offset distinguishes them.
            Role::Silent | Role::Unknown => write!(out, "\"{}@{:#x}\":", field.name, field.range.start),
            _ => write!(out, "\"{}\":", field.name),
        });
        self.write(|out| write_value(out, &field));
    }

    fn open(&mut self, group: Group) {
        let (pending, end) = match group {
            Group::Record(name) => (Some(name), '}'),
            Group::List(name) => {
                self.separate();
                self.write(|out| write!(out, "\"{name}\":["));
                (None, ']')
            }
            Group::Item(_) => {
                self.separate();
                self.write(|out| out.write_all(b"{"));
                (None, '}')
            }
        };
        self.open.push(Open { pending, end, has_members: false });
    }

    fn close(&mut self) {
        if let Some(Open { pending: None, end, .. }) = self.open.pop() {
            self.write(|out| write!(out, "{end}"));
        }
    }
}

fn write_value(out: &mut dyn Write, field: &Field<'_>) -> io::Result<()> {
    match field.value {
        Value::Number(number) => write_number(out, number, field),
        Value::Float(number) if number.is_finite() => write!(out, "{number:?}"),
        Value::Float(_) => write!(out, "\"{field}\""),
        Value::Text(name) | Value::TextAt(_, name) => write_text(out, &in_utf8(name)),
        Value::Words(words) | Value::WordsAt(_, words) => {
            write_list(out, words.iter().map(|word| word.get()), |out, word| write!(out, "{word}"))
        }
        Value::TextsAt(_, texts) => {
            write_list(out, texts.iter(), |out, name| write_text(out, &in_utf8(name)))
        }
        Value::ItemAt(_, Item { index, name: None }) => write!(out, "{{\"index\":{index}}}"),
        Value::ItemAt(_, Item { index, name: Some(name) }) => {
            write!(out, "{{\"index\":{index},\"name\":")?;
            write_text(out, &in_utf8(name))?;
            out.write_all(b"}")
        }
        Value::BytesAt(_, bytes) => write!(out, "{{\"size\":{}}}", bytes.len()),
        // Programs and private data are for `parts extract`; digests and unknown bytes are printed.
        Value::Bytes(bytes) if matches!(field.show, Show::Plain) => {
            write!(out, "{{\"size\":{}}}", bytes.len())
        }
        Value::Inflated(size) => write!(out, "{{\"size\":{size}}}"),
        Value::Bytes(bytes) => {
            out.write_all(b"\"")?;
            bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
            out.write_all(b"\"")
        }
    }
}

fn write_number(out: &mut dyn Write, number: u64, field: &Field<'_>) -> io::Result<()> {
    match field.show {
        Show::Bool if number < 2 => write!(out, "{}", number == 1),
        Show::Components if number < 16 => write_text(out, &field.to_string()),
        Show::Flags(names) => Ok(serde_json::to_writer(out, &Flags::of_word(number, names))?),
        Show::Enum(names) | Show::Special(names) => match name_of(names, number) {
            Some(name) => write!(out, "\"{name}\""),
            None => write!(out, "{number}"),
        },
        _ => write!(out, "{number}"),
    }
}

fn write_list<T>(
    out: &mut dyn Write,
    items: impl Iterator<Item = T>,
    mut item: impl FnMut(&mut dyn Write, T) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(b"[")?;
    for (index, value) in items.enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        item(out, value)?;
    }
    out.write_all(b"]")
}
