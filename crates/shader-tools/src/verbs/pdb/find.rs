//! `pdb find`: finds the PDB that belongs to a shader, and says by what it matched.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::digest_state::hex;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::layout::write_hanging;
use crate::loading::pdb_catalogue::{Catalogue, Keys, Match};
use crate::loading::shader_file::ShaderFile;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Selection;
use crate::selection::input::{Input, Wanted, display};
use crate::status::Status;
use crate::style::{self, paint};

/// Find the PDBs of shaders.
///
/// A PDB matches by hash if the GUID of the PDB equals the shader hash. The part HASH contains the shader hash. If HASH
/// is missing, `pdb find` computes the shader hash from DXIL or ILDB.
///
/// A PDB matches by name if the part ILDN of the shader contains the name of the PDB. If the name matches but the hash
/// differs, the PDB belongs to another version of the shader and is not a match.
///
/// For each shader, `pdb find` lists the best match first.
///
/// Exit status: 1 if a shader has no match.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Find {
    /// Shaders, folders, or - for standard input.
    #[arg(required = true, value_name = "SHADER")]
    shaders: Vec<PathBuf>,

    #[command(flatten)]
    selection: Selection,

    /// Folder, PDB or `pdb index` file to search.
    #[arg(long = "in", required = true, value_name = "DIR|INDEX", num_args = 1)]
    places: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.pdb-find/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools strip --debug --keep-debug out/pdbs/ examples/triangle_ps_debug.dxil -o out/a.dxil
  shader-tools pdb find --in out/pdbs/ out/a.dxil

More: docs/pdb.md";

impl Find {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, "shader-tools.pdb-find/1");
        let mut run = Run::new((&self.shaders, &self.selection), Wanted::Containers, globals, format)
            .without_trailing();
        let catalogue = Catalogue::load(&self.places, &mut run);
        run.each(
            |input, bytes, out, outcome: &mut Outcome<()>| {
                let file = ShaderFile::open(bytes)?;
                let keys = Keys::of(&file.container()?);
                let matches = catalogue.find(&keys);
                if !matches.iter().any(|found| found.is_it) {
                    outcome.status = Status::Findings;
                }
                if self.json {
                    return write_json(out, input, &keys, &matches);
                }
                write_lines(out, input, &keys, &matches)
            },
            |_, ()| {},
        );
        run.status()
    }
}

fn write_lines(out: &mut dyn Write, input: &Input, keys: &Keys, matches: &[Match<'_>]) -> Result<(), Error> {
    let name = input.name();
    for Match { entry, by, is_it } in matches {
        let by = by.join(", ").replace('-', " ");
        let file = display(Path::new(&entry.file));
        if *is_it {
            write_hanging(out, &format!("{name}: {} ({by})", paint(style::GOOD, file)))?;
        } else {
            let but = format!("({by}; another version of the shader: hash {})", hex(entry.hash));
            write_hanging(out, &format!("{name}: {} {but}", paint(style::NOTE, file)))?;
        }
    }
    if !matches.iter().any(|found| found.is_it) {
        write_hanging(out, &format!("{name}: {} ({})", paint(style::BAD, "not found"), keys.describe()))?;
    }
    Ok(())
}

fn write_json(out: &mut dyn Write, input: &Input, keys: &Keys, matches: &[Match<'_>]) -> Result<(), Error> {
    let is_found = matches.iter().any(|found| found.is_it);
    write!(out, "{{\"file\":{},\"found\":{is_found},\"hashes\":{{", json::text(&input.name()))?;
    for (index, (what, hash)) in keys.hashes.iter().enumerate() {
        write!(out, "{}\"{what}\":\"{}\"", if index == 0 { "" } else { "," }, hex(*hash))?;
    }
    let debug_name = keys.debug_name.as_deref().map_or("null".to_owned(), json::text);
    write!(out, "}},\"debugName\":{debug_name},\"matches\":[")?;
    for (index, Match { entry, by, is_it }) in matches.iter().enumerate() {
        let by: Vec<String> = by.iter().map(|by| json::text(by)).collect();
        let (file, by) = (json::text(&entry.file), by.join(","));
        let comma = if index == 0 { "" } else { "," };
        let hash = hex(entry.hash);
        write!(out, "{comma}{{\"file\":{file},\"hash\":\"{hash}\",\"by\":[{by}],\"sameShader\":{is_it}}}")?;
    }
    out.write_all(b"]}")?;
    Ok(())
}
