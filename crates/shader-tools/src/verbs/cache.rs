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

/// Store the results of other verbs, addressed by content.
///
/// The key of an artefact is computed from the input bytes, the verb, its options and the program version. If
/// SHADER_STORE names a store, `lower`, `link`, `amd compile` and `validate --cached` use the store themselves.
///
/// A store is a file (PATH.redb, one process at a time), a folder (PATH/, any number of processes), an object store
/// (s3://, gcs://, azblob://, http://) or a build farm cache (grpc://); object stores and build farm caches need a
/// build with these features. ?max=10G bounds a file or folder.
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
    /// Store: a file, folder or URL, or several separated by commas [default: SHADER_STORE].
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
