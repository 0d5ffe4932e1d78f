//! The results of a run as JSON: the document of `run --json`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use dxil_draw::LaneOutputs;
use filecheck::Failure;
use run_pipeline::{Difference, Mismatch, Rule, Verdict};
use serde::Serialize;

use super::history::{History, HistoryObject, NumberObject, semantics};
use super::profile::{ProfileObject, ProfileText};
use super::report::{PictureVerdict, Report, ShaderReport};
use super::trace::TraceText;
use super::trace_object::TraceObject;
use crate::error::{Error, FileError};
use crate::json::{self, Mapped};
use crate::judging::{Finding, FindingObject, finding_objects};
use crate::selection::file_name::FileName;

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.run/1";

/// The run of a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Run"))]
struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The number of thread groups of the dispatch: x, y and z.
    groups: [u32; 3],
    /// The number of executed interpreter steps, summed over all waves.
    steps: u64,
    /// The number of bytes that the shader read from resources or wrote to resources.
    bytes: u64,
    /// The findings.
    findings: Mapped<'a, Finding, FindingObject<'a>>,
    /// The trace; only with `--trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<TraceObject<'a>>,
    /// The execution profile; only with `--profile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<ProfileObject<'a>>,
}

/// The members of the document after the files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Rest<'a> {
    /// The return values of the function that `--entry` names: one list per lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    returned: Option<&'a [Vec<String>]>,
    /// The path of the pipeline file; only with `--pipeline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline: Option<&'a str>,
    /// The comparisons of the pipeline file; only with `--pipeline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Mapped<'a, Verdict, VerdictObject<'a>>>,
    /// The outputs of each lane; only with `--inputs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    lanes: Option<Mapped<'a, LaneOutputs, LaneObject<'a>>>,
    /// The history of a pixel; only with `--pixel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<HistoryObject<'a>>,
    /// The comparisons of buffers with pictures; only with `--reference`.
    #[serde(skip_serializing_if = "Mapped::is_empty")]
    pictures: Mapped<'a, PictureVerdict, PictureObject<'a>>,
    /// The number of check lines; only with `--expect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<usize>,
    /// The first check line that failed; only with `--expect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    unmet: Option<UnmetOrNull<'a>>,
}

/// The first check line that failed, or `null`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum UnmetOrNull<'a> {
    /// A check line that failed.
    Unmet(UnmetObject<'a>),
    /// All check lines match.
    Null(()),
}

/// A check line that failed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Unmet"))]
#[serde(rename_all = "camelCase")]
struct UnmetObject<'a> {
    /// The text of the check line.
    check: String,
    /// The text of the line `foundLine` in the output of `--print`.
    found: Option<&'a str>,
    /// A line number in the output of `--print`.
    found_line: Option<usize>,
    /// The line number of the check line.
    line: usize,
    /// The reason why the check line failed.
    message: &'a str,
}

/// The comparison of a buffer with a picture.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Picture"))]
struct PictureObject<'a> {
    /// The name of the buffer.
    buffer: &'a str,
    /// The difference between the buffer and the picture; `null` if they match.
    difference: Option<&'a str>,
    /// True if the buffer matches the picture.
    holds: bool,
    /// The file name of the picture.
    picture: &'a str,
}

/// The comparison of two buffers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Result"))]
struct VerdictObject<'a> {
    /// The name of the buffer that the shader wrote.
    actual: &'a str,
    /// The number of components that differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    different: Option<usize>,
    /// The name of the buffer with the expected values.
    expected: &'a str,
    /// The first components that differ, at most 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Mapped<'a, Difference, DifferenceObject<'a>>>,
    /// True if the two buffers match by the rule.
    holds: bool,
    /// The name of the entry in `Results`.
    result: &'a str,
    /// The rule by which `run` compares the two buffers.
    rule: String,
    /// The sizes of the two buffers in bytes; absent if the sizes are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<[usize; 2]>,
}

/// A component that differs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Difference"))]
struct DifferenceObject<'a> {
    /// The index of the component in the resource.
    component: usize,
    /// The value in the buffer `expected`.
    expected: &'a str,
    /// The value in the buffer `actual`.
    found: &'a str,
    /// The index of the resource in the resource array.
    resource: usize,
}

/// The outputs of a lane by semantic, and `discarded` for a lane that the shader discarded.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Lane"))]
#[serde(transparent)]
pub(super) struct LaneObject<'a>(BTreeMap<&'a str, LaneMember>);

/// The components of an output, or `true` for the member `discarded`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum LaneMember {
    Output(Vec<NumberObject>),
    Discarded(bool),
}

#[test]
fn schema_is_fresh() {
    /// The runs of shaders.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Document {
        #[serde(flatten)]
        files: json::schema::Files<File<'static>>,
        #[serde(flatten)]
        rest: Rest<'static>,
    }
    json::schema::check::<Document>(SCHEMA);
}

/// Writes the results.
pub(super) fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let mut document = json::Object::document(out, SCHEMA)?;
    document.lines("files", report.shaders.iter().map(File::new))?;
    document.members(&Rest::new(report))?;
    document.end_document()
}

/// Writes the error of a run that was refused because of the file called `name`.
pub(super) fn write_error(out: &mut dyn Write, name: &str, error: &Error) -> io::Result<()> {
    let mut document = json::Object::document(out, SCHEMA)?;
    document.lines("files", [FileError::new(FileName::from(name), error)])?;
    document.end_document()
}

impl<'a> File<'a> {
    fn new(shader: &'a ShaderReport) -> Self {
        Self {
            file: FileName::from(shader.name.as_str()),
            groups: shader.groups,
            steps: shader.steps,
            bytes: shader.bytes,
            findings: finding_objects(&shader.findings),
            trace: shader.watched.trace.as_ref().map(TraceText::object),
            profile: shader.watched.profile.as_ref().map(ProfileText::object),
        }
    }
}

impl<'a> Rest<'a> {
    fn new(report: &'a Report) -> Self {
        let unmet = report.unmet.as_ref();
        let unmet =
            || unmet.map_or(UnmetOrNull::Null(()), |unmet| UnmetOrNull::Unmet(UnmetObject::new(unmet)));
        let results = || Mapped::new(&report.verdicts, VerdictObject::new);
        Self {
            returned: report.results.as_deref(),
            pipeline: report.pipeline.as_deref(),
            results: report.pipeline.is_some().then(results),
            lanes: report.lanes.as_deref().map(|lanes| Mapped::new(lanes, LaneObject::new)),
            history: report.history.as_ref().map(History::object),
            pictures: Mapped::new(&report.pictures, PictureObject::new),
            checks: report.checks,
            unmet: report.checks.is_some().then(unmet),
        }
    }
}

impl<'a> UnmetObject<'a> {
    fn new(unmet: &'a Failure) -> Self {
        let position = unmet.position.as_deref();
        Self {
            check: directive(unmet),
            found: position.map(|position| position.text.as_str()),
            found_line: position.map(|position| position.line),
            line: unmet.line,
            message: &unmet.reason,
        }
    }
}

impl<'a> PictureObject<'a> {
    fn new(verdict: &'a PictureVerdict) -> Self {
        let PictureVerdict { buffer, picture, why } = verdict;
        Self { buffer, difference: why.as_deref(), holds: why.is_none(), picture }
    }
}

impl<'a> VerdictObject<'a> {
    fn new(verdict: &'a Verdict) -> Self {
        let [actual, expected] = &verdict.buffers;
        let (different, first, sizes) = match &verdict.mismatch {
            None => (None, None, None),
            Some(Mismatch::Size(sizes)) => (None, None, Some(*sizes)),
            Some(Mismatch::Components { count, first, .. }) => {
                (Some(*count), Some(Mapped::new(first, DifferenceObject::new)), None)
            }
        };
        Self {
            actual,
            different,
            expected,
            first,
            holds: verdict.mismatch.is_none(),
            result: &verdict.name,
            rule: describe(verdict.rule),
            sizes,
        }
    }
}

impl<'a> DifferenceObject<'a> {
    fn new(difference: &'a Difference) -> Self {
        Self {
            component: difference.component,
            expected: &difference.expected.0,
            found: &difference.actual.0,
            resource: difference.resource,
        }
    }
}

impl<'a> LaneObject<'a> {
    /// The object of `lane`.
    pub(super) fn new(lane: &'a LaneOutputs) -> Self {
        let outputs = semantics(&lane.outputs).into_iter();
        let mut members: BTreeMap<_, _> =
            outputs.map(|(semantic, numbers)| (semantic, LaneMember::Output(numbers))).collect();
        if lane.is_discarded {
            members.insert("discarded", LaneMember::Discarded(true));
        }
        Self(members)
    }
}

/// The rule of a comparison in words.
pub(super) fn describe(rule: Rule) -> String {
    match rule {
        Rule::Exact => "exact".to_owned(),
        Rule::Ulp { tolerance, .. } => format!("at most {tolerance} ULP"),
        Rule::Epsilon { epsilon, .. } => format!("less than {epsilon}"),
    }
}

/// A failed directive as it is written.
pub fn directive(unmet: &Failure) -> String {
    format!("{}: {}", unmet.directive, unmet.pattern)
}
