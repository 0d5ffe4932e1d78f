//! `pdb`: what compilers leave beside shaders for debuggers: shown, taken out, found again.

mod arguments;
mod extract;
mod find;
mod folder;
mod index;
mod list;
mod recorded;
mod safe_names;

pub use find::{Catalogue, Keys};
pub use recorded::{Place, Recorded};

use clap::Subcommand;

use crate::cli::Globals;
use crate::status::Status;

/// Read, index and find the PDBs of shaders: sources, compiler arguments, which shader they belong to.
///
/// A PDB of DXC (-Zi or -Zs with -Fd) holds a container with the sources, the arguments, and with -Zi the program
/// with debug information. The same parts may lie in a shader itself (-Qembed_debug), or the whole PDB as private data
/// (-Qpdb_in_private); older FXC leaves the sources in the shader.
#[derive(Debug, clap::Args)]
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

/// A hash as files and people write it: 32 hexadecimal digits.
fn hex(hash: [u8; 16]) -> String {
    dx_container::Digest(hash).to_string()
}
