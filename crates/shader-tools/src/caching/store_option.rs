//! The option that names the store. Separate because other verbs than `cache` have it.

use shader_store::{Location, Store, StoreError};

use crate::caching::artefact_cache::{self, VARIABLE};
use crate::error::Error;
use crate::status::Status;
use crate::streams;

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
            Some(text) => artefact_cache::locations(&text),
            None => Err(Error::Usage(format!(
                "no store is selected: use --store URL or set the variable \
                                              {VARIABLE}"
            ))),
        }
    }

    /// The store, all of it.
    pub fn open(&self) -> Result<Store, Error> {
        Ok(Store::open_all(&self.locations()?)?)
    }

    /// The store, if it exists.
    pub fn open_existing(&self) -> Result<Store, Error> {
        Ok(Store::open_existing(&self.locations()?)?)
    }

    /// The store, if it exists and its content can be listed.
    pub fn open_listed(&self) -> Result<Store, Error> {
        let locations = self.locations()?;
        if let Some(missing) = locations.iter().find(|location| !location.exists()) {
            return Err(StoreError::Missing { place: missing.to_string() }.into());
        }
        let store = Store::open_all(&locations)?;
        if store.shelves().next().is_none() {
            let text = "a remote store cannot list its contents: use a store in a file or folder";
            return Err(Error::Usage(text.to_owned()));
        }
        Ok(store)
    }
}

/// Prints what there is to say of a store.
pub fn say_notices(store: &Store) {
    store.take_notices().into_iter().for_each(|notice| artefact_cache::note(&notice.text));
}

/// Prints an error about the store or the recipe as a whole; returns the exit status.
pub fn refuse(error: &Error) -> Status {
    streams::print_message(error.render(None, None));
    error.status()
}
