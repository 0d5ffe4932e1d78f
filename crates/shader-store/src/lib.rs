//! Artefacts by content: what was compiled once, linked once or validated once is kept, and had again wherever the same
//! is asked for.
//!
//! A [`Record`](key::Record) of all that decides an artefact gives a [`Key`]; an [`Artefact`] with its key and digest
//! is a [`Sealed`] value; a [`Tier`] keeps values; the [`Store`] asks its tiers one after the other and checks what
//! they say. A tier is one file ([`redb_file`]), a folder ([`folder`]), and, by the features `cloud` and `farm`, an
//! object store or the cache of a build farm.
//!
//! This crate does I/O, unlike all others that ship: that is what it is for. It prints nothing; what is to be said is a
//! [`Notice`].

pub mod archive;
#[cfg(feature = "cloud")]
pub mod cloud;
mod error;
#[cfg(feature = "farm")]
pub mod farm;
pub mod folder;
pub mod key;
pub mod limits;
mod location;
pub mod redb_file;
mod store;
mod tier;
pub mod value;

pub use error::{Result, StoreError};
pub use key::Key;
pub use location::{Location, Opened, parse_size};
pub use store::{Notice, Store};
pub use tier::{Entry, Freed, Made, Shelf, Tier};
pub use value::{Artefact, Damage, Sealed};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
