//! Stored results with columns for each major version of LLVM. Separate because a run has the tools or tests of one
//! version, and keeps the columns of the others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use dxil_ir::intrinsics::LlvmVersion;

use super::{Outcome, keep_table, root, text};

/// The major versions of LLVM that have columns.
pub(super) const VERSIONS: [&str; 2] = ["22", "23"];

/// The syntax and the intrinsics of a major version.
pub(super) fn llvm_version(version: &str) -> LlvmVersion {
    version.parse().map_or(LlvmVersion::OLDEST, LlvmVersion::of_major)
}

/// The cell of a row that a version does not have.
const ABSENT: &str = "-";

/// The rows of a table during a run with one version.
pub(super) struct ByVersion {
    path: &'static str,
    head: &'static str,
    /// The names of the columns that each version has; a single one without a name has the name of the version.
    columns: &'static [&'static str],
    /// The index of the version in [`VERSIONS`].
    version: usize,
    rows: BTreeMap<String, Vec<String>>,
}

impl ByVersion {
    /// Reads a stored table, and clears the columns of `version`.
    pub(super) fn open(
        path: &'static str,
        head: &'static str,
        columns: &'static [&'static str],
        version: &str,
    ) -> Result<Self, String> {
        let Some(version) = VERSIONS.iter().position(|known| *known == version) else {
            return Err(format!(
                "unknown version {version} of LLVM, expected one of {}",
                VERSIONS.join(", ")
            ));
        };
        let stored = fs::read_to_string(root().join(path)).map_err(text)?;
        let mut table = Self { path, head, columns, version, rows: BTreeMap::new() };
        for line in stored.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t').map(str::to_owned);
            let Some(name) = fields.next() else { continue };
            let mut cells: Vec<String> = fields.collect();
            cells.resize(VERSIONS.len() * columns.len(), ABSENT.to_owned());
            table.rows.insert(name, cells);
        }
        let own = table.own_columns();
        for cells in table.rows.values_mut() {
            cells[own.clone()].fill(ABSENT.to_owned());
        }
        Ok(table)
    }

    fn own_columns(&self) -> std::ops::Range<usize> {
        let first = self.version * self.columns.len();
        first..first + self.columns.len()
    }

    /// Sets the cells of the version in a row.
    pub(super) fn set(&mut self, name: String, cells: Vec<String>) {
        let (own, all) = (self.own_columns(), VERSIONS.len() * self.columns.len());
        let row = self.rows.entry(name).or_insert_with(|| vec![ABSENT.to_owned(); all]);
        row.splice(own, cells);
    }

    /// Stores the table, or compares it with the stored one.
    pub(super) fn keep(mut self, bless: bool) -> Outcome {
        self.rows.retain(|_, cells| cells.iter().any(|cell| cell != ABSENT));
        let mut table = format!("{}# file", self.head);
        for (version, column) in
            VERSIONS.iter().flat_map(|version| self.columns.iter().map(move |column| (version, column)))
        {
            let separator = if column.is_empty() { "" } else { " " };
            let _ = write!(table, "\t{version}{separator}{column}");
        }
        table.push('\n');
        for (name, cells) in &self.rows {
            let _ = writeln!(table, "{name}\t{}", cells.join("\t"));
        }
        keep_table(self.path, &table, |_| true, bless)
    }
}
