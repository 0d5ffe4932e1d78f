//! The JSON Schema of the document, made from the types that it is read into.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{At, Document, Ignored, Instance, InstanceOrList, Node};

/// The schema, as text.
pub(in crate::pipeline) fn schema() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    format!("{:#}\n", generator.into_root_schema_for::<Document>().as_value())
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A type whose schema is written here.
macro_rules! has_schema {
    ($($type:ident, $schema:expr;)*) => {
        $(impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let schema: fn(&mut SchemaGenerator) -> Schema = $schema;
                schema(generator)
            }
        })*
    };
}

/// Names of filters.
pub(super) struct FilterName;

/// Names of address modes.
pub(super) struct AddressName;

/// Names of comparisons.
pub(super) struct ComparisonName;

has_schema! {
    Ignored, |_| json_schema!(true);
    Node, |_| json_schema!({ "type": ["number", "string", "boolean", "array"] });
    FilterName, |_| json_schema!({ "enum": ["Nearest", "Linear"] });
    AddressName, |_| json_schema!({ "enum": ["Clamp", "Repeat", "Mirror", "Border", "MirrorOnce"] });
    ComparisonName, |_| json_schema!({
        "enum": ["Never", "Less", "Equal", "LessEqual", "Greater", "NotEqual", "GreaterEqual", "Always"]
    });
    InstanceOrList, |generator| {
        let instance = generator.subschema_for::<Instance>();
        json_schema!({ "anyOf": [instance, { "type": "array", "items": instance }] })
    };
}
