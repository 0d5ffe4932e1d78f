//! As much of JSON Schema as `docs/reflect.schema.json` needs, and stricter: a member that the schema does not list
//! is wrong here, so that nothing is printed that is not documented. Other keywords are refused.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A schema with its definitions.
pub(crate) struct Schema(Value);

/// Keywords that say nothing about values.
const ABOUT: [&str; 4] = ["description", "$schema", "title", "$defs"];

type Outcome = Result<(), String>;

impl Schema {
    /// The schema that `text` is.
    pub(crate) fn of(text: &str) -> Self {
        Self(serde_json::from_str(text).expect("the schema is JSON"))
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

    /// Checks a value by one of the definitions.
    pub(crate) fn check(&self, definition: &str, value: &Value, seen: &mut BTreeSet<String>) -> Outcome {
        let schema = self.definition(&format!("#/$defs/{definition}"))?;
        self.check_by(schema, value, definition, seen)
    }

    fn definition(&self, reference: &str) -> Result<&Value, String> {
        let found = reference.strip_prefix('#').and_then(|pointer| self.0.pointer(pointer));
        found.ok_or_else(|| format!("the schema has no {reference}"))
    }

    fn check_by(&self, schema: &Value, value: &Value, path: &str, seen: &mut BTreeSet<String>) -> Outcome {
        let schema = schema.as_object().ok_or_else(|| format!("{path}: the schema is no object"))?;
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
                "anyOf" => {
                    let schemas = argument.as_array().map_or(&[][..], Vec::as_slice);
                    schemas.iter().any(|schema| self.check_by(schema, value, path, seen).is_ok())
                }
                "minimum" => value.as_f64() >= argument.as_f64(),
                "minItems" => value.as_array().map(Vec::len) >= argument.as_u64().map(|least| least as usize),
                "maxItems" => value.as_array().map(Vec::len) <= argument.as_u64().map(|most| most as usize),
                "items" => {
                    let values = value.as_array().map_or(&[][..], Vec::as_slice);
                    values.iter().try_for_each(|item| self.check_by(argument, item, path, seen))?;
                    true
                }
                "required" => {
                    let names = argument.as_array().map_or(&[][..], Vec::as_slice);
                    names.iter().all(|name| value.get(name.as_str().unwrap_or_default()).is_some())
                }
                "properties" => {
                    self.check_members(argument, value, path, seen)?;
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

    fn check_members(
        &self,
        properties: &Value,
        value: &Value,
        path: &str,
        seen: &mut BTreeSet<String>,
    ) -> Outcome {
        for (name, member) in value.as_object().into_iter().flatten() {
            let schema = properties.get(name).ok_or_else(|| format!("{path}: {name} is not documented"))?;
            let path = format!("{path}.{name}");
            self.check_by(schema, member, &path, seen)?;
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
        _ => false,
    }
}
