//! Expressions that choose shaders, such as `stage=ps and size>20k and uses(WaveActiveSum)`: what they consist of and
//! whether they hold. Separate from reading them (`filter/parse.rs`), which is about text and its mistakes.

mod error;
mod fields;
mod parse;
mod words;

use std::cmp::Ordering;

pub use fields::{FIELDS, FUNCTIONS, Field, Predicate, flag, flags, model};
pub use parse::parse;

use crate::error::Error;
use crate::name_pattern::is_like;

/// An expression.
#[derive(Debug, Clone)]
pub enum Filter {
    /// Either holds.
    Or(Box<Self>, Box<Self>),
    /// Both hold.
    And(Box<Self>, Box<Self>),
    /// It does not hold.
    Not(Box<Self>),
    /// A field is as wanted.
    Compare(Field, Comparison, Wanted),
    /// Something is in the shader.
    Has(Predicate),
}

/// How a field is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// The text has it somewhere, or all of it matches a pattern with `*`.
    Like,
}

/// What a field is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    Text(String),
    Number(u64),
}

/// The value of a field of a shader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// The shader has none: no comparison holds, but for `!=`.
    None,
    Text(String),
    Number(u64),
}

/// What is asked of a shader.
pub trait Facts {
    /// The value of a field.
    fn field(&self, field: Field) -> FieldValue;

    /// Whether something is in it.
    fn has(&self, predicate: &Predicate) -> Result<bool, Error>;
}

impl Filter {
    /// Whether it holds for a shader.
    pub fn holds(&self, facts: &impl Facts) -> Result<bool, Error> {
        Ok(match self {
            Self::Or(a, b) => a.holds(facts)? || b.holds(facts)?,
            Self::And(a, b) => a.holds(facts)? && b.holds(facts)?,
            Self::Not(inner) => !inner.holds(facts)?,
            Self::Compare(field, comparison, wanted) => compare(&facts.field(*field), *comparison, wanted),
            Self::Has(predicate) => facts.has(predicate)?,
        })
    }
}

fn compare(found: &FieldValue, comparison: Comparison, wanted: &Wanted) -> bool {
    let order = match (found, wanted) {
        (FieldValue::Text(found), Wanted::Text(wanted)) if comparison == Comparison::Like => {
            return is_like(&found.to_lowercase(), &wanted.to_lowercase());
        }
        (FieldValue::Text(found), Wanted::Text(wanted)) => found.as_str().cmp(wanted),
        (FieldValue::Number(found), Wanted::Number(wanted)) => found.cmp(wanted),
        _ => return comparison == Comparison::NotEqual,
    };
    match comparison {
        Comparison::Equal => order == Ordering::Equal,
        Comparison::NotEqual => order != Ordering::Equal,
        Comparison::Less => order == Ordering::Less,
        Comparison::LessOrEqual => order != Ordering::Greater,
        Comparison::Greater => order == Ordering::Greater,
        Comparison::GreaterOrEqual => order != Ordering::Less,
        Comparison::Like => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shader;

    impl Facts for Shader {
        fn field(&self, field: Field) -> FieldValue {
            match field {
                Field::Stage => FieldValue::Text("ps".to_owned()),
                Field::Profile => FieldValue::Text("ps_6_10".to_owned()),
                Field::Size => FieldValue::Number(20 << 10),
                Field::File => FieldValue::Text("ui/Button_ps.dxil".to_owned()),
                Field::Model => FieldValue::Number(fields::model(6, 10)),
                _ => FieldValue::None,
            }
        }

        fn has(&self, predicate: &Predicate) -> Result<bool, Error> {
            Ok(matches!(predicate, Predicate::Part(name) if name == "ILDB"))
        }
    }

    fn holds(text: &str) -> Option<bool> {
        parse(text).ok()?.holds(&Shader).ok()
    }

    #[test]
    fn expressions_hold_as_they_are_read() {
        let cases = [
            ("stage=ps", true),
            ("stage = pixel and size >= 20k", true),
            ("stage=ps and size>20k", false),
            ("size>20k or stage=ps", true),
            ("not (size>20k or stage=ps)", false),
            ("!part(ILDB) || size<=20480", true),
            ("stage=vs or stage=ps and size=1", false),
            ("file~button", true),
            ("file~'ui/*.dxil'", true),
            ("file~ui/*.dxbc", false),
            ("model>=6.9", true),
            ("model<6.10", false),
            ("hash=ab", false),
            ("hash!=ab", true),
            ("profile=PS_6_10 and profile~ps_6*", true),
            ("part(ILDB) && !part(STAT)", true),
        ];
        for (text, expected) in cases {
            assert_eq!(holds(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let cases = [
            ("", 0..0, "expected a condition"),
            ("sise>3", 0..4, "unknown field `sise`"),
            ("size>", 5..5, "expected a value"),
            ("size>2q", 5..7, "not a number"),
            ("size", 4..4, "expected a comparison"),
            ("stage>ps", 5..6, "only be compared by"),
            ("stage=xs", 6..8, "unknown stage"),
            ("(size>3", 7..7, "expected `)`"),
            ("size>3 stage=ps", 7..12, "expected `and`"),
            ("uses(WaveActivSum)", 5..17, "unknown operation"),
            ("users(sample)", 0..5, "unknown function"),
            ("uses()", 5..6, "expected the name of an operation"),
            ("size>3 & stage=ps", 7..8, "unexpected"),
            ("file='a", 5..7, "not closed"),
            ("flag(Nothing)", 5..12, "unknown flag"),
        ];
        for (text, place, message) in cases {
            let error = parse(text).err();
            let found = error.map(|error| (error.place, error.message));
            assert!(
                found.as_ref().is_some_and(|(at, said)| *at == place && said.contains(message)),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = "(".repeat(100_000);
        assert!(parse(&deep).is_err_and(|error| error.message.contains("nest")));
        let nots = "not ".repeat(100_000) + "size>3";
        assert!(parse(&nots).is_err_and(|error| error.message.contains("nest")));
    }
}
