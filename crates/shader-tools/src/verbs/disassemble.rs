//! `dis`: prints programs as assembly.

mod source_view;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use dxil::stored;
use dxil_ir::intrinsics::LlvmVersion;

use crate::assembly_style::{AssemblyWriter, is_coloured};
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::{DebugFiles, DebugProgram};
use crate::listings::{self, Form, Program};
use crate::llvm_option::llvm_version;
use crate::loading::program::ModulePart;
use crate::output::Output;
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{DIM, paint};
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
/// With --numbers, instructions are numbered from 0 in each function; `edit`, `cfg` and `validate` use these numbers.
/// DXBC: the columns of fxc /Ni /No precede each statement (offset in bytes from the version token), and a comment
/// contains the 32-bit words. DXIL: the comment `; #17 0x00000a34.5 INST_CALL(34) abbrev=3 [0, 4]` contains the number,
/// the offset in the bitcode (bytes.bit), the record code, the abbreviation id and the operands. For LLVM assembly,
/// which has no offsets and records, only the number is printed. `as` reads listings with numbers.
///
/// Input: containers, PDBs, bitcode, LLVM assembly (of DXIL or modern LLVM IR) and Direct3D 9 programs.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Disassemble {
    #[command(flatten)]
    inputs: Inputs,

    /// Omit the comments of the listing.
    #[arg(long)]
    plain: bool,

    /// Print each HLSL line as a comment above its instructions (needs debug information).
    #[arg(long)]
    source: bool,

    /// Print the number, the offset and the encoding of each instruction.
    #[arg(long)]
    numbers: bool,

    /// Print only this function (DXBC: main, l3, fb0 or hs_fork_phase.0).
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// Print the HLSL lines near this line, and the instructions that were compiled from them.
    #[arg(long, value_name = "[FILE:]LINE", value_parser = SourceLine::parse)]
    around: Option<SourceLine>,

    /// Also search this PDB, folder or `pdb index` file for debug information (repeatable).
    #[arg(long, alias = "pdb-path", value_name = "DIR|FILE")]
    pdb: Vec<PathBuf>,

    /// Print modern LLVM IR in the syntax of this LLVM version [default: as the bitcode, or 22].
    #[arg(long, value_parser = llvm_version(), value_name = "VERSION")]
    llvm: Option<LlvmVersion>,

    /// Part from which the DXIL program is read [default: ILDB if present, else DXIL].
    #[arg(long, value_enum, ignore_case = true)]
    part: Option<ModulePart>,

    /// Output file, or output folder for FILE.ll or FILE.asm.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools dis examples/scan_cs.dxil
  shader-tools dis --plain examples/scan_cs.dxil | shader-tools as - -o out/scan.dxil
  shader-tools dis --numbers --function main examples/blur.dxbc
  shader-tools dis --source examples/triangle_ps_debug.dxil
  shader-tools dis --around 14 examples/triangle_ps_debug.dxil
  shader-tools dis examples/ -o out/listings/

More: docs/instruction-numbers.md, docs/edit.md (DXIL), docs/dxbc.md (shader models 1 to 5)";

impl Disassemble {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run =
            Run::new(&self.inputs, Wanted::DISASSEMBLED, globals, Format::RawPages).without_trailing();
        let debug_files = match self.has_source() {
            true => DebugFiles::in_places(&self.pdb, &mut run),
            false => DebugFiles::none(),
        };
        let output = Output::to(self.output.clone());
        let inputs = if self.output.is_some() { run.inputs.as_slice() } else { &[] };
        let writer = match output.open(inputs, &[], Some(listings::EXTENSIONS[0])) {
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
                    true => listings::print(&program, self.form(), self.part, out, is_coloured),
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

    fn form(&self) -> Form {
        Form { is_plain: self.plain, with_numbers: self.numbers, llvm: self.llvm }
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
        let bitcode = match program {
            Program::Module(file, _) if self.numbers => file.bitcode_in(self.part)?,
            _ => None,
        };
        let function = self.function.as_deref();
        let view = View {
            with_source: self.has_source(),
            function,
            around: self.around.as_ref(),
            form: self.form(),
            bitcode,
        };
        let text = match program {
            Program::Tokens(_) | Program::Direct3d9(_) if self.has_source() => {
                let text = "--source and --around require DXIL, but this is a program of fxc; \
                            `inspect --source` shows the sources in SDBG and SPDB";
                return Err(Error::Unsupported(text.to_owned()));
            }
            Program::Tokens(file) => {
                let container = file.container()?;
                return listings::print_tokens(self.form(), function, &container, out, is_coloured);
            }
            Program::Direct3d9(bytes) => {
                return listings::print_direct3d9(self.form(), function, bytes, out, is_coloured);
            }
            Program::Module(file, module) if !file.has_container() => {
                source_view::lines(module, None, None, None, &view)?
            }
            Program::Module(file, module) => {
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
}
