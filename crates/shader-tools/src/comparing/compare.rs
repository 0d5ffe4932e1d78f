//! Comparing two containers by the fields of their parts. Separate from the verb because it prints nothing.

use std::collections::{HashMap, HashSet};

use dx_container::fields::{Field, Role, Show, Value};
use dx_container::parts::View as _;
use dx_container::parts::level9::Level9;
use dx_container::pdb::{CONTAINER_STREAM, Msf};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, Part};
use dxil::stored::StoredProgram;

use crate::comparing::difference::Difference;
use crate::comparing::program_difference::{self, shortened};
use crate::comparing::unified::Change;
use crate::comparing::{bitcode, direct3d9, tokens};
use crate::field_tree::{FieldTree, Node, common_keys};
use crate::loading::program::{TOKENS, is_tokens};
use crate::style::counted;

/// The differences of two programs, in the part that has them.
pub fn of_programs(
    part: &str,
    differences: Vec<program_difference::Difference>,
) -> impl Iterator<Item = Difference> {
    differences.into_iter().map(move |found| Difference {
        part: part.to_owned(),
        path: found.path,
        a: found.a,
        b: found.b,
        note: found.note,
        lines: found.lines,
        changed_lines: found.instructions,
    })
}

/// Parts that hold a copy of what DXIL says: what differs in both is told of DXIL alone.
const COPIES: [FourCc; 2] = [FourCc::STAT, FourCc::ILDB];

/// Takes out of copies of the program what the program itself tells, and says how much that is.
fn fold_copies(differences: &mut Vec<Difference>) {
    let program = FourCc::DXIL.to_string();
    for copy in COPIES.map(|name| name.to_string()) {
        let key =
            |found: &Difference| (found.path.clone(), found.a.clone(), found.b.clone(), found.lines.clone());
        let told: HashSet<_> = differences.iter().filter(|found| found.part == program).map(key).collect();
        let is_told = |found: &Difference| found.part == copy && told.contains(&key(found));
        let Some(place) = differences.iter().position(is_told) else { continue };
        let count = differences.iter().filter(|found| is_told(found)).count();
        let mut left: Vec<Difference> = Vec::new();
        for (at, found) in std::mem::take(differences).into_iter().enumerate() {
            if at == place {
                let note = format!("repeats {} of {program}", counted(count, "difference"));
                left.push(Difference { note: Some(note), ..Difference::of(&copy, "", None, None) });
            }
            if !is_told(&found) {
                left.push(found);
            }
        }
        *differences = left;
    }
}

/// Fields of one part that are compared by name; a part with more is compared by its bytes.
const FIELDS: usize = 100_000;

/// The differences between two containers, except for the digest.
pub fn containers(a: &Container<'_>, b: &Container<'_>) -> Vec<Difference> {
    let mut found = Found { part: "container".to_owned(), differences: Vec::new() };
    let version = |container: &Container<'_>| {
        let header = container.header();
        format!("{}.{}", header.major, header.minor)
    };
    found.texts("version", &version(a), &version(b));
    found.bytes("bytes after the last part", a.gap(a.parts().len()), b.gap(b.parts().len()));
    found.bytes("bytes after the container", a.trailing(), b.trailing());
    let (numbered_a, numbered_b) = (numbered(a), numbered(b));
    compare_order(&mut found, &numbered_a, &numbered_b);

    let by_key: HashMap<Key, usize> = numbered_b.iter().map(|(key, _)| *key).zip(0..).collect();
    let in_a: HashSet<Key> = numbered_a.iter().map(|(key, _)| *key).collect();
    for (index, (key, part)) in numbered_a.iter().enumerate() {
        found.part = name(*key);
        let other = by_key.get(key).and_then(|&index| Some((index, numbered_b.get(index)?.1)));
        match other {
            Some((other_index, other)) => {
                found.bytes("bytes before the part", a.gap(index), b.gap(other_index));
                if other.data != part.data {
                    compare_parts(&mut found, (a, part), (b, other));
                }
            }
            None => found.add("", Some(counted(part.data.len(), "byte")), None),
        }
    }
    for (key, part) in numbered_b.iter().filter(|(key, _)| !in_a.contains(key)) {
        found.part = name(*key);
        found.add("", None, Some(counted(part.data.len(), "byte")));
    }
    fold_copies(&mut found.differences);
    found.differences
}

/// The streams of two PDBs but the one that holds the container.
pub fn streams(a: &Msf<'_>, b: &Msf<'_>) -> Vec<Difference> {
    let mut found = Found { part: "pdb".to_owned(), differences: Vec::new() };
    let count = |msf: &Msf<'_>| counted(msf.len(), "stream");
    found.texts("", &count(a), &count(b));
    for index in (0..a.len().min(b.len())).filter(|&index| index != CONTAINER_STREAM) {
        let [a, b] = [a, b].map(|msf| msf.stream(index).unwrap_or_default());
        found.bytes(&format!("stream {index}"), &a, &b);
    }
    found.differences
}

/// A part's name and how many of that name precede it.
type Key = (FourCc, usize);

fn name((name, nth): Key) -> String {
    if nth == 0 { name.to_string() } else { format!("{name}#{nth}") }
}

fn numbered<'c, 'a>(container: &'c Container<'a>) -> Vec<(Key, &'c Part<'a>)> {
    let mut seen = HashMap::new();
    let key = |part: &Part<'_>| {
        let nth = seen.entry(part.name).and_modify(|nth| *nth += 1).or_insert(0);
        (part.name, *nth)
    };
    let keys: Vec<Key> = container.parts().iter().map(key).collect();
    keys.into_iter().zip(container.parts()).collect()
}

/// Says where parts that both have stand in another order.
fn compare_order(found: &mut Found, a: &[(Key, &Part<'_>)], b: &[(Key, &Part<'_>)]) {
    let order = |of: &[(Key, &Part<'_>)], other: &[(Key, &Part<'_>)]| {
        let others: HashSet<Key> = other.iter().map(|(key, _)| *key).collect();
        let common = of.iter().filter(|(key, _)| others.contains(key));
        common.map(|(key, _)| name(*key)).collect::<Vec<_>>().join(" ")
    };
    found.texts("order of parts", &order(a, b), &order(b, a));
}

fn compare_parts<'a>(
    found: &mut Found,
    (a, part_a): (&Container<'a>, &Part<'a>),
    (b, part_b): (&Container<'a>, &Part<'a>),
) {
    let before = found.differences.len();
    match (fields_of(a, part_a), fields_of(b, part_b)) {
        (Some(fields_a), Some(fields_b)) => compare_members(found, "", &fields_a, &fields_b),
        _ => found.bytes("", part_a.data, part_b.data),
    }
    let of_tokens = found.differences.iter_mut().skip(before).find(|difference| difference.path == TOKENS);
    if let Some(difference) = of_tokens
        && let Some(Change { lengths: [of_a, of_b], lines, added, removed }) =
            compare_tokens(a.payload(part_a), b.payload(part_b))
    {
        (difference.a, difference.b, difference.lines) = (Some(of_a), Some(of_b), lines);
        difference.changed_lines = (added, removed);
    }
    compare_bitcode(found, before, a.payload(part_a), b.payload(part_b));
    if found.differences.len() == before {
        let at = part_a.data.iter().zip(part_b.data).position(|(a, b)| a != b);
        let at = at.unwrap_or(part_a.data.len().min(part_b.data.len()));
        let what = format!("same content, but different layout from offset {at:#x}");
        found.add(
            "",
            Some(counted(part_a.data.len(), "byte")),
            Some(format!("{} ({what})", counted(part_b.data.len(), "byte"))),
        );
    }
}

/// Compares the tokens of two parts of one name line by line.
fn compare_tokens(a: Payload<'_>, b: Payload<'_>) -> Option<Change> {
    if is_tokens(a.name) {
        return tokens::compare(a, b);
    }
    let (a, b) = (Level9::parse(a).ok()?, Level9::parse(b).ok()?);
    direct3d9::compare(a.program, b.program)
}

/// The field of a part that holds all its bitcode.
const BITCODE: &str = "DXIL"; // not a FourCC

/// Puts what differs in two programs in the place of their bitcode, if both can be read.
fn compare_bitcode(found: &mut Found, before: usize, a: Payload<'_>, b: Payload<'_>) {
    let place = found.differences.iter().skip(before).position(|difference| difference.path == BITCODE);
    let Some(place) = place.map(|place| before + place) else { return };
    let module = |payload| StoredProgram::in_part(payload).ok()??.module().ok();
    let (Some(a), Some(b)) = (module(a), module(b)) else { return };
    let Ok(differences) = bitcode::compare(&a, &b) else { return };
    if differences.is_empty() {
        let what = "same program, but stored in another order";
        if let Some(difference) = found.differences.get_mut(place) {
            difference.b = difference.b.take().map(|text| format!("{text} ({what})"));
        }
        return;
    }
    let part = found.part.clone();
    found.differences.splice(place..=place, of_programs(&part, differences));
}

/// The differences found so far, and the part they are in.
struct Found {
    part: String,
    differences: Vec<Difference>,
}

impl Found {
    fn add(&mut self, path: &str, a: Option<String>, b: Option<String>) {
        let (a, b) = shortened(a, b);
        self.differences.push(Difference::of(&self.part, path, a, b));
    }

    fn texts(&mut self, path: &str, a: &str, b: &str) {
        if a != b {
            self.add(path, Some(a.to_owned()), Some(b.to_owned()));
        }
    }

    fn bytes(&mut self, path: &str, a: &[u8], b: &[u8]) {
        if a != b {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
            let b = format!("{}, first difference at {at:#x}", counted(b.len(), "byte"));
            self.add(path, Some(counted(a.len(), "byte")), Some(b));
        }
    }
}

/// Compares the members of two records by name; of several with one name, by their order.
fn compare_members(found: &mut Found, path: &str, a: &[Node<'_>], b: &[Node<'_>]) {
    let mut rest: Vec<&Node<'_>> = b.iter().collect();
    for node in a {
        let at = rest.iter().position(|other| other.name() == node.name());
        compare_nodes(found, path, Some(node), at.map(|at| rest.remove(at)));
    }
    rest.into_iter().for_each(|node| compare_nodes(found, path, None, Some(node)));
}

fn compare_nodes(found: &mut Found, path: &str, a: Option<&Node<'_>>, b: Option<&Node<'_>>) {
    let Some(name) = a.or(b).map(Node::name) else { return };
    let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (a, b) {
        (Some(Node::Field(a)), Some(Node::Field(b))) => compare_fields(found, &path, a, b),
        (Some(Node::Record(_, a)), Some(Node::Record(_, b))) => compare_members(found, &path, a, b),
        (Some(Node::List(_, a)), Some(Node::List(_, b))) => compare_lists(found, &path, a, b),
        _ => found.add(&path, a.map(in_line), b.map(in_line)),
    }
}

fn compare_fields(found: &mut Found, path: &str, a: &Field<'_>, b: &Field<'_>) {
    match (a.value, b.value) {
        _ if is_same(a.value, b.value) => {}
        (Value::Bytes(bytes), Value::Bytes(other)) if !matches!(a.show, Show::Digest) => {
            found.bytes(path, bytes, other);
        }
        _ => {
            let [mut text_a, mut text_b] = [a, b].map(ToString::to_string);
            // Floats that are no number, and texts of other kinds of field, may look the same.
            if text_a == text_b {
                let bits = |field: &Field<'_>| match field.value {
                    Value::Float(number) => format!(" ({:#010x})", number.to_bits()),
                    _ => format!(" ({} at {:#x})", counted(field.range.len(), "byte"), field.range.start),
                };
                text_a += &bits(a);
                text_b += &bits(b);
            }
            found.add(path, Some(text_a), Some(text_b));
        }
    }
}

/// Whether two values mean the same, wherever what they refer to lies.
fn is_same(a: Value<'_>, b: Value<'_>) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) | (Value::Inflated(a), Value::Inflated(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::Bytes(a), Value::Bytes(b)) | (Value::BytesAt(_, a), Value::BytesAt(_, b)) => a == b,
        (Value::Words(a), Value::Words(b)) | (Value::WordsAt(_, a), Value::WordsAt(_, b)) => a == b,
        (Value::Text(a), Value::Text(b)) | (Value::TextAt(_, a), Value::TextAt(_, b)) => a == b,
        (Value::TextsAt(_, a), Value::TextsAt(_, b)) => a.iter().eq(b.iter()),
        (Value::ItemAt(_, a), Value::ItemAt(_, b)) => a == b,
        _ => false,
    }
}

/// Compares lists by what names their members where every member has a name of its own, else by position.
fn compare_lists(found: &mut Found, path: &str, a: &[Vec<Node<'_>>], b: &[Vec<Node<'_>>]) {
    let Some((keys_a, keys_b)) = common_keys(a, b) else {
        for index in 0..a.len().max(b.len()) {
            compare_items(found, &format!("{path}[{index}]"), a.get(index), b.get(index));
        }
        return;
    };
    let in_b: HashMap<&String, usize> = keys_b.iter().zip(0..).collect();
    let in_a: HashSet<&String> = keys_a.iter().collect();
    let gone = (0..a.len()).filter(|&index| keys_a.get(index).is_some_and(|key| !in_b.contains_key(key)));
    let new = (0..b.len()).filter(|&index| keys_b.get(index).is_some_and(|key| !in_a.contains(key)));
    // One that has another name at its old place is the same member.
    let renamed = match (gone.collect::<Vec<_>>().as_slice(), new.collect::<Vec<_>>().as_slice()) {
        ([gone], [new]) if gone == new => Some(*gone),
        _ => None,
    };
    for (index, (key, member)) in keys_a.iter().zip(a).enumerate() {
        let other = in_b.get(key).copied().or(renamed.filter(|renamed| *renamed == index));
        compare_items(found, &format!("{path}[{key}]"), Some(member), other.and_then(|index| b.get(index)));
    }
    for (index, (key, member)) in keys_b.iter().zip(b).enumerate() {
        if !in_a.contains(key) && renamed != Some(index) {
            compare_items(found, &format!("{path}[{key}]"), None, Some(member));
        }
    }
}

fn compare_items(found: &mut Found, path: &str, a: Option<&Vec<Node<'_>>>, b: Option<&Vec<Node<'_>>>) {
    match (a, b) {
        (Some(a), Some(b)) => compare_members(found, path, a, b),
        _ => found.add(path, a.map(|nodes| all_in_line(nodes)), b.map(|nodes| all_in_line(nodes))),
    }
}

/// A node in one line, for a side that has it alone.
fn in_line(node: &Node<'_>) -> String {
    match node {
        Node::Field(field) => field.to_string(),
        Node::Record(_, members) => all_in_line(members),
        Node::List(_, members) => counted(members.len(), "member"),
    }
}

fn all_in_line(nodes: &[Node<'_>]) -> String {
    let text = nodes.iter().map(|node| format!("{} {}", node.name(), in_line(node)));
    text.collect::<Vec<_>>().join(", ")
}

/// The fields of a part that say something; `None` where it cannot be read, or has too many of them.
fn fields_of<'a>(container: &Container<'a>, part: &Part<'a>) -> Option<Vec<Node<'a>>> {
    let says_something = |field: &Field<'a>| field.show.role() != Role::Layout && !field.is_silent();
    let mut tree = FieldTree::new(says_something, FIELDS);
    container.walk(part, &mut tree).ok()?;
    tree.finish()
}
