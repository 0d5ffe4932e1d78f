//! JSON Schemas of located values and of names. Separate from the schema of the document because the document's types
//! refer to them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::located_values::{At, Ignored, Node};

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
}
