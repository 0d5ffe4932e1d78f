//! Glue code that was made before, by its key. Separate from the makers: they know nothing of it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::export_format::ExportFormats;
use super::key::{write_color_export_key, write_fetch_key};
use super::{ColorExport, ExportedValue, FetchEntry, FetchedValue, Glue, color_export, fetch_prologue};
use crate::error::Result;
use crate::limits::{MAX_CACHED_GLUE, MAX_CACHED_GLUE_BYTES};
use crate::state::{ColorState, InputRate, VertexInput};
use crate::target::Encoding;

/// A cache of glue code with limits on the pieces and bytes of each kind; the oldest pieces are removed first.
#[derive(Debug)]
pub struct GlueCache {
    fetch: Shelf<Glue>,
    color: Shelf<ColorExport>,
    /// The key of the last look-up, kept to reuse its allocation.
    key: Vec<u8>,
    hits: u64,
    misses: u64,
}

impl Default for GlueCache {
    fn default() -> Self {
        Self::with_capacity(MAX_CACHED_GLUE)
    }
}

impl GlueCache {
    /// Creates a cache of at most `capacity` pieces of each kind.
    pub fn with_capacity(capacity: usize) -> Self {
        let (fetch, color) = (Shelf::new(capacity), Shelf::new(capacity));
        Self { fetch, color, key: Vec::new(), hits: 0, misses: 0 }
    }

    /// The numbers of look-ups that hit and that missed.
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits, self.misses)
    }

    /// The number of pieces in the cache.
    pub fn len(&self) -> usize {
        self.fetch.order.len() + self.color.order.len()
    }

    /// Whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A fetch prologue, as [`fetch_prologue`] makes it.
    pub fn fetch_prologue(
        &mut self,
        entry: &FetchEntry,
        values: &[FetchedValue],
        inputs: &[VertexInput],
        encoding: Encoding,
    ) -> Result<Arc<Glue>> {
        // Keys are short where registers do for all values.
        super::fetch::results(entry, values)?;
        self.key.clear();
        self.key.push(encoding_byte(encoding));
        write_fetch_key(&mut self.key, entry, values, inputs);
        // The key writes the largest divisor as it writes a rate by vertex.
        for (index, value) in (0_u32..).zip(values) {
            let input = super::fetch::described(inputs, value.location);
            if input.is_some_and(|input| input.rate == InputRate::Instance(u32::MAX)) {
                self.key.extend_from_slice(&index.to_le_bytes());
            }
        }
        if let Some(found) = self.fetch.get(&self.key) {
            self.hits += 1;
            return Ok(found);
        }
        self.misses += 1;
        let made = Arc::new(fetch_prologue(entry, values, inputs, encoding)?);
        self.fetch.put(&self.key, &made, size(&self.key, &made));
        Ok(made)
    }

    /// A colour export epilogue, as [`color_export`] makes it.
    pub fn color_export(
        &mut self,
        exports: &[ExportedValue],
        color: &ColorState,
        kill: bool,
        encoding: Encoding,
    ) -> Result<Arc<ColorExport>> {
        let formats = ExportFormats::choose(exports, color)?;
        self.key.clear();
        // The key does not say that the first two outputs are two sources of one target.
        self.key.extend([encoding_byte(encoding), u8::from(color.dual_source_blend)]);
        write_color_export_key(&mut self.key, exports, &formats, kill);
        if let Some(found) = self.color.get(&self.key) {
            self.hits += 1;
            return Ok(found);
        }
        self.misses += 1;
        let made = Arc::new(color_export(exports, color, kill, encoding)?);
        self.color.put(&self.key, &made, size(&self.key, &made.glue));
        Ok(made)
    }
}

fn encoding_byte(encoding: Encoding) -> u8 {
    match encoding {
        Encoding::Gfx10 => 10,
        Encoding::Gfx11 => 11,
    }
}

/// The size of a piece of code and its key in bytes.
fn size(key: &[u8], glue: &Glue) -> usize {
    key.len() + size_of_val(glue.code.as_slice())
}

/// The pieces of one kind by key, with their order of insertion and total size.
#[derive(Debug)]
struct Shelf<T> {
    capacity: usize,
    pieces: HashMap<Arc<[u8]>, Arc<T>>,
    order: VecDeque<(Arc<[u8]>, usize)>,
    bytes: usize,
}

impl<T> Shelf<T> {
    fn new(capacity: usize) -> Self {
        Self { capacity, pieces: HashMap::new(), order: VecDeque::new(), bytes: 0 }
    }

    fn get(&self, key: &[u8]) -> Option<Arc<T>> {
        self.pieces.get(key).map(Arc::clone)
    }

    /// Inserts a piece that is not in the cache.
    fn put(&mut self, key: &[u8], piece: &Arc<T>, bytes: usize) {
        let key: Arc<[u8]> = key.into();
        self.bytes += bytes;
        self.order.push_back((Arc::clone(&key), bytes));
        self.pieces.insert(key, Arc::clone(piece));
        while self.order.len() > self.capacity || self.bytes > MAX_CACHED_GLUE_BYTES {
            let Some((oldest, bytes)) = self.order.pop_front() else { return };
            self.pieces.remove(&oldest);
            self.bytes = self.bytes.saturating_sub(bytes);
        }
    }
}
