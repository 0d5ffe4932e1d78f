//! The patterns of the prose lint, read from their table. Separate because a pattern knows a line of prose and no file.

use std::fs;

use regex_lite::Regex;
use serde::Deserialize;

use crate::root;

/// The table of patterns, relative to the root. Its own examples match, so it is not checked.
pub const TABLE: &str = "xtask/prose.toml";

/// The patterns of the table, in its order.
pub struct Rules(Vec<Rule>);

struct Rule {
    name: String,
    pattern: Regex,
    unless: Option<Regex>,
    reason: String,
}

/// A row as the table spells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub name: String,
    pattern: String,
    unless: Option<String>,
    reason: String,
    /// A forbidden sentence and a permitted one.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests search them"))]
    pub example: (String, String),
}

#[derive(Deserialize)]
struct Table {
    rule: Vec<Row>,
}

impl Rules {
    /// Reads the table of the project.
    pub fn read() -> Result<Self, String> {
        let text = fs::read_to_string(root().join(TABLE)).map_err(|e| format!("{TABLE}: {e}"))?;
        rows(&text)?.into_iter().map(Rule::new).collect::<Result<_, _>>().map(Self)
    }

    /// The names of the patterns that a line of prose matches.
    pub fn matches<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(|rule| rule.matches(text)).map(|rule| rule.name.as_str())
    }

    /// The reason of a pattern; empty for an unknown name.
    pub fn reason(&self, name: &str) -> &str {
        self.0.iter().find(|rule| rule.name == name).map_or("", |rule| &rule.reason)
    }
}

pub fn rows(text: &str) -> Result<Vec<Row>, String> {
    let table: Table = toml::from_str(text).map_err(|e| format!("{TABLE}: {e}"))?;
    Ok(table.rule)
}

impl Rule {
    fn new(row: Row) -> Result<Self, String> {
        let compile =
            |pattern: &str| Regex::new(pattern).map_err(|e| format!("{TABLE}: pattern of {}: {e}", row.name));
        let unless = row.unless.as_deref().map(compile).transpose()?;
        Ok(Self { pattern: compile(&row.pattern)?, unless, name: row.name, reason: row.reason })
    }

    fn matches(&self, text: &str) -> bool {
        if !self.pattern.is_match(text) {
            return false;
        }
        self.unless.as_ref().is_none_or(|unless| self.pattern.is_match(&unless.replace_all(text, "")))
    }
}
