//! `pdb`: lists, extracts, indexes and finds the PDBs of shaders.

mod extract;
mod find;
mod index;
mod list;
mod safe_names;

use clap::Subcommand;

use crate::globals::Globals;
use crate::status::Status;

/// Read and index PDBs, and find the PDBs of shaders.
///
/// With -Fd and -Zi or -Zs, DXC writes a PDB with the sources and the compiler arguments. With -Zi, the PDB also
/// contains the program with debug information.
///
/// A shader may embed the debug information (-Qembed_debug) or the whole PDB (-Qpdb_in_private). FXC embeds the sources
/// in the shader.
#[derive(Debug, clap::Args)]
#[command(after_help = "More: docs/pdb.md")]
pub struct Pdb {
    #[command(subcommand)]
    verb: PdbVerb,
}

#[derive(Debug, Subcommand)]
enum PdbVerb {
    List(list::List),
    Extract(extract::Extract),
    Index(index::Index),
    Find(find::Find),
}

impl Pdb {
    pub fn run(&self, globals: &Globals) -> Status {
        match &self.verb {
            PdbVerb::List(verb) => verb.run(globals),
            PdbVerb::Extract(verb) => verb.run(globals),
            PdbVerb::Index(verb) => verb.run(globals),
            PdbVerb::Find(verb) => verb.run(globals),
        }
    }
}
