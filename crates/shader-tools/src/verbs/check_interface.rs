//! `check-interface`: checks the output of one stage against the input of the next.

use std::path::{Path, PathBuf};

use dx_reflect::Reflection;
use dx_reflect::interface::{self, Finding};
use serde::Serialize;

use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::json::{self, FileOrError, Mapped};
use crate::layout::hanging;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::reading::{Needs, Texts};
use crate::reflecting;
use crate::run::{Format, Run};
use crate::selection::input::{self, Input};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::streams;
use crate::style::{DIM, KEY, TITLE, paint};
use dx_container::fields::escaped;

/// Check that a stage's outputs match the next stage's inputs.
///
/// `check-interface` compares the semantics, registers, masks, types and system values of two stages by the rules of
/// Direct3D. For a hull shader and a domain shader, `check-interface` also compares the patch constants. For an
/// amplification shader and a mesh shader, `check-interface` compares the payload.
///
/// Exit status: 1 if the interfaces do not match.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckInterface {
    /// Shader of the earlier stage (-: standard input).
    a: PathBuf,

    /// Shader of the next stage (-: standard input).
    b: PathBuf,

    /// Geometry shader stream that is connected to the next stage.
    #[arg(long, value_name = "N", default_value_t = 0)]
    stream: u32,

    /// Print nothing, and only set the exit status.
    #[arg(short, long)]
    quiet: bool,

    /// Print JSON (schema shader-tools.check-interface/1).
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools check-interface examples/triangle_vs.dxil examples/triangle_ps.dxil
  shader-tools check-interface examples/patches_hs.dxil examples/patches_ds.dxil

More: docs/validate.md";

const SCHEMA: &str = "shader-tools.check-interface/1";

/// Two stages that were checked.
struct Checked {
    a: String,
    b: String,
    findings: Vec<Finding>,
}

/// The interface between two stages.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Stages<'a> {
    /// The path of the earlier stage.
    a: &'a str,
    /// The path of the next stage.
    b: &'a str,
    /// True if the two stages match.
    fits: bool,
    /// The violations of rules.
    findings: Mapped<'a, Finding, FindingObject<'a>>,
}

/// A violation of a rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Finding"))]
struct FindingObject<'a> {
    /// The name of the rule.
    rule: &'static str,
    /// The input of the next stage that does not match; absent if the finding is not about a single input.
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<&'a str>,
    /// The description of the violation.
    message: &'a str,
}

impl<'a> From<&'a Checked> for Stages<'a> {
    fn from(checked: &'a Checked) -> Self {
        let Checked { a, b, findings } = checked;
        let fits = findings.is_empty();
        Self { a, b, fits, findings: Mapped::new(findings, FindingObject::from) }
    }
}

impl<'a> From<&'a Finding> for FindingObject<'a> {
    fn from(finding: &'a Finding) -> Self {
        let Finding { rule, element, message, .. } = finding;
        Self { rule: rule.code(), element: element.as_deref(), message }
    }
}

impl Checked {
    /// The page.
    fn text(&self) -> String {
        let [a, b] = [&self.a, &self.b].map(|name| paint(TITLE, name));
        if self.findings.is_empty() {
            return hanging(&format!("{a} {b}: the interfaces match"));
        }
        format!("{a} {b}\n{}", self.findings.iter().map(line).collect::<String>())
    }
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<Stages<'static>>>(SCHEMA);
}

impl CheckInterface {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::of_none(globals, format);
        let checked = self.check(&mut run);
        if self.json {
            run.print(|out| {
                let mut document = json::Object::document(out, SCHEMA)?;
                let files = checked.iter().map(|checked| match checked {
                    Ok(checked) => FileOrError::File(Stages::from(checked)),
                    Err(failure) => FileOrError::Failed(failure),
                });
                document.lines("files", files)?;
                document.end_document()
            });
        } else if let Some(Ok(checked)) = checked.filter(|_| !self.quiet) {
            run.print(|out| out.write_all(checked.text().as_bytes()));
        }
        run.status()
    }

    /// Checks the two files; `None` if a file does not exist.
    fn check(&self, run: &mut Run<'_>) -> Option<Result<Checked, FileError>> {
        let mut stages = Vec::new();
        for path in [&self.a, &self.b] {
            match self.read(path, run)? {
                Ok(stage) => stages.push(stage),
                Err(failure) => return Some(Err(failure)),
            }
        }
        let [(a, producer), (b, consumer)] = stages.as_slice() else { return None };
        let findings = interface::check(producer, consumer, self.stream);
        if !findings.is_empty() {
            run.add(Status::Findings);
        }
        Some(Ok(Checked { a: a.name().text(), b: b.name().text(), findings }))
    }

    /// The interface of one file, or the error that prevented reading it; `None` if the file does not exist.
    fn read(&self, path: &Path, run: &mut Run<'_>) -> Option<Result<(Input, Reflection), FileError>> {
        let fail = |run: &mut Run<'_>, name: &str, error: &Error, bytes: Option<&[u8]>| {
            streams::print_message(error.render(Some(name), bytes));
            run.add(error.status());
            FileError::new(path.into(), error)
        };
        let name = input::display(path);
        if path.is_dir() || path.as_os_str() == "-" && self.a == self.b {
            let text = if path.is_dir() {
                "expected a file, found a folder"
            } else {
                "standard input (-) can be used only once"
            };
            let error = Error::Usage(text.to_owned());
            return Some(Err(fail(run, &name, &error, None)));
        }
        let mut inputs = input::find([path.to_owned()].as_slice().into(), Wanted::SHADERS).inputs;
        let input = inputs.pop()?;
        let needs = Needs { texts: Texts::Llvm, trailing: false };
        let bytes = match input.read_needed(needs) {
            Ok(bytes) => bytes,
            Err(error) => return Some(Err(fail(run, &name, &error, None))),
        };
        let read = LoadedShader::open(&bytes).and_then(|file| reflecting::read(&file));
        Some(match read {
            Ok(reflection) => Ok((input, reflection)),
            Err(error) => Err(fail(run, &name, &error, Some(&bytes))),
        })
    }
}

fn line(finding: &Finding) -> String {
    let rule = paint(DIM, format!("[{}]", finding.rule.code()));
    let element = match &finding.element {
        Some(element) => format!("{KEY}{}{KEY:#}: ", escaped(element)),
        None => String::new(),
    };
    hanging(&format!("  {element}{} {rule}", escaped(&finding.message)))
}
