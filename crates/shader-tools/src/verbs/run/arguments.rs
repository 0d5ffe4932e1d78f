//! The arguments of `run`. Separate from the verb, because each kind of run reads them.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use dxil_run::{Checks, FindingKind, PrepareOptions, RunOptions, limits};

use super::binding::Binding;
use super::history;
use super::named_file::NamedFile;
use super::output_target::OutputTarget;
use super::watching::Watching;

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
    pub(super) shaders: Vec<PathBuf>,

    /// Pipeline file with resources, dispatches, draws and expected results (offload-test-suite format).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bind", "out", "dispatch", "entry"])]
    pub(super) pipeline: Option<PathBuf>,

    /// Print a template of a pipeline file for these shaders: buffers, bindings and a triangle.
    #[arg(long, conflicts_with_all = ["pipeline", "bind", "out", "entry", "inputs", "trace", "profile", "json"])]
    pub(super) emit_pipeline: bool,

    /// Colour of the render targets before the first draw, such as 0.1,0.1,0.2,1.
    #[arg(long, value_name = "R,G,B,A", requires = "pipeline", value_parser = colour)]
    pub(super) clear: Option<[f32; 4]>,

    /// Number of thread groups of each dispatch in x, y and z, such as 4,1,1 (omitted values are 1).
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = groups)]
    pub(super) dispatch: [u32; 3],

    /// Bind data to a register: t0=in.png, u0=zeros:64x64:f32x4, b0=json:{"dt": 0.5}, s0=linear.
    #[arg(long, value_name = "REGISTER=DATA")]
    pub(super) bind: Vec<Binding>,

    /// After the run, write the resource of a register: bytes, .png picture or text (-: standard output).
    #[arg(long, value_name = "REGISTER=FILE[:FORMAT]")]
    pub(super) out: Vec<OutputTarget>,

    /// Compute shader of a library to run; with --arg, function to call.
    #[arg(long, value_name = "NAME")]
    pub(super) entry: Option<String>,

    /// Argument for the next scalar parameter; a comma-separated list has one value for each lane.
    #[arg(long, value_name = "VALUE[,VALUE…]", requires = "entry", allow_hyphen_values = true)]
    pub(super) arg: Vec<String>,

    /// Number of lanes per wave, a power of two from 4 to 128 [default: the shader's preference, or 32].
    #[arg(long, value_name = "N")]
    pub(super) wave_size: Option<u32>,

    /// Print all buffers of the pipeline after the run, in the format of offload-test-suite.
    #[arg(long, requires = "pipeline", conflicts_with = "json")]
    pub(super) print: bool,

    /// Compare the output of --print with the CHECK lines of this file, as FileCheck does.
    #[arg(long, value_name = "FILE", requires = "pipeline")]
    pub(super) expect: Option<PathBuf>,

    /// After the run, write a buffer of the pipeline: bytes or .png picture (-: standard output).
    #[arg(long, value_name = "NAME=FILE", requires = "pipeline")]
    pub(super) save: Vec<NamedFile>,

    /// After the run, compare a buffer of the pipeline with this picture.
    #[arg(long, value_name = "NAME=FILE.png", requires = "pipeline")]
    pub(super) reference: Vec<NamedFile>,

    /// Maximum difference per colour component that --reference accepts.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "reference")]
    pub(super) tolerance: u32,

    /// Run a vertex or pixel shader on the inputs in this file: JSON such as [{"POSITION": [0, 0, 0, 1]}].
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pipeline", "dispatch", "arg", "trace", "profile"])]
    pub(super) inputs: Option<PathBuf>,

    /// Print the history of a pixel: primitives, shader inputs and outputs, vertices.
    #[arg(long, value_name = "X,Y", requires = "pipeline", value_parser = history::pixel)]
    pub(super) pixel: Option<[u32; 2]>,

    /// Enable the checks (default); overrides an earlier --no-check.
    #[arg(long, overrides_with = "no_check")]
    pub(super) check: bool,

    /// Disable the checks, so that the shaders run faster.
    #[arg(long)]
    pub(super) no_check: bool,

    /// Do not report findings of this kind, such as race (repeatable).
    #[arg(long, value_name = "KIND", value_parser = finding_kinds(), conflicts_with = "no_check")]
    pub(super) allow: Vec<String>,

    /// Report instructions that compute a NaN from operands that are not NaN.
    #[arg(long)]
    pub(super) nan: bool,

    /// Stop after about N executed instructions, summed over the waves of all shaders.
    #[arg(long, value_name = "N", default_value_t = limits::STEPS)]
    pub(super) max_steps: u64,

    /// Run invalid shaders too.
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) watching: Watching,

    /// Print JSON (schema shader-tools.run/1).
    #[arg(long)]
    pub(super) json: bool,
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
  shader-tools run --emit-pipeline examples/triangle_vs.dxil \\
    examples/triangle_ps.dxil > out/first.yaml
  shader-tools run --entry noise --arg 2.5 examples/noise_lib.dxil

More: docs/run.md";

/// The largest number of thread groups in a dimension of a dispatch: D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION.
const MOST_GROUPS: u32 = 65_535;

/// The groups of a dispatch, as the command line has them.
fn groups(text: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let mut numbers = text.split(',');
    for (to, number) in groups.iter_mut().zip(&mut numbers) {
        let parsed = number.trim().parse().ok().filter(|number| (1..=MOST_GROUPS).contains(number));
        *to = parsed.ok_or_else(|| {
            format!("found {number:?}, expected a number of groups from 1 to {MOST_GROUPS}")
        })?;
    }
    if numbers.next().is_some() {
        Err("expected at most three numbers, for x, y and z".to_owned())
    } else {
        Ok(groups)
    }
}

/// The names of the kinds of findings.
fn finding_kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(FindingKind::CHECKED.map(FindingKind::name))
}

/// A colour: four numbers.
fn colour(text: &str) -> Result<[f32; 4], String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers: Option<[f32; 4]> = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("found {text:?}, expected four numbers such as 0.1,0.1,0.2,1"))
}

impl RunShaders {
    /// True if results go to standard output.
    pub(super) fn writes_to_stdout(&self) -> bool {
        let paths =
            self.out.iter().map(|output| &output.path).chain(self.save.iter().map(|named| &named.path));
        paths.into_iter().any(|path| path.as_os_str() == "-")
    }

    /// The options of the interpreter.
    pub(super) fn options(&self) -> RunOptions {
        let checks = Checks { all: !self.no_check, nan: self.nan };
        RunOptions { wave_size: self.wave_size, checks, max_steps: self.max_steps }
    }

    /// The options of its preparation.
    pub(super) fn prepare_options(&self) -> PrepareOptions {
        PrepareOptions { checks_nan: self.nan, own_registers: self.watching.trace }
    }
}
