//! The field walk as YAML: one key a field, one list a list. What is zero and should say nothing is left out.

use bstr::{BStr, ByteSlice as _};
use dx_container::fields::{Field, Group, Printable, Show, Sink, Value};
use dx_container::names::{Named, name_of, split_flags};

use super::fields::{FLOAT_BITS, Names, TABLE_STRING};
use super::printer::{Hex, Printer, comment, scalar};

/// Prints what a walk reports below the printer's current key.
pub(super) struct PrintFields<'p> {
    printer: &'p mut Printer,
    open: Vec<Open>,
    /// No field begins beyond this length of the whole text.
    until: usize,
}

/// Prints `Fields`: what `walk` reports. Stops at a field where the text has grown by more than `most`. Prints nothing
/// where the walk ends with an error, and returns it.
pub(super) fn print_walk(
    printer: &mut Printer,
    most: usize,
    walk: impl FnOnce(&mut PrintFields<'_>) -> dx_container::Result<()>,
) -> dx_container::Result<()> {
    let mark = printer.mark();
    let start = printer.text.len();
    printer.key("Fields");
    let fields_at = printer.text.len();
    printer.deeper();
    let open = vec![Open { pending: None, names: Names::default() }];
    let until = start.saturating_add(most);
    walk(&mut PrintFields { printer, open, until }).inspect_err(|_| printer.back_to(mark))?;
    printer.higher();
    if printer.text.len() == fields_at {
        printer.back_to(mark);
        printer.value("Fields", "{}");
    }
    Ok(())
}

/// An open group.
struct Open {
    /// The key or dash that begins it; `None` once that has been printed.
    pending: Option<Pending>,
    names: Names,
}

enum Pending {
    Record(String),
    List(String),
    Member,
}

impl PrintFields<'_> {
    /// Prints the beginnings of groups that now have something in them.
    fn begin(&mut self) {
        for open in &mut self.open {
            match open.pending.take() {
                None => {}
                Some(Pending::Record(key) | Pending::List(key)) => {
                    self.printer.key(&key);
                    self.printer.deeper();
                }
                Some(Pending::Member) => {
                    self.printer.deeper();
                    self.printer.member();
                }
            }
        }
    }

    fn key(&mut self, name: &'static str) -> String {
        self.open.last_mut().map(|open| open.names.key(name)).unwrap_or_default()
    }
}

impl<'a> Sink<'a> for PrintFields<'_> {
    fn field(&mut self, field: Field<'a>) {
        let key = self.key(field.name);
        let is_zero = match field.value {
            Value::Number(number) => number == 0,
            Value::Bytes(bytes) => bytes.iter().all(|&byte| byte == 0),
            _ => false,
        };
        let says_nothing = matches!(field.show, Show::Reserved | Show::Filler | Show::Unknown);
        if says_nothing && is_zero || field.range.is_empty() || self.printer.text.len() > self.until {
            return;
        }
        self.begin();
        match (field.value, field.show) {
            (Value::Text(value), Show::Table) => self.printer.item(text(value)),
            (Value::Bytes(bytes), Show::Filler) if field.name == "Filler" && self.in_table() => {
                self.printer.item(number_list(bytes));
            }
            _ => print_field(self.printer, &key, &field),
        }
    }

    fn open(&mut self, group: Group) {
        let pending = match group {
            Group::Record(name) => Pending::Record(self.key(name)),
            Group::List(name) => Pending::List(self.key(name)),
            Group::Item(_) => Pending::Member,
        };
        self.open.push(Open { pending: Some(pending), names: Names::default() });
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        match open.pending {
            None => self.printer.higher(),
            Some(Pending::Record(_)) => {}
            Some(Pending::List(key)) => {
                self.begin();
                self.printer.value(&key, "[]");
            }
            Some(Pending::Member) => {
                self.begin();
                self.printer.item("{}");
            }
        }
    }
}

impl PrintFields<'_> {
    /// True among the strings of a table.
    fn in_table(&self) -> bool {
        self.open.last().is_some_and(|open| open.names.has(TABLE_STRING))
    }
}

fn print_field(printer: &mut Printer, key: &str, field: &Field<'_>) {
    match field.value {
        Value::Number(number) => printer.value(key, number_value(number, field.show)),
        Value::Float(number) => float(printer, key, number),
        Value::Bytes(bytes) => printer.block(key, bytes),
        // It has no bytes of its own: fields without bytes are not printed.
        Value::Inflated(_) => {}
        Value::Words(words) => {
            let words = words.iter().map(|word| word.get());
            match field.show {
                Show::BitSet => printer.numbers(key, words.map(Hex)),
                _ => printer.numbers(key, words),
            }
        }
        Value::Text(value) => printer.value(key, text(value)),
        // What it refers to stands elsewhere: said in a comment, for people.
        Value::TextAt(offset, text) => {
            let text = comment(&Printable(text).to_string());
            printer.value(key, format!("{offset:#x} # {text}").trim_end());
        }
        Value::ItemAt(offset, _) => {
            printer.value(key, format!("{offset:#x} # {}", comment(&field.to_string())));
        }
        Value::BytesAt(offset, bytes) => printer.value(key, format!("[ {offset}, {} ]", bytes.len())),
        Value::WordsAt(index, _) | Value::TextsAt(index, _) => {
            let words = comment(&field.to_string());
            printer.value(key, format!("{index} # {words}").trim_end());
        }
    }
}

/// A float in the shortest digits that mean it; what has none is its bits.
pub(super) fn float(printer: &mut Printer, key: &str, value: f32) {
    if !value.is_finite() {
        return printer.value(key, scalar(&format!("{FLOAT_BITS}{:x}", value.to_bits())));
    }
    let digits = format!("{value:?}");
    // LLVM writes whole numbers without a point; the one that is not what it then seems is -0.
    let is_negative_zero = value == 0.0 && value.is_sign_negative();
    let whole = digits.strip_suffix(".0").filter(|_| !is_negative_zero);
    printer.value(key, whole.unwrap_or(&digits));
}

fn number_value(number: u64, show: Show) -> String {
    match show {
        Show::Bool if number < 2 => (number == 1).to_string(),
        Show::Enum(names) | Show::Special(names) => {
            name_of(names, number).map_or_else(|| number.to_string(), scalar)
        }
        Show::Flags(names) => flags(number, names),
        Show::Hex | Show::Offset | Show::Components | Show::Magic | Show::Unknown => format!("{number:#x}"),
        _ => number.to_string(),
    }
}

fn flags(word: u64, names: &[Named]) -> String {
    let (known, unknown) = split_flags(names, word);
    let names = known.map(|row| scalar(row.name)).chain(unknown.map(|unknown| format!("{unknown:#x}")));
    let names: Vec<String> = names.collect();
    if names.is_empty() { "[]".to_owned() } else { format!("[ {} ]", names.join(", ")) }
}

/// Text as a scalar; bytes that are no UTF-8 as numbers.
pub(super) fn text(text: &BStr) -> String {
    text.to_str().map_or_else(|_| number_list(text.as_bytes()), scalar)
}

fn number_list(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
    format!("[ {} ]", numbers.join(", "))
}
