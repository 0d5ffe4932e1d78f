//! `pdb index`: lists PDBs by hash, for trees that are too large to search each time.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use dx_container::pdb::Identity;
use serde_json::Value;

use super::folder::each_pdb;
use super::hex;
use crate::cli::Globals;
use crate::error::Error;
use crate::input::{Wanted, display, is_wanted};
use crate::json;
use crate::output::{Files, write_file_with};
use crate::run::{Format, Run};
use crate::status::Status;
use crate::streams;

/// Write an index that maps shader hashes to the PDBs in folders.
///
/// The index has one JSON object per line:
/// {"hash":"f689b339c673441250d7c22cc2026624","file":"pdbs/triangle.pdb","name":"triangle.pdb"}.
///
/// `pdb find --in` and the --pdb options read the index.
///
/// The index also lists shaders that contain a PDB in the part PRIV. If `pdb index` cannot read a file, `pdb index`
/// reports the file on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Index {
    /// Folders and PDBs to index.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// Output file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools strip --debug --keep-debug out/pdbs/ examples/triangle_ps_debug.dxil -o out/a.dxil
  shader-tools pdb index out/pdbs/ -o out/pdbs.index
  shader-tools pdb find --in out/pdbs.index out/a.dxil

More: docs/pdb.md";

impl Index {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_none(globals, Format::Text);
        let written = match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            Some(_) if !self.are_there(&mut run) => return run.status(),
            Some(path) => {
                self.check_output(path).and_then(|()| write_file_with(path, |out| self.write(out, &mut run)))
            }
            None => self.write(&mut streams::raw(), &mut run).map(drop).map_err(Error::from),
        };
        if let Err(error) = written {
            run.fail(&error);
        }
        run.status()
    }

    /// False, and says so, where a folder is missing: an index without it must not replace one with it.
    fn are_there(&self, run: &mut Run<'_>) -> bool {
        let mut are_there = true;
        for folder in &self.folders {
            if let Err(cause) = fs::metadata(folder) {
                run.fail_with(&display(folder), &Error::Io { doing: "read", cause });
                are_there = false;
            }
        }
        are_there
    }

    /// Fails where the index would replace a shader or PDB, which may be one of those it lists.
    fn check_output(&self, path: &Path) -> Result<(), Error> {
        Files::reading(self.folders.iter().map(PathBuf::as_path)).claim(path)?;
        if begins_as_shader(path) {
            let text =
                format!("the output {} is a shader or PDB and is not replaced by an index", display(path));
            return Err(Error::Usage(text));
        }
        Ok(())
    }

    /// Writes the index; `false` where nothing is in it.
    fn write(&self, out: &mut dyn Write, run: &mut Run<'_>) -> io::Result<bool> {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let (mut result, mut is_any) = (Ok(()), false);
        each_pdb(&self.folders, run, |_, path, identity| {
            is_any = true;
            if result.is_ok() {
                result = writeln!(out, "{}", Entry::new(path, identity).to_json());
            }
        });
        result.and_then(|()| out.flush()).map(|()| is_any)
    }
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

impl Entry {
    pub fn new(path: &Path, identity: Identity) -> Self {
        let name = identity.debug_name.map(|name| json::in_utf8(name.as_ref()).into_owned());
        Self { hash: identity.guid, file: display(path), name }
    }

    /// As a line of an index.
    fn to_json(&self) -> String {
        let (hash, file) = (hex(self.hash), json::text(&self.file));
        let name = self.name.as_deref().map_or("null".to_owned(), json::text);
        format!("{{\"hash\":\"{hash}\",\"file\":{file},\"name\":{name}}}")
    }

    /// From a line of an index.
    fn from_json(line: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let text = |member: &str| value.get(member).and_then(Value::as_str);
        let hash = text("hash").and_then(parse_hash).ok_or("found no \"hash\" with 32 hexadecimal digits")?;
        let file = text("file").ok_or("found no \"file\"")?.to_owned();
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
                    let text = format!("line {number}: expected a line of a PDB index, {wrong}");
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
    is_wanted(Wanted::Shaders, path).unwrap_or(false)
}

/// 32 hexadecimal digits.
fn parse_hash(text: &str) -> Option<[u8; 16]> {
    let is_hash = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = is_hash.then(|| u128::from_str_radix(text, 16).ok()).flatten()?;
    Some(number.to_be_bytes())
}
