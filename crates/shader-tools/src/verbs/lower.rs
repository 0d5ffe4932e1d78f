//! `lower`: LLVM IR of today to a DXIL container.

use std::path::{Path, PathBuf};

use dx_container::parts::PartBuf as _;
use dx_container::{Container, ContainerBuilder, FourCc, ProgramVersion, Signing};
use dxil::assemble::{self, assemble};
use dxil_ir::{Dialect, Module, bitcode};
use dxil_link::Profile as LinkProfile;
use dxil_passes::lower::{self, Profile};
use dxil_passes::pass_manager::{Observer, Row};

use crate::caching::artefact_cache::{self, Counted, Kept};
use crate::caching::explicit_options::ExplicitOptions;
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::refuse_invalid;
use crate::loading::pass_error;
use crate::loading::read_module::ReadModule;
use crate::output::{DXIL, Output, name_of_lowered};
use crate::pass_choice::{PassChoice, Passes, write_list};
use crate::root_signature_file as root_signature;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{self, Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::validator_version::ValidatorVersion;

/// Compile modern LLVM IR to signed DXIL containers.
///
/// Input: LLVM assembly or bitcode for LLVM's dxil target. The input can be the output of clang, of another front end,
/// or of `upgrade`.
///
/// `lower` validates each container before writing it.
///
/// If the environment variable SHADER_STORE names a store, `lower` reads the result of an identical earlier run from
/// the store.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files (.ll, .bc), folders, or - for standard input")))]
pub struct Lower {
    #[command(flatten)]
    inputs: Inputs,

    /// Profile (stage and shader model), such as cs_6_6 [default: from the triple].
    #[arg(short = 'T', long, alias = "target", value_name = "PROFILE", value_parser = profile)]
    profile: Option<Profile>,

    /// Name of the entry function [default: the function with attribute hlsl.shader].
    #[arg(short = 'E', long, value_name = "NAME")]
    entry: Option<String>,

    /// Target validator version, such as 1.8 [default: dx.valver, or the newest].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// Root signature to use: HLSL, a container, or an RTS0 part [default: dx.rootsignatures].
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,

    /// Keep debug information (ILDB), as dxc -Zi -Qembed_debug does.
    #[arg(short = 'g')]
    debug_information: bool,

    /// Run only the passes of LLVM's back end; calls, unused code and unused resources are kept.
    #[arg(long)]
    back_end_only: bool,

    /// Assume that basic blocks are in source order; wave operations before `break` then stay in the loop.
    #[arg(long)]
    source_order: bool,

    /// Add the symbol table parts SYM0 and STR0, which DXC's validator rejects.
    #[arg(long)]
    symbols: bool,

    #[command(flatten)]
    passes: PassChoice<OfLowering>,

    /// Output format [default: container, or ll if a pass is skipped].
    #[arg(long, value_enum, value_name = "FORMAT")]
    emit: Option<Emit>,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools lower examples/scale.ll -o out/scale.dxil
  shader-tools lower -T cs_6_6 -E main -g examples/scale.ll -o out/debug.dxil
  shader-tools lower examples/ir/ -o out/
  shader-tools upgrade examples/scan_cs.dxil | shader-tools lower - -o out/scan.dxil

More: docs/lower.md";

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Emit {
    /// Container, validated and signed.
    Container,
    /// Bitcode without a container.
    Bitcode,
    /// LLVM assembly.
    Ll,
}

impl Emit {
    fn extension(self) -> &'static str {
        match self {
            Self::Container => DXIL,
            Self::Bitcode => "bc",
            Self::Ll => "ll",
        }
    }
}

/// A root signature as parts have it.
type RootSignature = Option<Vec<u8>>;

fn profile(text: &str) -> Result<Profile, String> {
    let LinkProfile { kind, minor } = text.parse::<LinkProfile>()?;
    if minor == ProgramVersion::OFFLINE {
        return Err(format!(
            "{text} is not a complete profile: `lower` requires a minor version, such as \
                            lib_6_8"
        ));
    }
    Ok(Profile { kind, model: (6, minor), dxil: (1, minor) })
}

/// The passes of [`lower::list`].
#[derive(Debug)]
struct OfLowering;

impl Passes for OfLowering {
    fn list() -> Vec<Row> {
        lower::list().collect()
    }
}

impl Lower {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::ModernIr, globals, Format::Text);
        if self.passes.list_passes {
            run.print(write_list::<OfLowering>);
            return run.status();
        }
        let root_signature = match self.read_root_signature(&mut run) {
            Ok(signature) => signature,
            Err(status) => return status,
        };
        let emit = self.emit();
        let also_read: Vec<&Path> = self.root_signature.iter().map(PathBuf::as_path).collect();
        let output = Output::to(self.output.clone());
        for input in &mut run.inputs {
            input.relative = name_of_lowered(&input.relative, emit.extension());
        }
        let writer = match output.open(&run.inputs, &also_read, Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let kept = self.store(globals);
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let made = artefact_cache::get_or_make(kept.as_ref(), input, bytes, outcome, |outcome| {
                    self.lower(input, bytes, root_signature.as_deref(), outcome)
                });
                let Some(made) = made? else { return Ok(()) };
                writer.write(input, &made, "")
            },
            |_, ()| {},
        );
        run.status()
    }

    /// Where containers are kept; what is written on the way to one is not.
    fn store(&self, globals: &Globals) -> Option<Kept> {
        if self.passes.shows_any() || self.emit() != Emit::Container {
            return None;
        }
        let record =
            |given: &ExplicitOptions| given.record("lower", &["files", "output"], &["root_signature"]);
        Kept::open(globals, record, Counted::Lowered)
    }

    /// What to write: what was asked for, or what there is when not all passes ran.
    fn emit(&self) -> Emit {
        self.emit.unwrap_or(if self.passes.is_whole() { Emit::Container } else { Emit::Ll })
    }

    fn read_root_signature(&self, run: &mut Run<'_>) -> Result<RootSignature, Status> {
        let Some(path) = &self.root_signature else { return Ok(None) };
        let bytes = match input::read_besides(path, &run.inputs) {
            Ok(bytes) => bytes,
            Err(error) => {
                run.fail_with(&display(path), &error);
                return Err(run.status());
            }
        };
        let signature = root_signature::read(&bytes, None).and_then(|signature| Ok(signature.arrange(None)?));
        signature.map(Some).map_err(|error| {
            run.fail_about(&display(path), &bytes, &error);
            run.status()
        })
    }

    /// What is made of a module; none where the text has errors, which are reported.
    fn lower(
        &self,
        input: &Input,
        bytes: &[u8],
        root_signature: Option<&[u8]>,
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let read = match ReadModule::of_modern(bytes) {
            Ok(read) => read,
            Err(faults) => return faults.report(input, bytes, outcome).map(|()| None),
        };
        let signature = lower::root_signature(&read.module);
        let signature = signature.map_err(|error| Error::refused(&error))?;
        if let Some(signature) = signature {
            return self.signature_alone(signature.arrange(None)?, root_signature).map(Some);
        }
        let module = self.run_passes(read.module, bytes)?;
        match self.emit() {
            Emit::Container => self.container(input, module, root_signature, outcome).map(Some),
            _ if root_signature.is_some() => {
                Err(Error::Unsupported("only a container can have a root signature".to_owned()))
            }
            Emit::Bitcode if module.dialect == Dialect::Dxil37 => Ok(Some(bitcode::write(&module)?)),
            Emit::Bitcode => Err(unfinished()),
            Emit::Ll => {
                let mut text = String::new();
                dxil_text::print(&module, &mut text)?;
                Ok(Some(text.into_bytes()))
            }
        }
    }

    /// The container of a module that is a root signature.
    fn signature_alone(&self, data: Vec<u8>, other: Option<&[u8]>) -> Result<Vec<u8>, Error> {
        if self.emit() != Emit::Container || other.is_some() {
            let what = "a root signature module can only be written as a container, without --root-signature";
            return Err(Error::Unsupported(what.to_owned()));
        }
        let mut builder = ContainerBuilder::new();
        builder.push(FourCc::RTS0, data);
        Ok(builder.build(Signing::Sign)?)
    }

    fn container(
        &self,
        input: &Input,
        module: Module,
        root_signature: Option<&[u8]>,
        outcome: &mut Outcome<()>,
    ) -> Result<Vec<u8>, Error> {
        if module.dialect != Dialect::Dxil37 {
            return Err(unfinished());
        }
        let options = assemble::Options {
            signing: Signing::Sign,
            root_signature,
            symbols: self.symbols,
            ..assemble::Options::default()
        };
        let container = assemble(module, &options).map_err(|error| Error::refused(&error))?;
        if let Some(version) = &self.validator_version {
            version.check_supports(&Container::parse(&container)?)?;
        }
        if let Some(bytes) = root_signature {
            root_signature::check_fits(&root_signature::read(bytes, None)?, &Container::parse(&container)?)?;
        }
        refuse_invalid(&container, "", input, outcome)?;
        Ok(container)
    }

    fn run_passes(&self, module: Module, text: &[u8]) -> Result<Module, Error> {
        let options = lower::Options {
            validator_version: self.validator_version.as_ref().map(|version| version.0.clone()),
            profile: self.profile,
            entry: self.entry.as_ref().map(|name| name.as_str().into()),
            debug_information: self.debug_information,
            back_end_only: self.back_end_only,
            source_order: self.source_order,
        };
        let passes = &self.passes;
        let mut show = |pass: &str, module: &Module| passes.show(pass, module);
        let observer: Option<Observer<'_>> = if passes.shows_any() { Some(&mut show) } else { None };
        let lowered = lower::lower(module, &options, &passes.selection(), observer);
        lowered.map_err(|error| pass_error::with_line(&error, text))
    }
}

fn unfinished() -> Error {
    Error::Unsupported("some passes were skipped, so only --emit ll can write the result".to_owned())
}
