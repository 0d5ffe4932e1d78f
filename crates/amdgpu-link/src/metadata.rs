//! PAL metadata: a MessagePack document in a note, with the registers and resources that a driver sets up to run the
//! code. Separate because it is read, merged, changed and written as one thing; `metadata/` holds the passes over it.
//!
//! The document is kept as it is, unknown keys and all, with the keys of each map in LLVM's order (numbers, then text),
//! so that the same inputs always give the same bytes.

use located::{Frame, Place};

use crate::elf::{Elf, length};
use crate::error::{ErrorKind, Result};
use crate::limits;
use crate::note::{self, Note};

pub(crate) mod dialect;
pub(crate) mod fetch_entry;
pub(crate) mod finalize;
pub mod merge;
mod merge_rules;
pub mod tree;
pub mod unlinked;
pub(crate) mod user_data;

pub use dialect::Version;
pub use tree::{Tree, Value};

/// Key of the end of the user data that is in use, in dwords.
pub const USER_DATA_LIMIT: &str = ".user_data_limit";

/// Key of the first dword of user data that must be in memory.
pub const SPILL_THRESHOLD: &str = ".spill_threshold";

/// Key of the document's version.
pub const VERSION: &str = "amdpal.version";

/// A document.
#[derive(Debug, Clone, PartialEq)]
pub struct Metadata<'a> {
    /// The whole document: a map.
    pub root: Value<'a>,
}

impl<'a> Metadata<'a> {
    /// The document of a file's metadata note.
    ///
    /// # Errors
    /// When there is no such note, there are several, or it cannot be read.
    pub fn of(elf: &Elf<'a>) -> Result<Self> {
        Self::of_notes(&note::notes(elf)?)
    }

    /// The document of a file whose notes these are.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_notes(notes: &[Note<'a>]) -> Result<Self> {
        let mut documents = notes.iter().filter(|note| note.is(note::METADATA));
        let Some(first) = documents.next() else {
            return Err(ErrorKind::Missing("metadata note").unplaced());
        };
        if let Some(second) = documents.next() {
            return Err(ErrorKind::Repeated("metadata note").at(second.offset, length(second.data.len())));
        }
        Self::read(first)
    }

    /// Reads a note's document.
    ///
    /// # Errors
    /// When it is no MessagePack, is nested too deep, has a key twice in a map, or is no map.
    pub fn read(note: &Note<'a>) -> Result<Self> {
        Self::parse(note.data).map_err(|error| {
            let place = error.place();
            let place = Place { offset: note.offset + place.offset, ..place };
            error.at(place).within(Frame::Node("metadata"))
        })
    }

    /// Reads a document; places of errors count from its first byte.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn parse(data: &'a [u8]) -> Result<Self> {
        if data.len() > limits::MAX_METADATA_SIZE {
            let kind = ErrorKind::MessagePack(format!(
                "the document has {} bytes, at most {} are supported",
                data.len(),
                limits::MAX_METADATA_SIZE
            ));
            return Err(kind.at(0, length(data.len())));
        }
        let mut rest = data;
        let read = rmpv::decode::read_value_ref_with_max_depth(&mut rest, limits::MAX_METADATA_DEPTH);
        let at = length(data.len()) - length(rest.len());
        let value = read.map_err(|error| ErrorKind::MessagePack(error.to_string()).at(at, 0))?;
        if !rest.is_empty() {
            let kind = ErrorKind::MessagePack(format!("{} bytes follow the end of the document", rest.len()));
            return Err(kind.at(at, length(rest.len())));
        }
        let mut root = value;
        tree::sort(&mut root)?;
        if root.entries().is_none() {
            return Err(tree::unexpected("the document", &root, "a map"));
        }
        Ok(Self { root })
    }

    /// Its dialect.
    ///
    /// # Errors
    /// When the major number of `amdpal.version` is neither 2 nor 3.
    pub fn version(&self) -> Result<Version> {
        let Some(version) = self.root.get(VERSION) else { return Ok(Version::of_pipeline(self.pipeline()?)) };
        let major = version.elements().and_then(<[Value<'_>]>::first).and_then(Tree::number);
        let known = major.and_then(Version::of_major);
        known.ok_or_else(|| tree::unexpected(VERSION, version, "[2, n] or [3, n]"))
    }

    /// The map of the first pipeline.
    ///
    /// # Errors
    /// When there is none.
    pub fn pipeline(&self) -> Result<&Value<'a>> {
        let pipelines = self.root.get("amdpal.pipelines").and_then(Tree::elements);
        let first = pipelines.and_then(<[Value<'_>]>::first).filter(|pipeline| pipeline.entries().is_some());
        first.ok_or_else(|| ErrorKind::Missing("pipeline in amdpal.pipelines").unplaced())
    }

    /// The same, to be changed.
    ///
    /// # Errors
    /// When there is none.
    pub fn pipeline_mut(&mut self) -> Result<&mut Value<'a>> {
        let pipelines = self.root.get_mut("amdpal.pipelines").and_then(Tree::elements_mut);
        let first =
            pipelines.and_then(|list| list.first_mut()).filter(|pipeline| pipeline.entries().is_some());
        first.ok_or_else(|| ErrorKind::Missing("pipeline in amdpal.pipelines").unplaced())
    }

    /// The document as MessagePack, every number in its shortest form.
    pub fn write(&self, out: &mut Vec<u8>) {
        // Writing to a vector does not fail.
        let _ = rmpv::encode::write_value_ref(out, &self.root);
    }
}
