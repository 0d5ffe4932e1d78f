//! Names the fields of a part in which it differs from what was derived. Separate because it takes a part as its
//! decoder describes it, whatever part it is.

use std::fmt;
use std::ops::Range;

use dx_container::container::Part;
use dx_container::fields::{Field, Group, Sink};
use dx_container::parts;
use dx_container::reader::Payload;

use crate::limits::MAX_FIELDS;
use crate::report::Place;

/// A field that differs from that derived from the program.
pub(super) struct Difference {
    /// Its path, such as `Elements > 0 > Register`.
    path: String,
    range: Range<usize>,
    found: String,
    expected: Option<String>,
}

impl Difference {
    pub(super) fn place(&self, part: &Part<'_>) -> Place {
        let (from, len) = (self.range.start as u64, self.range.len() as u64);
        Place::Part { part: part.name, offset: part.payload().offset + from, len }
    }
}

impl Difference {
    /// Adds to an item of a list in the path what it is: `Elements > 0 [POSITION0] > Register`.
    pub(super) fn label(mut self, label: impl Fn(usize) -> Option<String>) -> Self {
        let mut pieces = self.path.splitn(3, " > ");
        if let (Some(list), Some(index), Some(rest)) = (pieces.next(), pieces.next(), pieces.next())
            && let Some(label) = index.parse().ok().and_then(label)
        {
            self.path = format!("{list} > {index} [{label}] > {rest}");
        }
        self
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.path, self.found)?;
        match &self.expected {
            Some(expected) => write!(f, ", expected {expected}"),
            None => f.write_str(", which the part derived from the program does not have"),
        }
    }
}

/// The first field that differs from derived bytes of the same part.
pub(super) fn difference(stored: Payload<'_>, derived: &[u8]) -> Option<Difference> {
    differences(stored, derived, |_| true).into_iter().next()
}

/// Fields that differ, of those whose bytes count.
pub(super) fn differences(
    stored: Payload<'_>,
    derived: &[u8],
    counts: impl Fn(usize) -> bool,
) -> Vec<Difference> {
    let at = |bytes: &[u8], index: usize| bytes.get(index).copied();
    let differs = |range: &Range<usize>| {
        range.clone().any(|index| counts(index) && at(stored.bytes, index) != at(derived, index))
    };
    let found = described(stored, &differs);
    let expected = described(Payload { bytes: derived, ..stored }, &differs);
    let differences = found.into_iter().filter_map(|Described { path, range, text }| {
        let expected = expected.iter().find(|other| other.range == range && other.path == path);
        if expected.is_some_and(|other| other.text == text) {
            return None;
        }
        let expected = expected.map(|other| other.text.clone());
        Some(Difference { path, range, found: text, expected })
    });
    differences.collect()
}

struct Described {
    path: String,
    range: Range<usize>,
    text: String,
}

/// The fields that are wanted, as far as the part can be decoded.
fn described(payload: Payload<'_>, wanted: &dyn Fn(&Range<usize>) -> bool) -> Vec<Described> {
    let mut listener = Listener { wanted, path: Vec::new(), found: Vec::new() };
    // What ends the walk is told elsewhere; fields before that are as good as ever.
    let _ = parts::walk(payload, &mut listener);
    listener.found
}

struct Listener<'w> {
    wanted: &'w dyn Fn(&Range<usize>) -> bool,
    path: Vec<Group>,
    found: Vec<Described>,
}

impl<'a> Sink<'a> for Listener<'_> {
    fn field(&mut self, field: Field<'a>) {
        if self.found.len() >= MAX_FIELDS || field.range.is_empty() || !(self.wanted)(&field.range) {
            return;
        }
        let mut path = String::new();
        for group in &self.path {
            match group {
                Group::Record(name) | Group::List(name) => path.push_str(name),
                Group::Item(index) => path.push_str(&index.to_string()),
            }
            path.push_str(" > ");
        }
        path.push_str(field.name);
        self.found.push(Described { path, range: field.range.clone(), text: field.to_string() });
    }

    fn open(&mut self, group: Group) {
        self.path.push(group);
    }

    fn close(&mut self) {
        self.path.pop();
    }
}
