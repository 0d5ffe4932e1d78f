//! Locations of stores, as people write them: a path, or a URL with options behind a question mark.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Result, StoreError};
use crate::folder::{Folder, VERSION};
use crate::limits::{DEFAULT_BOUND, DEFAULT_WAIT};
use crate::redb_file::RedbFile;
use crate::tier::{Shelf, Tier};

/// Where a store is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    text: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    File { path: PathBuf, bound: u64, wait: Duration },
    Folder { path: PathBuf, bound: u64 },
    Cloud,
    Farm,
}

/// An opened tier, by what it can do.
pub enum Opened {
    /// One on this machine, which knows what it holds.
    Shelf(Box<dyn Shelf>),
    /// One elsewhere.
    Remote(Box<dyn Tier>),
}

/// The services of opendal that a store may be in.
const CLOUD: [&str; 5] = ["s3", "gcs", "azblob", "http", "https"];
/// Remote Execution APIs, without and with TLS.
const FARM: [&str; 2] = ["grpc", "grpcs"];

impl Location {
    /// Reads a location: `redb:PATH` is a file, `fs:PATH` or `file://PATH` a folder; a path alone is a folder where
    /// there is one or it ends with a slash, else a file. `?max=SIZE` (such as 500M, 10G) bounds both, `?wait=SECONDS`
    /// is how long a file that another process has is waited for. Services are `s3://BUCKET/…`, `gcs://…`,
    /// `azblob://…`, `http://…`, `https://…`, and `grpc://HOST:PORT/INSTANCE` or `grpcs://…` with the options of each.
    pub fn parse(text: &str) -> Result<Self> {
        let refused = |reason: String| StoreError::Location { text: text.to_owned(), reason };
        if text.trim().is_empty() {
            return Err(refused("location is empty".to_owned()));
        }
        // One letter is a drive.
        let scheme = text.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| {
            scheme.len() > 1 && scheme.bytes().all(|c| c.is_ascii_alphanumeric() || b"+-.".contains(&c))
        });
        let kind = match scheme {
            Some(scheme) if CLOUD.contains(&scheme) => Kind::Cloud,
            Some(scheme) if FARM.contains(&scheme) => Kind::Farm,
            Some("redb" | "fs" | "file") | None => on_disk(text, scheme).map_err(refused)?,
            Some(other) => {
                let known: Vec<&str> =
                    ["redb", "fs", "file"].iter().chain(&CLOUD).chain(&FARM).copied().collect();
                return Err(refused(format!(
                    "unknown scheme `{other}:`, expected one of {}",
                    known.join(", ")
                )));
            }
        };
        Ok(Self { text: text.to_owned(), kind })
    }

    /// Several locations, separated by commas, the quickest first.
    pub fn parse_list(text: &str) -> Result<Vec<Self>> {
        text.split(',').map(Self::parse).collect()
    }

    /// Opens the store.
    pub fn open(&self) -> Result<Opened> {
        Ok(match &self.kind {
            Kind::File { path, bound, wait } => Opened::Shelf(Box::new(RedbFile::open(path, *bound, *wait)?)),
            Kind::Folder { path, bound } => Opened::Shelf(Box::new(Folder::open(path, *bound)?)),
            #[cfg(feature = "cloud")]
            Kind::Cloud => Opened::Remote(Box::new(crate::cloud::Cloud::open(&self.text)?)),
            #[cfg(feature = "farm")]
            Kind::Farm => Opened::Remote(Box::new(crate::farm::Farm::open(&self.text)?)),
            #[cfg(not(feature = "cloud"))]
            Kind::Cloud => return Err(StoreError::NotBuilt { text: self.text.clone(), feature: "cloud" }),
            #[cfg(not(feature = "farm"))]
            Kind::Farm => return Err(StoreError::NotBuilt { text: self.text.clone(), feature: "farm" }),
        })
    }

    /// True if the store exists, as far as that is known without opening it: a file, or a folder with artefacts. A
    /// service counts as existing.
    pub fn exists(&self) -> bool {
        match &self.kind {
            Kind::File { path, .. } => path.exists(),
            Kind::Folder { path, .. } => path.join(VERSION).is_dir(),
            Kind::Cloud | Kind::Farm => true,
        }
    }

    /// The file or folder, of a store on this machine.
    pub fn path(&self) -> Option<&Path> {
        match &self.kind {
            Kind::File { path, .. } | Kind::Folder { path, .. } => Some(path),
            Kind::Cloud | Kind::Farm => None,
        }
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::str::FromStr for Location {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

/// A file or folder.
fn on_disk(text: &str, scheme: Option<&str>) -> std::result::Result<Kind, String> {
    let rest = scheme.map_or(text, |scheme| text.get(scheme.len() + 1..).unwrap_or_default());
    let (path, options) = rest.split_once('?').unwrap_or((rest, ""));
    let path = if scheme == Some("file") { path.strip_prefix("//").unwrap_or(path) } else { path };
    if path.is_empty() {
        return Err("path is missing".to_owned());
    }
    let (mut bound, mut wait) = (DEFAULT_BOUND, DEFAULT_WAIT);
    for option in options.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("max", size)) => {
                bound = parse_size(size).ok_or_else(|| {
                    format!(
                        "invalid size `{size}`, expected a number with K, M, G or T, such \
                                            as 10G"
                    )
                })?;
            }
            Some(("wait", seconds)) => {
                let seconds =
                    seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                wait = seconds.ok_or("expected a number of seconds after wait=")?;
            }
            _ => return Err(format!("unknown option `{option}`, expected max=SIZE or wait=SECONDS")),
        }
    }
    let is_folder = match scheme {
        Some("redb") => false,
        Some(_) => true,
        None => path.ends_with(std::path::is_separator) || Path::new(path).is_dir(),
    };
    let path = PathBuf::from(path);
    Ok(if is_folder { Kind::Folder { path, bound } } else { Kind::File { path, bound, wait } })
}

/// Parses a number of bytes; the suffixes K, M, G and T, in either case, are powers of 1024.
pub fn parse_size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text.get(digits.len()..)? {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}
