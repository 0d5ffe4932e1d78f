//! `dis`: prints programs as assembly.

mod source_view;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use dx_container::Container;
use dxil::stored;
use dxil_ir::Module;
use dxil_text::{PrintError, listing};

use crate::assembly_style::{AssemblyWriter, is_coloured};
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::{DebugFiles, DebugProgram};
use crate::loading::program::{self, ModulePart, ProgramKind};
use crate::loading::shader_file::ShaderFile;
use crate::output::Output;
use crate::run::{Format, Run};
use crate::selection::chosen::Selection;
use crate::status::Status;
use crate::style::{DIM, paint};
use dx_container::D3d9Version;
use source_view::{SourceLine, View};

/// Disassemble programs.
///
/// For DXIL, the output is identical to the listing of dxc.
///
/// For shader models 4 and 5 and for Direct3D 9, the output is the listing of fxc with additions: more float digits,
/// and words that begin with @. `as` needs the additions to restore the same program.
///
/// If there are several inputs, a comment with the file name precedes each listing.
///
/// Input: containers, PDBs, bitcode, LLVM assembly and Direct3D 9 programs.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Disassemble {
    /// Files, folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Omit the comments of the listing.
    #[arg(long)]
    plain: bool,

    /// Print each HLSL line as a comment above its instructions (needs debug information).
    #[arg(long)]
    source: bool,

    /// Print only this function.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// Print the HLSL lines near this line, and the instructions that were compiled from them.
    #[arg(long, value_name = "[FILE:]LINE", value_parser = SourceLine::parse)]
    around: Option<SourceLine>,

    /// Also search this PDB, folder or `pdb index` file for debug information (repeatable).
    #[arg(long, alias = "pdb-path", value_name = "DIR|FILE")]
    pdb: Vec<PathBuf>,

    /// Part from which the DXIL program is read [default: ILDB if present, else DXIL].
    #[arg(long, value_enum, ignore_case = true)]
    part: Option<ModulePart>,

    /// Output file, or output folder for FILE.ll or FILE.asm.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    selection: Selection,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools dis examples/scan_cs.dxil
  shader-tools dis --plain examples/scan_cs.dxil | shader-tools as - -o out/scan.dxil
  shader-tools dis --source examples/triangle_ps_debug.dxil
  shader-tools dis --around 14 examples/triangle_ps_debug.dxil
  shader-tools dis examples/ -o out/listings/

More: docs/edit.md (DXIL), docs/dxbc.md (shader models 1 to 5)";

/// Added to the names of files in a folder: of token programs, and of DXIL.
const EXTENSIONS: [&str; 2] = [".asm", ".ll"];

/// The program of a file.
enum Program<'a> {
    /// The token program of a file.
    Tokens(ShaderFile<'a>),
    /// A Direct3D 9 program by itself.
    Direct3d9(&'a [u8]),
    /// A module, of a file if it is not bitcode itself.
    Module(Option<ShaderFile<'a>>, Box<Module>),
}

impl<'a> Program<'a> {
    fn of(bytes: &'a [u8], part: Option<ModulePart>) -> Result<Self, Error> {
        if dxil_ir::file::is_bitcode(bytes) {
            return Ok(Self::Module(None, program::module_of(bytes, part)?.into()));
        }
        if D3d9Version::begins(bytes) && part.is_none() {
            return Ok(Self::Direct3d9(bytes));
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
        if matches!(self, Self::Module(..)) { (module, ";") } else { (tokens, "//") }
    }
}

/// The listing of a file, of DXIL without debug information where there is a program without.
pub fn code_of(bytes: &[u8]) -> Result<String, Error> {
    let program = Program::of(bytes, Some(ModulePart::Dxil)).or_else(|_| Program::of(bytes, None))?;
    let mut listing = Vec::new();
    Disassemble::default().print(&program, &mut listing, false)?;
    Ok(String::from_utf8_lossy(&listing).into_owned())
}

/// The listing of a file, and what files with such a listing are called.
pub fn listing_of(bytes: &[u8]) -> Result<(String, &'static str), Error> {
    let program = Program::of(bytes, None)?;
    let mut listing = Vec::new();
    Disassemble::default().print(&program, &mut listing, false)?;
    let (extension, _) = program.extension_and_comment();
    Ok((String::from_utf8_lossy(&listing).into_owned(), extension))
}

impl Disassemble {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_all_programs((&self.files, &self.selection), globals, Format::RawPages)
            .without_trailing();
        let debug_files = match self.has_source() {
            true => DebugFiles::in_places(&self.pdb, &mut run),
            false => DebugFiles::none(),
        };
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
                let path = input.path();
                let print = |out: &mut dyn Write, is_coloured| match self.is_whole() {
                    true => self.print(&program, out, is_coloured),
                    false => self.print_view(&program, path, &debug_files, out, is_coloured),
                };
                let printed = match self.output {
                    Some(_) => writer.write_text(input, extension, |out| print(out, false)),
                    None => print(out, is_coloured),
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

    fn has_source(&self) -> bool {
        self.source || self.around.is_some()
    }

    /// Whether nothing but the listing is printed, and all of it.
    fn is_whole(&self) -> bool {
        !self.has_source() && self.function.is_none()
    }

    /// Prints a part of the listing, or the listing with HLSL.
    fn print_view(
        &self,
        program: &Program<'_>,
        path: Option<&Path>,
        files: &DebugFiles,
        out: &mut dyn Write,
        is_coloured: bool,
    ) -> Result<(), Error> {
        let view = View {
            with_source: self.has_source(),
            function: self.function.as_deref(),
            around: self.around.as_ref(),
            is_plain: self.plain,
        };
        let text = match program {
            Program::Tokens(_) | Program::Direct3d9(_) => {
                let text = "a program of fxc: --source, --function and --around are for DXIL, because which line an \
                            instruction of fxc comes from is not read; `inspect --source` shows sources in SDBG and SPDB";
                return Err(Error::Unsupported(text.to_owned()));
            }
            Program::Module(None, module) => source_view::lines(module, None, None, None, &view)?,
            Program::Module(Some(file), module) => {
                let container = file.container()?;
                let reflection = stored::reflection(&container);
                let is_asked = self.has_source() && !dxil::assemble::may_have_debug_information(module);
                let debug = is_asked.then(|| DebugProgram::of(&container, None, path, files));
                let mut debug = debug.flatten();
                source_view::lines(module, Some(&container), reflection.as_ref(), debug.as_mut(), &view)?
            }
        };
        let mut writer = AssemblyWriter::new(out, is_coloured, ";");
        let written = writer.write_str(&text).map_err(|_| io::Error::other("not written"));
        writer.finish(written).map_err(Error::from)
    }

    fn print(&self, program: &Program<'_>, out: &mut dyn Write, is_coloured: bool) -> Result<(), Error> {
        match program {
            Program::Tokens(file) => self.print_tokens(&file.container()?, out, is_coloured),
            Program::Direct3d9(bytes) => self.print_direct3d9(bytes, out, is_coloured),
            Program::Module(None, module) => self.print_module(None, module, None, out, is_coloured),
            Program::Module(Some(file), module) => {
                let container = file.container()?;
                // What the listing says of buffers stands in STAT, which may be broken: then the program has to do.
                let reflection = stored::reflection(&container);
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
            ProgramKind::Tokens(payload) if self.plain => dx_bytecode::text::print_part(&mut text, payload)?,
            _ => dx_bytecode::listing::print(&mut text, container)?,
        }
        Self::write_text(&text, out, is_coloured)
    }

    fn print_direct3d9(&self, bytes: &[u8], out: &mut dyn Write, is_coloured: bool) -> Result<(), Error> {
        let mut text = String::new();
        if self.plain {
            dx_bytecode::d3d9::listing::print_plain(&mut text, bytes, 0)?;
        } else {
            dx_bytecode::d3d9::listing::print(&mut text, bytes, 0)?;
        }
        Self::write_text(&text, out, is_coloured)
    }

    /// Writes a listing of fxc's.
    fn write_text(text: &str, out: &mut dyn Write, is_coloured: bool) -> Result<(), Error> {
        let mut writer = AssemblyWriter::new(out, is_coloured, "//");
        let written = writer.write_str(text).map_err(|_| io::Error::other("not written"));
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
    let reflection = stored::reflection(&container);
    let mut text = String::new();
    listing::print(Some(&container), &module, reflection.as_ref(), &mut text)?;
    text.push('\n');
    Ok(text)
}
