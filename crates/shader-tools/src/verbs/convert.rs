//! `convert`: DXBC containers to DXIL containers.

use std::io::Write;
use std::path::PathBuf;

use dx_container::{Container, FourCc};
use dxbc_to_dxil::{Change, Options};

use crate::caching::artefact_cache::{self, Counted, Kept};
use crate::caching::explicit_options::ExplicitOptions;
use crate::emitted::{Emit, shader_model};
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::refuse_invalid;
use crate::loading::converted::converted;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::ProgramKind;
use crate::output::{Output, name_of_lowered};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::validator_version::ValidatorVersion;

/// Convert DXBC shaders to signed DXIL containers.
///
/// Input: containers with a program of shader model 4.0 to 5.1, from FXC or another compiler. Direct3D 9
/// programs are not supported.
///
/// The result has the signatures, bindings, names and root signature of the input, and shader model 6.0.
///
/// `convert` validates each container before writing it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files (containers), folders, or - for standard input")))]
pub struct Convert {
    #[command(flatten)]
    inputs: Inputs,

    /// Shader model of the result, from 6.0 to 6.8; from 6.6 on, handles have types.
    #[arg(long, value_name = "MODEL", value_parser = shader_model, default_value = "6.0")]
    model: (u32, u32),

    /// Target validator version, such as 1.6 [default: 1.8].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// Print the differences in meaning between the input and the result; -o writes the result.
    #[arg(long)]
    report: bool,

    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Emit::Dxil)]
    emit: Emit,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools convert examples/blur.dxbc -o out/blur.dxil
  shader-tools convert --model 6.6 examples/blur.dxbc -o out/
  shader-tools convert --emit ll examples/blur.dxbc
  shader-tools convert --report examples/blur.dxbc

More: docs/convert.md";

impl Convert {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::CONTAINERS, globals, Format::Text);
        let output = Output::to(self.output.clone());
        for input in &mut run.inputs {
            input.relative = name_of_lowered(&input.relative, self.emit.extension());
        }
        let inputs = if self.writes() { run.inputs.as_slice() } else { &[] };
        let writer = match output.open(inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let kept = self.store(globals);
        run.each(
            |input, bytes, out, outcome: &mut Outcome<()>| {
                let file = LoadedShader::open(bytes)?;
                let has_dxil = file.container()?.part(FourCc::DXIL).is_some();
                if has_dxil || !matches!(file.program()?, ProgramKind::Tokens(_)) {
                    return not_convertible(input, outcome);
                }
                let made = artefact_cache::get_or_make(kept.as_ref(), input, bytes, outcome, |outcome| {
                    self.convert(input, &file.container()?, out, outcome).map(Some)
                });
                match made? {
                    Some(made) if self.writes() => writer.write(input, &made, ""),
                    _ => Ok(()),
                }
            },
            |_, ()| {},
        );
        run.status()
    }

    /// False for a report without a result.
    fn writes(&self) -> bool {
        !self.report || self.output.is_some()
    }

    /// The store for containers; listings and reports are not stored.
    fn store(&self, globals: &Globals) -> Option<Kept> {
        if self.emit != Emit::Dxil || self.report {
            return None;
        }
        let record = |given: &ExplicitOptions| given.record("convert", &["files", "output"], &[]);
        Kept::open(globals, record, Counted::All)
    }

    fn convert(
        &self,
        input: &Input,
        container: &Container<'_>,
        out: &mut dyn Write,
        outcome: &mut Outcome<()>,
    ) -> Result<Vec<u8>, Error> {
        let defaults = Options::default();
        let validator = self.validator_version.as_ref().map_or(defaults.validator, |it| it.0.pair());
        let options = Options { model: self.model, validator, ..defaults };
        let converted = converted(container, &options)?;
        if self.report {
            for Change { kind, statement } in &converted.changes {
                let at = statement.map_or_else(|| "-".to_owned(), |statement| statement.to_string());
                writeln!(out, "{}\t{at}\t{}\t{}", input.name(), kind.name(), kind.text())?;
            }
        }
        let container = converted.container()?;
        if let Some(version) = &self.validator_version {
            version.check_supports(&Container::parse(&container)?)?;
        }
        refuse_invalid(&container, "", input, outcome)?;
        self.emit.of(container)
    }
}

/// A container without a token program: an error, or a note if the container was found in a folder.
fn not_convertible(input: &Input, outcome: &mut Outcome<()>) -> Result<(), Error> {
    let text = "the container has no DXBC program to convert: the program is DXIL";
    match input.from_folder {
        true => {
            outcome.note(input, &format!("skipped: {text}"));
            Ok(())
        }
        false => Err(Error::Unsupported(text.to_owned())),
    }
}
