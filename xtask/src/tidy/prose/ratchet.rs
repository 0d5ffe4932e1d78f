//! The ratchet of the prose lint: counts of matches by area and pattern, which may only fall. Separate because it
//! compares with a file, and the patterns only read text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::root;
use crate::tidy::prose::found::{Found, Match, area};
use crate::tidy::prose::rules::Rules;

/// The counts, relative to the root: area, pattern and count, separated by tabs.
const FILE: &str = "xtask/prose.tsv";
/// The largest number of matches that an error about one count lists.
const LISTED: usize = 10;

type Counts = BTreeMap<(String, String), usize>;

/// Compares the counts of a tree with the file, and returns an error for each count that differs. With `bless`, lower
/// counts are stored instead.
pub fn check(rules: &Rules, found: &Found, bless: bool) -> Result<Vec<String>, String> {
    let path = root().join(FILE);
    let stored = match fs::read_to_string(&path) {
        Ok(text) => parse(&text)?,
        // The first run of the lint stores all counts.
        Err(_) if bless => found.counts(),
        Err(error) => return Err(format!("{FILE}: {error}: `cargo xtask tidy --bless` writes it")),
    };
    let counts = found.counts();
    let mut errors = found.allowance_errors();
    errors.extend(risen(&stored, &counts).map(|(key, old, new)| rise_error(rules, found, key, old, new)));
    if bless {
        fs::write(&path, print(&lowered(&stored, &counts))).map_err(|e| format!("{FILE}: {e}"))?;
    } else if lowered(&stored, &counts) != stored {
        errors.push(format!("{FILE}: some counts are lower now: `cargo xtask tidy --bless` stores them"));
    }
    Ok(errors)
}

/// The counts that are larger than the stored ones, with both.
fn risen<'a>(
    stored: &'a Counts,
    counts: &'a Counts,
) -> impl Iterator<Item = (&'a (String, String), usize, usize)> {
    let with_old = counts.iter().map(|(key, &new)| (key, stored.get(key).copied().unwrap_or(0), new));
    with_old.filter(|&(_, old, new)| new > old)
}

/// The stored counts, lowered to the present ones. Counts of zero are not stored.
fn lowered(stored: &Counts, counts: &Counts) -> Counts {
    let lower = |(key, &old): (&(String, String), &usize)| {
        let new = counts.get(key).copied().unwrap_or(0).min(old);
        (new > 0).then(|| (key.clone(), new))
    };
    stored.iter().filter_map(lower).collect()
}

fn rise_error(rules: &Rules, found: &Found, key: &(String, String), old: usize, new: usize) -> String {
    let (place, rule) = key;
    let mut matches: Vec<&Match> =
        found.matches.iter().filter(|found| area(&found.path) == place && found.rule == *rule).collect();
    // The match that is new is in a file that changed.
    matches.sort_by_key(|found| {
        Reverse(fs::metadata(root().join(&found.path)).and_then(|data| data.modified()).ok())
    });
    let mut error = format!(
        "prose: {rule} in {place}: {new} matches, at most {old} are allowed: {}; `cargo xtask prose PATH` lists \
         the matches of a file",
        rules.reason(rule)
    );
    for Match { path, line, text, .. } in matches.iter().take(LISTED) {
        _ = write!(error, "\n    {path}:{}: {text}", line + 1);
    }
    if matches.len() > LISTED {
        _ = write!(error, "\n    and {} more", matches.len() - LISTED);
    }
    error
}

fn parse(text: &str) -> Result<Counts, String> {
    let row = |(number, line): (usize, &str)| {
        let mut fields = line.split('\t');
        let row = (|| {
            let key = (fields.next()?.to_owned(), fields.next()?.to_owned());
            Some((key, fields.next()?.parse().ok()?)).filter(|_| fields.next().is_none())
        })();
        row.ok_or_else(|| format!("{FILE}:{}: expected an area, a pattern and a count", number + 1))
    };
    text.lines().enumerate().map(row).collect()
}

fn print(counts: &Counts) -> String {
    counts.iter().map(|((area, rule), count)| format!("{area}\t{rule}\t{count}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(rows: &[(&str, &str, usize)]) -> Counts {
        rows.iter().map(|&(area, rule, count)| ((area.to_owned(), rule.to_owned()), count)).collect()
    }

    #[test]
    fn counts_are_stored_and_read() {
        let counts = counts(&[("docs", "R1", 2), ("dxil", "R10", 1), ("dxil", "R2", 12)]);
        assert_eq!(print(&counts), "docs\tR1\t2\ndxil\tR10\t1\ndxil\tR2\t12\n");
        assert_eq!(parse(&print(&counts)), Ok(counts));
        for text in ["docs\tR1\n", "docs\tR1\tx\n", "docs\tR1\t1\t2\n", "\n"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_fall_and_never_rise() {
        let stored = counts(&[("a", "R1", 2), ("a", "R2", 3), ("b", "R1", 1)]);
        let now = counts(&[("a", "R1", 3), ("a", "R2", 1), ("c", "R1", 1)]);
        let key = |area: &str, rule: &str| (area.to_owned(), rule.to_owned());
        let rises: Vec<_> = risen(&stored, &now).map(|(key, old, new)| (key.clone(), old, new)).collect();
        assert_eq!(rises, [(key("a", "R1"), 2, 3), (key("c", "R1"), 0, 1)]);
        assert_eq!(lowered(&stored, &now), counts(&[("a", "R1", 2), ("a", "R2", 1)]));
    }
}
