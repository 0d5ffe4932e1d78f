//! The matches of the prose lint in a tree, and the lines that are exempt. Separate because it counts, and the patterns
//! only read text.

use std::collections::BTreeMap;
use std::fs;

use crate::tidy::file::{File, files};
use crate::tidy::prose::lines::lines;
use crate::tidy::prose::rules::{Rules, TABLE};
use crate::{Outcome, root};

/// A comment with this text and a reason exempts its line.
const ALLOW: &str = "prose: allow";
/// The largest number of exempt lines in the tree.
pub const MAX_ALLOWED: usize = 40;
/// The least number of words that a reason of an exempt line has.
const REASON_WORDS: usize = 2;

/// A line of prose that matches a pattern.
#[derive(Debug, PartialEq, Eq)]
pub struct Match {
    pub rule: String,
    pub path: String,
    /// Counted from 0.
    pub line: usize,
    pub text: String,
}

/// Matches of a whole tree, and the lines that are exempt.
#[derive(Default)]
pub struct Found {
    pub matches: Vec<Match>,
    /// Path and line, counted from 0, of each exempt line.
    allowed: Vec<(String, usize)>,
    /// Exempt lines without a reason.
    unexplained: Vec<(String, usize)>,
}

impl Found {
    /// Adds the matches of a file.
    pub fn add(&mut self, rules: &Rules, file: &File) {
        let File { path, text, .. } = file;
        if path == TABLE {
            return;
        }
        let source_lines: Vec<&str> = text.lines().collect();
        for (line, prose) in lines(file) {
            let source = source_lines.get(line).copied().unwrap_or_default();
            let Some((_, reason)) = source.split_once(ALLOW) else {
                let matches = rules.matches(&prose).map(|rule| Match {
                    rule: rule.to_owned(),
                    path: path.clone(),
                    line,
                    text: prose.clone(),
                });
                self.matches.extend(matches);
                continue;
            };
            self.allowed.push((path.clone(), line));
            if reason.trim_end_matches("-->").split_whitespace().count() < REASON_WORDS {
                self.unexplained.push((path.clone(), line));
            }
        }
        self.allowed.dedup();
        self.unexplained.dedup();
    }

    /// Errors about exempt lines: too many of them, or one without a reason.
    pub fn allowance_errors(&self) -> Vec<String> {
        let unexplained = self
            .unexplained
            .iter()
            .map(|(path, line)| format!("{path}:{}: `{ALLOW}` needs a reason", line + 1));
        let count = self.allowed.len();
        let excess = (count > MAX_ALLOWED).then(|| {
            format!("{count} lines have `{ALLOW}`; the limit is {MAX_ALLOWED}: rewrite some of them")
        });
        unexplained.chain(excess).collect()
    }

    /// Counts by area of the tree and pattern.
    pub fn counts(&self) -> BTreeMap<(String, String), usize> {
        let mut counts = BTreeMap::new();
        for found in &self.matches {
            *counts.entry((area(&found.path).to_owned(), found.rule.clone())).or_default() += 1;
        }
        counts
    }
}

/// The area whose counts a file belongs to: its crate, its top folder, or `root`.
pub fn area(path: &str) -> &str {
    let path = path.strip_prefix("crates/").unwrap_or(path);
    path.split_once('/').map_or("root", |(area, _)| area)
}

/// Prints all matches in files of the given paths, or in all files of the tree.
pub fn list(paths: &[&str]) -> Outcome {
    let rules = Rules::read()?;
    let mut found = Found::default();
    let is_chosen = |file: &str| {
        paths.is_empty()
            || paths.iter().any(|path| {
                let path = path.trim_end_matches('/');
                file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
    };
    for path in files()?.into_iter().filter(|path| is_chosen(path)) {
        if let Ok(text) = fs::read_to_string(root().join(&path)) {
            found.add(&rules, &File::new(path, text));
        }
    }
    for Match { rule, path, line, text } in &found.matches {
        println!("{path}:{}: {rule}: {text}", line + 1);
    }
    println!("{} matches", found.matches.len());
    Ok(())
}
