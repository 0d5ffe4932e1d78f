//! The row of a rule, and the example that breaks the rule. Separate from the queries in `rule.rs`, because the
//! generated tables consist of these types and the queries read the tables.

use located::Severity;

/// One of the rules of `tables/rules/`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub(crate) u16);

/// What a rule says.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RuleRow {
    /// The name, such as `CONTAINER.PARTMISSING`; it does not change.
    pub id: &'static str,
    /// The file of its family in `tables/rules/`.
    pub family: &'static str,
    /// The number in the reference validator; `None` for a rule that only this crate has.
    pub number: Option<u16>,
    /// The first version of the validator that it is in force for.
    pub since: (u32, u32),
    /// What it means to break it.
    pub severity: Severity,
    /// True if anything checks it.
    pub check: bool,
    /// What it requires, in one sentence.
    pub sentence: &'static str,
    /// The next step when it is broken.
    pub hint: &'static str,
    /// Why nothing checks it; empty where something does.
    pub why: &'static str,
}

/// A change of a valid shader that breaks a rule, as lines of its assembly.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RuleExample {
    /// The lines that break the rule; empty where lines are missing.
    pub fails: &'static str,
    /// The lines that were there before; empty where there were none.
    pub passes: &'static str,
    /// The message of the finding; empty where the rule is not one of programs alone.
    pub message: &'static str,
}
