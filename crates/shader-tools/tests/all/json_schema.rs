//! A checker for the JSON Schema keywords that the schemas in `docs/schemas/` contain. The checker is stricter than
//! JSON Schema: a member that the schema does not list is an error, so that every member is documented. The checker
//! rejects other keywords.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Map, Value};

/// A schema with its definitions.
pub(crate) struct Schema(Value);

/// Keywords without rules for values.
const ABOUT: [&str; 4] = ["description", "$schema", "title", "$defs"];

type Outcome = Result<(), String>;

impl Schema {
    /// The schema in `docs/schemas/` of the documents with the name `name`, such as `verify`.
    pub(crate) fn read(name: &str) -> Self {
        let path = testkit::corpus::root().join(format!("docs/schemas/{name}.schema.json"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(serde_json::from_str(&text).expect("the schema is JSON"))
    }

    /// How many members its objects have.
    pub(crate) fn members(&self) -> usize {
        fn count(value: &Value) -> usize {
            match value {
                Value::Object(object) => {
                    let own = object.get("properties").and_then(Value::as_object).map_or(0, Map::len);
                    own + object.values().map(count).sum::<usize>()
                }
                Value::Array(values) => values.iter().map(count).sum(),
                _ => 0,
            }
        }
        count(&self.0)
    }

    /// Checks a whole document; adds the members that occur to `seen`.
    pub(crate) fn check_document(&self, value: &Value, seen: &mut BTreeSet<String>) -> Outcome {
        self.check_by(&self.0, value, "document", seen)
    }

    fn definition(&self, reference: &str) -> Result<&Value, String> {
        let found = reference.strip_prefix('#').and_then(|pointer| self.0.pointer(pointer));
        found.ok_or_else(|| format!("the schema has no {reference}"))
    }

    fn check_by(&self, schema: &Value, value: &Value, path: &str, seen: &mut BTreeSet<String>) -> Outcome {
        let schema = schema.as_object().ok_or_else(|| format!("{path}: the schema is not an object"))?;
        for (keyword, argument) in schema {
            let fits = match keyword.as_str() {
                "$ref" => {
                    let reference = argument.as_str().unwrap_or_default();
                    let name = reference.rsplit('/').next().unwrap_or_default();
                    self.check_by(self.definition(reference)?, value, name, seen)?;
                    true
                }
                "type" => match argument {
                    Value::Array(types) => types.iter().any(|name| is_a(name, value)),
                    name => is_a(name, value),
                },
                "const" => argument == value,
                "enum" => argument.as_array().is_some_and(|values| values.contains(value)),
                "anyOf" => self.check_any(argument, value, path, seen)?,
                "maximum" => value.as_f64().is_none_or(|number| Some(number) <= argument.as_f64()),
                "minimum" => value.as_f64().is_none_or(|number| Some(number) >= argument.as_f64()),
                "minItems" => {
                    value.as_array().is_none_or(|items| Some(items.len() as u64) >= argument.as_u64())
                }
                "maxItems" => {
                    value.as_array().is_none_or(|items| Some(items.len() as u64) <= argument.as_u64())
                }
                "items" => {
                    let values = value.as_array().map_or(&[][..], Vec::as_slice);
                    values.iter().try_for_each(|item| self.check_by(argument, item, path, seen))?;
                    true
                }
                "required" => {
                    let names = argument.as_array().map_or(&[][..], Vec::as_slice);
                    names.iter().all(|name| value.get(name.as_str().unwrap_or_default()).is_some())
                }
                "properties" | "additionalProperties" => {
                    self.check_members(schema, value, path, seen)?;
                    true
                }
                about if ABOUT.contains(&about) => true,
                other => return Err(format!("{path}: this check does not know the keyword {other}")),
            };
            if !fits {
                return Err(format!("{path}: {keyword} {argument} does not fit {value}"));
            }
        }
        Ok(())
    }

    /// Checks a value by several schemas, one of which must fit. The error is the error of the schema that lists most
    /// of the members.
    fn check_any(
        &self,
        schemas: &Value,
        value: &Value,
        path: &str,
        seen: &mut BTreeSet<String>,
    ) -> Result<bool, String> {
        let mut errors = Vec::new();
        for schema in schemas.as_array().into_iter().flatten() {
            let mut of_schema = BTreeSet::new();
            match self.check_by(schema, value, path, &mut of_schema) {
                Ok(()) => {
                    seen.extend(of_schema);
                    return Ok(true);
                }
                Err(error) => errors.push((of_schema.len(), error)),
            }
        }
        let error = errors.into_iter().max_by_key(|(members, _)| *members);
        Err(error.map_or_else(|| format!("{path}: anyOf without schemas"), |(_, error)| error))
    }

    fn check_members(
        &self,
        schema: &Map<String, Value>,
        value: &Value,
        path: &str,
        seen: &mut BTreeSet<String>,
    ) -> Outcome {
        let none = Value::Null;
        let properties = schema.get("properties").unwrap_or(&none);
        for (name, member) in value.as_object().into_iter().flatten() {
            let known = properties.get(name).or_else(|| schema.get("additionalProperties"));
            let schema = known.ok_or_else(|| format!("{path}: {name} is not documented"))?;
            let path = format!("{path}.{name}");
            if *schema != true {
                self.check_by(schema, member, &path, seen)?;
            }
            seen.insert(path);
        }
        Ok(())
    }
}

fn is_a(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    }
}
