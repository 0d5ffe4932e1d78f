//! `run`: executes compute shaders on the CPU, and checks them while they run.

mod alone;
mod bindings;
mod data;
mod execute;
mod function;
mod history;
mod images;
mod interfaces;
mod outputs;
mod page;
mod pictures;
mod pipelines;
mod profile;
mod shader;
mod trace;
mod watch;

use std::path::PathBuf;

use dxil_run::pipeline::Expectations;
use dxil_run::{Checks, PrepareOptions, RunOptions, limits};

use crate::cli::Globals;
use crate::error::Error;
use crate::input::{self, Input, Wanted, display};
use crate::output::Files;
use crate::run::{Format, Run};
use crate::status::Status;
use crate::streams;
use bindings::Binding;
use outputs::Output;
use page::Report;
use pictures::Named;
use shader::LoadedShader;
use watch::Watching;

/// Execute shaders on the CPU and check their behavior.
///
/// By default, `run` dispatches compute shaders. --bind loads buffers and textures from files. --pipeline runs the
/// dispatches and draws of a pipeline file. --inputs runs a single vertex or pixel shader. --entry with --arg calls a
/// function.
///
/// The checks report out-of-bounds accesses, uses of uninitialized values, races, reads from inactive lanes, and
/// divisions by zero. The checks also report barriers and derivatives in divergent control flow.
///
/// Each finding names the first thread, the instruction and, with debug information, the HLSL line.
///
/// Exit status: 1 if a check reports a finding, or if an expected result differs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RunShaders {
    /// Shaders (containers, PDBs, LLVM assembly, bitcode) in execution order, or - for standard input.
    #[arg(required = true, value_name = "SHADER")]
    shaders: Vec<PathBuf>,

    /// Pipeline file with resources, dispatches, draws and expected results (offload-test-suite format).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bind", "out", "dispatch", "entry"])]
    pipeline: Option<PathBuf>,

    /// Number of thread groups of each dispatch in x, y and z, such as 4,1,1 (omitted values are 1).
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = groups)]
    dispatch: [u32; 3],

    /// Bind data to a register: t0=in.png, u0=zeros:64x64:f32x4, b0=json:{"dt": 0.5}, s0=linear.
    #[arg(long, value_name = "REGISTER=DATA")]
    bind: Vec<Binding>,

    /// After the run, write the resource of a register: bytes, .png picture or text (-: standard output).
    #[arg(long, value_name = "REGISTER=FILE[:FORMAT]")]
    out: Vec<Output>,

    /// Compute shader of a library to run; with --arg, function to call.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// Argument for the next scalar parameter; a comma-separated list has one value for each lane.
    #[arg(long, value_name = "VALUE[,VALUE…]", requires = "entry", allow_hyphen_values = true)]
    arg: Vec<String>,

    /// Number of lanes per wave, a power of two from 4 to 128 [default: the shader's preference, or 32].
    #[arg(long, value_name = "N")]
    wave_size: Option<u32>,

    /// Print all buffers of the pipeline after the run, in the format of offload-test-suite.
    #[arg(long, requires = "pipeline", conflicts_with = "json")]
    print: bool,

    /// Compare the output of --print with the CHECK lines of this file, as FileCheck does.
    #[arg(long, value_name = "FILE", requires = "pipeline")]
    expect: Option<PathBuf>,

    /// After the run, write a buffer of the pipeline: bytes or .png picture (-: standard output).
    #[arg(long, value_name = "NAME=FILE", requires = "pipeline")]
    save: Vec<Named>,

    /// After the run, compare a buffer of the pipeline with this picture.
    #[arg(long, value_name = "NAME=FILE.png", requires = "pipeline")]
    reference: Vec<Named>,

    /// Maximum difference per colour component that --reference accepts.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "reference")]
    tolerance: u32,

    /// Run a vertex or pixel shader on the inputs in this file: JSON such as [{"POSITION": [0, 0, 0, 1]}].
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pipeline", "dispatch", "arg", "trace", "profile"])]
    inputs: Option<PathBuf>,

    /// Print the history of a pixel: primitives, shader inputs and outputs, vertices.
    #[arg(long, value_name = "X,Y", requires = "pipeline", value_parser = history::pixel)]
    pixel: Option<[u32; 2]>,

    /// Enable the checks (default); overrides an earlier --no-check.
    #[arg(long, overrides_with = "no_check")]
    check: bool,

    /// Disable the checks, so that the shaders run faster.
    #[arg(long)]
    no_check: bool,

    /// Report instructions that compute a NaN from operands that are not NaN.
    #[arg(long)]
    nan: bool,

    /// Stop after about N executed instructions, summed over the waves of all shaders.
    #[arg(long, value_name = "N", default_value_t = limits::STEPS)]
    max_steps: u64,

    /// Run invalid shaders too.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    watching: Watching,

    /// Print JSON (schema shader-tools.run/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools run examples/scan_cs.dxil --bind 'b0=json:{\"count\": 4}' \\
    --bind 't0=json:[1, 2, 3, 4]' --bind u0=zeros:16 --out u0=-:u32
  shader-tools run examples/edges_cs.dxil --dispatch 32,32 \\
    --bind t0=examples/triangle.png --bind u0=zeros:256x256:f32x4 --out u0=out/edges.png
  shader-tools run --pipeline examples/scan.yaml examples/scan_cs.dxil
  shader-tools run --pipeline examples/triangle.yaml examples/triangle_vs.dxil \\
    examples/triangle_ps.dxil --save Picture=out/triangle.png
  shader-tools run --entry noise --arg 2.5 examples/noise_lib.dxil

More: docs/run.md";

/// The groups of a dispatch, as the command line has them.
fn groups(text: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let mut numbers = text.split(',');
    for (to, number) in groups.iter_mut().zip(&mut numbers) {
        *to = number.trim().parse().map_err(|_| format!("{number:?} is not a number of groups"))?;
    }
    if numbers.next().is_some() { Err("a dispatch has three dimensions".to_owned()) } else { Ok(groups) }
}

/// An error, and the file that it is about with what was read of it.
struct Refusal {
    error: Box<Error>,
    file: Option<Box<(String, Vec<u8>)>>,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { error: Box::new(error), file: None }
    }
}

impl Refusal {
    /// About a file of which nothing is shown.
    fn of(name: &str, error: impl Into<Error>) -> Self {
        Self::about(name, &[], error)
    }

    /// About a file of which these bytes were read.
    fn about(name: &str, bytes: &[u8], error: impl Into<Error>) -> Self {
        Self { error: Box::new(error.into()), file: Some(Box::new((name.to_owned(), bytes.to_vec()))) }
    }
}

impl RunShaders {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_none(globals, Format::json_if(self.json, SCHEMA));
        match self.execute(&mut run) {
            Ok(()) => {}
            Err(Refusal { error, file }) => {
                if self.json {
                    let name = file.as_ref().map_or("-", |file| &file.0);
                    run.print(|out| page::write_error(out, SCHEMA, name, &error));
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
            return Err(Error::Usage("--json goes to standard output, so --out cannot".to_owned()).into());
        }
        if self.shaders.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
            return Err(Error::Usage("standard input can be read only once".to_owned()).into());
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
        let shaders = inputs.iter().map(|input| LoadedShader::load(input, self.force));
        let shaders = shaders.collect::<Result<Vec<_>, _>>()?;
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
        // What was found before a shader was stopped is told, too.
        if result.is_ok() || !report.shaders.is_empty() {
            self.tell(&report, run)?;
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
            let (mut found, mut failed) = input::find(std::slice::from_ref(path).into(), Wanted::Anything);
            if let Some(failed) = failed.pop() {
                return Err(Refusal::of(&failed.name, failed.error));
            }
            inputs.append(&mut found);
        }
        Ok(inputs)
    }

    fn expectations(&self) -> Result<Option<Expectations>, Refusal> {
        let Some(path) = &self.expect else { return Ok(None) };
        let (name, bytes, text) = read_text(path)?;
        match Expectations::parse(&text) {
            Ok(expectations) => Ok(Some(expectations)),
            Err(error) => Err(Refusal::about(&name, &bytes, error)),
        }
    }

    fn writes_to_stdout(&self) -> bool {
        let paths =
            self.out.iter().map(|output| &output.path).chain(self.save.iter().map(|named| &named.path));
        paths.into_iter().any(|path| path.as_os_str() == "-")
    }

    fn options(&self) -> RunOptions {
        let checks = Checks { all: !self.no_check, nan: self.nan };
        RunOptions { wave_size: self.wave_size, checks, max_steps: self.max_steps }
    }

    fn prepare_options(&self) -> PrepareOptions {
        PrepareOptions { checks_nan: self.nan, own_registers: self.watching.trace }
    }

    /// Prints what came of it: on standard output, unless results go there.
    fn tell(&self, report: &Report, run: &mut Run<'_>) -> Result<(), Refusal> {
        if self.json {
            run.print(|out| page::write_json(out, SCHEMA, report));
            return Ok(());
        }
        let mut text = Vec::new();
        page::write(&mut text, report).map_err(Error::from)?;
        let is_taken = self.print || self.writes_to_stdout();
        if is_taken {
            let text = String::from_utf8_lossy(&text);
            if !text.is_empty() {
                streams::say(text.trim_end());
            }
        } else {
            run.print(|out| out.write_all(&text));
        }
        Ok(())
    }
}

const SCHEMA: &str = "shader-tools.run/1";

/// A file of text: its name, its bytes, its text.
fn read_text(path: &std::path::Path) -> Result<(String, Vec<u8>, String), Refusal> {
    let name = display(path);
    let bytes = input::read_besides(path, &[]).map_err(|error| Refusal::of(&name, error))?;
    match String::from_utf8(bytes.clone()) {
        Ok(text) => Ok((name, bytes, text)),
        Err(_) => Err(Refusal::of(&name, Error::Unsupported("the file is no text in UTF-8".to_owned()))),
    }
}
