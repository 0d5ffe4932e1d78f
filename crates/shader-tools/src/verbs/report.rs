//! `report`: shaders as one page for a browser, which needs nothing else.

mod entry;
mod page;
mod view;

use std::path::PathBuf;

use self::entry::{Entry, Failure};
use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::graph;
use crate::judging::{DebugFiles, Judge, Judgement};
use crate::loading::loaded_shader::Source;
use crate::loading::shader_facts::{self, OpenProgram, OpenShader};
use crate::output::{Files, write_file};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{Input, display};
use crate::selection::wanted::Wanted;
use crate::statistics::Statistics;
use crate::status::Status;
use view::View;

/// Write an HTML report on a set of shaders.
///
/// The report contains a table, a size map, histograms, duplicates and validation findings. For each shader, the report
/// contains the listing, the source and the control flow graph.
///
/// The report is a single file that does not load other files. The report contains at most 64 MB of details. Further
/// shaders have only a table row.
///
/// Exit status: 0 even if shaders are invalid. To check shaders in a build, use `validate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Report {
    #[command(flatten)]
    inputs: Inputs,

    /// Output file (-: standard output).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Title of the report [default: the paths].
    #[arg(long, value_name = "WORDS")]
    title: Option<String>,

    /// Also search this PDB, folder or `pdb index` file for source lines (repeatable).
    #[arg(long, alias = "pdb-path", value_name = "DIR|FILE")]
    pdb: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools report examples/ -o out/report.html
  shader-tools report examples/ --title 'Release 1.4' -o out/report.html

More: docs/report.md";

impl Report {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::ALL_PROGRAMS_OR_ASSEMBLY, globals, Format::Held);
        if self.output.is_dir() {
            let text = format!("{} is a folder, but -o requires a file name", self.output.display());
            return run.refuse(&Error::Usage(text));
        }
        let files = Files::reading(run.inputs.iter().filter_map(Input::path));
        if let Err(error) = files.claim(&self.output) {
            return run.refuse(&error);
        }
        let debug_files = DebugFiles::in_places(&self.pdb, &mut run);
        let judge = Judge {
            validator_version: None,
            root_signature: None,
            symbols: true,
            debug_files: &debug_files,
            is_listed: true,
        };
        let mut page = page::Page::new(self.title());
        run.each(
            |input, bytes, _, outcome: &mut Outcome<Option<Result<Viewed, Failure>>>| {
                outcome.value = Some(match entry(input, bytes, &judge) {
                    Ok(entry) => Ok(entry),
                    Err(error) => {
                        outcome.fail(&error, input);
                        Err(FileError::new(input.name(), &error))
                    }
                });
                Ok(())
            },
            |_, found| match found {
                Some(Ok((entry, view))) => page.add(entry, &view),
                Some(Err(failure)) => page.add_failure(failure),
                // What could not even be opened the run has listed.
                None => {}
            },
        );
        run.failed_objects().into_iter().for_each(|failure| page.add_failure(failure));
        if run.status() >= Status::Unreadable && !page.has_shaders() && self.output.is_file() {
            let text = format!("no shader could be read, so {} is not overwritten", display(&self.output));
            return run.refuse(&Error::NoShaders(text));
        }
        let text = page.finish();
        let written = if self.output.as_os_str() == "-" {
            run.print(|out| out.write_all(text.as_bytes()));
            Ok(())
        } else {
            write_file(&self.output, text.as_bytes())
        };
        match written {
            Ok(()) => run.status(),
            Err(error) => run.refuse(&error),
        }
    }

    fn title(&self) -> String {
        self.title.clone().unwrap_or_else(|| {
            let names: Vec<String> = self.inputs.files.iter().map(|path| display(path)).collect();
            names.join(", ")
        })
    }
}

/// The data of a shader, and the compressed view.
type Viewed = (Entry, Vec<u8>);

fn entry(input: &Input, bytes: &[u8], judge: &Judge<'_>) -> Result<Viewed, Error> {
    let judgement = judge.judge(bytes, input.path())?;
    shader_facts::open(input.name(), bytes, true, |open| {
        // A program that cannot be read any further has a row all the same.
        let statistics = Statistics::of(&open).unwrap_or_default();
        let graphs = graphs(&open).unwrap_or_default();
        let svg = graph::svg(&open.shader.file.to_string(), &graphs);
        let view = View::of(bytes, listing(bytes), svg, &judgement).compressed();
        let findings = (judgement.errors, judgement.warnings);
        Ok((Entry { shader: open.shader, statistics, rules: rules(&judgement), findings }, view))
    })
}

/// The rules that are broken, each once.
fn rules(judgement: &Judgement) -> Vec<&'static str> {
    let mut rules: Vec<&str> = Vec::new();
    for finding in &judgement.findings {
        if !rules.contains(&finding.rule) {
            rules.push(finding.rule);
        }
    }
    rules
}

/// The listing of a program without debug information, or why there is none.
fn listing(bytes: &[u8]) -> String {
    if Source::of(bytes) == Some(Source::Assembly) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    crate::listings::code_of(bytes).unwrap_or_else(|error| error.message())
}

fn graphs(open: &OpenShader<'_>) -> Result<Vec<graph::Graph>, Error> {
    match open.program() {
        OpenProgram::Module(module) => graph::of_module(module, None, true),
        OpenProgram::Tokens(payload) => Ok(graph::of_tokens(&dx_bytecode::Program::read(payload)?, true)),
        OpenProgram::None => Ok(Vec::new()),
    }
}
