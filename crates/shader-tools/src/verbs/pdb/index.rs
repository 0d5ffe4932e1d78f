//! `pdb index`: lists PDBs by hash, for trees that are too large to search each time.

use std::fs::{self};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::loading::pdb_catalogue::{Entry, begins_as_shader};
use crate::loading::pdb_folder::each_pdb;
use crate::output::{Files, write_file_with};
use crate::run::{Format, Run};
use crate::selection::input::display;
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
  shader-tools pdb find --pdb out/pdbs.index out/a.dxil

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
            let text = format!("the output {} is a shader or PDB and is not overwritten", display(path));
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
                result = json::write_line(&mut out, &Entry::new(path, identity).line());
            }
        });
        result.and_then(|()| out.flush()).map(|()| is_any)
    }
}
