//! Registers of Direct3D 9 programs: the rows of `tables/d3d9.toml`, by stage and version.

mod row;

use dx_container::D3d9Version;

use crate::d3d9::parameter_token::NUMBER;
pub use crate::generated::d3d9::REGISTERS;
pub use row::{RegisterKind, RegisterRow};

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
                Some(number) if number <= NUMBER.into() => return Some((row.kind, number)),
                Some(number) => beyond = Some((row.kind, number)),
                None => {}
            }
        }
        beyond
    }
}
