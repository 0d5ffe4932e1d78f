//! Listings of the programs in files: DXIL, token programs and Direct3D 9 programs. A layer below the verbs, because
//! `dis`, `edit`, `report` and `dxl` print the same listings.

pub mod statement_lines;

use std::fmt::Write as _;
use std::io::{self, Write};

use dx_bytecode::d3d9::listing as direct3d9;
use dx_bytecode::text::Shown;
use dx_container::{Container, D3d9Version};
use dxil::stored;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Dialect, Module};
use dxil_text::listing::{InstructionComments, NumberedComments};
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

/// The form of a listing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Form {
    /// True if the comments of the compiler are omitted.
    pub is_plain: bool,
    /// True if each instruction is printed with its number, and with its offset and its encoding if the file has them.
    pub with_numbers: bool,
    /// The LLVM version in whose syntax a module of modern LLVM IR is printed; `None` selects the version that wrote
    /// the bitcode, or else LLVM 22.
    pub llvm: Option<LlvmVersion>,
}

impl<'a> Program<'a> {
    /// The program of a file; for LLVM assembly and bitcode, the module.
    pub fn of(bytes: &'a [u8], part: Option<ModulePart>) -> Result<Self, Error> {
        if D3d9Version::begins(bytes) && part.is_none() {
            return Ok(Self::Direct3d9(bytes));
        }
        let mut file = LoadedShader::open_module(bytes)?;
        if part.is_none() && matches!(file.program()?, ProgramKind::Tokens(_)) {
            return Ok(Self::Tokens(file));
        }
        let module = if part.is_none() { file.take_module() } else { file.module_in(part) }?;
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
    print(&program, Form::default(), None, &mut listing, false)?;
    Ok(String::from_utf8_lossy(&listing).into_owned())
}

/// The listing of a file, and what files with such a listing are called.
pub fn listing_of(bytes: &[u8]) -> Result<(String, &'static str), Error> {
    let program = Program::of(bytes, None)?;
    let mut listing = Vec::new();
    print(&program, Form::default(), None, &mut listing, false)?;
    let (extension, _) = program.extension_and_comment();
    Ok((String::from_utf8_lossy(&listing).into_owned(), extension))
}

/// Prints the listing of a program. `part` is the part that the program was read from, if the user named it.
pub fn print(
    program: &Program<'_>,
    form: Form,
    part: Option<ModulePart>,
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    match program {
        Program::Tokens(file) => print_tokens(form, None, &file.container()?, out, is_coloured),
        Program::Direct3d9(bytes) => print_direct3d9(form, None, bytes, out, is_coloured),
        Program::Module(file, module) if !file.has_container() => {
            print_module(form, (file, part), None, module, out, is_coloured)
        }
        Program::Module(file, module) => {
            print_module(form, (file, part), Some(&file.container()?), module, out, is_coloured)
        }
    }
}

/// Prints the token program of a container, or only the function called `function`.
pub fn print_tokens(
    form: Form,
    function: Option<&str>,
    container: &Container<'_>,
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    let ProgramKind::Tokens(payload) = program::find(container)? else { return Ok(()) };
    let function = function.map(|name| program::token_function_called(payload, name)).transpose()?;
    let shown = Shown { with_numbers: form.with_numbers, function };
    let mut text = String::new();
    if form.is_plain {
        dx_bytecode::text::print_part_with(&mut text, payload, shown)?;
    } else {
        dx_bytecode::listing::print_with(&mut text, container, shown)?;
    }
    write_text(&text, out, is_coloured)
}

/// Prints a Direct3D 9 program, or only the function called `function`.
pub fn print_direct3d9(
    form: Form,
    function: Option<&str>,
    bytes: &[u8],
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    let functions = || Ok::<_, Error>(direct3d9::functions(bytes, 0)?);
    let function = function.map(|name| program::function_among(functions()?, name)).transpose()?;
    let shown = Shown { with_numbers: form.with_numbers, function };
    let mut text = String::new();
    if form.is_plain {
        direct3d9::print_plain_with(&mut text, bytes, 0, shown)?;
    } else {
        direct3d9::print_with(&mut text, bytes, 0, shown)?;
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
    form: Form,
    (file, part): (&LoadedShader<'_>, Option<ModulePart>),
    container: Option<&Container<'_>>,
    module: &Module,
    out: &mut dyn Write,
    is_coloured: bool,
) -> Result<(), Error> {
    // The part STAT describes the buffers. If it is missing or broken, the tables are printed from the program.
    let reflection = container.and_then(stored::reflection);
    let reflection = reflection.as_ref();
    if let Some(llvm) = form.llvm
        && let Some((construct, since)) = dxil_text::newer_construct(module, llvm)
    {
        let text = format!("LLVM {} does not have {construct}: use --llvm {}", llvm.name(), since.name());
        return Err(Error::Unsupported(text));
    }
    let llvm = form.llvm.unwrap_or_else(|| version_of_writer(file, module));
    let mut writer = AssemblyWriter::new(out, is_coloured, ";");
    if form.with_numbers {
        let dxc = (!form.is_plain).then(|| InstructionComments::new(module));
        let mut comments = NumberedComments::new(module, file.bitcode_in(part)?, dxc)?;
        let header = || listing::header(container, Some(module), reflection);
        let printed = match form.is_plain {
            true => dxil_text::print_with(module, llvm, &mut comments, &mut writer),
            false => writer
                .write_str(&header())
                .map_err(|_| PrintError::Sink)
                .and_then(|()| dxil_text::print_with(module, llvm, &mut comments, &mut writer))
                .and_then(|()| writer.write_str("\n").map_err(|_| PrintError::Sink)),
        };
        let printed = printed.map_err(Error::from).and_then(|()| Ok(comments.finish()?));
        return writer.finish(printed);
    }
    let printed = if form.is_plain {
        dxil_text::print_for(module, llvm, &mut writer)
    } else if module.dialect == Dialect::Modern {
        dxil_text::print_with(module, llvm, &mut InstructionComments::new(module), &mut writer)
    } else {
        listing::print(container, module, reflection, &mut writer)
            // dxc ends its listing with an empty line.
            .and_then(|()| writer.write_str("\n").map_err(|_| PrintError::Sink))
    };
    writer.finish(printed.map_err(Error::from))
}

/// Returns the version of LLVM that wrote modern bitcode, as far as its syntax is known; the oldest version for other
/// files.
fn version_of_writer(file: &LoadedShader<'_>, module: &Module) -> LlvmVersion {
    let producer = (module.dialect == Dialect::Modern).then(|| file.producer()).flatten();
    let major = producer.as_deref().and_then(|producer| {
        let digits = producer.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        digits.split(|letter: char| !letter.is_ascii_digit()).next()?.parse::<u32>().ok()
    });
    major.map_or(LlvmVersion::OLDEST, LlvmVersion::of_major)
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
