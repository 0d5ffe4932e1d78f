//! `inspect`: what is in a file, as a page for people or as JSON.

mod class_linkage;
mod debug_information;
mod hex;
mod library;
mod page;
mod pdb;
mod root_signature;
mod source_info;
mod summary;
mod symbols;
mod token_program;

use std::io::Write;
use std::path::PathBuf;

use dx_container::DigestState;

use crate::cli::Globals;
use crate::error::Error;
use crate::input::Input;
use crate::json::{self, JsonFields};
use crate::program::is_tokens;
use crate::run::{Format, Outcome, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;
use crate::verbs::verify;
use page::Shown;
use summary::Summary;

/// Show what is in a shader: kind, entry point, parts, signatures, resources, root signature, digest.
///
/// Of a PDB, its streams and the container in it. LLVM assembly and bitcode are assembled to a container, which is
/// shown. Of a library, each function is a line: --function NAME shows one whole, --all every one.
/// Pages are as wide as the terminal, or as COLUMNS says, or 80 columns in a pipe.
#[derive(Debug, clap::Args)]
pub struct Inspect {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.inspect/1).
    #[arg(long)]
    json: bool,

    /// Print a hex map: the field that each byte of the file belongs to.
    #[arg(long, conflicts_with = "json")]
    hex: bool,

    /// Show all rows of long tables, and every field of each function of a library.
    #[arg(long, conflicts_with_all = ["json", "hex"])]
    all: bool,

    /// Show only this function of a library, with every field: its name, mangled or not.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["json", "hex", "all"])]
    function: Option<String>,
}

impl Inspect {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = if self.json { Format::Json("shader-tools.inspect/1") } else { Format::Pages };
        let mut run = Run::of_programs(&self.files, globals, format);
        let shown = Shown { all: self.all, function: self.function.clone() };
        run.each(
            |input, bytes, out, outcome| {
                let file =
                    if self.hex { ShaderFile::open(bytes) } else { ShaderFile::open_or_assemble(bytes) }?;
                if self.json {
                    write_json(input, &file, out, outcome)
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

fn write_json(
    input: &Input,
    file: &ShaderFile<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let container = &file.container()?;
    let summary = Summary::of(container);
    write!(out, "{{\"file\":{},\"size\":{}", json::text(&input.name()), file.bytes.len())?;
    if let Some(source) = file.assembled_from {
        write!(out, ",\"assembledFrom\":\"{}\"", source.json_name())?;
    }
    if let Some(error) = pdb::write_json(out, file)? {
        outcome.add(&error, input, Some(file.bytes));
    }
    for (key, value) in summary.json() {
        write!(out, ",\"{key}\":{value}")?;
    }
    if let Some(error) = symbols::write_json(out, container)? {
        outcome.add(&file.placed(error).into(), input, Some(file.bytes));
    }
    let (header, state) = (container.header(), container.digest_state());
    write!(out, ",\"containerVersion\":\"{}.{}\"", header.major, header.minor)?;
    write!(out, ",\"digest\":{{\"value\":\"{}\",\"state\":\"{}\"", header.digest, verify::json_name(state))?;
    if let DigestState::Wrong(expected) = state {
        write!(out, ",\"expected\":\"{expected}\"")?;
    }
    write!(
        out,
        "}},\"gapBytes\":{},\"trailingBytes\":{}",
        page::gap_bytes(container),
        container.trailing().len()
    )?;
    out.write_all(b",\"parts\":[")?;
    for (index, part) in container.parts().iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        let name = json::text(&part.name.to_string());
        let (offset, size) = (file.offset(part.offset), part.data.len());
        write!(out, "{{\"name\":{name},\"offset\":{offset},\"size\":{size},\"fields\":")?;
        let mut fields = JsonFields::new(out);
        let walked = container.walk(part, &mut fields);
        fields.finish()?;
        let mut error = walked.err().map(|error| Error::from(file.placed(error)));
        if error.is_none() && is_tokens(part.name) {
            match token_program::json(container.payload(part)) {
                Ok(declares) => write!(out, ",\"declares\":{declares}")?,
                Err(wrong) => error = Some(file.placed(wrong).into()),
            }
        }
        if let Some(error) = error {
            write!(out, ",\"error\":{}", json::error(&error))?;
            outcome.add(&error, input, Some(file.bytes));
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]}")?;
    Ok(())
}
