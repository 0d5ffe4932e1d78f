//! Pipeline state as a document in YAML or JSON. Separate because it is one of two forms that the state is read from;
//! the types of the state say what the document's keys are.
//!
//! `docs/amd-pipeline.schema.json` describes it, made from those types; `examples/amd/pipeline.yaml` shows it.

use located_yaml::Format;
#[cfg(feature = "schema")]
use schemars::{Schema, generate::SchemaSettings};

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
    let format = Format { name: "pipeline state", depth: limits::STATE_DEPTH };
    located_yaml::from_str(text, format)
        .map_err(|mistake| state_error(mistake.line, mistake.column, mistake.message))
}

#[cold]
pub(super) fn state_error(line: u64, column: u64, why: String) -> Error {
    ErrorKind::StateText { line, column, why }.unplaced()
}
