//! Rows of verdicts, and the tables that store them. Separate because several tasks read public test inputs, of which
//! only names and verdicts are stored.

use std::ffi::OsStr;
use std::fs;

use super::{Outcome, root, text};
use crate::cargo;

/// The rows that an example of a package prints. The example runs once for each argument.
pub fn printed_by<A: AsRef<OsStr>>(
    package: &str,
    example: &str,
    arguments: &[A],
) -> Result<Vec<String>, String> {
    let mut rows = Vec::new();
    for argument in arguments {
        let words = ["run", "--quiet", "--package", package, "--example", example, "--"];
        let output = cargo::stdout(cargo::command(words).arg(argument))?;
        rows.extend(String::from_utf8_lossy(&output).lines().map(str::to_owned));
    }
    Ok(rows)
}

/// The rows of a table, without the comments. The name of the table is relative to the root.
pub fn stored(table: &str) -> Result<Vec<String>, String> {
    let contents = fs::read_to_string(root().join(table)).map_err(text)?;
    Ok(contents.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect())
}

/// An error that lists the rows that the table does not store. Rows are equal if their `comparable` forms are.
pub fn expect_stored<R: AsRef<str>>(rows: &[R], table: &str, comparable: impl Fn(&str) -> String) -> Outcome {
    let stored: Vec<String> = stored(table)?.iter().map(|row| comparable(row)).collect();
    let rows = rows.iter().map(AsRef::as_ref);
    let changed: Vec<&str> = rows.filter(|row| !stored.contains(&comparable(row))).collect();
    match changed.as_slice() {
        [] => Ok(()),
        changed => Err(format!("{} rows differ from {table}:\n{}", changed.len(), changed.join("\n"))),
    }
}

/// An error if the table stores rows that are not among these.
pub fn expect_complete(rows: &[String], table: &str) -> Outcome {
    match stored(table)?.iter().filter(|row| !rows.contains(row)).count() {
        0 => Ok(()),
        lost => Err(format!("{lost} rows of {table} no longer appear")),
    }
}
