//! The file objects of `validate --json`.

use serde::Serialize;

use crate::json::Mapped;
use crate::judging::{Finding, FindingObject, Judgement, finding_objects};
use crate::selection::file_name::FileName;

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.validate/1";

/// The findings of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// True if no finding has the severity `error`.
    valid: bool,
    /// The number of findings with the severity `error`.
    errors: usize,
    /// The number of findings with the severity `warning`.
    warnings: usize,
    /// The findings, in an order that does not change between runs.
    findings: Mapped<'a, Finding, FindingObject<'a>>,
    /// The number of findings that are not in `findings`, because the length of `findings` is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings_left_out: Option<usize>,
    /// The PDB file from which `validate` reads HLSL source lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    debug_file: Option<&'a str>,
    /// The checks that `validate` ran and skipped; only for a container without a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<&'static str>,
    /// True for a valid container without a digest; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unsigned: bool,
}

#[test]
fn schema_is_fresh() {
    use crate::json::schema::{Files, check};

    check::<Files<File<'static>>>(SCHEMA);
}

impl<'a> File<'a> {
    /// The object of the file called `file`.
    pub fn new(file: FileName, judgement: &'a Judgement) -> Self {
        Self {
            file,
            valid: judgement.is_valid(),
            errors: judgement.errors,
            warnings: judgement.warnings,
            findings: finding_objects(judgement),
            findings_left_out: Some(judgement.left_out()).filter(|count| *count > 0),
            debug_file: judgement.debug_file.as_deref(),
            unchecked: judgement.unchecked,
            unsigned: judgement.is_unsigned,
        }
    }
}
