//! The merge of the documents of shaders that become one pipeline. Separate from what is set afterwards: the result
//! here depends on a key and its two values alone, by the rows of a table.

use rmpv::Integer;

use super::dialect::NUMBERED;
pub use super::merge_rules::Rule;
pub(crate) use super::merge_rules::{FieldRow, KeyRow, RegisterRow};
use super::tree::{Tree, Value, key_order, unexpected};
use super::{Metadata, Version};
use crate::error::{ErrorKind, Result};
use crate::generated::merge::{KEYS, REGISTERS};
use crate::registers::Register;
use crate::target::Target;

/// The origin of a document that is merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A compiled shader.
    Body,
    /// Glue code, which is merged after all shaders.
    Glue,
}

/// One value that both documents had.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// The path to it, keys and indices.
    pub path: String,
    /// The rule.
    pub rule: Rule,
    /// The value of the inputs before.
    pub first: String,
    /// The value of the input that was merged.
    pub second: String,
    /// The merged value.
    pub result: String,
    /// Whether the result conceals a conflict: both values are set, they differ, and the rule expects that they do not.
    pub hides: bool,
}

/// Merges `other` into `into`.
///
/// With `decisions`, every value that both had and that differed is written down.
///
/// # Errors
/// When the two have different major versions, or values at a key that cannot be united.
pub fn merge<'a>(
    into: &mut Metadata<'a>,
    other: Metadata<'a>,
    source: Source,
    target: Target,
    decisions: Option<&mut Vec<Decision>>,
) -> Result<()> {
    let record = decisions.map_or(Record::Nothing, Record::Everything);
    merge_and_record(into, other, source, target, record)
}

/// The decisions that a merge records.
pub(crate) enum Record<'d> {
    /// None.
    Nothing,
    /// Decisions that hide a conflict.
    Conflicts(&'d mut Vec<Decision>),
    /// All.
    Everything(&'d mut Vec<Decision>),
}

/// [`merge`], with a choice of what is recorded.
pub(crate) fn merge_and_record<'a>(
    into: &mut Metadata<'a>,
    other: Metadata<'a>,
    source: Source,
    target: Target,
    record: Record<'_>,
) -> Result<()> {
    let version = into.version()?;
    if version != other.version()? {
        return Err(ErrorKind::MixedVersions.unplaced());
    }
    let mut merge = Merge { source, version, target, record, path: Vec::new(), inside: None };
    merge.values(&mut into.root, other.root)
}

/// Keys that identify an input. Drivers set nothing up by them, so that a mixture of two does no harm.
const IDENTITIES: [&str; 3] = [".internal_pipeline_hash", ".xgl_cache_info", ".api_shader_hash"];

/// Size up to which entries are inserted into a map one by one; maps of real documents have some thirty.
const SMALL_MAP: usize = 128;

struct Merge<'d, 'a> {
    source: Source,
    version: Version,
    /// For the names of registers.
    target: Target,
    record: Record<'d>,
    /// The path to the current value: keys, and indices of lists.
    path: Vec<Value<'a>>,
    /// The rule of an enclosing map, which is for all values in it.
    inside: Option<&'static KeyRow>,
}

impl<'a> Merge<'_, 'a> {
    fn values(&mut self, into: &mut Value<'a>, other: Value<'a>) -> Result<()> {
        match (&mut *into, other) {
            (Value::Map(_), Value::Map(entries)) => self.maps(into, entries),
            (Value::Array(first), Value::Array(second)) => self.lists(first, second),
            (_, other) => self.leaves(into, other, &Value::Nil),
        }
    }

    fn maps(&mut self, into: &mut Value<'a>, entries: Vec<(Value<'a>, Value<'a>)>) -> Result<()> {
        let Value::Map(present) = into else { return Ok(()) };
        // Of large maps, put in place together at the end: one by one, they would move each other often.
        let mut added = Vec::new();
        for (key, value) in entries {
            let index = match present.binary_search_by(|(other, _)| key_order(other, &key)) {
                Ok(index) => index,
                Err(index) if present.len() < SMALL_MAP => {
                    present.insert(index, (key, value));
                    continue;
                }
                Err(_) => {
                    added.push((key, value));
                    continue;
                }
            };
            let Some((_, slot)) = present.get_mut(index) else { continue };
            if *slot == Value::Nil {
                *slot = value;
                continue;
            }
            let outer = self.inside;
            if self.inside.is_none() {
                self.inside = self.row(&key).filter(|row| row.inside);
            }
            // Only maps, lists and what differs can need the path.
            let is_same = !matches!(value, Value::Map(_) | Value::Array(_)) && *slot == value;
            if !is_same {
                self.path.push(key.clone());
                match (&mut *slot, value) {
                    (Value::Map(_), Value::Map(entries)) => self.maps(slot, entries)?,
                    (Value::Array(first), Value::Array(second)) => self.lists(first, second)?,
                    (_, value) => self.leaves(slot, value, &key)?,
                }
                self.path.pop();
            }
            self.inside = outer;
        }
        if !added.is_empty() {
            present.append(&mut added);
            present.sort_by(|left, right| key_order(&left.0, &right.0));
        }
        Ok(())
    }

    /// Merges lists element by element.
    fn lists(&mut self, first: &mut Vec<Value<'a>>, second: Vec<Value<'a>>) -> Result<()> {
        for (index, value) in second.into_iter().enumerate() {
            let Some(slot) = first.get_mut(index) else {
                first.push(value);
                continue;
            };
            if *slot != value {
                self.path.push(Value::from(index));
                self.values(slot, value)?;
                self.path.pop();
            }
        }
        Ok(())
    }

    /// Merges two different values that are neither maps nor lists.
    fn leaves(&mut self, into: &mut Value<'a>, other: Value<'a>, key: &Value<'a>) -> Result<()> {
        let united = match (&*into, &other) {
            (Value::String(_), Value::String(_)) => {
                whole_name(into, &other).map(|result| (result, Rule::Whole))
            }
            (Value::Boolean(first), Value::Boolean(second)) => Some(match self.rule_of(key) {
                Rule::OfBody | Rule::First => (into.clone(), self.rule_of(key)),
                _ => (Value::Boolean(first | second), Rule::Or),
            }),
            (Value::Integer(first), Value::Integer(second)) => self.numbers(*first, *second, key),
            _ => None,
        };
        let Some((result, rule)) = united else {
            let path = self.path_text();
            let both = format!("{} and {}", into.in_words(), other.in_words());
            return Err(unexpected(&path, &Value::from(both.as_str()), "the same in all inputs"));
        };
        let hides = match self.record {
            Record::Nothing => false,
            Record::Conflicts(_) | Record::Everything(_) => self.hides(rule, into, &other),
        };
        if hides || matches!(self.record, Record::Everything(_)) {
            let decision = Decision {
                path: self.path_text(),
                rule,
                first: self.value_text(into),
                second: self.value_text(&other),
                result: self.value_text(&result),
                hides,
            };
            if let Record::Conflicts(decisions) | Record::Everything(decisions) = &mut self.record {
                decisions.push(decision);
            }
        }
        *into = result;
        Ok(())
    }

    /// Whether the result conceals that the inputs conflict.
    fn hides(&self, rule: Rule, first: &Value<'a>, second: &Value<'a>) -> bool {
        if !matches!(rule, Rule::Or | Rule::Fields | Rule::First) {
            return false;
        }
        // Of a register whose fields have rules, the rest is or-ed.
        let row = self.path.last().and_then(Tree::number).and_then(register);
        let fields = row.filter(|_| rule == Rule::Fields).map_or(&[][..], |row| row.fields);
        let rest = |value: &Value<'_>| {
            let value = value.as_u64().unwrap_or_default();
            fields.iter().fold(value, |rest, field| rest & !u64::from(field.bits.mask()))
        };
        let (left, right) = (rest(first), rest(second));
        let is_identity = || self.path.iter().filter_map(Tree::text).any(|key| IDENTITIES.contains(&key));
        left != 0 && right != 0 && left != right && !is_identity()
    }

    fn numbers(&self, first: Integer, second: Integer, key: &Value<'a>) -> Option<(Value<'a>, Rule)> {
        let (first, second) = (first.as_u64()?, second.as_u64()?);
        if let Some(row) = key.number().and_then(register) {
            if row.of_body && self.source == Source::Glue {
                return Some((Value::from(first), Rule::OfBody));
            }
            let mut result = first | second;
            for FieldRow { bits, rule } in row.fields {
                let mask = u64::from(bits.mask());
                let field = unite(self.effective(*rule), first & mask, second & mask);
                result = result & !mask | field;
            }
            let rule = if row.fields.is_empty() { Rule::Or } else { Rule::Fields };
            return Some((Value::from(result), rule));
        }
        let rule = self.rule_of(key);
        Some((Value::from(unite(rule, first, second)), rule))
    }

    /// The rule for a truth value or number at a key of text, or in a list.
    fn rule_of(&self, key: &Value<'_>) -> Rule {
        match self.inside.or_else(|| self.row(key)) {
            Some(row) if row.of_body => self.effective(Rule::OfBody),
            Some(row) => row.rule,
            // A list whose key has a rule of its own is told by the path.
            None if *key == Value::Nil && self.path.first().and_then(Tree::text) == Some(super::VERSION) => {
                Rule::Max
            }
            None if *key == Value::Nil => self.version.rule_of_elements(),
            None => Rule::Or,
        }
    }

    fn path_text(&self) -> String {
        let generation = self.target.generation();
        let mut words = Vec::with_capacity(self.path.len());
        let mut in_registers = false;
        for step in &self.path {
            let number = step.number().filter(|_| in_registers);
            let register = number.and_then(|number| Register::of(number, generation?));
            words.push(register.map_or_else(|| step.in_words(), |register| register.name().to_owned()));
            in_registers = step.text() == Some(NUMBERED);
        }
        words.join(" > ")
    }

    /// A value for messages, in hexadecimal for registers.
    fn value_text(&self, value: &Value<'_>) -> String {
        let in_registers = self.path.iter().rev().nth(1).and_then(Tree::text) == Some(NUMBERED);
        match value.number().filter(|_| in_registers) {
            Some(number) => format!("{number:#x}"),
            None => value.in_words(),
        }
    }

    fn effective(&self, rule: Rule) -> Rule {
        if rule == Rule::OfBody && self.source == Source::Body { Rule::Or } else { rule }
    }

    fn row(&self, key: &Value<'_>) -> Option<&'static KeyRow> {
        let name = key.text()?;
        KEYS.iter().find(|row| row.name == name && row.since <= self.version.major())
    }
}

fn register(number: u32) -> Option<&'static RegisterRow> {
    REGISTERS.iter().find(|row| row.register.number() == number)
}

fn unite(rule: Rule, first: u64, second: u64) -> u64 {
    match rule {
        Rule::Max => first.max(second),
        Rule::Min => first.min(second),
        Rule::Or | Rule::Fields | Rule::Whole => first | second,
        Rule::OfBody | Rule::First => first,
    }
}

/// The name that stays of two: that of a whole function, not of a `…_fetchless` body or an epilogue.
fn whole_name<'a>(first: &Value<'a>, second: &Value<'a>) -> Option<Value<'a>> {
    let is_piece = |value: &Value<'_>| {
        value.text().is_some_and(|name| name.ends_with("_fetchless") || name == "color_export_shader")
    };
    match (is_piece(first), is_piece(second)) {
        (_, true) => Some(first.clone()),
        (true, false) => Some(second.clone()),
        (false, false) => None,
    }
}
