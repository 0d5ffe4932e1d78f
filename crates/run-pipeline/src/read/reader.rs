//! The state of reading a document: the pipeline so far, lookup of buffers by name, and the bytes of scalars. Separate
//! because the readers of passes and of draws share it.

use az::SaturatingAs as _;
use hashbrown::HashMap;
use located::Place;

use super::super::data::DataFormat;
use super::super::document::{At, Node, mistake};
use super::super::passes::Pipeline;
use crate::limits;
use dxil_run::Result;

/// A document that is read: its text, and the pipeline so far.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) pipeline: Pipeline,
    /// The numbers of buffers by their names: there may be many, and each is looked for.
    pub(super) buffers: HashMap<String, usize>,
    /// How many bytes of data there are so far.
    pub(super) bytes: u64,
}

impl Reader<'_> {
    pub(super) fn find_buffer(&self, name: &At<String>) -> Result<usize> {
        if let Some(found) = self.buffers.get(&name.value) {
            return Ok(*found);
        }
        let names = self.pipeline.buffers.iter().map(|buffer| buffer.name.as_str());
        find(name, "buffer", names)
    }

    /// The bytes of a list of scalars.
    pub(super) fn scalars(&mut self, format: DataFormat, node: &Node) -> Result<Vec<u8>> {
        let Some(list) = &node.list else {
            return Err(mistake(node.place, format!("expected a list of {} values", format.name())));
        };
        let width = format.bytes() as usize;
        let size = list.len().saturating_mul(width);
        self.take(size as u64, node.place)?;
        let mut bytes = Vec::with_capacity(size);
        for node in list {
            let bits = self.scalar(format, node)?;
            bytes.extend(bits.to_le_bytes().into_iter().take(width));
        }
        Ok(bytes)
    }

    pub(super) fn scalar(&self, format: DataFormat, node: &Node) -> Result<u64> {
        let text = self.source(node);
        if node.list.is_some() {
            return Err(mistake(node.place, format!("expected one {} value, found a list", format.name())));
        }
        format.read(text).map_err(|expected| {
            let shown: String = text.chars().take(40).collect();
            mistake(node.place, format!("invalid {} value {shown:?}: expected {expected}", format.name()))
        })
    }

    /// The text of a scalar.
    pub(super) fn source(&self, node: &Node) -> &str {
        let start = node.place.offset.saturating_as::<usize>();
        let end = start.saturating_add(usize::try_from(node.place.len).unwrap_or(0));
        self.text.get(start..end).unwrap_or_default().trim().trim_matches(['"', '\''])
    }

    /// Counts bytes of data, of which there may be so many.
    pub(super) fn take(&mut self, bytes: u64, place: Place) -> Result<()> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > limits::PIPELINE_BYTES {
            let why = format!(
                "buffers and primitives have more than {} bytes in total, which is the limit",
                limits::PIPELINE_BYTES
            );
            return Err(mistake(place, why));
        }
        Ok(())
    }
}

/// The number of a name in a list.
pub(super) fn find<'n>(
    name: &At<String>,
    what: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<usize> {
    names.clone().position(|other| other == name.value).ok_or_else(|| {
        let all: Vec<_> = names.take(16).collect();
        let there = if all.is_empty() {
            "the document defines none".to_owned()
        } else {
            format!("expected one of {}", all.join(", "))
        };
        mistake(name.place, format!("unknown {what} {}; {there}", name.value))
    })
}
