//! The file objects of `roundtrip --json`.

use serde::Serialize;

use super::rewritten::{Count, ProgramOutcome};

use crate::selection::file_name::FileName;

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.roundtrip/1";

/// A file that was rewritten.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct File<'a> {
    #[serde(flatten)]
    pub(super) file: FileName,
    /// True if the rewritten file equals the input file.
    pub(super) identical: bool,
    /// The offset of the first byte that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_difference: Option<usize>,
    /// The number of parts by rewriting method.
    pub(super) parts: Parts,
    /// The programs; only with `--through bitcode` or `--through text`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) programs: Vec<ProgramObject<'a>>,
}

/// The number of parts by rewriting method.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Parts {
    /// Parts that were rebuilt only from the decoded content.
    rebuilt: usize,
    /// Parts that were rebuilt with a known rule for the layout.
    arranged: usize,
    /// Parts that were rebuilt with the original order of the string or index tables.
    tables: usize,
    /// Parts that were rebuilt with some bytes of the original part.
    verbatim: usize,
    /// Parts of unknown kinds, whose bytes were copied.
    opaque: usize,
    /// Invalid parts, whose bytes were copied.
    unreadable: usize,
}

/// A program that was rewritten.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Program"))]
#[serde(rename_all = "camelCase")]
pub(super) struct ProgramObject<'a> {
    /// The name of the part that contains the program; `null` for a bitcode file.
    part: Option<String>,
    /// True if the rewritten program equals the original program.
    identical: bool,
    /// The offset in the original file of the first byte that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_difference: Option<u64>,
    /// The first bit that differs in the byte at `firstDifference`; only with `--through bitcode`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bit: Option<u8>,
    /// The path of bitcode blocks and records to the first difference, or a description of the difference in the IR.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

#[test]
fn schema_is_fresh() {
    use crate::json::schema::{Files, check};

    check::<Files<File<'static>>>(SCHEMA);
}

impl From<Count> for Parts {
    fn from(count: Count) -> Self {
        let Count { rebuilt, arranged, tables, verbatim, opaque, unreadable, .. } = count;
        Self { rebuilt, arranged, tables, verbatim, opaque, unreadable }
    }
}

impl<'a> From<&'a ProgramOutcome> for ProgramObject<'a> {
    fn from(program: &'a ProgramOutcome) -> Self {
        let difference = program.difference.as_ref();
        Self {
            part: program.part.map(|name| name.to_string()),
            identical: difference.is_none(),
            first_difference: difference.map(|difference| difference.offset),
            bit: difference.and_then(|difference| difference.bit),
            path: difference.and_then(|difference| difference.what.as_deref()),
        }
    }
}
