//! The JSON schemas of the documents, generated from the types that the program serializes. `docs/schemas/` contains
//! the schemas.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

use super::FileOrError;

/// A document with one file object per file.
#[derive(Serialize, JsonSchema)]
pub struct Files<F> {
    /// The file objects, in the order of the files.
    files: Vec<FileOrError<'static, F>>,
}

/// The fields of a part or of a PDB: member names are field names, values are scalars, lists and objects.
#[derive(Serialize)]
pub struct Fields;

impl JsonSchema for Fields {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fields".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "description": "The fields, by name. docs/json.md describes the values.",
            "type": "object",
            "additionalProperties": true
        })
    }
}

/// Compares the schema of the document `D` with `docs/schemas/VERB.schema.json`, or writes this file if the environment
/// variable `BLESS` is set. `name` is the content of the member `schema`, such as `shader-tools.verify/1`.
pub fn check<D: JsonSchema>(name: &str) {
    let verb = name.strip_prefix("shader-tools.").and_then(|name| name.split('/').next());
    compare(verb.expect("a schema of this program"), &schema_of::<D>(name));
}

/// Like [`check`], but for a value without the member `schema`, such as a line of an index.
pub fn check_value<D: JsonSchema>(name: &str) {
    compare(name, &root_schema::<D>(name));
}

fn compare(verb: &str, schema: &Schema) {
    let file = format!("docs/schemas/{verb}.schema.json");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&file);
    let text = format!("{:#}\n", schema.as_value());
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be created");
        return fs::write(path, text).expect("the schema can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let help = "`BLESS=1 cargo test -p shader-tools --bin shader-tools schema` writes it";
    assert!(stored == text, "{file} differs from the types of the document; {help}");
}

fn root_schema<D: JsonSchema>(title: &str) -> Schema {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<D>();
    schema.insert("title".to_owned(), title.into());
    RecursiveTransform(simplify).transform(&mut schema);
    schema
}

fn schema_of<D: JsonSchema>(name: &str) -> Schema {
    let mut schema = root_schema::<D>(name);
    match schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        Some(documents) => documents.iter_mut().for_each(|document| add_name(document, name)),
        None => {
            let mut document = schema.to_value();
            add_name(&mut document, name);
            schema = document.try_into().expect("an object");
        }
    }
    schema
}

/// Adds the member `schema` to the schema of a document.
fn add_name(document: &mut Value, name: &str) {
    let about = "The name and version of this schema.";
    document["properties"]["schema"] = json!({ "const": name, "description": about });
    match document.get_mut("required").and_then(Value::as_array_mut) {
        Some(required) => {
            required.retain(|name| name != "schema");
            required.insert(0, "schema".into());
        }
        None => document["required"] = json!(["schema"]),
    }
}

/// Removes what schemars adds for every Rust type: number formats, and `null` for a member that is absent instead.
fn simplify(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    object.remove("format");
    let required = object.get("required").cloned().unwrap_or_default();
    let is_required = |name: &String| {
        required.as_array().is_some_and(|names| names.iter().any(|required| required == name.as_str()))
    };
    let properties = object.get_mut("properties").and_then(Value::as_object_mut);
    for (_, member) in properties.into_iter().flatten().filter(|(name, _)| !is_required(name)) {
        remove_null(member);
    }
}

fn remove_null(member: &mut Value) {
    let Some(member) = member.as_object_mut() else { return };
    if let Some(Value::Array(types)) = member.get_mut("type") {
        types.retain(|name| name != "null");
        if let [name] = types.as_slice() {
            let name = name.clone();
            member.insert("type".to_owned(), name);
        }
    }
    if let Some(Value::Array(schemas)) = member.get_mut("anyOf") {
        schemas.retain(|schema| *schema != json!({ "type": "null" }));
        if let [Value::Object(schema)] = schemas.as_slice() {
            let schema = schema.clone();
            member.remove("anyOf");
            schema.into_iter().for_each(|(keyword, value)| {
                member.entry(keyword).or_insert(value);
            });
        }
    }
}
