//! `pdb find`: finds the PDB that belongs to a shader, and says by what it matched.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use dx_container::parts::debug_name::DebugName;
use dx_container::parts::program::Program;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::{Container, FourCc};

use super::folder::{each_pdb, pdbs_in};
use super::hex;
use super::index::{Entry, begins_as_shader};
use crate::cli::Globals;
use crate::error::Error;
use crate::input::{Input, display};
use crate::json;
use crate::layout::write_hanging;
use crate::run::{Format, Outcome, Run};
use crate::selection::Selection;
use crate::shader_file::ShaderFile;
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
        let mut run =
            Run::of_containers((&self.shaders, &self.selection), globals, format).without_trailing();
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

/// The hashes and names by which the PDB of a shader is found.
#[derive(Debug, Default)]
pub struct Keys {
    /// Each with the name of where it comes from; HASH is nearly always that of the program, and said once then.
    hashes: Vec<(&'static str, [u8; 16])>,
    debug_name: Option<String>,
}

impl Keys {
    /// A part that cannot be read is none to go by.
    pub fn of(container: &Container<'_>) -> Self {
        let hash = container.view::<ShaderHash<'_>>(FourCc::HASH).and_then(Result::ok);
        let program = |name| container.view::<Program<'_>>(name).and_then(Result::ok).map(|part| part.hash());
        let name = container.view::<DebugName<'_>>(FourCc::ILDN).and_then(Result::ok);
        let hashes = [
            ("hash", hash.map(|part| part.digest)),
            ("program", program(FourCc::DXIL)),
            ("debug-program", program(FourCc::ILDB)),
        ];
        let mut different: Vec<(&'static str, [u8; 16])> = Vec::new();
        for (what, hash) in hashes {
            if let Some(hash) = hash.filter(|hash| different.iter().all(|(_, other)| other != hash)) {
                different.push((what, hash));
            }
        }
        Self {
            hashes: different,
            debug_name: name
                .map(|part| json::in_utf8(part.name).into_owned())
                .filter(|name| !name.is_empty()),
        }
    }

    /// For people, one of each kind.
    fn describe(&self) -> String {
        let hash = self.hashes.first().map(|&(_, hash)| format!("hash {}", hex(hash)));
        let name = self.debug_name.as_ref().map(|name| format!("debug name {}", display(Path::new(name))));
        let keys: Vec<String> = hash.into_iter().chain(name).collect();
        if keys.is_empty() { "no hash, no program, no debug name".to_owned() } else { keys.join(", ") }
    }
}

/// A PDB that may be the shader's.
struct Match<'c> {
    entry: &'c Entry,
    /// What matched: names of hashes, `debug-name`, `file-name`.
    by: Vec<&'static str>,
    /// Whether it is the shader's: by hash, or by name where nothing says otherwise.
    is_it: bool,
}

/// All PDBs, and their order by each key.
#[derive(Debug, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
    by_hash: Vec<usize>,
    by_debug_name: Vec<usize>,
    by_file_name: Vec<usize>,
}

impl Catalogue {
    /// The PDBs in `places`; `run` reports what cannot be read.
    pub fn load(places: &[PathBuf], run: &mut Run<'_>) -> Self {
        let mut entries = Vec::new();
        for place in places {
            if place.is_dir() || begins_as_shader(place) {
                each_pdb(std::slice::from_ref(place), run, |_, path, identity| {
                    entries.push(Entry::new(path, identity));
                });
            } else if let Err(error) = Entry::read_index(place, |entry| entries.push(entry)) {
                run.fail_with(&display(place), &error);
            }
        }
        Self::of(entries)
    }

    /// Those in a folder, not in folders below it, that are called PDB; what cannot be read is none to find.
    pub fn of_folder(folder: &Path) -> Self {
        Self::of(pdbs_in(folder).map(|(path, identity)| Entry::new(&path, identity)).collect())
    }

    fn of(entries: Vec<Entry>) -> Self {
        let order = |key: fn(&Entry) -> Option<&[u8]>| {
            let mut order: Vec<usize> = (0..entries.len()).collect();
            // Stable: those of one key stay in the order they were found in.
            order.sort_by_key(|&index| entries.get(index).and_then(key));
            order
        };
        let (by_hash, by_debug_name, by_file_name) =
            (order(hash_of), order(debug_name_of), order(file_name_of));
        Self { by_hash, by_debug_name, by_file_name, entries }
    }

    /// The entries of which `key` is `wanted`, `order` being their order by it.
    fn range<'c>(
        &'c self,
        order: &'c [usize],
        key: fn(&Entry) -> Option<&[u8]>,
        wanted: &[u8],
    ) -> impl Iterator<Item = usize> + use<'c> {
        let key = |&index: &usize| self.entries.get(index).and_then(key);
        let from = order.partition_point(|index| key(index) < Some(wanted));
        let to = order.partition_point(|index| key(index) <= Some(wanted));
        order.get(from..to).unwrap_or_default().iter().copied()
    }

    /// The PDB that is the shader's.
    pub fn best(&self, keys: &Keys) -> Option<PathBuf> {
        let matches = self.find(keys);
        matches.into_iter().find(|found| found.is_it).map(|found| PathBuf::from(&found.entry.file))
    }

    /// What `keys` match, the best first.
    fn find(&self, keys: &Keys) -> Vec<Match<'_>> {
        let mut found: BTreeMap<usize, Vec<&'static str>> = BTreeMap::new();
        for (what, hash) in &keys.hashes {
            for index in self.range(&self.by_hash, hash_of, hash) {
                found.entry(index).or_default().push(what);
            }
        }
        if let Some(name) = &keys.debug_name {
            for index in self.range(&self.by_debug_name, debug_name_of, name.as_bytes()) {
                found.entry(index).or_default().push(DEBUG_NAME);
            }
            for index in self.range(&self.by_file_name, file_name_of, last_component(name).as_bytes()) {
                found.entry(index).or_default().push(FILE_NAME);
            }
        }
        let is_by_hash = |by: &[&str]| by.iter().any(|&by| by != DEBUG_NAME && by != FILE_NAME);
        let matches = found.into_iter().filter_map(|(index, by)| {
            let is_it = is_by_hash(&by) || keys.hashes.is_empty();
            Some(Match { entry: self.entries.get(index)?, by, is_it })
        });
        let mut matches: Vec<Match<'_>> = matches.collect();
        matches.sort_by_key(|found| (!is_by_hash(&found.by), usize::MAX - found.by.len()));
        matches
    }
}

const DEBUG_NAME: &str = "debug-name";
const FILE_NAME: &str = "file-name";

fn hash_of(entry: &Entry) -> Option<&[u8]> {
    Some(&entry.hash)
}

fn debug_name_of(entry: &Entry) -> Option<&[u8]> {
    entry.name.as_deref().map(str::as_bytes)
}

fn file_name_of(entry: &Entry) -> Option<&[u8]> {
    Some(last_component(&entry.file).as_bytes())
}

/// What follows the last slash of either kind: names were given on other systems.
fn last_component(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
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
