//! What entries write: whether all of it is written that the pipeline reads.

use dx_container::enums::{SemanticKind, ShaderKind};

use super::context::{Context, Entry};
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
        Self { entries: entries.collect() }
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
                check(entry, writes, report);
            }
        }
    }
}

fn check(entry: &Entry<'_>, writes: &EntryWrites, report: &mut Report) {
    let is_hull = entry.kind == ShaderKind::HULL;
    let (elements, written) = if is_hull {
        (entry.patch_constants(), &writes.patch_constants)
    } else {
        (entry.outputs(), &writes.outputs)
    };
    for (element, written) in elements.iter().zip(written) {
        let whole = 1_u32.checked_shl(element.columns.into()).unwrap_or(0).wrapping_sub(1);
        let may_be_missing = element.semantic == SemanticKind::ARBITRARY
            || !is_hull && element.semantic == SemanticKind::TARGET;
        if *written == whole || may_be_missing {
            continue;
        }
        report.add(
            Rule::SM_UNDEFINED_OUTPUT,
            entry.place(),
            format_args!("of {} the columns {written:#x} are written, expected {whole:#x}", element.name),
        );
        if element.semantic == SemanticKind::POSITION {
            report.add(
                Rule::SM_COMPLETE_POSITION,
                entry.place(),
                format_args!("not all of the position is written"),
            );
        }
    }
}
