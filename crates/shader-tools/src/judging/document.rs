//! Findings as JSON: all of them, each with every location that is known.

use serde::Serialize;

use super::finding::{Finding, Judgement};
use crate::json::Mapped;

/// The findings of `judgement`, as a list.
pub fn objects(judgement: &Judgement) -> Mapped<'_, Finding, FindingObject<'_>> {
    Mapped::new(&judgement.findings, FindingObject::new)
}

/// A finding. A member that does not apply to the finding is absent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Finding"))]
#[serde(rename_all = "camelCase")]
pub struct FindingObject<'a> {
    /// The name of the broken rule, or the code of an error.
    rule: &'a str,
    /// The severity of the rule.
    #[cfg_attr(test, schemars(extend("enum" = ["error", "warning"])))]
    severity: &'a str,
    /// The description of the finding.
    message: &'a str,
    /// A suggestion how to fix the shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    /// The name of the part that contains the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// The offset of the invalid bytes in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    /// The number of invalid bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// The name of the function that contains the error. For token programs: `main`, a label such as `l3`, a function
    /// body such as `fb0`, or a phase such as `hs_fork_phase.0`; absent for declarations of the whole program.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    /// The name of the basic block that contains the error; only for DXIL.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<&'a str>,
    /// The index of the invalid statement in the program, declarations included; only for token programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<usize>,
    /// The number of the invalid instruction in its function, from 0, as `dis --numbers` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction_number: Option<usize>,
    /// The text of the invalid code.
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<&'a str>,
    /// The line of the instruction in the listing that `dis` prints, from 1; absent for text files.
    #[serde(skip_serializing_if = "Option::is_none")]
    listing_line: Option<usize>,
    /// The HLSL file that contains the invalid code.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_file: Option<&'a str>,
    /// The HLSL line number of the invalid code.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_line: Option<u32>,
    /// The HLSL column of the invalid code, in bytes from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_column: Option<u32>,
    /// The text of the HLSL line.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_text: Option<&'a str>,
    /// The number of the invalid line in the validated file; only for text files.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column of the syntax error, in bytes from 1; only for text files.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The text of the line that contains the syntax error; only for text files.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl<'a> FindingObject<'a> {
    /// The object of `finding`.
    pub fn new(finding: &'a Finding) -> Self {
        let source = finding.source.as_ref();
        let line = finding.line.as_ref();
        Self {
            rule: finding.rule,
            severity: finding.severity.name(),
            message: &finding.message,
            hint: finding.hint.as_deref(),
            part: finding.part.map(|part| part.to_string()),
            offset: finding.bytes.map(|(offset, _)| offset),
            length: finding.bytes.map(|(_, len)| len),
            function: finding.function.as_deref(),
            block: finding.block.as_deref(),
            statement: finding.statement,
            instruction_number: finding.number,
            instruction: finding.instruction.as_deref(),
            listing_line: finding.listing_line,
            source_file: source.and_then(|source| source.file.as_deref()),
            source_line: source.map(|source| source.line),
            source_column: source.map(|source| source.column).filter(|column| *column > 0),
            source_text: source.and_then(|source| source.text.as_deref()),
            line: line.map(|line| line.line),
            column: line.and_then(|line| line.column),
            text: line.and_then(|line| line.text.as_deref()),
        }
    }
}
