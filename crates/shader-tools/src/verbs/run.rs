//! `run`: executes compute shaders on the CPU, and checks them while they run.

mod alone;
mod arguments;
mod binding;
mod bindings;
mod data;
mod document;
mod emit_pipeline;
mod execute;
mod function;
mod history;
mod images;
mod interfaces;
mod named_file;
mod output_target;
mod outputs;
mod page;
mod pictures;
mod pipelines;
mod profile;
mod refusal;
mod report;
mod shader;
mod trace;
mod trace_object;
mod watch;
mod watching;

pub use arguments::RunShaders;

use std::path::PathBuf;

use dxil_run::{RunError, RunErrorKind};
use filecheck::{Checks, Failure};
use located::Place;

use self::binding::Binding;
use self::refusal::{Refusal, read_text};
use self::report::Report;
use self::shader::RunnableShader;
use crate::error::Error;
use crate::globals::Globals;
use crate::output::Files;
use crate::run::{Format, Run};
use crate::selection::input::{self, Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::streams;
use crate::style::{NOTE, counted, paint};

impl RunShaders {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_none(globals, Format::json_if(self.json, document::SCHEMA));
        match self.execute(&mut run) {
            Ok(()) => {}
            Err(Refusal { error, file }) => {
                if self.json {
                    let name = file.as_ref().map_or("-", |file| &file.0);
                    run.print(|out| document::write_error(out, name, &error));
                }
                match file.map(|file| *file) {
                    Some((name, bytes)) if !bytes.is_empty() => run.fail_about(&name, &bytes, &error),
                    Some((name, _)) => run.fail_with(&name, &error),
                    None => run.fail(&error),
                }
            }
        }
        run.status()
    }

    fn execute(&self, run: &mut Run<'_>) -> Result<(), Refusal> {
        if self.json && self.writes_to_stdout() {
            return Err(Error::Usage(
                "--json prints to standard output, so --out requires a file".to_owned(),
            )
            .into());
        }
        if self.shaders.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
            return Err(Error::Usage("standard input (-) can be used only once".to_owned()).into());
        }
        let inputs = self.shader_files()?;
        let expectations = self.expectations()?;
        let pictures = self.reference.iter().map(|named| &named.path);
        let named = self.pipeline.iter().chain(&self.expect).chain(&self.inputs).chain(pictures);
        let named = named.chain(self.bind.iter().filter_map(Binding::file));
        let files = Files::reading(inputs.iter().filter_map(Input::path).chain(named.map(PathBuf::as_path)));
        for path in
            self.out.iter().map(|output| &output.path).chain(self.save.iter().map(|named| &named.path))
        {
            files.claim(path)?;
        }
        let shaders = inputs.iter().map(|input| RunnableShader::load(input, self.force));
        let shaders = shaders.collect::<Result<Vec<_>, _>>()?;
        for shader in &shaders {
            if let Some(note) = &shader.conversion_note {
                run.note(&format!("{}: {note}", shader.name));
            }
        }
        if self.emit_pipeline {
            let text = emit_pipeline::pipeline_text(&shaders, self.dispatch)?;
            run.print(|out| out.write_all(text.as_bytes()));
            return Ok(());
        }
        let mut report = Report::default();
        let result = if self.pipeline.is_some() {
            self.run_pipeline(&shaders, expectations.as_ref(), &mut report)
        } else if let Some(path) = &self.inputs {
            self.run_alone(path, &shaders, &mut report)
        } else if self.calls_function(&shaders) {
            self.call_function(&shaders, &mut report)
        } else {
            self.run_bindings(&shaders, &mut report)
        };
        let hidden = report.allow(&self.allow);
        if hidden > 0 {
            let text = format!("--allow hides {}", counted(hidden, "finding"));
            streams::print_message(format!("{} {text}", paint(NOTE, "note:")));
        }
        // What was found before a shader was stopped is told, too.
        if result.is_ok() || !report.shaders.is_empty() {
            self.report(&report, run)?;
        }
        result?;
        if !report.is_fine() {
            run.add(Status::Findings);
        }
        Ok(())
    }

    fn shader_files(&self) -> Result<Vec<Input>, Refusal> {
        let mut inputs = Vec::new();
        for path in &self.shaders {
            if path.is_dir() {
                let error = Error::Usage("expected a shader, found a folder".to_owned());
                return Err(Refusal::of(&display(path), error));
            }
            let mut found = input::find(std::slice::from_ref(path).into(), Wanted::Anything);
            if let Some(failed) = found.failed.pop() {
                return Err(Refusal::of(&failed.name.to_string(), failed.error));
            }
            inputs.append(&mut found.inputs);
        }
        Ok(inputs)
    }

    /// The directives of the file that `--expect` names.
    fn expectations(&self) -> Result<Option<Checks>, Refusal> {
        let Some(path) = &self.expect else { return Ok(None) };
        let (name, bytes, text) = read_text(path)?;
        let options = filecheck::Options { reject_unknown_suffixes: true, ..filecheck::Options::default() };
        match Checks::parse(&text, &options) {
            Ok(checks) => Ok(Some(checks)),
            Err(failure) => Err(Refusal::about(&name, &bytes, malformed(&text, failure))),
        }
    }

    /// Prints what came of it: on standard output, unless results go there.
    fn report(&self, report: &Report, run: &mut Run<'_>) -> Result<(), Refusal> {
        if self.json {
            run.print(|out| document::write(out, report));
            return Ok(());
        }
        let mut text = Vec::new();
        page::write(&mut text, report).map_err(Error::from)?;
        let is_taken = self.print || self.writes_to_stdout();
        if is_taken {
            let text = String::from_utf8_lossy(&text);
            if !text.is_empty() {
                streams::print_message(text.trim_end());
            }
        } else {
            run.print(|out| out.write_all(&text));
        }
        Ok(())
    }
}

/// The error for a malformed check line, at the location of the line.
fn malformed(text: &str, failure: Failure) -> RunError {
    let before: usize = text.split_inclusive('\n').take(failure.line.saturating_sub(1)).map(str::len).sum();
    let line = text.get(before..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let [offset, len] = [before, line.len()].map(|bytes| bytes as u64);
    let why =
        if failure.line == 0 { failure.reason } else { format!("{} {}", failure.directive, failure.reason) };
    let len = if failure.line == 0 { 0 } else { len };
    located::Error::new(RunErrorKind::Pipeline { why }, Place { offset, len, bit: 0 })
}
