//! PAL's metadata as lines of a page: a tree, indented, registers taken apart. Bounded: a hostile document has a
//! million values, of which the first lines say enough.

use std::io::{self, Write};

use amdgpu_link::metadata::{Metadata, Tree as _, Value};
use amdgpu_link::{Generation, UserData};
use dx_container::fields::Printable;

use super::meaning::{self, Meaning, NO_SPILL, RegisterEntry};
use crate::layout::{self as page, columns, wrapped};
use crate::style::{DIM, KEY, NOTE, paint};

/// Lines that a page has of one document; the largest pipelines have a few hundred.
const SHOWN_LINES: usize = 2000;
/// Values of a list that stand on one line.
const ON_A_LINE: usize = 8;
/// Bytes that are shown of what is bytes.
const SHOWN_BYTES: usize = 16;

/// Writes the document of a file for processors of `generation`.
pub fn write(out: &mut dyn Write, metadata: &Metadata<'_>, generation: Option<Generation>) -> io::Result<()> {
    let mut page = Page { out, generation, left: SHOWN_LINES };
    page.map(1, metadata.root.entries().unwrap_or_default())?;
    if page.left == 0 {
        writeln!(page.out, "  {}", paint(NOTE, "... and more; use --json to see everything"))?;
    }
    Ok(())
}

struct Page<'w> {
    out: &'w mut dyn Write,
    generation: Option<Generation>,
    /// Lines that may still be written.
    left: usize,
}

impl Page<'_> {
    fn line(&mut self, depth: usize, key: &str, width: usize, value: &str) -> io::Result<()> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(()) };
        self.left = left;
        let indent = 2 * depth;
        if value.is_empty() {
            writeln!(self.out, "{:indent$}{KEY}{key}{KEY:#}", "")
        } else {
            let behind = indent + width.max(columns(key)) + 2;
            let mut lines = wrapped(value, page::width().saturating_sub(behind)).into_iter();
            let first = lines.next().unwrap_or_default();
            writeln!(self.out, "{:indent$}{KEY}{key:width$}{KEY:#}  {first}", "")?;
            lines.try_for_each(|line| writeln!(self.out, "{:behind$}{line}", ""))
        }
    }

    fn map(&mut self, depth: usize, entries: &[(Value<'_>, Value<'_>)]) -> io::Result<()> {
        let entries: Vec<(String, &Value<'_>)> =
            entries.iter().take(self.left).map(|(key, value)| (scalar(key), value)).collect();
        let on_a_line = entries.iter().filter(|(key, value)| is_on_a_line(meaning::of(key), value));
        let width = on_a_line.map(|(key, _)| key.len()).max().unwrap_or(0);
        entries.iter().try_for_each(|(key, value)| self.entry(depth, key, width, value))
    }

    fn entry(&mut self, depth: usize, key: &str, width: usize, value: &Value<'_>) -> io::Result<()> {
        let meaning = meaning::of(key);
        match (meaning, value) {
            _ if self.left == 0 => Ok(()),
            (Meaning::Registers, Value::Map(entries)) if !entries.is_empty() => {
                self.line(depth, key, width, "")?;
                self.registers(depth + 1, entries)
            }
            (Meaning::UserData, Value::Array(values)) => {
                self.line(depth, key, width, "")?;
                self.user_data(depth + 1, values)
            }
            _ if is_on_a_line(meaning, value) => {
                let text = inline(value, meaning);
                let version = if key == "amdpal.version" { meaning::version(value) } else { None };
                self.line(depth, key, width, &version.unwrap_or(text))
            }
            (_, Value::Map(entries)) => {
                self.line(depth, key, width, "")?;
                self.map(depth + 1, entries)
            }
            (_, Value::Array(values)) => {
                self.line(depth, key, width, "")?;
                let width = values.len().saturating_sub(1).to_string().len();
                let mut values = values.iter().enumerate();
                values.try_for_each(|(index, value)| self.entry(depth + 1, &index.to_string(), width, value))
            }
            _ => Ok(()),
        }
    }

    /// Registers by name, and after the value the fields of it that are not zero.
    fn registers(&mut self, depth: usize, entries: &[(Value<'_>, Value<'_>)]) -> io::Result<()> {
        let name = |key: &Value<'_>, value: &Value<'_>| {
            let Some(entry) = RegisterEntry::of(key, value, self.generation) else {
                return (scalar(key), None);
            };
            let number = entry.number;
            let name = entry
                .register
                .map_or_else(|| format!("{number:#06x}"), |register| register.name().to_owned());
            (name, Some(entry))
        };
        let named: Vec<_> =
            entries.iter().take(self.left).map(|(key, value)| (name(key, value), value)).collect();
        let width = named.iter().map(|((name, _), _)| name.len()).max().unwrap_or(0);
        for ((name, entry), value) in named {
            let text = entry.map_or_else(|| inline(value, Meaning::Plain), |entry| of_register(&entry));
            self.line(depth, &name, width, &text)?;
        }
        Ok(())
    }

    /// The registers that hold something, by number.
    fn user_data(&mut self, depth: usize, values: &[Value<'_>]) -> io::Result<()> {
        let mut free = 0_usize;
        for (index, value) in values.iter().enumerate() {
            match value.number().map(UserData) {
                Some(UserData::NOT_MAPPED) => free += 1,
                Some(entry) => self.line(depth, &format!("{index:2}"), 2, &of_user_data(entry))?,
                None => self.line(depth, &format!("{index:2}"), 2, &inline(value, Meaning::Plain))?,
            }
        }
        if free > 0 {
            let text = if free == values.len() {
                "no register is mapped"
            } else {
                "other registers are not in the metadata"
            };
            self.line(depth, &paint(DIM, text), 0, "")?;
        }
        Ok(())
    }
}

fn of_user_data(entry: UserData) -> String {
    match entry.name() {
        None if entry < UserData::GLOBAL_TABLE => format!("dword {entry} of user data"),
        _ => entry.to_string(),
    }
}

fn of_register(entry: &RegisterEntry) -> String {
    let mut text = format!("{:#010x}", entry.value);
    let Some(register) = entry.register else { return text };
    let mut parts = Vec::new();
    if let Some(data) = entry.user_data() {
        parts.push(of_user_data(data));
    } else if !register.is_whole() {
        let (fields, rest) = register.split(entry.value);
        parts.extend(fields.filter(|(_, part)| *part != 0).map(|(name, part)| match part {
            0..=9 => format!("{name} {part}"),
            _ => format!("{name} {part:#x}"),
        }));
        if rest != 0 {
            parts.push(paint(NOTE, format!("unknown bits {rest:#x}")));
        }
    }
    parts.extend(entry.only_of().map(|generation| paint(NOTE, format!("decoded as on {generation}"))));
    if !parts.is_empty() {
        text.push_str("  ");
        text.push_str(&parts.join(", "));
    }
    text
}

/// Whether the value stands behind its key.
fn is_on_a_line(meaning: Meaning, value: &Value<'_>) -> bool {
    match value {
        Value::Map(entries) => entries.is_empty(),
        Value::Array(_) if meaning == Meaning::UserData => false,
        Value::Array(values) => {
            values.len() <= ON_A_LINE
                && values.iter().all(|value| !matches!(value, Value::Map(_) | Value::Array(_)))
        }
        _ => true,
    }
}

fn inline(value: &Value<'_>, meaning: Meaning) -> String {
    match value {
        Value::Map(_) => "{}".to_owned(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(|value| inline(value, meaning)).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Integer(number) => match (meaning, number.as_u64()) {
            (Meaning::Bits(digits), Some(number)) => format!("{number:#0width$x}", width = digits + 2),
            (Meaning::SpillThreshold, Some(number)) if NO_SPILL.map(u64::from).contains(&number) => {
                format!("none ({number:#x})")
            }
            _ => number.to_string(),
        },
        _ => scalar(value),
    }
}

fn scalar(value: &Value<'_>) -> String {
    match value {
        Value::String(text) if text.as_bytes().is_empty() => "\"\"".to_owned(),
        Value::String(text) => Printable(text.as_bytes().into()).to_string(),
        Value::Binary(bytes) | Value::Ext(_, bytes) => {
            let shown: String = bytes.iter().take(SHOWN_BYTES).map(|byte| format!(" {byte:02x}")).collect();
            let more = if bytes.len() > SHOWN_BYTES { " ..." } else { "" };
            format!("{} bytes:{shown}{more}", bytes.len())
        }
        other => other.to_string(),
    }
}
