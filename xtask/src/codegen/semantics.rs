//! The rows of `tables/semantics.toml`: the points where values go in and come out, and what semantics mean there.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, rows, text};

/// What a table calls a meaning, and the variant that it becomes.
const INTERPRETATIONS: [(&str, &str); 9] = [
    ("Arb", "Arbitrary"),
    ("SV", "SystemValue"),
    ("SGV", "GeneratedValue"),
    ("NotInSig", "NotInSignature"),
    ("NotPacked", "NotPacked"),
    ("Target", "Target"),
    ("TessFactor", "TessFactor"),
    ("Shadow", "Shadow"),
    ("ClipCull", "ClipCull"),
];

/// The enumeration of the points. Separate from the rows, whose type names it.
pub(super) fn signature_points(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! The points where values enter or leave a stage: `tables/semantics.toml`.\n\n\
         /// Where values go into a stage or come out of it.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum SignaturePoint {{\n"
    );
    for point in rows(table, "point")? {
        let _ = writeln!(
            out,
            "    /// {}: `{}`.\n    {},",
            text(point, "doc")?,
            text(point, "name")?,
            text(point, "const")?
        );
    }
    out.push_str("}\n");
    Ok(out)
}

pub(super) fn semantics(table: &Table, enums: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! What semantics mean at each point: `tables/semantics.toml`.\n\n\
         use dx_container::enums::SemanticKind as K;\n\nuse crate::semantics::Interpretation::*;\n\
         use crate::semantics::SemanticRow;\nuse crate::semantics::SignaturePoint as P;\n"
    );
    let points = rows(table, "point")?;
    let kinds = super::enum_values(enums, "SemanticKind")?;
    let semantics = rows(table, "semantic")?;
    let _ = write!(
        out,
        "\n/// The semantics by number.\npub(crate) static SEMANTICS: [SemanticRow; {}] = [\n",
        semantics.len()
    );
    if kinds.len() != semantics.len() {
        return Err(format!("{} semantics, but SemanticKind has {}", semantics.len(), kinds.len()));
    }
    for (row, kind) in semantics.iter().zip(kinds) {
        let (name, spelled) = (text(row, "kind")?, text(row, "name")?);
        if text(kind, "name")? != name {
            return Err(format!("{name} is out of order: SemanticKind has {} here", text(kind, "name")?));
        }
        let at = row.get("at").and_then(Value::as_table).ok_or_else(|| format!("{name}: missing `at`"))?;
        let known =
            points.iter().filter(|point| text(point, "name").is_ok_and(|point| at.contains_key(point)));
        if known.count() != at.len() {
            return Err(format!("{name}: unknown point in `at`"));
        }
        let mut meanings = Vec::new();
        for point in &points {
            let Some(word) = at.get(text(point, "name")?).and_then(Value::as_str) else { continue };
            let found = INTERPRETATIONS.iter().find(|(known, _)| *known == word);
            let (_, variant) = found.ok_or_else(|| format!("{name}: unknown meaning {word}"))?;
            meanings.push(format!("(P::{}, {variant})", text(point, "const")?));
        }
        let _ = writeln!(
            out,
            "    SemanticRow {{ kind: K::{}, name: {spelled:?}, at: &[{}] }},",
            text(kind, "const")?,
            meanings.join(", ")
        );
    }
    out.push_str("];\n");
    Ok(out)
}
