//! `inspect`: what is in a file, as a page for people or as JSON.

mod class_linkage;
mod debug_information;
mod decoded;
mod extent;
mod hex;
mod library;
mod nodes;
mod page;
mod pdb;
mod root_signature;
mod source;
mod source_info;
mod summary;
mod symbols;
mod token_program;

use dx_container::D3d9Version;
use std::io::{self, Write};
use std::path::PathBuf;

use dx_bytecode::d3d9::Declarations;
use dx_container::parts::PartView;
use dx_container::{DigestState, Part};

use crate::digest_state;
use crate::error::Error;
use crate::globals::Globals;
use crate::held_text::HeldText;
use crate::json::{self, JsonFields};
use crate::judging::DebugFiles;
use crate::loading::direct3d9;
use crate::loading::shader_file::ShaderFile;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{Input, Wanted};
use crate::status::Status;
use crate::style::{TITLE, grouped, paint};
use decoded::{Decoded, DecodedPart};
use extent::Shown;

/// Show the parts, signatures, resources and digest of shaders.
///
/// Input: containers, PDBs, LLVM assembly and bitcode. Assembly and bitcode are assembled to a container first.
///
/// For a library, the output has one line per function. --function and --all show every field of functions.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Inspect {
    #[command(flatten)]
    inputs: Inputs,

    /// Print JSON (schema shader-tools.inspect/1).
    #[arg(long)]
    json: bool,

    /// Print a hex dump that names the field of each byte.
    #[arg(long, conflicts_with = "json")]
    hex: bool,

    /// Show all rows of long tables, and all fields of library functions.
    #[arg(long, conflicts_with_all = ["json", "hex"])]
    all: bool,

    /// Show this function of a library (mangled or unmangled name).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["json", "hex", "all"])]
    function: Option<String>,

    /// Show the HLSL source with the number of instructions compiled from each line.
    #[arg(long, conflicts_with_all = ["json", "hex", "all", "function"])]
    source: bool,

    /// Also search this PDB, folder or `pdb index` file for debug information (repeatable).
    #[arg(long, alias = "pdb-path", value_name = "DIR|FILE", requires = "source")]
    pdb: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools inspect examples/triangle_ps.dxil
  shader-tools inspect --function CSMain examples/terrain_lib.dxil
  shader-tools inspect --source examples/triangle_ps_debug.dxil
  shader-tools inspect --hex examples/triangle_ps.dxil
  shader-tools inspect --json examples/ > shaders.json

More: docs/inspect.md";

impl Inspect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json("shader-tools.inspect/1") } else { Format::Pages };
        let mut run = Run::new(&self.inputs, Wanted::AllPrograms, globals, format);
        let shown = Shown { all: self.all, function: self.function.clone() };
        let debug_files = match self.source {
            true => DebugFiles::in_places(&self.pdb, &mut run),
            false => DebugFiles::none(),
        };
        run.each(
            |input, bytes, out, outcome| {
                if D3d9Version::begins(bytes) && self.source {
                    return Err(Error::Missing("a Direct3D 9 program carries no sources".to_owned()));
                }
                if D3d9Version::begins(bytes) {
                    return self.write_direct3d9(&input.name(), bytes, out);
                }
                let file =
                    if self.hex { ShaderFile::open(bytes) } else { ShaderFile::open_or_assemble(bytes) }?;
                if self.json {
                    write_json(input, &file, out, outcome)
                } else if self.source {
                    source::write(input, &file, &debug_files, out)
                } else if self.hex {
                    hex::write(input, &file, out, outcome)
                } else {
                    page::write(input, &file, &shown, out, outcome)
                }
            },
            |_, ()| {},
        );
        run.status()
    }
}

impl Inspect {
    /// Shows a Direct3D 9 program that is a file.
    fn write_direct3d9(&self, name: &str, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
        if self.hex {
            return hex::write_direct3d9(name, bytes, out);
        }
        let declared = Declarations::read(bytes, 0)?;
        if self.json {
            let declares = direct3d9::json(&declared, None);
            write!(
                out,
                "{{\"file\":{},\"size\":{},\"direct3d9\":{declares}}}",
                json::text(name),
                bytes.len()
            )?;
            return Ok(());
        }
        let size = grouped(bytes.len() as u64);
        writeln!(out, "{}, {size} bytes\n", paint(TITLE, name))?;
        direct3d9::write_lines(out, &declared, true)?;
        direct3d9::write_tables(out, &declared)?;
        Ok(())
    }
}

fn write_json(
    input: &Input,
    file: &ShaderFile<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let container = &file.container()?;
    write!(out, "{{\"file\":{},\"size\":{}", json::text(&input.name()), file.bytes.len())?;
    if let Some(source) = file.assembled_from {
        write!(out, ",\"assembledFrom\":\"{}\"", source.json_name())?;
    }
    if let Some(error) = pdb::write_json(out, file)? {
        outcome.add(&error, input, Some(file.bytes));
    }
    let mut decoded = Decoded::new(file, container);
    // What the parts say together stands in front of them.
    let mut parts = HeldText::new();
    for (index, part) in container.parts().iter().enumerate() {
        if index > 0 {
            parts.write_all(b",")?;
        }
        if let Some(error) = write_json_part(&mut decoded, file, part, &mut parts)? {
            outcome.add(&error, input, Some(file.bytes));
        }
    }
    for (key, value) in decoded.summary.json() {
        write!(out, ",\"{key}\":{value}")?;
    }
    match decoded.symbols() {
        Some(Ok(table)) => symbols::write_json(out, container, &table, decoded.functions().as_ref())?,
        Some(Err(error)) => outcome.add(&file.placed(error).into(), input, Some(file.bytes)),
        None => {}
    }
    let (header, state) = (container.header(), container.digest_state());
    write!(out, ",\"containerVersion\":\"{}.{}\"", header.major, header.minor)?;
    write!(
        out,
        ",\"digest\":{{\"value\":\"{}\",\"state\":\"{}\"",
        header.digest,
        digest_state::json_name(state)
    )?;
    if let DigestState::Wrong(expected) = state {
        write!(out, ",\"expected\":\"{expected}\"")?;
    }
    let (gaps, trailing) = (page::gap_bytes(container), container.trailing().len());
    write!(out, "}},\"gapBytes\":{gaps},\"trailingBytes\":{trailing}")?;
    out.write_all(b",\"parts\":[")?;
    parts.copy_to(out)?;
    out.write_all(b"]}")?;
    Ok(())
}

/// Writes the object of one part; returns what is wrong with it.
fn write_json_part<'a>(
    decoded: &mut Decoded<'_, 'a>,
    file: &ShaderFile<'_>,
    part: &Part<'a>,
    out: &mut dyn Write,
) -> io::Result<Option<Error>> {
    let name = json::text(&part.name.to_string());
    let (offset, size) = (file.offset(part.offset), part.data.len());
    write!(out, "{{\"name\":{name},\"offset\":{offset},\"size\":{size},\"fields\":")?;
    let mut fields = JsonFields::new(out);
    let DecodedPart { declarations, direct3d9: declared, view, error } =
        decoded.decode(part, Some(&mut fields));
    fields.finish()?;
    if let Some(declarations) = declarations {
        write!(out, ",\"declares\":{}", token_program::json(declarations))?;
    }
    if let (Some(declared), Some(PartView::Level9(part))) = (&declared, &view) {
        write!(out, ",\"direct3d9\":{}", direct3d9::json(declared, Some(&part.mappings)))?;
    }
    if let Some(error) = &error {
        write!(out, ",\"error\":{}", json::error(error))?;
    }
    out.write_all(b"}")?;
    Ok(error)
}
