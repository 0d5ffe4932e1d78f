//! `amd compile`: a DXIL compute or pixel shader to an unlinked shader for an AMD processor.

use std::path::{Path, PathBuf};
use std::time::Duration;

use amdgpu_compile::bindings::BindingMap;
use amdgpu_compile::root_layout::RootLayout;
use amdgpu_compile::{Compiled, Options, Processor, WaveSize, compile};
use dx_container::FourCc;
use dx_container::parts::root_signature::RootSignature;
use dx_container::parts::shader_hash::ShaderHash;
use dxil::assemble;
use dxil_ir::Module;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_validate::{Severity, validate_module};

use super::bindings;
use crate::caching::artefact_cache::{self, Counted, Kept};
use crate::caching::explicit_options::ExplicitOptions;
use crate::error::Error;
use crate::globals::Globals;
use crate::llc::{self, Llc, LlcVersion};
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::lowered::read_or_lower;
use crate::output::Output;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{self, Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;

/// Compile a DXIL compute or pixel shader to an unlinked AMD shader.
///
/// `amd compile` validates the shader, converts the shader to AMDGPU LLVM IR, and compiles the IR with LLVM's llc
/// (version 22 or 23). `--emit ll` prints the IR and does not need llc. `amd link` links the compiled shaders of a
/// pipeline.
///
/// `amd compile` compiles compute shaders for gfx10.3 and gfx11, and pixel shaders for gfx10.3. For other stages and
/// unsupported operations, `amd compile` reports an error.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files (containers, bitcode, .ll files), folders, or - for \
                                               standard input")))]
pub struct Compile {
    #[command(flatten)]
    inputs: Inputs,

    /// Target processor: gfx1030 to gfx1036, or gfx1100 to gfx1103.
    #[arg(long, value_name = "NAME", value_parser = processor)]
    mcpu: Processor,

    /// Number of lanes per wave, 32 or 64 [default: the shader's requirement, or 32].
    #[arg(long, value_name = "LANES", value_parser = wave_size)]
    wave_size: Option<WaveSize>,

    /// Rule that assigns a descriptor set and a binding to each register.
    #[arg(long, value_enum, value_name = "SOURCE", default_value_t)]
    bind: Bind,

    /// YAML or JSON file that maps registers to descriptor sets and bindings.
    #[arg(long, value_name = "FILE", conflicts_with = "bind")]
    binding_map: Option<PathBuf>,

    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    emit: Emit,

    /// LLVM version of llc [default: the version of the llc that is used; for --emit ll without --llc, 22].
    #[arg(long, value_enum, value_name = "VERSION")]
    llvm: Option<LlcVersion>,

    /// Path of llc [default: SHADER_LLC, else llc-23, llc-22 or llc in PATH].
    #[arg(long, value_name = "PROGRAM")]
    llc: Option<PathBuf>,

    /// Required version of llc, such as 'Debian LLVM version 22.1.8'; other versions are rejected.
    #[arg(long, value_name = "VERSION")]
    llc_version: Option<String>,

    /// Time limit in seconds for each run of llc.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    llc_timeout: u32,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools amd compile --mcpu gfx1030 --emit ll examples/scan_cs.dxil   without llc
  shader-tools amd compile --mcpu gfx1100 examples/scan_cs.dxil -o out/scan.o

More: docs/amd-compile.md";

/// The source of the descriptor sets and bindings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Bind {
    /// Set: register space; binding: register + 65536 * class (classes: 0 for t, 1 for u, 2 for b, 3 for s).
    #[default]
    Registers,
    /// Set: index of the root parameter in RTS0; static samplers are in one additional set.
    RootSignature,
}

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Emit {
    /// Unlinked ELF file.
    #[default]
    Object,
    /// LLVM assembly for llc.
    Ll,
    /// Draft of a pipeline state file for `amd link`, with one descriptor table per descriptor set.
    Pipeline,
}

impl Emit {
    fn extension(self) -> &'static str {
        match self {
            Self::Object => ".o",
            Self::Ll => ".ll",
            Self::Pipeline => ".yaml",
        }
    }
}

/// How many findings are shown of a shader that is not valid.
const SHOWN: usize = 3;

fn processor(name: &str) -> Result<Processor, String> {
    Processor::named(name).ok_or_else(|| {
        format!(
            "{name} is not supported; supported processors: gfx1030 to gfx1036 and \
                                gfx1100 to gfx1103"
        )
    })
}

fn wave_size(lanes: &str) -> Result<WaveSize, String> {
    let found = lanes.parse().ok().and_then(WaveSize::of_lanes);
    found.ok_or_else(|| "expected 32 or 64 lanes".to_owned())
}

impl Compile {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::COMPILED, globals, Format::Text);
        let map = match self.binding_map(&mut run) {
            Ok(map) => map,
            Err(status) => return status,
        };
        let also_read: Vec<&Path> = self.binding_map.iter().map(PathBuf::as_path).collect();
        let output = Output::to(self.output.clone());
        let writer = match output.open(&run.inputs, &also_read, Some(self.emit.extension())) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let llc = match self.emit {
            Emit::Object => match self.llc() {
                Ok(llc) => Some(llc),
                Err(error) => return run.refuse(&error),
            },
            Emit::Ll | Emit::Pipeline => None,
        };
        let spelling = match self.spelling(llc.as_ref()) {
            Ok(spelling) => spelling,
            Err(error) => return run.refuse(&error),
        };
        let kept = self.store(globals);
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let made = artefact_cache::get_or_make(kept.as_ref(), input, bytes, outcome, |outcome| {
                    self.make(input, bytes, &map, (llc.as_ref(), spelling), outcome)
                });
                let Some(made) = made? else { return Ok(()) };
                writer.write(input, &made, self.emit.extension())
            },
            |_, ()| {},
        );
        run.status()
    }

    /// Where unlinked shaders are kept.
    fn store(&self, globals: &Globals) -> Option<Kept> {
        if self.emit != Emit::Object {
            return None;
        }
        let record = |given: &ExplicitOptions| {
            let without: Vec<&str> =
                ["files", "output", "emit"].iter().chain(llc::NOT_IN_KEYS).copied().collect();
            let mut record = given.record("amd compile", &without, &["binding_map"])?;
            record.options.push(llc::program(given)?);
            Ok(record)
        };
        Kept::open(globals, record, Counted::All)
    }

    fn llc(&self) -> Result<Llc, Error> {
        let limit = Duration::from_secs(self.llc_timeout.into());
        let llc = Llc::find(self.llc.as_deref(), self.required_llvm(), limit)?;
        match &self.llc_version {
            Some(wanted) if wanted != llc.version() => Err(Error::Usage(format!(
                "llc is `{}`, but --llc-version requires `{wanted}`",
                llc.version()
            ))),
            _ => Ok(llc),
        }
    }

    /// The LLVM version that `--llvm` or `--llc-version` requires.
    fn required_llvm(&self) -> Option<LlcVersion> {
        self.llvm.or_else(|| LlcVersion::of_line(self.llc_version.as_deref()?))
    }

    /// The spelling of the LLVM assembly. `--emit ll` starts llc only if `--llc` names a program and no option states
    /// the version.
    fn spelling(&self, llc: Option<&Llc>) -> Result<LlvmVersion, Error> {
        if let Some(llc) = llc {
            return Ok(llc.llvm());
        }
        match (self.required_llvm(), &self.llc) {
            (Some(llc), _) => Ok(llc.llvm()),
            (None, Some(_)) if self.emit == Emit::Ll => Ok(self.llc()?.llvm()),
            (None, _) => Ok(LlvmVersion::default()),
        }
    }

    fn binding_map(&self, run: &mut Run<'_>) -> Result<BindingMap, Status> {
        let Some(path) = &self.binding_map else { return Ok(BindingMap::default()) };
        let read = input::read_besides(path, &run.inputs).and_then(|bytes| bindings::read(&bytes));
        read.map_err(|error| {
            run.fail_with(&display(path), &error);
            run.status()
        })
    }

    /// What is made of a file; none where its text has errors, which are reported.
    fn make(
        &self,
        input: &Input,
        bytes: &[u8],
        map: &BindingMap,
        (llc, spelling): (Option<&Llc>, LlvmVersion),
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some((module, hash)) = read(input, bytes, outcome)? else { return Ok(None) };
        let module = valid(input, module, outcome)?;
        let bindings = match self.bind {
            Bind::Registers => map.clone(),
            Bind::RootSignature => BindingMap::Root(root_layout(bytes)?),
        };
        let options = Options { processor: self.mcpu, wave_size: self.wave_size, bindings, hash };
        let compiled = compile(module, &options).map_err(Error::from)?;
        if self.emit == Emit::Pipeline {
            let text = match &options.bindings {
                BindingMap::Root(layout) => bindings::rooted_pipeline(self.mcpu, &compiled, layout)?,
                _ => bindings::pipeline(self.mcpu, &compiled)?,
            };
            return Ok(Some(text.into_bytes()));
        }
        let text = text(&compiled, spelling)?;
        let Some(llc) = llc else { return Ok(Some(text.into_bytes())) };
        let object = llc.object(&text, &self.mcpu.to_string())?;
        if !object.said.is_empty() {
            outcome.note(input, &format!("llc: {}", object.said));
        }
        Ok(Some(object.bytes))
    }
}

fn text(compiled: &Compiled, spelling: LlvmVersion) -> Result<String, Error> {
    let mut text = String::new();
    dxil_text::print_for(&compiled.module, spelling, &mut text)?;
    Ok(text)
}

/// The program of a file and the hash of its container; none where the text has errors, which are reported.
fn read(input: &Input, bytes: &[u8], outcome: &mut Outcome<()>) -> Result<Option<(Module, [u64; 2])>, Error> {
    if Source::of(bytes).is_some() {
        return match read_or_lower(bytes, false) {
            Ok(read) => Ok(Some((read.module, [0; 2]))),
            Err(faults) => faults.report(input, bytes, outcome).map(|()| None),
        };
    }
    let file = LoadedShader::open_program(bytes)?.into_dxil()?;
    if let Some(note) = file.conversion_note() {
        outcome.note(input, &note);
    }
    let hash = file.container()?.view::<ShaderHash>(FourCc::HASH).and_then(Result::ok);
    let hash = hash.map_or([0; 2], |hash| words(&hash.digest));
    Ok(Some((file.into_module()?, hash)))
}

/// The layout of user data by the root signature in a file.
fn root_layout(bytes: &[u8]) -> Result<RootLayout, Error> {
    let none = || {
        Error::Usage(
            "--bind root-signature requires a root signature (RTS0), but the file has none".to_owned(),
        )
    };
    if AssemblyLanguage::of(bytes) == AssemblyLanguage::Llvm || dxil_ir::file::is_bitcode(bytes) {
        return Err(none());
    }
    let file = LoadedShader::open(bytes)?;
    let signature = file.container()?.view::<RootSignature<'_>>(FourCc::RTS0).ok_or_else(none)??;
    RootLayout::of(&signature).map_err(Error::from)
}

/// The two numbers that a driver knows a shader by.
fn words(digest: &[u8; 16]) -> [u64; 2] {
    let number = u128::from_le_bytes(*digest);
    [number, number >> 64].map(|half| u64::try_from(half & u128::from(u64::MAX)).unwrap_or(0))
}

/// A module that keeps the rules of DXIL.
fn valid(input: &Input, mut module: Module, outcome: &mut Outcome<()>) -> Result<Module, Error> {
    // What ships has none, and is valid without.
    assemble::strip_debug_information(&mut module);
    let validated = validate_module(module, &dxil_validate::Options::default());
    let findings = validated.report.findings.iter();
    let mut broken = findings.filter(|finding| finding.rule.row().severity == Severity::Error);
    if let Some(first) = broken.next() {
        for finding in broken.take(SHOWN - 1) {
            outcome.note(input, &format!("[{}] {}", finding.rule.row().id, finding.message));
        }
        let text = format!("the shader is not valid: [{}] {}", first.rule.row().id, first.message);
        return Err(Error::Invalid(text));
    }
    validated.module.ok_or_else(|| Error::Invalid("the module cannot be read".to_owned()))
}
