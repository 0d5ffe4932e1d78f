//! Pipeline state as a document in YAML or JSON. Separate because it is one of two forms that the state is read from;
//! the types of the state say what the document's keys are.
//!
//! `docs/amd-pipeline.schema.json` describes it, made from those types; `examples/amd/pipeline.yaml` shows it.

#[cfg(feature = "schema")]
use schemars::{Schema, generate::SchemaSettings};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error as Cause, MessageFormatter as _, UserMessageFormatter};

use super::PipelineState;
use crate::error::{Error, ErrorKind, Result};
use crate::limits;

pub(super) mod list;
pub(super) mod scalar;

/// The state that a document in YAML or JSON describes.
///
/// # Errors
///
/// Text that is not YAML, does not match the schema, or has values out of range, with line and column.
pub fn parse(text: &str) -> Result<PipelineState> {
    if text.len() > limits::STATE_TEXT {
        let why = format!(
            "the document is longer than {} bytes, the longest that is supported",
            limits::STATE_TEXT
        );
        return Err(state_error(1, 1, why));
    }
    read(text)
}

/// The JSON Schema of the document.
#[cfg(feature = "schema")]
pub fn schema() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<PipelineState>();
    tell_nodes_apart(&mut schema);
    format!("{:#}\n", schema.as_value())
}

/// Gives the nodes of tables a definition of their own, without `nodes`: tables are at the top level only.
#[cfg(feature = "schema")]
fn tell_nodes_apart(schema: &mut Schema) -> Option<()> {
    let definitions = schema.get_mut("$defs")?.as_object_mut()?;
    let mut inner = definitions.get("TopLevelNode")?.clone();
    inner.get_mut("properties")?.as_object_mut()?.remove("nodes");
    *definitions.get_mut("TopLevelNode")?.pointer_mut("/properties/nodes/items/$ref")? =
        "#/$defs/TableNode".into();
    definitions.insert("TableNode".into(), inner);
    definitions.sort_keys();
    Some(())
}

fn read(text: &str) -> Result<PipelineState> {
    let events = text.len().saturating_add(64);
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        budget.max_events = events;
        budget.max_nodes = events;
        budget.max_total_scalar_bytes = events;
        budget.max_depth = limits::STATE_DEPTH;
        budget.flow_nesting_limit = limits::STATE_DEPTH;
        // Nothing of ours repeats itself, so that nothing can repeat itself a billion times.
        budget.max_aliases = 0;
        budget.max_anchors = 0;
    }
    options.with_snippet = false;
    options.strict_booleans = true;
    serde_saphyr::from_str_with_options(text, options).map_err(|cause| {
        let (line, column) = cause.location().map_or((1, 1), |at| (at.line(), at.column()));
        state_error(line, column, message(&cause))
    })
}

/// The message, without the parser's own terms.
fn message(cause: &Cause) -> String {
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "YAML anchors and aliases are not supported: repeat the values".to_owned()
        }
        Cause::Budget { .. } => {
            "the document is nested too deep or has too many values for pipeline state".to_owned()
        }
        Cause::MultipleDocuments { .. } => {
            "a second YAML document begins: a file holds one pipeline state".to_owned()
        }
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key {key}"),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            // The place is shown elsewhere.
            message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
        }
    }
}

#[cold]
pub(super) fn state_error(line: u64, column: u64, why: String) -> Error {
    ErrorKind::StateText { line, column, why }.unplaced()
}
