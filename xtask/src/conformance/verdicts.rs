//! Tables of verdicts that an example of a crate prints, compared with stored tables. Separate because several tasks
//! read public test inputs, of which only names and verdicts are stored.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;

use super::{Outcome, root, text};

/// An example that prints rows, and the table in which the rows are stored.
pub struct Verdicts {
    pub package: &'static str,
    pub example: &'static str,
    /// The table, relative to the root.
    pub table: &'static str,
    /// The comment at the start of the table.
    pub head: &'static str,
    /// The last column of a row that is as it should be.
    pub good: &'static str,
}

impl Verdicts {
    /// Runs the example once for each argument, and compares or stores the rows.
    pub fn check<A: AsRef<OsStr>>(&self, arguments: &[A], is_blessing: bool) -> Outcome {
        let mut rows = Vec::new();
        for argument in arguments {
            let options = ["run", "--quiet", "--package", self.package, "--example", self.example, "--"];
            let mut command = Command::new("cargo");
            let output = command.current_dir(root()).args(options).arg(argument).output().map_err(text)?;
            if !output.status.success() {
                let argument = argument.as_ref().display();
                let message = String::from_utf8_lossy(&output.stderr);
                return Err(format!("{} {argument}: {message}", self.example));
            }
            rows.extend(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned));
        }
        let last = format!("\t{}", self.good);
        let good = rows.iter().filter(|row| row.ends_with(&last)).count();
        println!("{good} of {} rows are {}", rows.len(), self.good);
        let table = root().join(self.table);
        if is_blessing {
            return fs::write(table, format!("{}{}\n", self.head, rows.join("\n"))).map_err(text);
        }
        let stored = fs::read_to_string(table).map_err(text)?;
        let stored: Vec<&str> = stored.lines().filter(|line| !line.starts_with('#')).collect();
        let changed: Vec<&str> =
            rows.iter().map(String::as_str).filter(|row| !stored.contains(row)).collect();
        let lost = stored.iter().filter(|row| !rows.iter().any(|now| now == *row)).count();
        match changed.as_slice() {
            [] if lost > 0 => Err(format!("{lost} rows of {} no longer appear", self.table)),
            [] => Ok(()),
            changed => {
                Err(format!("{} rows differ from {}:\n{}", changed.len(), self.table, changed.join("\n")))
            }
        }
    }
}
