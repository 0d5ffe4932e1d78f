//! `dis`: prints programs as assembly.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use dx_container::Container;
use dxil_ir::Module;
use dxil_ir::bitcode;
use dxil_text::{PrintError, listing};

use crate::assembly_style::{AssemblyWriter, is_coloured};
use crate::cli::Globals;
use crate::error::Error;
use crate::output::Output;
use crate::program::{self, ModulePart, ProgramKind};
use crate::run::{Format, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;
use crate::style::{DIM, paint};

/// Print programs as assembly.
///
/// For DXIL, prints the listing of dxc, byte for byte: comments with features, signatures, hash, pipeline information,
/// buffers, resources and view ID dependencies, then the module as LLVM 3.7 assembly, with the name of each operation
/// after its call. For shader models 4 and 5, prints the listing of fxc, with two additions so that `as` restores the
/// same program: floats have enough digits to give the same bits, and what fxc's syntax cannot express follows in words
/// that begin with @.
///
/// With several inputs, a comment with its name precedes each listing.
#[derive(Debug, clap::Args)]
pub struct Disassemble {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Omit the comments.
    #[arg(long)]
    plain: bool,

    /// The part of a container with the DXIL program [default: ILDB if present, else DXIL].
    #[arg(long, value_enum, ignore_case = true)]
    part: Option<ModulePart>,

    /// Write to this file, or for several inputs into this folder, under their relative names with .asm or .ll
    /// appended.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

/// Added to the names of files in a folder: of token programs, and of DXIL.
const EXTENSIONS: [&str; 2] = [".asm", ".ll"];

/// The program of a file.
enum Program<'a> {
    /// The token program of a file.
    Tokens(ShaderFile<'a>),
    /// A module, of a file if it is not bitcode itself.
    Module(Option<ShaderFile<'a>>, Box<Module>),
}

impl<'a> Program<'a> {
    fn of(bytes: &'a [u8], part: Option<ModulePart>) -> Result<Self, Error> {
        if dxil_ir::file::is_bitcode(bytes) {
            return Ok(Self::Module(None, program::module_of(bytes, part)?.into()));
        }
        let file = ShaderFile::open(bytes)?;
        if part.is_none() && matches!(program::find(&file.container()?)?, ProgramKind::Tokens(_)) {
            return Ok(Self::Tokens(file));
        }
        let module = program::module(&file, part)?;
        Ok(Self::Module(Some(file), module.into()))
    }

    /// What is added to the name of a file with the listing, and what begins a comment in it.
    fn extension_and_comment(&self) -> (&'static str, &'static str) {
        let [tokens, module] = EXTENSIONS;
        if matches!(self, Self::Tokens(_)) { (tokens, "//") } else { (module, ";") }
    }
}

impl Disassemble {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_programs(&self.files, globals, Format::RawPages).without_trailing();
        let output = Output::to(self.output.clone());
        let inputs = if self.output.is_some() { run.inputs.as_slice() } else { &[] };
        let writer = match output.open(inputs, &[], Some(EXTENSIONS[0])) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let is_coloured = is_coloured();
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                let program = Program::of(bytes, self.part)?;
                let (extension, comment) = program.extension_and_comment();
                if many && self.output.is_none() {
                    let heading = format!("{comment} {}", input.name());
                    writeln!(out, "{}", if is_coloured { paint(DIM, heading) } else { heading })?;
                }
                let printed = match self.output {
                    Some(_) => writer.write_text(input, extension, |out| self.print(&program, out, false)),
                    None => self.print(&program, out, is_coloured),
                };
                if !many && globals.held.is_none() {
                    // The process ends now, which frees all memory at once.
                    std::mem::forget(program);
                }
                printed
            },
            |_, ()| {},
        );
        run.status()
    }

    fn print(&self, program: &Program<'_>, out: &mut dyn Write, is_coloured: bool) -> Result<(), Error> {
        match program {
            Program::Tokens(file) => self.print_tokens(&file.container()?, out, is_coloured),
            Program::Module(None, module) => self.print_module(None, module, None, out, is_coloured),
            Program::Module(Some(file), module) => {
                let container = file.container()?;
                // What the listing says of buffers stands in STAT, which may be broken: then the program has to do.
                let reflection = listing::reflection(&container);
                let reflection = reflection
                    .and_then(|program| bitcode::read(program.bitcode, program.bitcode_offset).ok());
                self.print_module(Some(&container), module, reflection.as_ref(), out, is_coloured)
            }
        }
    }

    fn print_tokens(
        &self,
        container: &Container<'_>,
        out: &mut dyn Write,
        is_coloured: bool,
    ) -> Result<(), Error> {
        let mut text = String::new();
        match program::find(container)? {
            ProgramKind::Tokens(payload) if self.plain => dxbc::text::print_part(&mut text, payload)?,
            _ => dxbc::listing::print(&mut text, container)?,
        }
        let mut writer = AssemblyWriter::new(out, is_coloured, "//");
        let written = writer.write_str(&text).map_err(|_| io::Error::other("not written"));
        writer.finish(written).map_err(Error::from)
    }

    fn print_module(
        &self,
        container: Option<&Container<'_>>,
        module: &Module,
        reflection: Option<&Module>,
        out: &mut dyn Write,
        is_coloured: bool,
    ) -> Result<(), Error> {
        let mut writer = AssemblyWriter::new(out, is_coloured, ";");
        let printed = if self.plain {
            dxil_text::print(module, &mut writer)
        } else {
            listing::print(container, module, reflection, &mut writer)
                // dxc ends its listing with an empty line.
                .and_then(|()| writer.write_str("\n").map_err(|_| PrintError::Sink))
        };
        writer.finish(printed.map_err(Error::from))
    }
}

/// The listing of a container with DXIL, as dxc prints it.
pub fn listing(bytes: &[u8]) -> Result<String, Error> {
    let file = ShaderFile::open(bytes)?;
    let container = file.container()?;
    let module = program::module(&file, None)?;
    let reflection = listing::reflection(&container);
    let reflection =
        reflection.and_then(|program| bitcode::read(program.bitcode, program.bitcode_offset).ok());
    let mut text = String::new();
    listing::print(Some(&container), &module, reflection.as_ref(), &mut text)?;
    text.push('\n');
    Ok(text)
}
