//! `edit --set`: one field of a part, found by its path in the walk of the part and written where it lies. Separate
//! from edits of the program because nothing else changes with it.

use std::collections::HashMap;

use dx_container::fields::{Field, Role, Show, Value};
use dx_container::names::Named;
use dx_container::{Container, ContainerBuilder, parts};

use crate::error::Error;
use crate::field_tree::{FieldTree, Node, keys};
use crate::operations::near;
use crate::style::counted;

/// Fields of one part that are looked through.
const MOST_FIELDS: usize = 100_000;
/// Names that an error lists.
const MOST_NAMES: usize = 12;

/// `PART.PATH=VALUE`: a field and its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldEdit {
    part: String,
    path: String,
    value: String,
}

impl FieldEdit {
    /// Reads `PSV0.RuntimeInfo.NumThreadsX=64`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = "expected PART.FIELD=VALUE, such as PSV0.RuntimeInfo.NumThreadsX=64";
        let (place, value) = text.split_once('=').ok_or(expected)?;
        let (part, path) = place.trim().split_once('.').ok_or(expected)?;
        if part.is_empty() || path.is_empty() || value.trim().is_empty() {
            return Err(expected.to_owned());
        }
        let (part, path, value) = (part.to_owned(), path.to_owned(), value.trim().to_owned());
        Ok(Self { part, path, value })
    }

    /// Writes the field into the part of a container that is being built.
    pub fn apply(&self, container: &Container<'_>, builder: &mut ContainerBuilder<'_>) -> Result<(), Error> {
        let names = part_names(container);
        let at = names.iter().position(|name| name.eq_ignore_ascii_case(&self.part));
        let part = at.and_then(|at| container.parts().get(at).zip(builder.parts.get_mut(at)));
        let Some((part, entry)) = part else {
            let text = format!("no part {}: expected one of {}", self.part, names.join(", "));
            return Err(Error::Missing(text));
        };
        let payload = container.payload(part);
        let mut tree = FieldTree::new(|_| true, MOST_FIELDS);
        let walked = parts::walk(payload, &mut tree);
        let nodes = tree.finish().ok_or_else(|| {
            let text = format!("part {} has too many fields for --set: edit the part with `yaml`", self.part);
            Error::Unsupported(text)
        })?;
        let field = match (find(&nodes, &self.path, &self.part), walked) {
            (Ok(field), _) => field,
            // What comes behind a mistake in the part was not read.
            (Err(_), Err(error)) => return Err(error.into()),
            (Err(text), Ok(_)) => return Err(Error::Missing(text)),
        };
        let mut bytes = payload.bytes.to_vec();
        let place = bytes.get_mut(field.range.clone()).unwrap_or_default();
        self.write(field, place)?;
        entry.data = bytes.into();
        Ok(())
    }

    /// Puts the value into the bytes of the field.
    fn write(&self, field: &Field<'_>, place: &mut [u8]) -> Result<(), Error> {
        let refused = |why: String| Error::Usage(format!("{}.{}: {why}", self.part, self.path));
        let text = self.value.as_str();
        match field.value {
            Value::Number(_) if !place.is_empty() && place.len() <= 8 => {
                let number = number(text, field.show).map_err(refused)?;
                let (low, width) = field.bits.unwrap_or((0, u8::try_from(place.len() * 8).unwrap_or(64)));
                let mask = u64::MAX.checked_shr(64_u32.saturating_sub(width.into())).unwrap_or(0);
                if number & !mask != 0 {
                    return Err(refused(format!("{text} is too large: expected at most {mask}")));
                }
                let mut word = [0; 8];
                word.iter_mut().zip(place.iter()).for_each(|(to, from)| *to = *from);
                let word = u64::from_le_bytes(word) & !(mask << low) | number << low;
                place.iter_mut().zip(word.to_le_bytes()).for_each(|(to, from)| *to = from);
            }
            Value::Float(_) if place.len() == 4 => {
                let number: f32 = text
                    .parse()
                    .map_err(|_| refused(format!("not a number: `{text}`, expected one such as 0.5")))?;
                place.copy_from_slice(&number.to_le_bytes());
            }
            Value::Bytes(_) => {
                let bytes = hex(text).filter(|bytes| bytes.len() == place.len());
                let expected = || refused(format!("expected {} hexadecimal digits", 2 * place.len()));
                place.copy_from_slice(&bytes.ok_or_else(expected)?);
            }
            Value::Words(words) => {
                let numbers = text.split([' ', ',']).filter(|text| !text.is_empty());
                let numbers: Option<Vec<u32>> = numbers.map(|text| plain(text)?.try_into().ok()).collect();
                let numbers = numbers.filter(|numbers| numbers.len() == words.len());
                let expected =
                    || refused(format!("expected {}, each a 32-bit number", counted(words.len(), "number")));
                let bytes = numbers.ok_or_else(expected)?.into_iter().flat_map(u32::to_le_bytes);
                place.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
            }
            Value::Text(_) | Value::TextAt(..) | Value::TextsAt(..) => {
                return Err(refused("a string, whose size can change: edit the part with `yaml`".to_owned()));
            }
            _ => {
                let text = "the field is not a number, flags, an enumeration or bytes: edit the part with \
                            `yaml`";
                return Err(refused(text.to_owned()));
            }
        }
        Ok(())
    }
}

/// A number as digits.
fn plain(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The number that a value is in a field that is shown like this.
fn number(text: &str, show: Show) -> Result<u64, String> {
    if let Some(number) = plain(text) {
        return Ok(number);
    }
    match show {
        Show::Bool => match text {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => Err(format!("`{text}` is neither true nor false")),
        },
        Show::Enum(names) | Show::Special(names) => named(text, names),
        Show::Flags(_) if text == "none" => Ok(0),
        Show::Flags(names) => text
            .split('|')
            .map(str::trim)
            .try_fold(0, |all, word| Ok(all | plain(word).map_or_else(|| named(word, names), Ok)?)),
        Show::Components if text == "-" => Ok(0),
        Show::Components => {
            let bit = |letter| {
                "xyzw".find(letter).ok_or_else(|| {
                    format!(
                        "`{text}` is not a set of components, expected for \
                                                           example xyz"
                    )
                })
            };
            text.chars().try_fold(0, |all, letter| Ok(all | 1 << bit(letter)?))
        }
        _ => Err(format!("not a number: `{text}`, expected digits such as 64 or 0x40")),
    }
}

/// The number that has a name.
fn named(word: &str, names: &[Named]) -> Result<u64, String> {
    let found = names.iter().find(|row| row.name.eq_ignore_ascii_case(word)).map(|row| row.value);
    found.ok_or_else(|| {
        let all = names.iter().map(|row| row.name);
        let expected = match near(word, all.clone()).as_slice() {
            [] => format!("one of {}", listed(all)),
            near => near.join(" or "),
        };
        format!("unknown value `{word}`, expected a number or {expected}")
    })
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits =
        text.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    digits.collect()
}

/// The names of all parts, of those with one name the second with #1 behind it, as `diff` has them.
fn part_names(container: &Container<'_>) -> Vec<String> {
    let mut seen = HashMap::new();
    let name = |part: &dx_container::Part<'_>| {
        let nth = seen.entry(part.name).and_modify(|nth| *nth += 1).or_insert(0);
        if *nth == 0 { part.name.to_string() } else { format!("{}#{nth}", part.name) }
    };
    container.parts().iter().map(name).collect()
}

/// The field at a path below `above`, with members of lists by index, as in JSON, or by name, as `diff` has them; an
/// error says how far the path leads, and what was expected there.
fn find<'t, 'a>(nodes: &'t [Node<'a>], path: &str, above: &str) -> Result<&'t Field<'a>, String> {
    let mut candidates = nodes.iter().filter_map(|node| Some((node, rest_behind(path, node)?)));
    let Some((node, rest)) = candidates.next() else {
        return Err(unknown(nodes, path, above));
    };
    let here = format!("{above}.{}", node.name());
    match node {
        Node::Field(field) if rest.is_empty() => Ok(field),
        Node::Field(_) => Err(format!("{here} is a single field without members, found `{rest}`")),
        Node::Record(_, nodes) => match rest.strip_prefix('.') {
            Some(rest) => find(nodes, rest, &here),
            None => Err(format!("{here} is a group of fields, expected a member: {}", names_of(nodes))),
        },
        Node::List(_, members) => {
            let member = member_at(members, rest).ok_or_else(|| match members.len() {
                0 => format!("{here} is an empty list"),
                count => {
                    let count = counted(count, "member");
                    format!("{here} is a list of {count}: add an index, such as {here}[0]")
                }
            });
            let (index, rest) = member?;
            let here = format!("{here}[{index}]");
            let nodes = members.get(index).map(Vec::as_slice).unwrap_or_default();
            match rest.strip_prefix('.') {
                Some(rest) => find(nodes, rest, &here),
                None => Err(format!("{here} is a group of fields, expected a member: {}", names_of(nodes))),
            }
        }
    }
}

/// What follows the name of a node at the beginning of a path. Where several fields have one name, as reserved ones do,
/// their offset in the part may stand behind it, as in JSON.
fn rest_behind<'p>(path: &'p str, node: &Node<'_>) -> Option<&'p str> {
    let (start, rest) = path.split_at_checked(node.name().len())?;
    if !start.eq_ignore_ascii_case(node.name()) {
        return None;
    }
    if let Some(offset) = rest.strip_prefix('@') {
        let Node::Field(field) = node else { return None };
        return (plain(offset) == u64::try_from(field.range.start).ok()).then_some("");
    }
    (rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
}

/// The member of a list that `[3]` or `[NAME]` at the beginning of `path` means, and what follows it.
fn member_at<'p>(members: &[Vec<Node<'_>>], path: &'p str) -> Option<(usize, &'p str)> {
    let inner = path.strip_prefix('[')?;
    let numbered = inner.split_once(']').and_then(|(index, rest)| Some((index.trim().parse().ok()?, rest)));
    if let Some((index, rest)) = numbered {
        return (index < members.len()).then_some((index, rest));
    }
    // A name may have any letter in it, brackets too.
    let behind = |key: &str| inner.strip_prefix(key).and_then(|rest| rest.strip_prefix(']'));
    keys(members)?.iter().enumerate().find_map(|(index, key)| Some((index, behind(key)?)))
}

/// Says that there is no field of that name, and which there are.
fn unknown(nodes: &[Node<'_>], path: &str, above: &str) -> String {
    let name = path.split(['.', '[']).next().unwrap_or_default();
    let near = near(name, nodes.iter().map(Node::name));
    match near.as_slice() {
        [] => format!("no field `{name}` in {above}: expected {}", names_of(nodes)),
        near => format!("no field `{name}` in {above}: expected one such as {}", near.join(", ")),
    }
}

fn names_of(nodes: &[Node<'_>]) -> String {
    match nodes {
        [] => "no field, because this group is empty".to_owned(),
        // Reserved fields are there for nobody to set.
        _ => listed(nodes.iter().filter(|node| !is_reserved(node)).map(Node::name)),
    }
}

fn is_reserved(node: &Node<'_>) -> bool {
    matches!(node, Node::Field(field) if field.show.role() == Role::Silent)
}

/// The first of some names, and how many more there are.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let shown = names.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbers_or_names() {
        const NAMES: &[Named] =
            &[Named { value: 1, name: "A", about: "" }, Named { value: 4, name: "B", about: "" }];
        let cases = [
            ("0x10", Show::Plain, Ok(16)),
            ("b", Show::Enum(NAMES), Ok(4)),
            ("A|B", Show::Flags(NAMES), Ok(5)),
            ("none", Show::Flags(NAMES), Ok(0)),
            ("xw", Show::Components, Ok(9)),
            ("true", Show::Bool, Ok(1)),
        ];
        for (text, show, expected) in cases {
            assert_eq!(number(text, show), expected, "{text}");
        }
        for (text, show) in
            [("c", Show::Enum(NAMES)), ("q", Show::Components), ("maybe", Show::Bool), ("-1", Show::Plain)]
        {
            assert!(number(text, show).is_err(), "{text}");
        }
    }

    #[test]
    fn edits_are_read() {
        assert!(FieldEdit::parse("PSV0.RuntimeInfo.NumThreadsX=64").is_ok());
        for text in ["", "PSV0", "PSV0=1", "PSV0.=1", "PSV0.A=", ".A=1"] {
            assert!(FieldEdit::parse(text).is_err(), "{text}");
        }
    }

    /// The paths of all fields with numbers, as JSON has them and as `diff` does, and the values that are shown.
    fn settable(nodes: &[Node<'_>], above: &str, found: &mut Vec<(String, String)>) {
        for node in nodes {
            let path = format!("{above}{}", node.name());
            match node {
                Node::Field(field) => {
                    let is_taken = matches!(
                        field.value,
                        Value::Number(_) | Value::Float(_) | Value::Bytes(_) | Value::Words(_)
                    );
                    // What is derived lies nowhere, and long ones are not shown whole.
                    let value = field.to_string();
                    if is_taken && !field.range.is_empty() && !value.contains("...") {
                        let is_alone = nodes.iter().filter(|other| other.name() == node.name()).count() == 1;
                        let at = if is_alone { String::new() } else { format!("@{:#x}", field.range.start) };
                        found.push((path + &at, value));
                    }
                }
                Node::Record(_, nodes) => settable(nodes, &format!("{path}."), found),
                Node::List(_, members) => {
                    let keys = keys(members).unwrap_or_default();
                    for (index, nodes) in members.iter().enumerate() {
                        settable(nodes, &format!("{path}[{index}]."), found);
                        if let Some(key) = keys.get(index).filter(|key| key.parse::<usize>().is_err()) {
                            settable(nodes, &format!("{path}[{key}]."), found);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_shown_can_be_set() -> Result<(), Error> {
        /// Fields of a part that are tried: large ones have many alike.
        const TRIED: usize = 40;
        let mut seen = HashMap::<String, usize>::new();
        let own = |shader: &&testkit::corpus::Shader| testkit::corpus::is_own(&shader.path) && shader.honest;
        for shader in testkit::corpus::shaders().iter().filter(own) {
            let container = Container::parse(&shader.bytes)?;
            for (part, name) in container.parts().iter().zip(part_names(&container)) {
                let mut tree = FieldTree::new(|_| true, MOST_FIELDS);
                parts::walk(container.payload(part), &mut tree)?;
                let mut fields = Vec::new();
                settable(&tree.finish().unwrap_or_default(), "", &mut fields);
                let step = (fields.len() / TRIED).max(1);
                for (path, value) in fields.into_iter().step_by(step) {
                    let edit = FieldEdit { part: name.clone(), path, value };
                    let mut builder = ContainerBuilder::from(&container);
                    let applied = edit.apply(&container, &mut builder);
                    let what = format!("{}: {edit:?}", shader.path.display());
                    assert!(
                        applied.is_ok(),
                        "{what}: {}",
                        applied.err().map_or_else(String::new, |e| e.message())
                    );
                    assert_eq!(builder.build(dx_container::Signing::Keep)?, shader.bytes, "{what}");
                    *seen.entry(name.clone()).or_default() += 1;
                }
            }
        }
        assert!(seen.len() >= 15, "{seen:?}");
        Ok(())
    }
}
