//! What goes wrong with a store. None of it fails a build: whoever asks may go on without.

use std::io;
use std::time::Duration;

/// Why a tier could not be opened, or did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The location is none.
    #[error("invalid store location `{text}`: {reason}")]
    Location {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The location needs a feature that this program was built without.
    #[error("store location `{text}` requires a build of this program with --features {feature}")]
    NotBuilt {
        /// What was given.
        text: String,
        /// The feature.
        feature: &'static str,
    },
    /// There is no store at the location.
    #[error("{place} is not a store; create a store with `cache build`")]
    Missing {
        /// The location.
        place: String,
    },
    /// Another process has the file open.
    #[error("another process still has the store {place} open after {:.1} s, and only one process can open a store file \
             at a time: use a folder as the store", waited.as_secs_f64())]
    Busy {
        /// The file.
        place: String,
        /// How long it was tried.
        waited: Duration,
    },
    /// What is there is no store, or is broken.
    #[error("{place} is damaged or not a store: {reason}")]
    Damaged {
        /// The file.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A store of another version of this program.
    #[error("{place} is a store of version {found}, but this program supports version {known}")]
    Version {
        /// The file.
        place: String,
        /// Its version.
        found: u64,
        /// The version known here.
        known: u64,
    },
    /// The system refused something.
    #[error("cannot {doing} {place}: {cause}")]
    Io {
        /// What was tried, as a verb.
        doing: &'static str,
        /// The file or folder.
        place: String,
        /// The answer of the system.
        cause: io::Error,
    },
    /// The store cannot be written to.
    #[error("{place} is read-only")]
    ReadOnly {
        /// The file or service.
        place: String,
    },
    /// The artefact is larger than any that is kept.
    #[error("artefact has {size} bytes, limit of the store is {limit}")]
    TooLarge {
        /// Its size.
        size: usize,
        /// The most.
        limit: usize,
    },
    /// A service cannot be reached, refuses, or answers what it may not.
    #[error("{place} {reason}")]
    Remote {
        /// The service.
        place: String,
        /// What it did, as the rest of the sentence.
        reason: String,
    },
    /// The archive is none, or is broken.
    #[error("{0}")]
    Archive(String),
}

impl StoreError {
    /// The stable code, for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Location { .. } => "store.location",
            Self::NotBuilt { .. } => "store.not-built",
            Self::Missing { .. } => "store.missing",
            Self::Busy { .. } => "store.busy",
            Self::Damaged { .. } => "store.damaged",
            Self::Version { .. } => "store.version",
            Self::Io { .. } => "store.io",
            Self::ReadOnly { .. } => "store.read-only",
            Self::TooLarge { .. } => "store.too-large",
            Self::Remote { .. } => "store.remote",
            Self::Archive(_) => "store.archive",
        }
    }
}

/// The result of asking a store.
pub type Result<T> = std::result::Result<T, StoreError>;
