//! `edit --set`: a field is changed and nothing else, over all shaders. Separate from constants, of which much follows.

use std::collections::BTreeMap;
use std::ops::Range;

use dx_container::Container;
use dx_container::fields::{Field, Group, Role, Sink, Value};
use serde_json::Value as Json;
use testkit::{Failed, Limits, Test, corpus, note, tests};

use crate::edits::{Edit, make, shaders};

pub(crate) const TESTS: &[Test] =
    tests![fields_are_edited_alone within Limits::seconds(60, "it walks the whole corpus")];

/// Parts that `validate` compares with the program or by rules of their own: another value is found there.
const JUDGED: [&str; 14] = [
    "HASH", "SFI0", "ISG1", "OSG1", "PSG1", "PSV0", "RDAT", "RTS0", "VERS", "DXIL", "ILDB", "SHEX", "SHDR",
    "Aon9",
];

/// A field that has a number, and what `--set` calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Settable {
    part: String,
    path: String,
    name: &'static str,
    /// Where it lies in the part.
    range: Range<usize>,
    /// Another value.
    other: String,
}

/// The fields of a part that `--set` takes, by their paths with indices of members.
#[derive(Default)]
struct Walk {
    part: String,
    open: Vec<Group>,
    found: Vec<Settable>,
}

impl<'a> Sink<'a> for Walk {
    fn field(&mut self, field: Field<'a>) {
        let other = match field.value {
            _ if field.show.role() != Role::Meaning || field.range.is_empty() => return,
            Value::Number(number) => (number ^ 1).to_string(),
            Value::Float(number) if number.is_finite() => f32::from_bits(number.to_bits() ^ 1).to_string(),
            Value::Bytes(bytes) if bytes.len() <= 64 => {
                let other = |(index, byte): (usize, &u8)| format!("{:02x}", byte ^ u8::from(index == 0));
                bytes.iter().enumerate().map(other).collect()
            }
            _ => return,
        };
        let groups = self.open.iter().map(|group| match group {
            Group::Record(name) | Group::List(name) => format!(".{name}"),
            Group::Item(index) => format!("[{index}]"),
        });
        let path = groups.collect::<String>() + "." + field.name;
        let path = path.trim_start_matches('.').to_owned();
        let (part, name, range) = (self.part.clone(), field.name, field.range);
        self.found.push(Settable { part, path, name, range, other });
    }

    fn open(&mut self, group: Group) {
        self.open.push(group);
    }

    fn close(&mut self) {
        self.open.pop();
    }
}

/// The fields of the parts of a container: of several with one path the first, which is the one that is set.
fn settable(container: &Container<'_>) -> Vec<Settable> {
    let mut walk = Walk::default();
    for part in container.parts() {
        walk.part = part.name.to_string();
        let _ = container.walk(part, &mut walk);
        walk.open.clear();
    }
    let mut seen = BTreeMap::new();
    walk.found.retain(|field| seen.insert((field.part.clone(), field.path.clone()), ()).is_none());
    walk.found
}

/// A field of a part that nothing judges and one of all others, of each shader others: parts take turns, as some have
/// thousands of fields.
fn chosen(container: &Container<'_>, seed: usize) -> Vec<Settable> {
    let (judged, free): (Vec<_>, Vec<_>) =
        settable(container).into_iter().partition(|field| JUDGED.contains(&field.part.as_str()));
    let one = |fields: Vec<Settable>| {
        let mut parts: BTreeMap<String, Vec<Settable>> = BTreeMap::new();
        fields.into_iter().for_each(|field| parts.entry(field.part.clone()).or_default().push(field));
        let index = seed % parts.len().max(1);
        let fields = parts.into_values().nth(index)?;
        let index = seed.wrapping_mul(7919) % fields.len();
        fields.into_iter().nth(index)
    };
    [judged, free].into_iter().filter_map(one).collect()
}

/// What is there without the values, and which parts can be read: a field may decide which others follow it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shape(Vec<&'static str>, Vec<bool>);

impl Shape {
    fn of(container: &Container<'_>) -> Self {
        let mut shape = Self::default();
        for part in container.parts() {
            let is_read = container.walk(part, &mut shape).is_ok();
            shape.1.push(is_read);
        }
        shape
    }
}

impl<'a> Sink<'a> for Shape {
    fn field(&mut self, field: Field<'a>) {
        self.0.push(field.name);
    }

    fn open(&mut self, group: Group) {
        if let Group::Record(name) | Group::List(name) = group {
            self.0.push(name);
        }
    }
}

/// A field that is set changes in its bytes, `diff` shows it and nothing else, and `validate` finds what it found
/// before, but for parts that it compares with others: there it finds the change, and nothing elsewhere.
fn fields_are_edited_alone() -> Result<(), Failed> {
    let all = shaders(1000, |_| true);
    let mut edits = Vec::new();
    let mut fields = Vec::new();
    for (seed, shader) in all.iter().enumerate() {
        for field in chosen(&shader.open()?, seed) {
            let set = format!("{}.{}={}", field.part, field.path, field.other);
            let parts = vec![field.part.clone()];
            edits.push(Edit { shader, arguments: ["--set".to_owned(), set], parts });
            fields.push(field);
        }
    }
    let (mut alike, mut found, mut deciding) = (0, 0, 0);
    let mut parts: BTreeMap<String, usize> = BTreeMap::new();
    for (edited, field) in make(edits)?.iter().zip(&fields) {
        let name = edited.name();
        let [old, new] = [&edited.edit.shader.bytes, &edited.bytes].map(|bytes| Container::parse(bytes));
        let (old, new) = (old?, new?);
        let data = |container: &Container<'_>| {
            let part = container.parts().iter().find(|part| part.name.to_string() == field.part);
            part.map(|part| part.data.to_vec()).unwrap_or_default()
        };
        let (before, after) = (data(&old), data(&new));
        assert_eq!(before.len(), after.len(), "{name}");
        let changed = (0..before.len()).filter(|index| before[*index] != after[*index]);
        assert!(changed.clone().count() > 0 && changed.clone().all(|at| field.range.contains(&at)), "{name}");

        if Shape::of(&old) == Shape::of(&new) {
            let is_it = |it: &Json| {
                it["part"] == field.part.as_str()
                    && it["path"].as_str().is_some_and(|path| path.ends_with(field.name))
            };
            let told = &edited.differences;
            assert!(matches!(told.as_slice(), [one] if is_it(one)), "{name}: {told:?}");
        } else {
            deciding += 1;
        }
        if edited.is_judged_alike() {
            alike += 1;
        } else {
            assert!(JUDGED.contains(&field.part.as_str()), "{name}: {:?}", edited.findings);
            found += 1;
        }
        *parts.entry(field.part.clone()).or_default() += 1;
    }
    note!("{} fields of {} shaders, by part: {parts:?}", fields.len(), all.len());
    note!("{alike} are judged as before, {found} are found; {deciding} decide which others there are");
    corpus::at_least("fields that are judged as before", alike, [90, 900])?;
    corpus::at_least("fields", fields.len(), [150, 1400])
}
