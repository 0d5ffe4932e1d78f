//! `inspect`: what is in a file, as a page for people or as JSON.

mod class_linkage;
mod debug_information;
mod decoded;
mod document;
mod extent;
mod hex;
mod library;
mod modern;
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
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use dx_bytecode::d3d9::Declarations;
use dx_container::Part;
use dx_container::parts::PartView;

use crate::digest_state::DigestObject;
use crate::error::{Error, ErrorObject};
use crate::globals::Globals;
use crate::json;
use crate::judging::DebugFiles;
use crate::loading::direct3d9::{self, Direct3d9};
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::spooled_output::SpooledOutput;
use crate::status::Status;
use crate::style::{TITLE, grouped, paint};
use decoded::{Decoded, DecodedPart};
use document::{Declares, Head, SymbolsObject};
use extent::Shown;

/// Show the parts, signatures, resources and digest of shaders.
///
/// Input: containers, PDBs, LLVM assembly and bitcode. Assembly and bitcode of DXIL are assembled to a container first.
/// For modern LLVM IR, the output names the target, the entry points and the called intrinsics.
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
        let format = if self.json { Format::Json(document::SCHEMA) } else { Format::Pages };
        let mut run = Run::new(&self.inputs, Wanted::EVERY_PROGRAM, globals, format);
        let shown = Shown { all: self.all, function: self.function.clone() };
        let debug_files = match self.source {
            true => DebugFiles::in_places(&self.pdb, &mut run),
            false => DebugFiles::none(),
        };
        run.each(
            |input, bytes, out, outcome| {
                if D3d9Version::begins(bytes) && self.source {
                    return Err(Error::Missing(
                        "a Direct3D 9 program does not contain source code".to_owned(),
                    ));
                }
                if D3d9Version::begins(bytes) {
                    return self.write_direct3d9(input, bytes, out);
                }
                let file =
                    if self.hex { LoadedShader::open(bytes) } else { LoadedShader::open_any_dialect(bytes) }?;
                if !file.has_container() {
                    self.write_modern(input, &file, out)
                } else if self.json {
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
    /// Shows a module of modern LLVM.
    fn write_modern(&self, input: &Input, file: &LoadedShader<'_>, out: &mut dyn Write) -> Result<(), Error> {
        if self.source || self.function.is_some() {
            let text = "--source and --function require DXIL: `lower` converts modern LLVM IR to DXIL";
            return Err(Error::Unsupported(text.to_owned()));
        }
        match self.json {
            true => modern::write_json(input, file, out),
            false => modern::write(input, file, out),
        }
    }

    /// Shows a Direct3D 9 program that is a file.
    fn write_direct3d9(&self, input: &Input, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
        if self.hex {
            return hex::write_direct3d9(&input.name().to_string(), bytes, out);
        }
        let declared = Declarations::read(bytes, 0)?;
        if self.json {
            let direct3d9 = Direct3d9::new(&declared, None);
            let (file, size) = (input.name(), bytes.len());
            return Ok(json::write(out, &document::Direct3d9File { file, size, direct3d9 })?);
        }
        let size = grouped(bytes.len() as u64);
        writeln!(out, "{}, {size} bytes\n", paint(TITLE, input.name()))?;
        direct3d9::write_lines(out, &declared, true)?;
        direct3d9::write_tables(out, &declared)?;
        Ok(())
    }
}

fn write_json(
    input: &Input,
    file: &LoadedShader<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let container = &file.container()?;
    let mut object = json::Object::begin(out)?;
    object.members(&Head {
        file: input.name(),
        size: file.bytes.len(),
        assembled_from: file.assembled_from.map(Source::json_name),
    })?;
    if let Some(pdb) = &file.pdb
        && let Some(error) = pdb::write_json(&mut object, pdb)?
    {
        outcome.add(&error, input, Some(file.bytes));
    }
    let mut decoded = Decoded::new(file, container);
    // The summary is computed from the parts, and written before them.
    let mut held = BufWriter::new(SpooledOutput::new());
    let mut parts = json::List::begin(&mut held)?;
    for part in container.parts() {
        if let Some(error) = write_json_part(&mut decoded, file, part, parts.item()?)? {
            outcome.add(&error, input, Some(file.bytes));
        }
    }
    parts.end()?;
    object.members(&decoded.summary.object())?;
    match decoded.symbols() {
        Some(Ok(table)) => object.members(&SymbolsObject::new(
            &table,
            &symbols::findings(container, &table, decoded.functions().as_ref()),
        ))?,
        Some(Err(error)) => outcome.add(&file.placed(error).into(), input, Some(file.bytes)),
        None => {}
    }
    let header = container.header();
    object.members(&document::Rest {
        container_version: format!("{}.{}", header.major, header.minor),
        digest: DigestObject::new(header.digest, container.digest_state()),
        gap_bytes: page::gap_bytes(container),
        trailing_bytes: container.trailing().len(),
    })?;
    object.spooled("parts", held.into_inner().map_err(io::IntoInnerError::into_error)?)?;
    Ok(object.end()?)
}

/// Writes the object of one part; returns what is wrong with it.
fn write_json_part<'a>(
    decoded: &mut Decoded<'_, 'a>,
    file: &LoadedShader<'_>,
    part: &Part<'a>,
    out: &mut dyn Write,
) -> io::Result<Option<Error>> {
    let mut object = json::Object::begin(out)?;
    let (name, offset, size) = (part.name.to_string(), file.offset(part.offset), part.data.len());
    object.members(&document::PartHead { name, offset, size })?;
    let DecodedPart { declarations, direct3d9: declared, view, error } =
        object.fields("fields", |fields| decoded.decode(part, Some(fields)))?;
    let direct3d9 = match (&declared, &view) {
        (Some(declared), Some(PartView::Level9(part))) => {
            Some(Direct3d9::new(declared, Some(&part.mappings)))
        }
        _ => None,
    };
    object.members(&document::PartRest {
        declares: declarations.map(Declares::new),
        direct3d9,
        error: error.as_ref().map(ErrorObject::from),
    })?;
    object.end()?;
    Ok(error)
}
