//! The rules by number and name: their rows and examples, which are generated.

mod row;

use std::fmt;

use crate::generated::examples::EXAMPLES;
pub use crate::generated::rules::RULES;
pub use located::Severity;
pub use row::{Rule, RuleExample, RuleRow};

impl Rule {
    /// Every rule: those of the reference validator by number, then ours.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(Self).take(RULES.len())
    }

    /// The rule with this name, in whatever case.
    pub fn named(id: &str) -> Option<Self> {
        Self::all().find(|rule| rule.row().id.eq_ignore_ascii_case(id))
    }

    /// A program that breaks it beside one that does not, for rules that have a case of their own.
    pub fn example(self) -> Option<&'static RuleExample> {
        let found = EXAMPLES.binary_search_by_key(&self.row().id, |(id, _)| id).ok()?;
        EXAMPLES.get(found).map(|(_, example)| example)
    }

    /// What it says.
    pub fn row(self) -> &'static RuleRow {
        let [first, ..] = &RULES;
        // Rules are made from the table only, so that each has a row.
        RULES.get(usize::from(self.0)).unwrap_or(first)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().id)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_reference_has_its_row() {
        let numbers: Vec<_> = Rule::all().filter_map(|rule| rule.row().number).collect();
        assert_eq!(numbers, (0..304).collect::<Vec<u16>>());
        assert!(Rule::all().all(|rule| Rule::named(rule.row().id) == Some(rule)));
        assert_eq!(Rule::named("container.partmissing"), Some(Rule::CONTAINER_PART_MISSING));
        assert_eq!(Rule::named("CONTAINER"), None);
    }
}
