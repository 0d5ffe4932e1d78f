//! The ratchet of unsupported DXIL operations: the column `unsupported` of `tables/ops/`, whose counts may only fall.
//! Separate from the prose ratchet because the counts come from tables instead of text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use toml::{Table, Value};

use crate::{Outcome, codegen, root};

/// The counts, relative to the root: part of shader-tools and number of operations, separated by a tab.
const FILE: &str = "xtask/operations.tsv";

/// The number of unsupported operations of each part of shader-tools.
type Counts = BTreeMap<String, usize>;

/// The names of the unsupported operations of each part of shader-tools, in the order of the tables.
type Unsupported = BTreeMap<String, Vec<String>>;

/// `cargo xtask operations`: lists the unsupported operations of all parts, or of the given parts.
pub fn list(parts: &[&str]) -> Outcome {
    let unsupported = unsupported(&codegen::op_files()?);
    if let Some(part) = parts.iter().find(|part| !unsupported.contains_key(**part)) {
        let known: Vec<&str> = unsupported.keys().map(String::as_str).collect();
        return Err(format!(
            "no operation lists `{part}` in the column `unsupported`; found: {}",
            known.join(", ")
        ));
    }
    let mut text = String::new();
    for (part, names) in &unsupported {
        if parts.is_empty() || parts.contains(&part.as_str()) {
            _ = writeln!(text, "{part}: {} operations", names.len());
            names.iter().for_each(|name| _ = writeln!(text, "  {name}"));
        }
    }
    print!("{text}");
    Ok(())
}

/// Compares the numbers of unsupported operations with the file, and returns an error for each number that differs.
/// With `bless`, lower numbers are stored instead.
pub fn check(bless: bool) -> Result<Vec<String>, String> {
    let path = root().join(FILE);
    let stored = parse(&fs::read_to_string(&path).map_err(|e| format!("{FILE}: {e}"))?)?;
    let unsupported = unsupported(&codegen::op_files()?);
    let counts: Counts = unsupported.into_iter().map(|(part, names)| (part, names.len())).collect();
    let mut errors: Vec<String> = risen(&stored, &counts);
    let lowered = lowered(&stored, &counts);
    if bless {
        fs::write(&path, print(&lowered)).map_err(|e| format!("{FILE}: {e}"))?;
    } else if lowered != stored {
        errors.push(format!("{FILE}: some numbers are lower now: `cargo xtask tidy --bless` stores them"));
    }
    Ok(errors)
}

fn unsupported(files: &[Table]) -> Unsupported {
    let mut found = Unsupported::new();
    for file in files {
        for row in file.get("operation").and_then(Value::as_array).into_iter().flatten() {
            let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
            let parts = row.get("unsupported").and_then(Value::as_array);
            for part in parts.into_iter().flatten().filter_map(Value::as_str) {
                found.entry(part.to_owned()).or_default().push(name.to_owned());
            }
        }
    }
    found
}

/// An error for each number that is larger than the stored one.
fn risen(stored: &Counts, counts: &Counts) -> Vec<String> {
    let error = |(part, new): (&String, &usize)| {
        let old = stored.get(part).copied().unwrap_or(0);
        (*new > old).then(|| {
            format!(
                "tables/ops: {new} operations list `{part}` in the column `unsupported`, at most {old} are allowed: \
                 add the code, or raise the number in {FILE} and state the reason in the commit; `cargo xtask \
                 operations {part}` lists the operations"
            )
        })
    };
    counts.iter().filter_map(error).collect()
}

/// The stored numbers, lowered to the present ones. A number of zero is not stored.
fn lowered(stored: &Counts, counts: &Counts) -> Counts {
    let lower = |(part, old): (&String, &usize)| {
        let new = counts.get(part).copied().unwrap_or(0).min(*old);
        (new > 0).then(|| (part.clone(), new))
    };
    stored.iter().filter_map(lower).collect()
}

fn parse(text: &str) -> Result<Counts, String> {
    let row = |(number, line): (usize, &str)| {
        let row =
            line.split_once('\t').and_then(|(part, count)| Some((part.to_owned(), count.parse().ok()?)));
        row.ok_or_else(|| format!("{FILE}:{}: expected a part and a number", number + 1))
    };
    text.lines().enumerate().map(row).collect()
}

fn print(counts: &Counts) -> String {
    counts.iter().map(|(part, count)| format!("{part}\t{count}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(rows: &[(&str, usize)]) -> Counts {
        rows.iter().map(|&(part, count)| (part.to_owned(), count)).collect()
    }

    #[test]
    fn numbers_are_stored_and_read() {
        let counts = counts(&[("lower", 3), ("run", 12)]);
        assert_eq!(print(&counts), "lower\t3\nrun\t12\n");
        assert_eq!(parse(&print(&counts)), Ok(counts));
        for text in ["run\n", "run\tx\n", "run\t1\t2\n", "\n"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_fall_and_never_rise() {
        let stored = counts(&[("lower", 2), ("run", 3), ("upgrade", 1)]);
        let now = counts(&[("lower", 3), ("run", 1), ("amd-compile", 1)]);
        let errors = risen(&stored, &now);
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].contains("1 operations list `amd-compile`"), "{}", errors[0]);
        assert!(errors[1].contains("3 operations list `lower`"), "{}", errors[1]);
        assert_eq!(lowered(&stored, &now), counts(&[("lower", 2), ("run", 1)]));
    }

    #[test]
    fn rows_are_counted_by_part() {
        let table = "[[operation]]\nname = \"A\"\nunsupported = [\"run\", \"lower\"]\n\
                     [[operation]]\nname = \"B\"\nunsupported = [\"run\"]\n[[operation]]\nname = \"C\"\n";
        let found = unsupported(&[table.parse().expect("it is TOML")]);
        let expected = [("lower", vec!["A"]), ("run", vec!["A", "B"])];
        let expected =
            expected.map(|(part, names)| (part.to_owned(), names.into_iter().map(str::to_owned).collect()));
        assert_eq!(found, Unsupported::from(expected));
    }
}
