//! Values that completion scripts offer and that need not be among them: names of rules, parts, operations and flags.
//! Separate because clap knows lists of values only where nothing else is allowed.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use dx_container::parts::PARTS;

use crate::codes;
use crate::judging::rules;
use crate::operations::all_names;
use crate::part_selector::PartSelector;
use crate::selection::filter::flags;

/// A parser with names that are offered.
#[derive(Clone)]
pub struct Suggested<T> {
    names: fn() -> Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Suggested<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// Rules of `validate`, and the codes of other messages.
pub fn code() -> Suggested<String> {
    Suggested { names: || codes::all().map(|explained| explained.code).collect(), parse: text }
}

/// Rules of `validate`.
pub fn rule() -> Suggested<String> {
    Suggested { names: || rules::ids().collect(), parse: text }
}

/// Parts of containers that this version knows.
pub fn part() -> Suggested<PartSelector> {
    let names = || PARTS.iter().filter_map(|row| std::str::from_utf8(&row.fourcc.0).ok()).collect();
    Suggested { names, parse: str::parse }
}

/// Operations, as all languages call them.
pub fn operation() -> Suggested<String> {
    Suggested { names: || sorted(all_names()), parse: text }
}

/// Feature flags.
pub fn flag() -> Suggested<String> {
    Suggested { names: || flags().collect(), parse: text }
}

fn sorted(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}
