//! SPDB: an MSF file with the debug information of FXC. It is shown by its streams and kept as bytes, because its
//! layout is that of Visual C++, which nothing here needs to reproduce.

use std::collections::HashSet;
use std::ops::Range;

use bstr::BString;

use crate::error::{ContainerErrorKind, Result};
use crate::fields::Show;
use crate::part::{NoArrangement, PartBuf, View};
use crate::pdb::{INFO_STREAM, Info, Msf, Opening, Superblock, Use, run_end};
use crate::reader::Reader;
use located::{Error, Place};

/// The view of part SPDB, which borrows the file.
#[derive(Debug, Clone)]
pub struct ProgramDatabase<'a> {
    /// The streams.
    pub msf: Msf<'a>,
}

/// What the names of streams with sources begin with.
const SOURCES: &[u8] = b"/src/files/";

impl ProgramDatabase<'_> {
    /// The source files: their names, and the streams with their texts, which are read one at a time
    /// ([`Msf::stream`]). A stream is listed once, whatever it is called besides.
    ///
    /// Source: RenderDoc, which reads the PDBs of FXC.
    ///
    /// # Errors
    ///
    /// Fails if stream 1, which names streams, cannot be read.
    pub fn sources(&self) -> Result<Vec<(BString, usize)>> {
        let Some(info) = self.msf.stream(INFO_STREAM) else { return Ok(Vec::new()) };
        let info = Info::decode(&mut Reader::new(Info::payload(&info)));
        let info = info.map_err(|error| self.msf.placed(INFO_STREAM, error))?;
        let mut seen = HashSet::new();
        let sources = info.named_streams.iter().filter_map(|(name, stream)| {
            let name = name.strip_prefix(SOURCES)?;
            let stream = usize::try_from(*stream).ok().filter(|stream| seen.insert(*stream))?;
            Some((BString::from(name), stream))
        });
        let mut sources: Vec<_> = sources.collect();
        // The names lie in a table by their hashes.
        sources.sort();
        Ok(sources)
    }
}

impl<'a> View<'a> for ProgramDatabase<'a> {
    type Buf = ProgramDatabaseBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let payload = r.payload();
        let placed = |error: Error<ContainerErrorKind>| {
            let Place { offset, len, bit } = error.place();
            error.at(Place { offset: payload.offset + offset, len, bit })
        };
        // One that is cut is for `begin` to refuse.
        if r.remaining() >= size_of::<Superblock>() {
            decode_superblock(r)?;
        }
        let mut opening = Opening::begin(payload.bytes).map_err(placed)?;
        let block_size = opening.msf().block_size();
        let left = block_size.min(payload.bytes.len()).saturating_sub(r.position());
        r.bytes("Filler", left, Show::Filler)?;
        opening.read_block_map().map_err(placed)?;
        decode_blocks(r, "BlockMap", block_size, &opening.msf().block_map())?;
        opening.read_directory().map_err(placed)?;
        let uses = opening.msf().uses();
        for piece in Pieces::of(&uses).of_no_stream() {
            if let Some(Use::Directory(_)) = use_of(&uses, piece) {
                decode_blocks(r, "Directory", block_size, piece)?;
            }
        }
        let msf = opening.read_streams().map_err(placed)?;
        let uses = msf.uses();
        // Streams in order, each in as many pieces as it lies in; then what belongs to none.
        let pieces = Pieces::of(&uses);
        r.list("Streams", msf.len(), |r, index| decode_stream(r, &msf, index, pieces.of_stream(index)))?;
        for piece in pieces.of_no_stream() {
            match use_of(&uses, piece) {
                Some(Use::FreeBlockMap) => decode_blocks(r, "FreeBlockMap", block_size, piece)?,
                // What was left in blocks that are free.
                None => decode_blocks(r, "UnusedBlocks", block_size, piece)?,
                _ => {}
            }
        }
        Ok(Self { msf })
    }

    fn to_buf(&self) -> ProgramDatabaseBuf {
        ProgramDatabaseBuf { data: self.msf.bytes().to_vec() }
    }
}

fn use_of(uses: &[Option<Use>], run: &Range<usize>) -> Option<Use> {
    uses.get(run.start).copied().flatten()
}

/// The blocks `run`, the last of which may be cut.
fn decode_blocks(
    r: &mut Reader<'_, '_>,
    name: &'static str,
    block_size: usize,
    run: &Range<usize>,
) -> Result<()> {
    let len = r.payload().bytes.len();
    let [start, end] = [run.start, run.end].map(|block| block.saturating_mul(block_size).min(len));
    r.resume(start);
    r.bytes(name, end - start, Show::Table).map(drop)
}

fn decode_superblock(r: &mut Reader<'_, '_>) -> Result<()> {
    r.bytes("Magic", 32, Show::Magic)?;
    r.u32("BlockSize", Show::Plain)?;
    r.u32("FreeBlockMapBlock", Show::Offset)?;
    r.u32("NumBlocks", Show::Count)?;
    r.u32("NumDirectoryBytes", Show::Size)?;
    r.u32("Reserved", Show::Reserved)?;
    r.u32("BlockMapAddr", Show::Offset).map(drop)
}

/// A stream: its size, then its bytes in the pieces they lie in. What its last block has beyond it follows.
fn decode_stream<'a>(
    r: &mut Reader<'a, '_>,
    msf: &Msf<'a>,
    index: usize,
    pieces: &[Range<usize>],
) -> Result<()> {
    let size = msf.stream_size(index).filter(|&size| size != crate::pdb::NO_STREAM);
    let mut left = size.map_or(0, |size| size as usize);
    r.derived("Size", left as u64);
    r.list("Pieces", pieces.len(), |r, nth| {
        let Some(piece) = pieces.get(nth) else { return Ok(()) };
        r.resume(piece.start * msf.block_size());
        let here = r.remaining().min(piece.len() * msf.block_size());
        let data = left.min(here);
        r.bytes("Data", data, Show::Plain)?;
        // Often the rest of something older.
        r.bytes("Slack", here - data, Show::Table)?;
        left -= data;
        Ok(())
    })
}

/// Runs of blocks, by what they are used for.
struct Pieces {
    /// The runs, those of streams first, in the order of the streams and of their bytes.
    runs: Vec<Range<usize>>,
    /// For each stream that has runs: its number, and which they are.
    streams: Vec<(usize, Range<usize>)>,
}

impl Pieces {
    fn of(uses: &[Option<Use>]) -> Self {
        let mut runs = Vec::new();
        let mut at = 0;
        while let Some(rest) = uses.get(at..).filter(|rest| !rest.is_empty()) {
            let end = at + run_end(rest);
            runs.push(at..end);
            at = end;
        }
        let place = |run: &Range<usize>| match use_of(uses, run) {
            Some(Use::Stream(index, nth)) => (index, nth),
            _ => (usize::MAX, run.start),
        };
        runs.sort_by_key(place);
        let mut streams: Vec<(usize, Range<usize>)> = Vec::new();
        for (number, run) in runs.iter().enumerate() {
            let (index, _) = place(run);
            match streams.last_mut() {
                Some((last, range)) if *last == index => range.end = number + 1,
                _ => streams.push((index, number..number + 1)),
            }
        }
        Self { runs, streams }
    }

    fn of_stream(&self, index: usize) -> &[Range<usize>] {
        let found = self.streams.binary_search_by_key(&index, |(stream, _)| *stream);
        let range = found.ok().and_then(|at| self.streams.get(at)).map(|(_, range)| range.clone());
        range.and_then(|range| self.runs.get(range)).unwrap_or_default()
    }

    /// The others, but for the superblock.
    fn of_no_stream(&self) -> impl Iterator<Item = &Range<usize>> {
        self.of_stream(usize::MAX).iter().filter(|run| run.start > 0)
    }
}

/// The owned form of part SPDB.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramDatabaseBuf {
    /// The whole MSF file.
    pub data: Vec<u8>,
}

impl PartBuf for ProgramDatabaseBuf {
    type View<'a> = ProgramDatabase<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        Msf::parse(&self.data)?;
        Ok(self.data.clone())
    }
}
