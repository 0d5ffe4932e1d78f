//! `cache stats`, `verify` and `gc`: what a store on this machine holds, whether it is sound, and making it smaller.

use std::io::Write as _;

use serde::Serialize;
use shader_store::{Key, Shelf, StoreError, parse_size};

use crate::caching::store_option::{StoreOption, refuse};
use crate::error::Error;
use crate::json;
use crate::status::Status;
use crate::streams;
use crate::style::{counted, grouped};

/// Print the number and size of the artefacts in a store.
#[derive(Debug, clap::Args)]
#[command(after_help = STATS_EXAMPLES)]
pub struct Stats {
    #[command(flatten)]
    store: StoreOption,

    /// Print JSON (schema shader-tools.cache-stats/1).
    #[arg(long)]
    json: bool,
}

const STATS_EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache stats --store out/s.redb

More: docs/cache.md";

/// Check the artefacts of a store for damage.
///
/// Exit status: 1 if an artefact is damaged.
#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub struct Verify {
    #[command(flatten)]
    store: StoreOption,

    /// Remove the damaged artefacts from the store.
    #[arg(long)]
    remove: bool,

    /// Print JSON (schema shader-tools.cache-verify/1).
    #[arg(long)]
    json: bool,
}

const VERIFY_EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache verify --store out/s.redb

More: docs/cache.md";

/// Remove the least recently used artefacts of a store.
#[derive(Debug, clap::Args)]
#[command(after_help = GC_EXAMPLES)]
pub struct Gc {
    #[command(flatten)]
    store: StoreOption,

    /// Maximum size of the store, such as 500M or 10G [default: the bound of the store].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max: Option<u64>,
}

const GC_EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache gc --store out/s.redb

More: docs/cache.md";

const STATS_SCHEMA: &str = "shader-tools.cache-stats/1";
const VERIFY_SCHEMA: &str = "shader-tools.cache-verify/1";

/// The stores on this machine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Stores<S> {
    /// The stores.
    stores: Vec<S>,
}

/// A store.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Store"))]
#[serde(rename_all = "camelCase")]
struct StoreStats {
    /// The number of artefacts.
    artefacts: usize,
    /// The maximum size of the store on disk in bytes.
    bound: u64,
    /// The total size of the artefacts in bytes.
    bytes: u64,
    /// The size of the store on disk in bytes.
    bytes_on_disk: u64,
    /// The number of artefacts that all runs of `cache build` computed for the store.
    made: u64,
    /// The time that all runs of `cache build` spent on computing artefacts, in seconds.
    seconds_making: f64,
    /// The path of the store.
    store: String,
}

/// A store that was checked.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Store"))]
struct VerifiedStore {
    /// The damaged artefacts.
    damaged: Vec<Damaged>,
    /// True if `cache verify` removed all damaged artefacts (`--remove`).
    removed: bool,
    /// The number of undamaged artefacts.
    sound: usize,
    /// The path of the store.
    store: String,
}

/// A damaged artefact.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Damaged {
    /// The key of the artefact.
    key: String,
    /// The damage.
    reason: String,
}

#[test]
fn schemas_are_fresh() {
    json::schema::check::<Stores<StoreStats>>(STATS_SCHEMA);
    json::schema::check::<Stores<VerifiedStore>>(VERIFY_SCHEMA);
}

fn size(text: &str) -> Result<u64, String> {
    let expected = "expected a number of bytes, or a number with K, M, G or T, such as 10G";
    parse_size(text).ok_or_else(|| expected.to_owned())
}

impl Stats {
    pub fn run(&self) -> Status {
        let told = self.store.open_listed().and_then(|store| {
            let mut documents = Vec::new();
            for shelf in store.shelves() {
                documents.push(self.describe(shelf)?);
            }
            if self.json {
                print_json(STATS_SCHEMA, &Stores { stores: documents })?;
            }
            Ok(())
        });
        told.err().map_or(Status::Fine, |error| refuse(&error))
    }

    fn describe(&self, shelf: &dyn Shelf) -> Result<StoreStats, Error> {
        let entries = shelf.list()?;
        let bytes: u64 = entries.iter().map(|entry| entry.size).sum();
        let (on_disk, bound, made) = (shelf.size_on_disk()?, shelf.bound(), shelf.made());
        if !self.json {
            let mean = made.mean().map_or(0.0, |mean| mean.as_secs_f64() * 1000.0);
            let mut out = streams::coloured();
            writeln!(out, "{}", shelf.name())?;
            writeln!(out, "  artefacts  {}", grouped(entries.len() as u64))?;
            writeln!(out, "  bytes      {}", grouped(bytes))?;
            writeln!(out, "  on disk    {} of at most {}", grouped(on_disk), grouped(bound))?;
            writeln!(out, "  made       {}, {mean:.1} ms each", counted_artefacts(made.count))?;
        }
        Ok(StoreStats {
            artefacts: entries.len(),
            bound,
            bytes,
            bytes_on_disk: on_disk,
            made: made.count,
            seconds_making: made.time.as_secs_f64(),
            store: shelf.name().to_owned(),
        })
    }
}

impl Verify {
    pub fn run(&self) -> Status {
        let verified = self.store.open_listed().and_then(|store| {
            let (mut status, mut documents) = (Status::Fine, Vec::new());
            for shelf in store.shelves() {
                let (sound, damaged) = check(shelf)?;
                let keys: Vec<Key> = damaged.iter().map(|(key, _)| *key).collect();
                if !keys.is_empty() {
                    status = Status::Findings;
                    if self.remove {
                        shelf.remove(&keys)?;
                    }
                }
                documents.push(self.describe(shelf, sound, &damaged)?);
            }
            if self.json {
                print_json(VERIFY_SCHEMA, &Stores { stores: documents })?;
            }
            Ok(status)
        });
        verified.unwrap_or_else(|error| refuse(&error))
    }

    fn describe(
        &self,
        shelf: &dyn Shelf,
        sound: usize,
        damaged: &[(Key, String)],
    ) -> Result<VerifiedStore, Error> {
        if !self.json {
            for (key, text) in damaged {
                let text = format!("value of key {key} in {} {text}", shelf.name());
                streams::print_message(Error::Invalid(text).render(None, None));
            }
            let removed = if self.remove && !damaged.is_empty() { ", removed" } else { "" };
            let mut out = streams::coloured();
            let sound = counted(sound, "sound artefact");
            let count = grouped(damaged.len() as u64);
            writeln!(out, "{}: {sound}, {count} damaged{removed}", shelf.name())?;
        }
        let artefact =
            |(key, reason): &(Key, String)| Damaged { key: key.to_string(), reason: reason.clone() };
        Ok(VerifiedStore {
            damaged: damaged.iter().map(artefact).collect(),
            removed: self.remove,
            sound,
            store: shelf.name().to_owned(),
        })
    }
}

/// How many values are sound, and which are not.
fn check(shelf: &dyn Shelf) -> Result<(usize, Vec<(Key, String)>), StoreError> {
    let (mut sound, mut damaged) = (0, Vec::new());
    for entry in shelf.list()? {
        match shelf.get(&entry.key)?.map(|sealed| sealed.open(&entry.key)) {
            Some(Ok(_)) => sound += 1,
            Some(Err(damage)) => damaged.push((entry.key, damage.to_string())),
            // Another process removed it meanwhile, or only half of it is there.
            None => damaged.push((entry.key, "is missing".to_owned())),
        }
    }
    Ok((sound, damaged))
}

impl Gc {
    pub fn run(&self) -> Status {
        let collected = self.store.open_listed().and_then(|mut store| {
            for shelf in store.shelves_mut() {
                let freed = shelf.shrink(self.max)?;
                let (name, left) = (shelf.name().to_owned(), grouped(shelf.size_on_disk()?));
                let (values, bytes) = (counted(freed.values, "artefact"), grouped(freed.bytes));
                streams::print_message(format!(
                    "{name}: {values} with {bytes} bytes removed; {left} bytes on disk"
                ));
            }
            Ok(())
        });
        collected.err().map_or(Status::Fine, |error| refuse(&error))
    }
}

fn counted_artefacts(count: u64) -> String {
    format!("{} so far", grouped(count))
}

fn print_json<S: Serialize>(schema: &str, stores: &Stores<S>) -> Result<(), Error> {
    let mut out = streams::raw();
    let mut document = json::Object::document(&mut out, schema)?;
    document.members(stores)?;
    Ok(document.end_document()?)
}
