//! `cargo xtask commits`: subjects of commits, `area: imperative summary` in 72 columns without patterns of the prose
//! lint. Separate from tidy because it reads the history, which a tree without version control does not have.

use std::process::Command;

use crate::tidy::prose::Rules;
use crate::{Outcome, cargo, root};

const MAX_COLUMNS: usize = 72;
/// The file whose first commit begins the history that is checked: older subjects follow no rule.
const FIRST_FILE: &str = "xtask/prose.toml";
/// First words of summaries that are not imperative.
const NOT_IMPERATIVE: [&str; 14] = [
    "a", "an", "the", "no", "added", "adds", "adding", "fixed", "fixes", "fixing", "what", "how", "now",
    "wip",
];

/// Checks the subjects of all commits that follow the first commit of the prose lint, without merges.
pub fn run() -> Outcome {
    let Some(subjects) = subjects()? else {
        println!("no history of the prose lint in this clone: subjects of commits were not checked");
        return Ok(());
    };
    let rules = Rules::read()?;
    let faults: Vec<String> = subjects
        .lines()
        .filter_map(|subject| Some(format!("{subject}\n    {}", fault(&rules, subject)?)))
        .collect();
    if faults.is_empty() {
        return Ok(());
    }
    let help = "`git rebase -i` changes subjects (`reword`)";
    Err(format!("{} commit subjects to change: {help}\n{}", faults.len(), faults.join("\n")))
}

/// The subjects, a line each; `None` without version control, or where the history does not reach back to the lint.
fn subjects() -> Result<Option<String>, String> {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(root()).args(arguments);
        command
    };
    let is_complete =
        git(&["rev-parse", "--is-shallow-repository"]).output().is_ok_and(|o| o.stdout == b"false\n");
    if !is_complete {
        return Ok(None);
    }
    let added = ["log", "--diff-filter=A", "--format=%H", "--", FIRST_FILE];
    let added = cargo::stdout(&mut git(&added))?;
    let added = String::from_utf8_lossy(&added).into_owned();
    let Some(first) = added.lines().last() else { return Ok(None) };
    let range = format!("{first}..HEAD");
    let subjects = cargo::stdout(&mut git(&["log", "--no-merges", "--format=%s", &range]))?;
    Ok(Some(String::from_utf8_lossy(&subjects).into_owned()))
}

/// The first fault of a subject.
fn fault(rules: &Rules, subject: &str) -> Option<String> {
    let columns = subject.chars().count();
    if columns > MAX_COLUMNS {
        return Some(format!("{columns} columns; the limit is {MAX_COLUMNS}"));
    }
    let is_area = |area: &str| {
        !area.is_empty() && area.chars().all(|c| c.is_ascii_alphanumeric() || " ,./_-".contains(c))
    };
    let Some((_, summary)) = subject.split_once(": ").filter(|(area, _)| is_area(area)) else {
        return Some("expected `area: imperative summary`".to_owned());
    };
    let first = summary.split_whitespace().next().unwrap_or_default();
    if NOT_IMPERATIVE.contains(&first.to_lowercase().as_str()) {
        return Some(format!("`{first}` is not an imperative: `add`, `fix`, `read`"));
    }
    let rule = rules.matches(subject).chain(rules.matches(summary)).next()?;
    Some(format!("{rule}: {}", rules.reason(rule)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_have_an_area_and_an_imperative() {
        let rules = Rules::read().unwrap();
        for subject in
            ["dxil-ir: read modern bitcode", "lower, link: share one analysis", "docs: state a limit"]
        {
            assert_eq!(fault(&rules, subject), None, "{subject}");
        }
        let long = format!("docs: {}", "a".repeat(67));
        for (subject, fault_start) in [
            ("read modern bitcode", "expected `area"),
            ("docs: The limit", "`The` is not"),
            ("docs: added a limit", "`added` is not"),
            (long.as_str(), "73 columns"),
            ("lower: What was lowered", "`What` is not"),
            ("lower: keep what is behind a loop", "R7:"),
            ("run: Whether a lane is active", "R1:"),
        ] {
            let found = fault(&rules, subject).unwrap_or_default();
            assert!(found.starts_with(fault_start), "{subject}: {found}");
        }
    }
}
