//! `cache`: artefacts by content, here and elsewhere.

mod archives;
mod get;
mod making;
pub mod recipe;
mod shelves;

use clap::Subcommand;
use shader_store::{Location, Store};

use crate::cli::Globals;
use crate::error::Error;
use crate::kept::{self, VARIABLE};
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

/// The store.
#[derive(Debug, clap::Args)]
pub struct StoreOption {
    /// File, folder or URL of the store; commas separate several stores [default: SHADER_STORE].
    #[arg(long, value_name = "URL")]
    store: Option<String>,
}

impl StoreOption {
    fn locations(&self) -> Result<Vec<Location>, Error> {
        if let Some(text) = &self.store {
            return Ok(Location::parse_list(text)?);
        }
        match std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) {
            Some(text) => kept::locations(&text),
            None => Err(Error::Usage(format!("which store? --store URL, or the variable {VARIABLE}"))),
        }
    }

    /// The store, all of it.
    pub fn open(&self) -> Result<Store, Error> {
        Ok(Store::open_all(&self.locations()?)?)
    }

    /// The store, where what it holds can be listed.
    fn open_listed(&self) -> Result<Store, Error> {
        let store = self.open()?;
        if store.shelves().next().is_none() {
            let text = "a service does not say what it holds: this works with files and folders";
            return Err(Error::Usage(text.to_owned()));
        }
        Ok(store)
    }
}

/// Prints what there is to say of a store.
pub fn say_notices(store: &Store) {
    store.take_notices().into_iter().for_each(|notice| kept::note(&notice.text));
}

/// Prints an error about the run as a whole.
fn refuse(error: &Error) -> Status {
    crate::streams::say(error.render(None, None));
    error.status()
}
