//! `lower`: LLVM IR of today to a DXIL container.

use std::path::PathBuf;

use dx_container::Signing;
use dxil::assemble::{self, assemble};
use dxil::shader::Version;
use dxil_ir::{Dialect, Module, verify};
use dxil_passes::lower::{self, Options};

use dxil_validate::Severity;

use crate::assembly_language::AssemblyLanguage;
use crate::cli::Globals;
use crate::error::Error;
use crate::input::Input;
use crate::output::Output;
use crate::run::{Outcome, Run};
use crate::status::Status;
use crate::style::counted;
use crate::verbs::validate::{DebugFiles, Judge};

/// Lower LLVM IR of today to a signed DXIL container.
///
/// What compilers emit for LLVM's `dxil` target becomes a shader, without DXC: clang's HLSL front end, and whoever
/// emits the same intrinsics. What `upgrade` makes of DXIL comes back, with all that it kept. The container is
/// validated before it is written.
#[derive(Debug, clap::Args)]
pub struct Lower {
    /// Files (.ll), folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The version of the validator that is to accept it, such as 1.8; else the one that the module names.
    #[arg(long, value_name = "MAJOR.MINOR", value_parser = version)]
    validator_version: Option<Version>,

    /// Run these passes alone.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',', value_parser = pass_name)]
    passes: Vec<String>,

    /// Print the module behind this pass to standard error.
    #[arg(long, value_name = "PASS", value_parser = pass_name)]
    print_after: Vec<String>,

    /// Write to this file, or for several inputs into this folder, under their relative names with .dxil appended.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

/// How many findings are shown of a shader that would not be valid.
const SHOWN: usize = 5;

fn version(text: &str) -> Result<Version, String> {
    let numbers =
        text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    numbers
        .map(|(major, minor)| Version::new(major, minor))
        .ok_or_else(|| "two numbers, such as 1.8".to_owned())
}

fn pass_name(name: &str) -> Result<String, String> {
    if lower::PASSES.iter().any(|pass| pass.name == name) {
        return Ok(name.to_owned());
    }
    let known: Vec<_> = lower::PASSES.iter().map(|pass| pass.name).collect();
    Err(format!("passes are {}", known.join(", ")))
}

impl Lower {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::assembly(&self.files, globals);
        let output = Output::to(self.output.clone());
        let writer = match output.open(&run.inputs, &[], Some(".dxil")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let Some(container) = self.lower(input, bytes, outcome)? else { return Ok(()) };
                writer.write(input, &container, ".dxil")
            },
            |_, ()| {},
        );
        run.status()
    }

    /// The container of a module; none where the text has errors, which are reported.
    fn lower(
        &self,
        input: &Input,
        bytes: &[u8],
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let module = match AssemblyLanguage::of(bytes) {
            AssemblyLanguage::Llvm => match dxil_text::parse(bytes) {
                Ok(module) => module,
                Err(errors) => {
                    let errors = errors.errors().iter().cloned().map(Error::Source);
                    errors.for_each(|error| outcome.add(&error, input, Some(bytes)));
                    return Ok(None);
                }
            },
            AssemblyLanguage::Tokens | AssemblyLanguage::Bitcode => {
                let text =
                    "lower reads LLVM assembly: make some of bitcode by llvm-dis, and of DXIL by `upgrade`";
                return Err(Error::Unsupported(text.to_owned()));
            }
        };
        if module.dialect == Dialect::Dxil37 {
            let text = "this is DXIL already: `as` makes a container of it";
            return Err(Error::Unsupported(text.to_owned()));
        }
        if let Some(finding) = verify(&module).findings.first() {
            let place = finding.place.show(&module);
            return Err(Error::Invalid(format!("[{}] {place}: {}", finding.rule.row().id, finding.message)));
        }
        let module = self.run_passes(module)?;
        let options = assemble::Options { signing: Signing::Sign, ..assemble::Options::default() };
        let container = assemble(module, &options).map_err(|error| Error::Unsupported(error.to_string()))?;
        let debug_files = DebugFiles::none();
        let judge =
            Judge { validator_version: None, root_signature: None, symbols: true, debug_files: &debug_files };
        let judgement = judge.judge(&container, None)?;
        if !judgement.is_valid() {
            let count = counted(judgement.errors, "error");
            let text = format!("the shader would not be valid: {count}; nothing is written");
            for finding in judgement.findings.iter().filter(|one| one.severity == Severity::Error).take(SHOWN)
            {
                let place = finding.function.as_deref().unwrap_or_default();
                outcome.note(input, &format!("[{}] {}: {place}", finding.rule, finding.message));
            }
            return Err(Error::Invalid(text));
        }
        Ok(Some(container))
    }

    fn run_passes(&self, module: Module) -> Result<Module, Error> {
        let options = Options { validator_version: self.validator_version.clone() };
        let is_wanted =
            |name: &str| self.passes.is_empty() || self.passes.iter().any(|wanted| wanted == name);
        let lowered = lower::lower(module, &options, is_wanted, |pass, module| {
            if self.print_after.iter().any(|wanted| wanted == pass) {
                let mut text = format!("; behind {pass}\n");
                if dxil_text::print(module, &mut text).is_err() {
                    text.push_str("; cannot be printed\n");
                }
                crate::streams::say(text);
            }
        });
        lowered.map_err(|error| Error::Unsupported(error.to_string()))
    }
}
