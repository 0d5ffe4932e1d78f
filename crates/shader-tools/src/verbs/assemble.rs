//! `as`: assembly to containers.

use std::path::{Path, PathBuf};

use dx_container::parts::PartBuf as _;
use dx_container::{Container, ContainerBuilder, FourCc};
use dxbc::program::part_of;

use crate::cli::{DigestOption, Globals};
use crate::error::Error;
use crate::input::{Input, display, is_assembly};
use crate::output::Output;
use crate::program::{self, ProgramKind};
use crate::run::{Outcome, Run};
use crate::status::Status;

/// Make containers of assembly.
///
/// Reads what `dis` and fxc print of shader models 4 and 5: the program, and the signatures from the tables in the
/// comments above it. With --into, the program takes the place of the one in that container, whose other parts
/// stay as they are. LLVM assembly is not read yet.
#[derive(Debug, clap::Args)]
pub struct Assemble {
    /// Files, folders (of them, those called .asm), - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Replace the program of this container, and take all else from it.
    #[arg(long, value_name = "CONTAINER")]
    into: Option<PathBuf>,

    /// What to write into the digest.
    #[arg(long, value_enum, default_value_t = DigestOption::Sign)]
    digest: DigestOption,

    /// Write here: a file, or for several inputs a folder, which keeps their relative names.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

impl Assemble {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::assembly(&self.files, globals);
        run.inputs.iter_mut().for_each(|input| input.relative = container_name(&input.relative));
        let output = Output::to(self.output.clone());
        let writer = match output.open(&run.inputs, self.into.as_deref().as_slice(), Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let into = match self.into.as_deref().map(std::fs::read).transpose() {
            Ok(into) => into,
            Err(cause) => {
                let name = self.into.as_deref().map(display).unwrap_or_default();
                run.fail_with(&name, &Error::Io { doing: "read", cause });
                return run.status();
            }
        };
        if let Some(into) = &into
            && let Err(error) = check_into(into)
        {
            let name = self.into.as_deref().map(display).unwrap_or_default();
            run.fail_about(&name, into, &error);
            return run.status();
        }
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let Some(builder) = self.assemble(input, bytes, into.as_deref(), outcome)? else {
                    return Ok(());
                };
                writer.write(input, &builder.build(self.digest.into())?, "")
            },
            |_, ()| {},
        );
        run.status()
    }

    /// The container that `bytes` describe; none where they are at fault, which is said then.
    fn assemble<'c>(
        &self,
        input: &Input,
        bytes: &[u8],
        into: Option<&'c [u8]>,
        outcome: &mut Outcome<()>,
    ) -> Result<Option<ContainerBuilder<'c>>, Error> {
        let text = std::str::from_utf8(bytes).map_err(not_utf8)?;
        let assembled = match into {
            None => dxbc::listing::assemble(text),
            Some(into) => match dxbc::text::parse(text) {
                Ok(program) => return replace_program(into, &program).map(Some),
                Err(errors) => Err(errors),
            },
        };
        assembled.map(Some).or_else(|errors| {
            errors.into_iter().for_each(|error| outcome.add(&error.into(), input, Some(bytes)));
            Ok(None)
        })
    }
}

/// A text that is not one, at the first byte that is not.
fn not_utf8(error: std::str::Utf8Error) -> Error {
    let offset = u64::try_from(error.valid_up_to()).unwrap_or(u64::MAX);
    let place = dx_container::error::Place { offset, len: 1, bit: 0 };
    Error::Assembly(dx_container::error::Error::new(dxbc::text::AssemblyErrorKind::NotUtf8, place))
}

/// Whether a token program can go into the container `into`.
fn check_into(into: &[u8]) -> Result<(), Error> {
    match program::find(&Container::parse(into)?) {
        Ok(ProgramKind::Tokens(_)) | Err(Error::Missing(_)) => Ok(()),
        Ok(ProgramKind::Module) => {
            let text = "holds a DXIL program, which assembly of shader models 4 and 5 cannot replace";
            Err(Error::Usage(text.to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// The container `into` with another program.
fn replace_program<'c>(into: &'c [u8], program: &dxbc::Program) -> Result<ContainerBuilder<'c>, Error> {
    let container = Container::parse(into)?;
    let mut builder = ContainerBuilder::from(&container);
    let data = program.to_part()?.arrange(None)?;
    let old = part_of(&container).map(|part| part.name);
    match builder.parts.iter_mut().find(|part| Some(part.name) == old) {
        Some(part) => part.data = data.into(),
        None => builder.push(FourCc::SHEX, data),
    }
    Ok(builder)
}

/// What the container is called that was described in the file called `text`: `a.dxbc` for both `a.dxbc.asm` and
/// `a.asm`.
fn container_name(text: &Path) -> PathBuf {
    let name = if is_assembly(text) { text.with_extension("") } else { text.to_owned() };
    if name.extension().is_some() { name } else { name.with_extension("dxbc") }
}
