//! `cache`: artefacts by content, here and elsewhere.

mod archives;
mod get;
mod making;
mod shelves;

use clap::Subcommand;

use crate::globals::Globals;
use crate::status::Status;

/// Cache the results of other verbs in a store.
///
/// A stored result is called an artefact. The key of an artefact is computed from the input bytes, the verb, the
/// options of the verb and the program version.
///
/// If the environment variable SHADER_STORE names a store, `lower`, `link`, `amd compile` and `validate --cached` read
/// and write that store.
///
/// A store is a file (PATH.redb) or a folder (PATH/). Only one process at a time can use a file. Any number of
/// processes can use a folder at the same time. The suffix ?max=10G limits the size of a file or folder.
///
/// A store can also be an object store (s3://, gcs://, azblob://, http://) or a build farm cache (grpc://). These
/// stores require a build of shader-tools with the corresponding features.
#[derive(Debug, clap::Args)]
#[command(after_help = "More: docs/cache.md")]
pub struct Cache {
    #[command(subcommand)]
    verb: CacheVerb,
}

#[derive(Debug, Subcommand)]
enum CacheVerb {
    Build(making::Build),
    Get(get::Get),
    Stats(shelves::Stats),
    Verify(shelves::Verify),
    Gc(shelves::Gc),
    Export(archives::Export),
    Import(archives::Import),
}

impl Cache {
    pub fn run(&self, globals: &Globals) -> Status {
        match &self.verb {
            CacheVerb::Build(verb) => verb.run(globals),
            CacheVerb::Get(verb) => verb.run(globals),
            CacheVerb::Stats(verb) => verb.run(),
            CacheVerb::Verify(verb) => verb.run(),
            CacheVerb::Gc(verb) => verb.run(),
            CacheVerb::Export(verb) => verb.run(),
            CacheVerb::Import(verb) => verb.run(),
        }
    }
}
