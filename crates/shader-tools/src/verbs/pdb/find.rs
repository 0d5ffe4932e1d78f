//! `pdb find`: finds the PDB that belongs to a shader, and says by what it matched.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::digest_state::hex;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::layout::write_row;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::pdb_catalogue::{Catalogue, Keys, Match};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Selection;
use crate::selection::file_name::FileName;
use crate::selection::input::{Input, display};
use crate::selection::wanted::Wanted;
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
    #[arg(long = "pdb", alias = "in", required = true, value_name = "DIR|INDEX", num_args = 1)]
    places: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.pdb-find/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools strip --debug --keep-debug out/pdbs/ examples/triangle_ps_debug.dxil -o out/a.dxil
  shader-tools pdb find --pdb out/pdbs/ out/a.dxil

More: docs/pdb.md";

const SCHEMA: &str = "shader-tools.pdb-find/1";

/// The PDBs of a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// True if a PDB in `matches` belongs to the shader.
    found: bool,
    /// The hashes by which `pdb find` searches for PDBs.
    hashes: Hashes,
    /// The debug name in ILDN; `null` if the shader has no ILDN.
    debug_name: Option<&'a str>,
    /// The matching PDBs, the best match first.
    matches: Vec<MatchObject<'a>>,
}

/// The hashes of a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Hashes {
    /// The digest in HASH.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// The MD5 digest of the bitcode in DXIL; absent if it equals `hash`.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// The MD5 digest of the bitcode in ILDB; absent if it equals `hash` or `program`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "debug-program")]
    debug_program: Option<String>,
}

/// A PDB that matches.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Match"))]
#[serde(rename_all = "camelCase")]
struct MatchObject<'a> {
    /// The path of the PDB.
    file: &'a str,
    /// The GUID of the PDB, which is a shader hash.
    hash: String,
    /// The reasons for the match: `hash`, `program`, `debug-program`, `debug-name` or `file-name`.
    by: &'a [&'static str],
    /// True if a hash of the shader equals the GUID of the PDB, or if the shader contains no hash.
    same_shader: bool,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<File<'static>>>(SCHEMA);
}

impl Find {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::new((&self.shaders, &self.selection), Wanted::CONTAINERS, globals, format)
            .without_trailing();
        let catalogue = Catalogue::load(&self.places, &mut run);
        run.each(
            |input, bytes, out, outcome: &mut Outcome<()>| {
                let file = LoadedShader::open(bytes)?;
                let keys = Keys::of(&file.container()?);
                let matches = catalogue.find(&keys);
                if !matches.iter().any(|found| found.is_it) {
                    outcome.status = Status::Findings;
                }
                if self.json {
                    return Ok(json::write(out, &object(input.name(), &keys, &matches))?);
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
            write_row(out, &format!("{name}: {} ({by})", paint(style::GOOD, file)))?;
        } else {
            let but = format!(
                "(found by {by}; the PDB belongs to another version of the shader, with hash {})",
                hex(entry.hash)
            );
            write_row(out, &format!("{name}: {} {but}", paint(style::NOTE, file)))?;
        }
    }
    if !matches.iter().any(|found| found.is_it) {
        write_row(out, &format!("{name}: {} ({})", paint(style::BAD, "not found"), keys.describe()))?;
    }
    Ok(())
}

/// The object of a shader.
fn object<'a>(file: FileName, keys: &'a Keys, matches: &'a [Match<'a>]) -> File<'a> {
    let hash = |of: &str| Some(hex(keys.hashes.iter().find(|(what, _)| *what == of)?.1));
    let matches = matches.iter().map(|Match { entry, by, is_it }| MatchObject {
        file: &entry.file,
        hash: hex(entry.hash),
        by,
        same_shader: *is_it,
    });
    let matches: Vec<MatchObject<'_>> = matches.collect();
    File {
        file,
        found: matches.iter().any(|found| found.same_shader),
        hashes: Hashes { hash: hash("hash"), program: hash("program"), debug_program: hash("debug-program") },
        debug_name: keys.debug_name.as_deref(),
        matches,
    }
}
