//! Phase 3: the inputs of a link with their metadata merged into one document. Separate because glue code merges its
//! own metadata into the document.

use super::inputs::Input;
use super::notes::LinkNote;
use crate::error::Result;
use crate::explain::{Event, Log};
use crate::metadata::Metadata;
use crate::metadata::merge::{self, Record, Source};
use crate::metadata::unlinked::Unlinked;
use crate::state::{PipelineState, Stages};
use crate::target::Target;

/// The inputs, and their metadata as one document.
pub(super) struct Merged<'a> {
    pub(super) state: Option<&'a PipelineState>,
    pub(super) inputs: Vec<Input<'a>>,
    pub(super) target: Target,
    pub(super) metadata: Metadata<'a>,
    pub(super) unlinked: Unlinked,
    pub(super) stages: Stages,
}

/// Merges a document, and logs the decisions.
pub(super) fn merge_one<'a>(
    merged: &mut Metadata<'a>,
    other: Metadata<'a>,
    source: Source,
    name: &str,
    target: Target,
    log: &mut Log,
) -> Result<()> {
    let mut decisions = Vec::new();
    let record = if log.is_wanted() { Record::Everything } else { Record::Conflicts };
    merge::merge_and_record(merged, other, source, target, record(&mut decisions))?;
    for decision in decisions {
        if decision.hides {
            log.note(|| LinkNote::Conflict { input: name.to_owned(), decision: decision.clone() });
        }
        log.record(|| Event::Merged { input: name.to_owned(), decision });
    }
    Ok(())
}
