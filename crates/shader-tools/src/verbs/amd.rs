//! `amd`: shaders of AMD's compilers, which are ELF files: shown and linked.

mod glue;
mod inputs;
mod inspect;
mod link;

use clap::Subcommand;

use crate::cli::Globals;
use crate::status::Status;

/// Show and link the ELF files of AMD's shader compilers.
///
/// Such a file holds code for one processor and, in a note, the metadata by which a driver's PAL sets up the pipeline:
/// registers by number (version 2) or by name (version 3).
#[derive(Debug, clap::Args)]
pub struct Amd {
    #[command(subcommand)]
    verb: AmdVerb,
}

#[derive(Debug, Subcommand)]
enum AmdVerb {
    Inspect(inspect::Inspect),
    Link(link::Link),
    Glue(glue::MakeGlue),
}

impl Amd {
    pub fn run(&self, globals: &Globals) -> Status {
        match &self.verb {
            AmdVerb::Inspect(verb) => verb.run(globals),
            AmdVerb::Link(verb) => verb.run(globals),
            AmdVerb::Glue(verb) => verb.run(globals),
        }
    }
}
