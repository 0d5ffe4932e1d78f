//! `amd`: verbs for AMDGPU shader ELFs, the output of AMD's compilers.

mod bindings;
pub mod compile;
mod glue;
mod inputs;
mod inspect;
mod link;

use clap::Subcommand;

use crate::globals::Globals;
use crate::status::Status;

/// Compile, inspect and link AMDGPU shader ELF files.
///
/// An AMDGPU shader ELF contains machine code for one processor, and an ELF note with PAL metadata. The driver
/// configures the pipeline from the PAL metadata. Version 2 of PAL metadata lists registers by number. Version 3 has
/// named fields instead of register numbers.
#[derive(Debug, clap::Args)]
#[command(after_help = "More: docs/amd.md")]
pub struct Amd {
    #[command(subcommand)]
    verb: AmdVerb,
}

#[derive(Debug, Subcommand)]
enum AmdVerb {
    Compile(compile::Compile),
    Inspect(inspect::Inspect),
    Link(link::Link),
    Glue(glue::MakeGlue),
}

impl Amd {
    pub fn run(&self, globals: &Globals) -> Status {
        match &self.verb {
            AmdVerb::Compile(verb) => verb.run(globals),
            AmdVerb::Inspect(verb) => verb.run(globals),
            AmdVerb::Link(verb) => verb.run(globals),
            AmdVerb::Glue(verb) => verb.run(globals),
        }
    }
}
