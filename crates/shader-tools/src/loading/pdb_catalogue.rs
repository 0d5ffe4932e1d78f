//! PDBs of folders and indices, by the hashes and names of the shaders that they belong to. Separate from `pdb find`,
//! because all verbs that show source lines find PDBs in the same way.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use dx_container::parts::debug_name::DebugName;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::pdb::Identity;
use dx_container::{Container, FourCc};
use serde::Serialize;
use serde_json::Value;

use crate::digest_state::hex;
use crate::error::Error;
use crate::json;
use crate::loading::pdb_folder::{each_pdb, pdbs_in};
use crate::run::Run;
use crate::selection::input::display;
use crate::selection::wanted::{FileClass, Wanted};

/// The hashes and names by which the PDB of a shader is found.
#[derive(Debug, Default)]
pub struct Keys {
    /// Each with the name of where it comes from; HASH is nearly always that of the program, and said once then.
    pub hashes: Vec<(&'static str, [u8; 16])>,
    pub debug_name: Option<String>,
}

impl Keys {
    /// A part that cannot be read is none to go by.
    pub fn of(container: &Container<'_>) -> Self {
        let hash = container.view::<ShaderHash<'_>>(FourCc::HASH).and_then(Result::ok);
        let program =
            |name| container.view::<ProgramPart<'_>>(name).and_then(Result::ok).map(|part| part.hash());
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
    pub fn describe(&self) -> String {
        let hash = self.hashes.first().map(|&(_, hash)| format!("hash {}", hex(hash)));
        let name = self.debug_name.as_ref().map(|name| format!("debug name {}", display(Path::new(name))));
        let keys: Vec<String> = hash.into_iter().chain(name).collect();
        if keys.is_empty() { "no hash, no program, no debug name".to_owned() } else { keys.join(", ") }
    }
}

/// A PDB that may be the shader's.
pub struct Match<'c> {
    pub entry: &'c Entry,
    /// What matched: names of hashes, `debug-name`, `file-name`.
    pub by: Vec<&'static str>,
    /// True if the PDB belongs to the shader: a hash matches, or the name matches and no hash differs.
    pub is_it: bool,
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
    pub fn find(&self, keys: &Keys) -> Vec<Match<'_>> {
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

/// Bytes of a line of an index: many times the longest path.
const LONGEST_LINE: u64 = 1 << 20;

/// A PDB in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The GUID: the hash of the shader.
    pub hash: [u8; 16],
    /// Where it was found.
    pub file: String,
    /// The debug name it gives itself.
    pub name: Option<String>,
}

/// A line of a PDB index.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Line<'a> {
    /// The GUID of the PDB: 32 hexadecimal digits.
    hash: String,
    /// The path of the PDB, or of the shader that contains the PDB.
    file: &'a str,
    /// The debug name in the PDB; `null` if the PDB has no debug name.
    name: Option<&'a str>,
}

#[test]
fn schema_is_fresh() {
    json::schema::check_value::<Line<'static>>("pdb-index");
}

impl Entry {
    pub fn new(path: &Path, identity: Identity) -> Self {
        let name = identity.debug_name.map(|name| json::in_utf8(name.as_ref()).into_owned());
        Self { hash: identity.guid, file: display(path), name }
    }

    /// The line of the index.
    pub fn line(&self) -> Line<'_> {
        Line { hash: hex(self.hash), file: &self.file, name: self.name.as_deref() }
    }

    /// From a line of an index.
    fn from_json(line: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let text = |member: &str| value.get(member).and_then(Value::as_str);
        let hash =
            text("hash").and_then(parse_hash).ok_or("\"hash\" with 32 hexadecimal digits is missing")?;
        let file = text("file").ok_or("\"file\" is missing")?.to_owned();
        Ok(Self { hash, file, name: text("name").map(str::to_owned) })
    }

    /// Gives each entry of the index at `path` to `found`.
    pub fn read_index(path: &Path, mut found: impl FnMut(Self)) -> Result<(), Error> {
        let cannot_read = |cause| Error::Io { doing: "read", cause };
        let mut file = BufReader::new(File::open(path).map_err(cannot_read)?);
        let (mut line, mut number) = (Vec::new(), 0);
        // What is no index may have no line end for gigabytes.
        while (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(cannot_read)? > 0 {
            number += 1;
            if !line.trim_ascii().is_empty() {
                let entry = Self::from_json(&line).map_err(|wrong| {
                    let text = format!("line {number}: invalid line of a PDB index: {wrong}");
                    cannot_read(io::Error::new(io::ErrorKind::InvalidData, text))
                })?;
                found(entry);
            }
            line.clear();
        }
        Ok(())
    }
}

/// True for a file that begins as a PDB or container does: it is no index.
pub fn begins_as_shader(path: &Path) -> bool {
    Wanted::SHADERS.classify(path).is_ok_and(|class| class == FileClass::Wanted)
}

/// 32 hexadecimal digits.
fn parse_hash(text: &str) -> Option<[u8; 16]> {
    let is_hash = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = is_hash.then(|| u128::from_str_radix(text, 16).ok()).flatten()?;
    Some(number.to_be_bytes())
}
