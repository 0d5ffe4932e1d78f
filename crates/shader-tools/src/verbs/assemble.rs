//! `as`: assembly to containers.

mod dxil;
mod offline;

use std::path::{Path, PathBuf};

use self::dxil::{DxilFiles, DxilOptions};
use self::offline::leave_offline_unsigned;
use crate::assembling::{IntoContainer, KEPT, assemble_tokens, name_of_assembled, not_utf8, replace_module};
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::{SIGN_ANYWAY, refuse_invalid};
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::reading::{Needs, Texts, read_file};
use crate::output::Output;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{Input, display, read_besides};
use crate::selection::wanted::Wanted;
use crate::signing::DigestOption;
use crate::status::Status;

/// Assemble programs into containers.
///
/// Input for DXIL containers: listings of `dis` and dxc, LLVM 3.7 assembly, and bitcode. Each input must have dx.*
/// metadata.
///
/// Input for shader models 4 and 5: listings of `dis` and fxc. From a listing that begins with a Direct3D 9 profile
/// such as ps_3_0, `as` assembles a Direct3D 9 program without a container.
///
/// `as` validates each container before signing it. If the container is invalid, `as` reports an error and writes
/// nothing. --no-validate signs the container without validation. --digest unsigned writes an unsigned container
/// without validation.
///
/// A listing does not contain RTS0, PRIV, VERS, ILDN or the names in STAT. --into CONTAINER copies this data from an
/// existing container.
///
/// In an output folder, the result of a.ll, a.txt or a.dxil.ll is named a.dxil. Depending on the program and the
/// options, the extension of the result can also be .dxbc, .d3d9 or .bc.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files, folders (*.asm and *.ll files), or - for standard input")))]
pub struct Assemble {
    #[command(flatten)]
    inputs: Inputs,

    /// Replace the program of this container, and keep the parts that do not depend on the program.
    #[arg(long, value_name = "CONTAINER")]
    into: Option<PathBuf>,

    /// Kind of digest to write.
    #[arg(long, value_enum, default_value_t = DigestOption::Sign)]
    digest: DigestOption,

    /// Sign the container even if the program is invalid.
    #[arg(long)]
    no_validate: bool,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    dxil: DxilOptions,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools dis examples/scan_cs.dxil > a.ll
  shader-tools as a.ll -o out/a.dxil
  shader-tools as a.ll --into examples/scan_cs.dxil -o out/b.dxil
  shader-tools as examples/blur.asm -o out/blur.dxbc    shader model 5.0
  shader-tools as --bitcode a.ll -o out/a.bc

More: docs/edit.md (DXIL), docs/dxbc.md (shader models 1 to 5)";

impl Assemble {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::Assembly, globals, Format::Text);
        let is_bitcode = self.dxil.bitcode;
        run.inputs.iter_mut().for_each(|input| input.relative = name_of_assembled(input, is_bitcode));
        let output = Output::to(self.output.clone());
        let also_read: Vec<&Path> =
            self.into.iter().chain(self.dxil.also_read()).map(PathBuf::as_path).collect();
        let writer = match output.open(&run.inputs, &also_read, Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let Some(files) = self.dxil.read(&mut run) else { return run.status() };
        let read_into = |path: &Path| match path.as_os_str() == "-" {
            true => read_besides(path, &run.inputs),
            false => read_file(path, Needs { texts: Texts::Llvm, trailing: true }),
        };
        let into = match self.into.as_deref().map(read_into).transpose() {
            Ok(into) => into,
            Err(error) => {
                let name = self.into.as_deref().map(display).unwrap_or_default();
                run.fail_with(&name, &error);
                return run.status();
            }
        };
        let into = match into.as_deref().map(IntoContainer::open).transpose() {
            Ok(into) => into,
            Err(error) => {
                let name = self.into.as_deref().map(display).unwrap_or_default();
                run.fail_about(&name, into.as_deref().unwrap_or_default(), &error);
                return run.status();
            }
        };
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let assembled = self.assemble(input, bytes, &files, into.as_ref(), outcome)?;
                assembled.map_or(Ok(()), |assembled| writer.write(input, &assembled, ""))
            },
            |_, ()| {},
        );
        run.status()
    }

    /// The container or program assembled from `bytes`; none where they have errors, which are reported.
    fn assemble(
        &self,
        input: &Input,
        bytes: &[u8],
        files: &DxilFiles,
        into: Option<&IntoContainer<'_>>,
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let language = AssemblyLanguage::of(bytes);
        if language == AssemblyLanguage::Direct3d9 {
            return self.assemble_direct3d9(input, bytes, into.is_some(), outcome);
        }
        let is_tokens = language == AssemblyLanguage::Tokens;
        if let Some(into) = into {
            into.check_takes(is_tokens)?;
        }
        match into {
            Some(into) if !is_tokens => {
                if let Some(option) = self.dxil.first_set() {
                    return Err(Error::Usage(format!("{option} cannot be used with --into, {KEPT}")));
                }
                let replaced = replace_module(input, bytes, (&into.container, self.digest.into()), outcome)?;
                return self.validated(replaced, input, outcome);
            }
            None if !is_tokens => {
                let signing = (self.digest.into(), self.validates());
                return self.dxil.assemble(input, bytes, files, signing, outcome);
            }
            _ => {}
        }
        if let Some(option) = self.dxil.first_set() {
            let text = format!("{option} requires DXIL, but this is a program of shader model 4 or 5");
            return Err(Error::Usage(text));
        }
        let into = into.map(|into| &into.container);
        let builder = assemble_tokens(input, bytes, into, outcome)?;
        let built = builder.map(|builder| builder.build(self.digest.into())).transpose()?;
        self.validated(built, input, outcome)
    }

    fn validates(&self) -> bool {
        !self.no_validate && self.digest == DigestOption::Sign
    }

    /// The container, if it may be signed: it is valid, or no validation is asked for.
    fn validated(
        &self,
        built: Option<Vec<u8>>,
        input: &Input,
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some(mut built) = built else { return Ok(None) };
        if self.validates() && !leave_offline_unsigned(&mut built, input, outcome)? {
            refuse_invalid(&built, SIGN_ANYWAY, input, outcome)?;
        }
        Ok(Some(built))
    }

    /// The Direct3D 9 program that a listing describes: a file of its own, without a container.
    fn assemble_direct3d9(
        &self,
        input: &Input,
        bytes: &[u8],
        has_into: bool,
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        if has_into {
            let text = "--into replaces the program of shader models 4 to 6, but this is a Direct3D 9 \
                        program: for a container with part Aon9, pass the whole listing of `dis`, which \
                        contains both programs";
            return Err(Error::Usage(text.to_owned()));
        }
        if let Some(option) = self.dxil.first_set() {
            let text = format!("{option} requires DXIL, but this is a Direct3D 9 program");
            return Err(Error::Usage(text));
        }
        match dx_bytecode::d3d9::text::parse(std::str::from_utf8(bytes).map_err(not_utf8)?) {
            Ok(program) => Ok(Some(program.to_bytes()?)),
            Err(errors) => {
                errors.into_iter().for_each(|error| outcome.add(&error.into(), input, Some(bytes)));
                Ok(None)
            }
        }
    }
}
