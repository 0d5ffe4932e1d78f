//! The document of `validate --rules --json`.

use std::io::{self, Write};

use serde::Serialize;

use super::rules::{self, Rule};
use crate::json::Object;

/// The name of the schema.
const SCHEMA: &str = "shader-tools.rules/1";

/// The rules.
#[cfg(test)]
#[derive(Serialize, schemars::JsonSchema)]
struct Document {
    /// The rules, in the order of `validate --rules`; one line each.
    rules: Vec<RuleObject>,
}

/// A rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Rule"))]
#[serde(rename_all = "camelCase")]
struct RuleObject {
    /// The name of the rule.
    rule: &'static str,
    /// The severity of the rule.
    #[cfg_attr(test, schemars(extend("enum" = ["error", "warning"])))]
    severity: &'static str,
    /// The language of the programs that the rule is about.
    #[cfg_attr(test, schemars(extend("enum" = ["dxil", "dxbc", "d3d9"])))]
    language: &'static str,
    /// The family of the rule.
    family: &'static str,
    /// The requirement.
    sentence: &'static str,
    /// The way to fix a shader that breaks the rule.
    hint: &'static str,
    /// The number of the rule in the reference validator; only if the reference validator has the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    /// The first validator version with the rule; only for DXIL.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// False if `validate` does not check the rule.
    checked: bool,
}

#[test]
fn schema_is_fresh() {
    crate::json::schema::check::<Document>(SCHEMA);
}

impl From<Rule> for RuleObject {
    fn from(rule: Rule) -> Self {
        let Rule { id, severity, sentence, hint, family, of_dxil } = rule;
        Self {
            rule: id,
            severity: severity.name(),
            language: rule.language(),
            family,
            sentence,
            hint,
            number: of_dxil.and_then(|row| row.number).map(u32::from),
            since: of_dxil.map(|row| format!("{}.{}", row.since.0, row.since.1)),
            checked: of_dxil.is_none_or(|row| row.check),
        }
    }
}

/// Writes the document.
pub fn write(out: &mut dyn Write) -> io::Result<()> {
    let mut document = Object::document(out, SCHEMA)?;
    document.lines("rules", rules::all().map(RuleObject::from))?;
    document.end_document()
}
