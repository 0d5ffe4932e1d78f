//! `upgrade`: DXIL to LLVM IR of today.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use az::SaturatingAs as _;
use dx_container::parts::View as _;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::assemble::strip_debug_information;
use dxil::derive;
use dxil::ops::{Opcode, Operation};
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Module, verify};
use dxil_passes::pass_manager::{Observer, Row};
use dxil_passes::upgrade::{self, Context, Options, Summary, Target};
use dxil_validate::{Report, Severity, report_on_module};
use serde::Serialize;

use crate::assembly_style::{AssemblyWriter, is_coloured};
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::llvm_option::llvm_version;
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::read_module::ReadModule;
use crate::output::Output;
use crate::pass_choice::{PassChoice, Passes, write_list};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{counted, grouped};

/// Convert DXIL to modern LLVM IR.
///
/// The result uses opaque pointers, the resource types of LLVM's dxil target, and LLVM's intrinsics and instructions.
/// llvm-as, opt and llc can read the result.
///
/// If LLVM has no equivalent of an operation, the operation remains a dx.op call. A note reports the number of these
/// calls.
///
/// Data that LLVM IR cannot represent is stored in dxil.upgrade.* metadata. `lower` uses this metadata to restore the
/// shader.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files (containers, PDBs, bitcode, .ll files), folders, or - \
                                               for standard input")))]
pub struct Upgrade {
    #[command(flatten)]
    inputs: Inputs,

    /// LLVM version that must be able to read the result.
    #[arg(long, value_parser = llvm_version(), value_name = "VERSION", default_value = LlvmVersion::OLDEST.name())]
    llvm: LlvmVersion,

    /// LLVM target of the result.
    #[arg(long, value_enum, default_value_t)]
    target: TargetOption,

    #[command(flatten)]
    passes: PassChoice<OfUpgrading>,

    /// Print a JSON summary (schema shader-tools.upgrade/1) instead of assembly; -o writes the assembly.
    #[arg(long)]
    json: bool,

    /// Output file, or output folder for FILE.ll.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools upgrade examples/scan_cs.dxil | opt-22 -O2 -S
  shader-tools upgrade --llvm main --target generic examples/scan_cs.dxil -o out/scan.ll
  shader-tools upgrade --json examples/*.dxil -o out/ir/

More: docs/upgrade.md";

/// The target of the result.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum TargetOption {
    /// LLVM's dxil target.
    #[default]
    Dx,
    /// No specific target: arithmetic consists of instructions and target-independent intrinsics.
    Generic,
}

/// What runs over several files sum up.
#[derive(Default)]
struct Total {
    calls: u64,
    kept: u64,
}

/// The passes of [`upgrade::list`].
#[derive(Debug)]
struct OfUpgrading;

impl Passes for OfUpgrading {
    fn list() -> Vec<Row> {
        upgrade::list().collect()
    }
}

const SCHEMA: &str = "shader-tools.upgrade/1";

/// The upgrade of a program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct File {
    #[serde(flatten)]
    file: FileName,
    /// The number of DXIL operation calls in the input program.
    calls: u64,
    /// The number of DXIL operation calls in the upgraded program.
    kept_calls: u64,
    /// The DXIL operations that were translated to modern LLVM IR.
    raised: Vec<Raised>,
    /// The DXIL operations that the upgraded program still calls.
    kept: Vec<Kept>,
}

/// A DXIL operation that was translated.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Raised {
    /// The number of calls.
    calls: u64,
    /// The name of the operation.
    name: &'static str,
    /// The opcode of the operation.
    opcode: u32,
}

/// A DXIL operation that the upgraded program still calls.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Kept {
    /// The number of calls.
    calls: u64,
    /// The name of the operation.
    name: &'static str,
    /// The opcode of the operation.
    opcode: u32,
    /// A code for the reason.
    reason: &'static str,
    /// The reason as a sentence.
    text: String,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<File>>(SCHEMA);
}

impl Upgrade {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json(SCHEMA) } else { Format::RawPages };
        let mut run = Run::new(&self.inputs, Wanted::UPGRADED, globals, format);
        if self.passes.list_passes {
            run.print(write_list::<OfUpgrading>);
            return run.status();
        }
        let output = Output::to(self.output.clone());
        let inputs = if self.output.is_some() { run.inputs.as_slice() } else { &[] };
        let writer = match output.open(inputs, &[], Some(".ll")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let is_coloured = is_coloured();
        let many = run.inputs.len() > 1;
        let mut total = Total::default();
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Total>| {
                let Some((module, summary)) = self.upgrade(input, bytes, outcome)? else { return Ok(()) };
                outcome.value = Total { calls: summary.calls(), kept: summary.kept_calls() };
                if self.output.is_some() {
                    writer.write_text(input, ".ll", |out| print(&module, self.llvm, out, false))?;
                }
                if self.json {
                    json::write(out, &File::new(input.name(), &summary))?;
                } else {
                    if self.output.is_none() {
                        if many {
                            writeln!(out, "; {}", input.name())?;
                        }
                        print(&module, self.llvm, out, is_coloured)?;
                    }
                    if summary.kept_calls() > 0 {
                        outcome.note(input, &told(&summary));
                    }
                }
                Ok(())
            },
            |_, file| {
                total.calls += file.calls;
                total.kept += file.kept;
            },
        );
        if run.files() > 1 && !self.json {
            let (calls, kept) = (grouped(total.calls), grouped(total.kept));
            run.say_total(&format!("{kept} of {calls} operations stay dx.op calls"));
        }
        run.status()
    }

    /// The upgraded module of a file; none where it has errors, which are reported.
    fn upgrade(
        &self,
        input: &Input,
        bytes: &[u8],
        outcome: &mut Outcome<Total>,
    ) -> Result<Option<(Module, Summary)>, Error> {
        let (module, context) = match AssemblyLanguage::of(bytes) {
            AssemblyLanguage::Llvm => match ReadModule::of(bytes) {
                Ok(read) => (read.module, Context::default()),
                Err(faults) => return faults.report(input, bytes, outcome).map(|()| None),
            },
            AssemblyLanguage::Tokens | AssemblyLanguage::Direct3d9 | AssemblyLanguage::Bitcode => {
                let file = LoadedShader::open_program(bytes)?.into_dxil()?;
                if let Some(note) = file.conversion_note() {
                    outcome.note(input, &note);
                }
                let context = match file.has_container() {
                    true => context(&file.container()?),
                    false => Context::default(),
                };
                (file.into_module()?, context)
            }
        };
        let judge = || report_on_module(&module, &dxil_validate::Options::default());
        if !self.runs_all() {
            note_findings(&judge(), &module, input, outcome)?;
            return self.run_passes(&module, &context).map(Some);
        }
        // Neither needs the other, and most files are valid.
        let (report, upgraded) = rayon::join(judge, || self.run_passes(&module, &context));
        note_findings(&report, &module, input, outcome)?;
        upgraded.map(Some)
    }

    /// Whether all passes are run, with nothing to be shown between them.
    fn runs_all(&self) -> bool {
        self.passes.is_whole() && !self.passes.shows_any()
    }

    /// Runs the passes that are wanted.
    fn run_passes(&self, module: &Module, context: &Context) -> Result<(Module, Summary), Error> {
        let options = self.options();
        let passes = &self.passes;
        let mut show = |pass: &str, module: &Module| passes.show(pass, module);
        let observer: Option<Observer<'_>> = if passes.shows_any() { Some(&mut show) } else { None };
        let upgraded = upgrade::upgrade(module, options, context, &passes.selection(), observer);
        let (module, summary) = upgraded.map_err(|error| Error::refused(&error))?;
        // Never anything that LLVM would not read; tests look at the results for all programs there are.
        if cfg!(debug_assertions)
            && let Some(finding) = verify(&module).findings.first()
        {
            let place = finding.place.show(&module);
            return Err(Error::Bug(format!(
                "the upgraded module is not valid: {place}: {}",
                finding.message
            )));
        }
        Ok((module, summary))
    }

    fn options(&self) -> Options {
        Options {
            llvm: self.llvm,
            target: match self.target {
                TargetOption::Dx => Target::Dx,
                TargetOption::Generic => Target::Generic,
            },
        }
    }
}

/// Tells which rules a module breaks; refuses one that is no valid IR.
fn note_findings(
    report: &Report,
    module: &Module,
    input: &Input,
    outcome: &mut Outcome<Total>,
) -> Result<(), Error> {
    if report.is_valid() {
        return Ok(());
    }
    // The rules of the IR hold for debug information, too.
    if let Some(finding) = verify(module).findings.first() {
        let place = finding.place.show(module);
        let text = format!("[{}] {place}: {}", finding.rule.row().id, finding.message);
        return Err(Error::Invalid(text));
    }
    // The rules of DXIL are for the program that ships, which has no debug information.
    let has_debug = module.named_metadata.iter().any(|named| named.name == "llvm.dbg.cu");
    let of_stripped = has_debug.then(|| {
        let mut stripped = module.clone();
        strip_debug_information(&mut stripped);
        report_on_module(&stripped, &dxil_validate::Options::default())
    });
    let report = of_stripped.as_ref().unwrap_or(report);
    let broken = report.findings.iter().filter(|finding| finding.rule.row().severity == Severity::Error);
    for finding in broken.take(3) {
        outcome.note(input, &format!("invalid shader: [{}] {}", finding.rule.row().id, finding.message));
    }
    Ok(())
}

/// What a container says beside its program.
fn context(container: &Container<'_>) -> Context {
    let signature = container.view::<RootSignature<'_>>(FourCc::RTS0).and_then(Result::ok);
    let runtime_data = container.view::<Rdat<'_>>(FourCc::RDAT).and_then(Result::ok);
    let subobjects = runtime_data.and_then(|rdat| derive::subobjects(&rdat).ok());
    Context {
        root_signature: signature.map(|signature| signature.to_buf()),
        subobjects: subobjects.unwrap_or_default(),
    }
}

fn print(module: &Module, llvm: LlvmVersion, out: &mut dyn Write, is_coloured: bool) -> Result<(), Error> {
    let mut writer = AssemblyWriter::new(out, is_coloured, ";");
    let printed = dxil_text::print_for(module, llvm, &mut writer);
    writer.finish(printed.map_err(Error::from))
}

/// What stayed, and why.
fn told(summary: &Summary) -> String {
    let (kept, calls) = (summary.kept_calls(), summary.calls());
    let mut by_reason: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for ((opcode, reason), count) in &summary.kept {
        let name = Operation::get(*opcode).map_or("?", |operation| operation.name);
        by_reason.entry(reason).or_default().push(format!("{} {name}", grouped(*count)));
    }
    let lists = by_reason.iter().map(|(reason, calls)| format!("{} ({reason})", calls.join(", ")));
    let lists = lists.collect::<Vec<_>>().join("; ");
    format!("{} of {} stay dx.op calls: {lists}", grouped(kept), counted(usize_of(calls), "operation"))
}

fn usize_of(count: u64) -> usize {
    count.saturating_as::<usize>()
}

/// The name of an operation.
fn name_of(opcode: Opcode) -> &'static str {
    Operation::get(opcode).map_or("", |operation| operation.name)
}

impl File {
    fn new(file: FileName, summary: &Summary) -> Self {
        let raised = summary.raised.iter();
        let raised =
            raised.map(|(opcode, count)| Raised { calls: *count, name: name_of(*opcode), opcode: opcode.0 });
        let kept = summary.kept.iter().map(|((opcode, reason), count)| Kept {
            calls: *count,
            name: name_of(*opcode),
            opcode: opcode.0,
            reason: reason.code(),
            text: reason.to_string(),
        });
        Self {
            file,
            calls: summary.calls(),
            kept_calls: summary.kept_calls(),
            raised: raised.collect(),
            kept: kept.collect(),
        }
    }
}
