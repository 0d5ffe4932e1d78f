//! What entries write: whether all of it is written that the pipeline reads.

use dx_container::enums::{SemanticKind, ShaderKind};
use dxil_ir::GlobalId;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry as HashEntry;

use super::context::{Context, Entry};
use super::names::semantic;
use crate::names::{Components, ComponentsAre};
use crate::report::Report;
use crate::rule::Rule;

/// A signature that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Output,
    PatchConstant,
}

/// What entries write, by their numbers.
pub(super) struct Written {
    entries: Vec<EntryWrites>,
    /// What functions write that compute patch constants, for all entries at once that they do it for.
    patches: HashMap<GlobalId, PatchWrites>,
}

/// Columns of patch constants that are written, a bit each, by element.
#[derive(Debug, Clone, Default)]
struct PatchWrites {
    columns: Vec<u32>,
    /// Rows and columns that elements have in every entry.
    common: Vec<(u32, u8)>,
}

/// Columns that are written, a bit each, by element; and what else is read that matters to signatures.
#[derive(Debug, Clone, Default)]
struct EntryWrites {
    outputs: Vec<u32>,
    patch_constants: Vec<u32>,
    reads_view: bool,
    /// Coverage, and inner coverage.
    reads_coverage: [bool; 2],
}

impl Written {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let entries = context.entries.iter().map(|entry| EntryWrites {
            outputs: vec![0; entry.outputs().len()],
            patch_constants: vec![0; entry.patch_constants().len()],
            ..EntryWrites::default()
        });
        let mut patches = HashMap::<GlobalId, PatchWrites>::new();
        for entry in &context.entries {
            let Some(function) = entry.patch_function() else { continue };
            let sizes = entry.patch_constants().iter().map(|element| (element.rows, element.columns));
            match patches.entry(function) {
                HashEntry::Vacant(vacant) => {
                    let common: Vec<_> = sizes.collect();
                    vacant.insert(PatchWrites { columns: vec![0; common.len()], common });
                }
                HashEntry::Occupied(known) => known.into_mut().also_for(sizes),
            }
        }
        Self { entries: entries.collect(), patches }
    }

    /// Takes note; says whether every entry has that row and column, whose patch constants the function computes.
    pub(super) fn write_patch(
        &mut self,
        function: GlobalId,
        element: usize,
        row: Option<u64>,
        column: u32,
    ) -> bool {
        let Some(writes) = self.patches.get_mut(&function) else { return false };
        if let (Some(columns), Some(bit)) = (writes.columns.get_mut(element), 1_u32.checked_shl(column)) {
            *columns |= bit;
        }
        writes.common.get(element).is_some_and(|(rows, columns)| {
            row.is_none_or(|row| row < (*rows).into()) && column <= (*columns).into()
        })
    }

    pub(super) fn write(&mut self, entry: usize, side: Side, element: usize, column: u32) {
        let Some(writes) = self.entries.get_mut(entry) else { return };
        let columns = match side {
            Side::Output => &mut writes.outputs,
            Side::PatchConstant => &mut writes.patch_constants,
        };
        if let (Some(columns), Some(bit)) = (columns.get_mut(element), 1_u32.checked_shl(column)) {
            *columns |= bit;
        }
    }

    /// Takes note; says whether both are read now.
    pub(super) fn reads_coverage(&mut self, entry: usize, is_inner: bool) -> bool {
        let Some(writes) = self.entries.get_mut(entry) else { return false };
        let [outer, inner] = &mut writes.reads_coverage;
        *(if is_inner { &mut *inner } else { &mut *outer }) = true;
        *outer && *inner
    }

    pub(super) fn reads_view(&mut self, entry: usize) {
        if let Some(writes) = self.entries.get_mut(entry) {
            writes.reads_view = true;
        }
    }

    pub(super) fn has_view(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(|writes| writes.reads_view)
    }

    /// System values are written whole, but for render targets; the position, too.
    pub(super) fn check(&self, context: &Context<'_>, report: &mut Report) {
        for (entry, writes) in context.entries.iter().zip(&self.entries) {
            if entry.function.is_some() {
                let patch = entry.patch_function().and_then(|function| self.patches.get(&function));
                check(entry, writes, patch.map_or(&[], |patch| &patch.columns), report);
            }
        }
    }
}

impl PatchWrites {
    /// The function computes what another entry declares, too.
    fn also_for(&mut self, sizes: impl ExactSizeIterator<Item = (u32, u8)>) {
        self.columns.resize(self.columns.len().max(sizes.len()), 0);
        self.common.truncate(sizes.len());
        for (known, other) in self.common.iter_mut().zip(sizes) {
            *known = (known.0.min(other.0), known.1.min(other.1));
        }
    }
}

fn check(entry: &Entry<'_>, writes: &EntryWrites, patch: &[u32], report: &mut Report) {
    let is_hull = entry.kind == ShaderKind::HULL;
    let (elements, written) =
        if is_hull { (entry.patch_constants(), patch) } else { (entry.outputs(), writes.outputs.as_slice()) };
    for (element, written) in elements.iter().zip(written.iter().chain(std::iter::repeat(&0))) {
        let whole = 1_u32.checked_shl(element.columns.into()).unwrap_or(0).wrapping_sub(1);
        let may_be_missing = element.semantic == SemanticKind::ARBITRARY
            || !is_hull && element.semantic == SemanticKind::TARGET;
        if *written == whole || may_be_missing {
            continue;
        }
        let (name, missing) = (semantic(element), whole & !*written);
        let message = match missing {
            0 => format!(
                "components {} of output {name} are written, but the output has {}",
                Components((*written).into()),
                Components(whole.into())
            ),
            missing => format!("{} not written in output {name}", ComponentsAre(missing.into())),
        };
        report.add(Rule::SM_UNDEFINED_OUTPUT, entry.place(), format_args!("{message}"));
        if element.semantic == SemanticKind::POSITION {
            report.add(
                Rule::SM_COMPLETE_POSITION,
                entry.place(),
                format_args!(
                    "{name} is incomplete: {} not written",
                    ComponentsAre((whole & !*written).into())
                ),
            );
        }
    }
}
