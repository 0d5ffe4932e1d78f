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

/// Keep what other verbs make, by content, and get it again.
///
/// An artefact is kept under a key that follows from the bytes it was made of, the verb, its options and the version of
/// this program: whoever asks for the same gets it without making it again. lower, link and validate --cached do so by
/// themselves where the variable SHADER_STORE names a store.
///
/// A store is a file (PATH.redb or redb:PATH) for one process at a time, or a folder (PATH/ or fs:PATH) for any number
/// of them, both with ?max=10G as their bound; where this program is built with them, an object store (s3://, gcs://,
/// azblob://, http://, https://) or the cache of a build farm (grpc://HOST:PORT/INSTANCE, grpcs://). Of several,
/// separated by commas, the quickest comes first and gets what the others have.
#[derive(Debug, clap::Args)]
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

/// Which store.
#[derive(Debug, clap::Args)]
pub struct StoreOption {
    /// The store: a file, a folder, or a URL; several separated by commas [default: the variable SHADER_STORE].
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
