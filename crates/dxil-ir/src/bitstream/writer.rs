//! Writing: the bits that LLVM's writer would write. Separate from what blocks hold because this knows which blocks
//! are open and which abbreviations they have.

use std::sync::Arc;

use super::abbreviation::Abbreviation;
use super::bits::BitSink;
use super::block_info::{Registered, Registry, set_block_id};
use super::record::{write_abbreviated, write_unabbreviated};
use super::{
    BLOCKINFO_BLOCK_ID, BitstreamErrorKind, FIRST_ABBREVIATION, MAGIC, SETBID, TOP_LEVEL_WIDTH, id, id_of,
    width,
};
use crate::error::Result;

/// A block that is open.
#[derive(Debug, Clone)]
struct Scope {
    id: u32,
    abbreviation_width: u32,
    /// Where its length word stands, in bytes.
    length_at: usize,
    registered: Registered,
    defined: Vec<Arc<Abbreviation>>,
    /// In BLOCKINFO, the block that abbreviations are for.
    set_block: Option<u32>,
}

/// Writes a stream of bitcode, in memory.
///
/// What cannot be expressed is an error, in every build: an operand that does not fit its field, an abbreviation that
/// is not there. What an error refuses has left no bits behind, and its place is where they would have begun.
#[derive(Debug, Clone)]
pub struct Writer {
    sink: BitSink,
    scopes: Vec<Scope>,
    registry: Registry,
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// A stream of nothing but its [`MAGIC`].
    pub fn new() -> Self {
        let mut sink = BitSink::default();
        sink.bytes(&MAGIC);
        Self { sink, scopes: Vec::new(), registry: Registry::default() }
    }

    /// Bytes written so far, without a last word that is not full.
    pub fn len(&self) -> usize {
        self.sink.len()
    }

    /// Whether there is nothing but the magic.
    pub fn is_empty(&self) -> bool {
        self.len() <= MAGIC.len() && self.scopes.is_empty()
    }

    /// Begins a block whose abbreviation ids have so many bits. The abbreviations that are registered for it have the
    /// ids from [`FIRST_ABBREVIATION`] on.
    ///
    /// # Errors
    ///
    /// `bitstream.abbreviation-width`: not 1 to 32; `write.id-width`: the ids around it cannot say that a block begins.
    pub fn enter_block(&mut self, id: u32, abbreviation_width: u32) -> Result<()> {
        if !(1..=width::MAX).contains(&abbreviation_width) {
            return self.refuse(BitstreamErrorKind::AbbreviationWidth { id, found: abbreviation_width });
        }
        self.abbreviation_id(id::ENTER_SUBBLOCK)?;
        self.sink.vbr(id.into(), width::BLOCK_ID);
        self.sink.vbr(abbreviation_width.into(), width::NEW_ABBREVIATION_WIDTH);
        self.sink.align();
        let length_at = self.sink.len();
        self.sink.fixed(0, width::BLOCK_LENGTH);
        let registered = self.registry.registered(id);
        let defined = Vec::new();
        self.scopes.push(Scope { id, abbreviation_width, length_at, registered, defined, set_block: None });
        Ok(())
    }

    /// Ends the innermost open block, and says in its header how long it is.
    ///
    /// # Errors
    ///
    /// `bitstream.no-block`: no block is open; `write.too-large`: it has more than 2^32 words.
    pub fn exit_block(&mut self) -> Result<()> {
        let Some(scope) = self.scopes.last() else {
            return self.refuse(BitstreamErrorKind::NoBlock { what: "end a block" });
        };
        let length_at = scope.length_at;
        let mark = self.sink.mark();
        self.abbreviation_id(id::END_BLOCK)?;
        self.sink.align();
        let value = (self.sink.len() - length_at) / 4 - 1;
        let Ok(words) = u32::try_from(value) else {
            self.sink.rewind(mark);
            return self
                .refuse(BitstreamErrorKind::TooMany { what: "a block's length in 32-bit words", value });
        };
        self.sink.patch(length_at, words);
        self.scopes.pop();
        Ok(())
    }

    /// Defines an abbreviation in the innermost open block and returns its id there. In BLOCKINFO that is the id it
    /// will have in the blocks that the last [`SETBID`] names.
    ///
    /// # Errors
    ///
    /// `bitstream.no-block`: no block is open; `write.id-width`: the block's ids cannot say that one is defined;
    /// `bitstream.block-info`: in BLOCKINFO without [`SETBID`].
    pub fn define_abbreviation(&mut self, abbreviation: impl Into<Arc<Abbreviation>>) -> Result<u32> {
        let abbreviation = abbreviation.into();
        let Some(scope) = self.scopes.last_mut() else {
            return self.refuse(BitstreamErrorKind::NoBlock { what: "define an abbreviation" });
        };
        let block_info = (scope.id == BLOCKINFO_BLOCK_ID).then_some(scope.set_block);
        if block_info == Some(None) {
            return self.refuse(BitstreamErrorKind::NoSetBid);
        }
        self.abbreviation_id(id::DEFINE_ABBREV)?;
        abbreviation.write(&mut self.sink);
        if let Some(Some(block)) = block_info {
            return Ok(id_of(self.registry.register(block, abbreviation)));
        }
        let Some(scope) = self.scopes.last_mut() else { return Ok(FIRST_ABBREVIATION) };
        scope.defined.push(abbreviation);
        Ok(id_of(self.registry.get(scope.registered).len() + scope.defined.len() - 1))
    }

    /// In BLOCKINFO, registers an abbreviation for blocks of this id and returns the id it will have there. Writes
    /// [`SETBID`] where the abbreviation before was for another block.
    ///
    /// # Errors
    ///
    /// Those of [`record`](Self::record) and [`define_abbreviation`](Self::define_abbreviation); `bitstream.no-block`:
    /// the innermost open block is not BLOCKINFO.
    pub fn register_abbreviation(
        &mut self,
        block_id: u32,
        abbreviation: impl Into<Arc<Abbreviation>>,
    ) -> Result<u32> {
        let scope = self.scopes.last().filter(|scope| scope.id == BLOCKINFO_BLOCK_ID);
        let Some(scope) = scope else {
            return self
                .refuse(BitstreamErrorKind::NoBlock { what: "register an abbreviation in BLOCKINFO" });
        };
        if scope.set_block != Some(block_id) {
            self.record(SETBID, &[block_id.into()])?;
        }
        self.define_abbreviation(abbreviation)
    }

    /// Writes a record that describes itself.
    ///
    /// # Errors
    ///
    /// `bitstream.no-block`: no block is open; `write.id-width`: the block's ids have no room for one;
    /// `write.too-large`: more than 2^32 operands; `bitstream.block-info`: [`SETBID`] in BLOCKINFO without a block id.
    pub fn record(&mut self, code: u32, operands: &[u64]) -> Result<()> {
        let Self { sink, scopes, .. } = self;
        let Some(scope) = scopes.last_mut() else {
            return self.refuse(BitstreamErrorKind::NoBlock { what: "write a record" });
        };
        let mark = sink.mark();
        let written = write_id(sink, id::UNABBREV_RECORD, scope.abbreviation_width)
            .and_then(|()| write_unabbreviated(sink, code, operands))
            .and_then(
                |()| if scope.id == BLOCKINFO_BLOCK_ID { set_block_id(code, operands) } else { Ok(None) },
            );
        match written {
            Ok(block) => scope.set_block = block.or(scope.set_block),
            Err(kind) => {
                sink.rewind(mark);
                return self.refuse(kind);
            }
        }
        Ok(())
    }

    /// Writes a record as an abbreviation of the innermost open block lays it out.
    ///
    /// # Errors
    ///
    /// `bitstream.unknown-abbreviation`: the block has no such one; `write.id-width`: its id does not fit;
    /// `write.operand-count`, `write.field-value`, `write.blob`: the record cannot be expressed so.
    pub fn record_with(&mut self, abbreviation: u32, code: u32, operands: &[u64]) -> Result<()> {
        self.abbreviated(abbreviation, code, operands, None)
    }

    /// Writes a record as an abbreviation that ends in a blob lays it out.
    ///
    /// # Errors
    ///
    /// Those of [`record_with`](Self::record_with).
    pub fn record_with_blob(
        &mut self,
        abbreviation: u32,
        code: u32,
        operands: &[u64],
        blob: &[u8],
    ) -> Result<()> {
        self.abbreviated(abbreviation, code, operands, Some(blob))
    }

    /// The whole stream.
    ///
    /// # Errors
    ///
    /// `bitstream.no-block`: blocks are open.
    pub fn finish(self) -> Result<Vec<u8>> {
        match self.scopes.len() {
            0 => Ok(self.sink.finish()),
            open => self.refuse(BitstreamErrorKind::OpenBlocks { open }),
        }
    }

    #[cold]
    fn refuse<T>(&self, kind: BitstreamErrorKind) -> Result<T> {
        Err(kind.at(self.sink.place()))
    }

    fn abbreviation_id(&mut self, id: u32) -> Result<()> {
        let width = self.scopes.last().map_or(TOP_LEVEL_WIDTH, |scope| scope.abbreviation_width);
        write_id(&mut self.sink, id, width).or_else(|kind| self.refuse(kind))
    }

    fn abbreviated(&mut self, id: u32, code: u32, operands: &[u64], blob: Option<&[u8]>) -> Result<()> {
        let Self { sink, scopes, registry } = self;
        // Records of BLOCKINFO describe themselves.
        let scope = scopes.last().filter(|scope| scope.id != BLOCKINFO_BLOCK_ID);
        let abbreviations = scope.map(|scope| (registry.get(scope.registered), scope.defined.as_slice()));
        let (registered, defined) = abbreviations.unwrap_or_default();
        let index = id.checked_sub(FIRST_ABBREVIATION).and_then(|index| usize::try_from(index).ok());
        let abbreviation = index.and_then(|index| {
            registered.get(index).or_else(|| defined.get(index.checked_sub(registered.len())?))
        });
        let Some(abbreviation) = abbreviation else {
            let defined = registered.len() + defined.len();
            return self.refuse(BitstreamErrorKind::UnknownAbbreviation { found: id, defined });
        };
        let width = scope.map_or(TOP_LEVEL_WIDTH, |scope| scope.abbreviation_width);
        let mark = sink.mark();
        let written = write_id(sink, id, width)
            .and_then(|()| write_abbreviated(sink, abbreviation, code, operands, blob));
        if let Err(kind) = written {
            sink.rewind(mark);
            return self.refuse(kind);
        }
        Ok(())
    }
}

/// Writes what begins everything in a block.
fn write_id(sink: &mut BitSink, id: u32, width: u32) -> std::result::Result<(), BitstreamErrorKind> {
    if u64::from(id) >> width != 0 {
        return Err(BitstreamErrorKind::IdWidth { id, width });
    }
    sink.fixed(id.into(), width);
    Ok(())
}
