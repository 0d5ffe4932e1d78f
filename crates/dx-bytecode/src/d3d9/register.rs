//! Registers of Direct3D 9 programs: the rows of `tables/d3d9.toml`, by stage and version.

use dx_container::D3d9Version;

pub use crate::generated::d3d9::REGISTERS;

/// The kind of a register: five bits of a parameter token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterKind(pub u32);

/// A row of the table of registers. Versions are major and minor in a byte each.
#[derive(Debug, PartialEq, Eq)]
pub struct RegisterRow {
    /// The kind.
    pub kind: RegisterKind,
    /// Whether it is that of vertex shaders.
    pub is_vertex: bool,
    /// What stands before the number.
    pub name: &'static str,
    /// The names by number, where each has its own.
    pub names: &'static [&'static str],
    /// What is added to the number where it is printed.
    pub base: u32,
    /// Whether it can be read.
    pub reads: bool,
    /// Whether it can be written.
    pub writes: bool,
    /// From which version on there are how many.
    pub counts: &'static [(u32, u32)],
    /// The first version in which it may be addressed relatively.
    pub relative: Option<u32>,
}

impl RegisterRow {
    /// The row that a version goes by: the latest that has begun, or else the first of the stage.
    pub fn of(kind: RegisterKind, version: D3d9Version) -> Option<&'static Self> {
        let mut rows =
            REGISTERS.iter().filter(|row| row.kind == kind && row.is_vertex == version.is_vertex());
        let first = rows.clone().next();
        rows.rfind(|row| row.counts.first().is_some_and(|count| count.0 <= version.model())).or(first)
    }

    /// How many registers a version has.
    pub fn count(&self, version: D3d9Version) -> u32 {
        self.counts.iter().rfind(|count| count.0 <= version.model()).map_or(0, |count| count.1)
    }

    /// The register that is called `name`: its kind and number.
    pub(crate) fn named(name: &str, version: D3d9Version) -> Option<(RegisterKind, u64)> {
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, number) = name.split_at_checked(name.len() - digits)?;
        let number: Option<u64> = number.parse().ok();
        let own = |row: &&Self| Self::of(row.kind, version).is_some_and(|chosen| std::ptr::eq(chosen, *row));
        let rows = REGISTERS.iter().filter(|row| row.is_vertex == version.is_vertex()).filter(own);
        let mut beyond = None;
        for row in rows {
            if let Some(number) = row.names.iter().position(|known| *known == name) {
                return Some((row.kind, u64::try_from(number).ok()?));
            }
            let Some(number) = number.filter(|_| row.name == prefix && !prefix.is_empty()) else { continue };
            let number = number.checked_sub(row.base.into());
            match number {
                Some(number) if number <= super::operand::NUMBER.into() => return Some((row.kind, number)),
                Some(number) => beyond = Some((row.kind, number)),
                None => {}
            }
        }
        beyond
    }
}
