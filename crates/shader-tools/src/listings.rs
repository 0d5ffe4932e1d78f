//! Listings of the programs in files: DXIL, token programs and Direct3D 9 programs. A layer below the verbs, because
//! `dis`, `edit`, `report` and `dxl` print the same listings.

pub mod statement_lines;

use std::fmt::Write as _;
use std::io::{self, Write};

use dx_container::{Container, D3d9Version};
use dxil::stored;
use dxil_ir::Module;
use dxil_text::{PrintError, listing};

use crate::assembly_style::AssemblyWriter;
use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::{self, ModulePart, ProgramKind};

/// Added to the names of files in a folder: of token programs, and of DXIL.
pub const EXTENSIONS: [&str; 2] = [".asm", ".ll"];

/// The program of a file.
pub enum Program<'a> {
    /// The token program of a file.
    Tokens(LoadedShader<'a>),
    /// A Direct3D 9 program by itself.
    Direct3d9(&'a [u8]),
    /// A module of a file.
    Module(LoadedShader<'a>, Box<Module>),
}

impl<'a> Program<'a> {
    pub fn of(bytes: &'a [u8], part: Option<ModulePart>) -> Result<Self, Error> {
        if D3d9Version::begins(bytes) && part.is_none() {
            return Ok(Self::Direct3d9(bytes));
        }
        let file = LoadedShader::open_program(bytes)?;
        if part.is_none() && matches!(file.program()?, ProgramKind::Tokens(_)) {
            return Ok(Self::Tokens(file));
        }
        let module = file.module_in(part)?;
        Ok(Self::Module(file, module.into()))
    }

    /// What is added to the name of a file with the listing, and what begins a comment in it.
    pub fn extension_and_comment(&self) -> (&'static str, &'static str) {
        let [tokens, module] = EXTENSIONS;
        if matches!(self, Self::Module(..)) { (module, ";") } else { (tokens, "//") }
    }
}

/// The listing of a file, of DXIL without debug information where there is a program without.
pub fn code_of(bytes: &[u8]) -> Result<String, Error> {
    let program = Program::of(bytes, Some(ModulePart::Dxil)).or_else(|_| Program::of(bytes, None))?;
    let mut listing = Vec::new();
    print(&program, false, &mut listing, false)?;
    Ok(String::from_utf8_lossy(&listing).into_owned())
}

/// The listing of a file, and what files with such a listing are called.
pub fn listing_of(bytes: &[u8]) -> Result<(String, &'static str), Error> {
    let program = Program::of(bytes, None)?;
    let mut listing = Vec::new();
    print(&program, false, &mut listing, false)?;
    let (extension, _) = program.extension_and_comment();
    Ok((String::from_utf8_lossy(&listing).into_owned(), extension))
}

/// Prints the listing of a program; `is_plain` without the comments of the compiler.
pub fn print(
    program: &Program<'_>,
    is_plain: bool,
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    match program {
        Program::Tokens(file) => print_tokens(is_plain, &file.container()?, out, is_coloured),
        Program::Direct3d9(bytes) => print_direct3d9(is_plain, bytes, out, is_coloured),
        Program::Module(file, module) if !file.has_container() => {
            print_module(is_plain, None, module, None, out, is_coloured)
        }
        Program::Module(file, module) => {
            let container = file.container()?;
            // What the listing says of buffers stands in STAT, which may be broken: then the program has to do.
            let reflection = stored::reflection(&container);
            print_module(is_plain, Some(&container), module, reflection.as_ref(), out, is_coloured)
        }
    }
}

fn print_tokens(
    is_plain: bool,
    container: &Container<'_>,
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    let mut text = String::new();
    match program::find(container)? {
        ProgramKind::Tokens(payload) if is_plain => dx_bytecode::text::print_part(&mut text, payload)?,
        _ => dx_bytecode::listing::print(&mut text, container)?,
    }
    write_text(&text, out, is_coloured)
}

fn print_direct3d9(
    is_plain: bool,
    bytes: &[u8],
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    let mut text = String::new();
    if is_plain {
        dx_bytecode::d3d9::listing::print_plain(&mut text, bytes, 0)?;
    } else {
        dx_bytecode::d3d9::listing::print(&mut text, bytes, 0)?;
    }
    write_text(&text, out, is_coloured)
}

/// Writes a listing of fxc's.
fn write_text(text: &str, out: &mut dyn Write, is_coloured: bool) -> Result<(), Error> {
    let mut writer = AssemblyWriter::new(out, is_coloured, "//");
    let written = writer.write_str(text).map_err(|_| io::Error::other("not written"));
    writer.finish(written).map_err(Error::from)
}

fn print_module(
    is_plain: bool,
    container: Option<&Container<'_>>,
    module: &Module,
    reflection: Option<&Module>,
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    let mut writer = AssemblyWriter::new(out, is_coloured, ";");
    let printed = if is_plain {
        dxil_text::print(module, &mut writer)
    } else {
        listing::print(container, module, reflection, &mut writer)
            // dxc ends its listing with an empty line.
            .and_then(|()| writer.write_str("\n").map_err(|_| PrintError::Sink))
    };
    writer.finish(printed.map_err(Error::from))
}

/// The listing of a container with DXIL, as dxc prints it.
pub fn listing(bytes: &[u8]) -> Result<String, Error> {
    let file = LoadedShader::open(bytes)?;
    let container = file.container()?;
    let module = file.module()?;
    let reflection = stored::reflection(&container);
    let mut text = String::new();
    listing::print(Some(&container), module, reflection.as_ref(), &mut text)?;
    text.push('\n');
    Ok(text)
}
