//! The JSON Schema of the document, generated from the types that it is read into.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Document, Instance, InstanceOrList};

/// The schema, as text.
pub(crate) fn schema() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    format!("{:#}\n", generator.into_root_schema_for::<Document>().as_value())
}

impl JsonSchema for InstanceOrList {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "InstanceOrList".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let instance = generator.subschema_for::<Instance>();
        json_schema!({ "anyOf": [instance, { "type": "array", "items": instance }] })
    }
}
