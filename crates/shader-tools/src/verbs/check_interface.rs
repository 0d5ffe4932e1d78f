//! `check-interface`: checks the output of one stage against the input of the next.

use std::path::{Path, PathBuf};

use dx_reflect::Reflection;
use dx_reflect::interface::{self, Finding};

use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::layout::hanging;
use crate::loading::reading::{Needs, Texts};
use crate::loading::shader_file::ShaderFile;
use crate::reflecting;
use crate::run::{Format, Run};
use crate::selection::input::{self, Input, Wanted};
use crate::status::Status;
use crate::streams;
use crate::style::{DIM, KEY, TITLE, paint};

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

impl CheckInterface {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, "shader-tools.check-interface/1");
        let mut run = Run::of_none(globals, format);
        let text = self.check(&mut run);
        if self.json {
            run.print(|out| {
                write!(out, "{{\"schema\":\"shader-tools.check-interface/1\",\"files\":[\n{text}\n]}}\n")
            });
        } else if !self.quiet {
            run.print(|out| out.write_all(text.as_bytes()));
        }
        run.status()
    }

    /// Returns what is to be printed.
    fn check(&self, run: &mut Run<'_>) -> String {
        let mut stages = Vec::new();
        for path in [&self.a, &self.b] {
            match self.read(path, run) {
                Ok(stage) => stages.push(stage),
                Err(text) => return text,
            }
        }
        let [(a, producer), (b, consumer)] = stages.as_slice() else { return String::new() };
        let findings = interface::check(producer, consumer, self.stream);
        if !findings.is_empty() {
            run.add(Status::Findings);
        }
        if self.json {
            return to_json(a, b, &findings);
        }
        let [a, b] = [a, b].map(|input| paint(TITLE, input.name()));
        if findings.is_empty() {
            return hanging(&format!("{a} {b}: the interfaces match"));
        }
        format!("{a} {b}\n{}", findings.iter().map(line).collect::<String>())
    }

    /// The interface of one file, or what is printed if it cannot be read.
    fn read(&self, path: &Path, run: &mut Run<'_>) -> Result<(Input, Reflection), String> {
        let fail = |run: &mut Run<'_>, name: &str, error: &Error, bytes: Option<&[u8]>| {
            streams::say(error.render(Some(name), bytes));
            run.add(error.status());
            format!("{{\"file\":{},\"error\":{}}}", json::text(name), json::error(error))
        };
        let silent = |text: String| if self.json { text } else { String::new() };
        let name = input::display(path);
        if path.is_dir() || path.as_os_str() == "-" && self.a == self.b {
            let text = if path.is_dir() {
                "expected a file, found a folder"
            } else {
                "standard input can be read only once"
            };
            let error = Error::Usage(text.to_owned());
            return Err(silent(fail(run, &name, &error, None)));
        }
        let (mut inputs, _) = input::find([path.to_owned()].as_slice().into(), Wanted::Shaders);
        let Some(input) = inputs.pop() else { return Err(String::new()) };
        let needs = Needs { texts: Texts::Llvm, trailing: false };
        let bytes = input.read_needed(needs).map_err(|error| silent(fail(run, &name, &error, None)))?;
        match ShaderFile::open(&bytes).and_then(|file| reflecting::read(&file)) {
            Ok(reflection) => Ok((input, reflection)),
            Err(error) => Err(silent(fail(run, &name, &error, Some(&bytes)))),
        }
    }
}

fn line(finding: &Finding) -> String {
    let rule = paint(DIM, format!("[{}]", finding.rule.code()));
    let element = match &finding.element {
        Some(element) => format!("{KEY}{}{KEY:#}: ", printable(element)),
        None => String::new(),
    };
    hanging(&format!("  {element}{} {rule}", printable(&finding.message)))
}

/// Names are a file's: without the characters that a terminal obeys.
fn printable(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

fn to_json(a: &Input, b: &Input, findings: &[Finding]) -> String {
    let findings = findings.iter().map(|finding| {
        let element = finding.element.as_ref();
        let element = element.map(|element| format!(",\"element\":{}", json::text(element)));
        let (rule, message) = (finding.rule.code(), json::text(&finding.message));
        format!("{{\"rule\":\"{rule}\"{},\"message\":{message}}}", element.unwrap_or_default())
    });
    let findings: Vec<String> = findings.collect();
    let (a, b, fits) = (json::text(&a.name()), json::text(&b.name()), findings.is_empty());
    format!("{{\"a\":{a},\"b\":{b},\"fits\":{fits},\"findings\":[{}]}}", findings.join(","))
}
