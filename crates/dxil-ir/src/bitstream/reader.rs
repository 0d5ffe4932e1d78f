//! Reading: one entry after the other, blocks on a stack. Separate from what blocks hold because this knows where
//! they begin and end.

use std::sync::Arc;

use az::SaturatingAs as _;
use located::Place;

use super::abbreviation::Abbreviation;
use super::bits::BitCursor;
use super::block_info::{BlockInfoBlock, Context, Registered, Registry};
use super::record::{LiteralBudget, Record};
use super::{
    BLOCKINFO_BLOCK_ID, BitstreamErrorKind, FIRST_ABBREVIATION, MAGIC, TOP_LEVEL_WIDTH, id, id_of, width,
};
use crate::error::Result;
use crate::limits;

/// What stands next in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A block begins. The next call is [`Reader::enter`] or [`Reader::skip`]; [`Reader::next`] skips it, too.
    Block(Block),
    /// A record, which is in the [`Record`] that was given.
    Record,
    /// The innermost open block defined an abbreviation, which has this id in it from here on. Who only reads
    /// records need not care.
    DefineAbbreviation(u32),
    /// A BLOCKINFO block, which the reader has read and applied: the last of [`Reader::block_infos`]. Who only
    /// reads records need not care.
    BlockInfo,
    /// The innermost open block has ended.
    EndBlock,
    /// The stream has ended.
    End,
}

/// The header of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// What kind of block it is.
    pub id: u32,
    /// Bits of the abbreviation ids in it, 1 to 32.
    pub abbreviation_width: u32,
    /// Where its content begins, in bytes from the stream's start; a multiple of 4.
    pub offset: u64,
    /// Its length in words of 32 bits, END_BLOCK included.
    pub words: u32,
}

impl Block {
    fn end(self) -> u64 {
        8 * self.offset + 32 * u64::from(self.words)
    }
}

/// The innermost open block, or what is around all of them.
#[derive(Debug, Clone)]
struct Scope {
    id: u32,
    abbreviation_width: u32,
    /// Where its content begins, in bits.
    start: u64,
    registered: Registered,
    defined: Vec<Arc<Abbreviation>>,
}

/// Reads a stream of bitcode. Positions are bits from its first byte; places of errors are in the file around it.
///
/// An error is final: what comes after it has no meaning, though asking does no harm.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    cursor: BitCursor<'a>,
    /// Where the last entry begins, in bits.
    entry: u64,
    scope: Scope,
    /// The scopes around it, outermost first, and where each ends, in bits.
    outer: Vec<(Scope, u64)>,
    /// A block that has neither been entered nor skipped.
    announced: Option<Block>,
    registry: Registry,
    block_infos: Vec<BlockInfoBlock>,
    /// Where the items of the last of them begin, and then its end, in bits.
    block_info_positions: Vec<u64>,
    block_info_items_left: usize,
    /// Operands that abbreviations may still have.
    operands_left: usize,
    literals: LiteralBudget,
}

impl<'a> Reader<'a> {
    /// Begins after the magic of `bytes`, a whole stream, whose first byte lies at `offset` in the file.
    ///
    /// # Errors
    ///
    /// `bitstream.bad-magic`: the stream does not begin with [`MAGIC`].
    pub fn new(bytes: &'a [u8], offset: u64) -> Result<Self> {
        let mut cursor = BitCursor::new(bytes, offset);
        if !bytes.starts_with(&MAGIC) {
            let found = bytes.get(..MAGIC.len()).unwrap_or(bytes).to_vec();
            return Err(BitstreamErrorKind::BadMagic { found }.at(cursor.place(0, 32)));
        }
        cursor.seek(8 * MAGIC.len() as u64);
        let scope = Scope {
            id: u32::MAX,
            abbreviation_width: TOP_LEVEL_WIDTH,
            start: cursor.position(),
            registered: Registered::default(),
            defined: Vec::new(),
        };
        Ok(Self {
            entry: cursor.position(),
            cursor,
            scope,
            outer: Vec::new(),
            announced: None,
            registry: Registry::default(),
            block_infos: Vec::new(),
            block_info_positions: Vec::new(),
            block_info_items_left: limits::BLOCK_INFO_ITEMS,
            operands_left: limits::ABBREVIATION_OPERANDS,
            literals: LiteralBudget::new(bytes.len() as u64),
        })
    }

    /// Reads the next entry; `record` holds it where it is a record, and has no meaning otherwise.
    ///
    /// # Errors
    ///
    /// Any of the codes that begin with `bitstream.`, at the bits at fault.
    // There are so many records that calls count.
    #[inline(always)]
    pub fn next(&mut self, record: &mut Record<'a>) -> Result<Entry> {
        if let Some(block) = self.announced {
            self.announced = None;
            self.cursor.seek(block.end());
        }
        self.entry = self.cursor.position();
        let is_outside = self.outer.is_empty();
        if is_outside && self.cursor.left() == 0 {
            return Ok(Entry::End);
        }
        // Most records are in one window.
        self.cursor.refill();
        let found = self.cursor.fixed(self.scope.abbreviation_width, "an abbreviation id")?;
        let found = found.saturating_as::<u32>();
        if found < id::UNABBREV_RECORD || is_outside {
            return self.next_of_structure(found);
        }
        match found {
            id::UNABBREV_RECORD => record.read_unabbreviated(&mut self.cursor)?,
            id => self.read_abbreviated(id, record)?,
        }
        Ok(Entry::Record)
    }

    /// The entry with this abbreviation id, which is no record of a block. Apart from records, of which there are many.
    #[inline(never)]
    fn next_of_structure(&mut self, found: u32) -> Result<Entry> {
        match found {
            id::ENTER_SUBBLOCK => self.begin_block(),
            _ if self.outer.is_empty() => {
                Err(self.cursor.error_since(self.entry, BitstreamErrorKind::OutsideBlocks { found }))
            }
            id::END_BLOCK => self.end_block(),
            _ => self.define_abbreviation(),
        }
    }

    /// Goes into the block that [`next`](Self::next) has just announced.
    ///
    /// # Errors
    ///
    /// `bitstream.depth`: blocks nest deeper than [`BLOCK_DEPTH`](limits::BLOCK_DEPTH); `bitstream.no-block`: no block
    /// was announced.
    pub fn enter(&mut self) -> Result<()> {
        let block = self.take_announced("enter a block")?;
        if self.outer.len() >= limits::BLOCK_DEPTH {
            return Err(self.cursor.error_since(self.entry, BitstreamErrorKind::Depth));
        }
        let scope = Scope {
            id: block.id,
            abbreviation_width: block.abbreviation_width,
            start: self.cursor.position(),
            registered: self.registry.registered(block.id),
            defined: Vec::new(),
        };
        let outer_end = self.cursor.bound(block.end());
        self.outer.push((std::mem::replace(&mut self.scope, scope), outer_end));
        Ok(())
    }

    /// Goes on after the block that [`next`](Self::next) has just announced, without a look into it.
    ///
    /// # Errors
    ///
    /// `bitstream.no-block`: no block was announced.
    pub fn skip(&mut self) -> Result<()> {
        let block = self.take_announced("skip a block")?;
        self.cursor.seek(block.end());
        Ok(())
    }

    fn take_announced(&mut self, what: &'static str) -> Result<Block> {
        let block = self.announced.take();
        block.ok_or_else(|| self.cursor.error_since(self.entry, BitstreamErrorKind::NoBlock { what }))
    }

    /// Where the last entry begins, in bits from the stream's start.
    pub fn entry_position(&self) -> u64 {
        self.entry
    }

    /// Where reading stands, in bits from the stream's start.
    pub fn position(&self) -> u64 {
        self.cursor.position()
    }

    /// Where the last entry lies in the file, as far as it has been read: for errors about what it means.
    pub fn entry_place(&self) -> Place {
        self.cursor.place(self.entry, self.cursor.position())
    }

    /// Bits up to the end of the innermost open block, or of the stream.
    pub fn bits_left(&self) -> u64 {
        self.cursor.left()
    }

    /// How many blocks are open.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// The id of the innermost open block.
    pub fn block_id(&self) -> Option<u32> {
        (!self.outer.is_empty()).then_some(self.scope.id)
    }

    /// An abbreviation of the innermost open block, by the id it has there.
    pub fn abbreviation(&self, id: u32) -> Option<&Arc<Abbreviation>> {
        let index = usize::try_from(id.checked_sub(FIRST_ABBREVIATION)?).ok()?;
        let registered = self.registry.get(self.scope.registered);
        registered.get(index).or_else(|| self.scope.defined.get(index.checked_sub(registered.len())?))
    }

    /// The abbreviations that BLOCKINFO has registered so far for blocks of this id, from
    /// [`FIRST_ABBREVIATION`] on.
    pub fn registered(&self, block_id: u32) -> &[Arc<Abbreviation>] {
        self.registry.all(block_id)
    }

    /// The BLOCKINFO blocks that have been read.
    pub fn block_infos(&self) -> &[BlockInfoBlock] {
        &self.block_infos
    }

    /// Where each item of the last BLOCKINFO block begins, and then its END_BLOCK, in bits from the stream's start.
    pub fn block_info_positions(&self) -> &[u64] {
        &self.block_info_positions
    }

    fn begin_block(&mut self) -> Result<Entry> {
        let id = self.cursor.vbr32(width::BLOCK_ID, "a block id")?;
        let start = self.cursor.position();
        let abbreviation_width = self.cursor.vbr32(width::NEW_ABBREVIATION_WIDTH, "a block's header")?;
        if !(1..=width::MAX).contains(&abbreviation_width) {
            let kind = BitstreamErrorKind::AbbreviationWidth { id, found: abbreviation_width };
            return Err(self.cursor.error_since(start, kind));
        }
        self.cursor.align()?;
        let start = self.cursor.position();
        let words = self.cursor.fixed(width::BLOCK_LENGTH, "a block's length")?;
        let words = words.saturating_as::<u32>();
        let left = self.cursor.left() / 32;
        if u64::from(words) > left {
            let kind = BitstreamErrorKind::BlockLength { id, stated: words, left };
            return Err(self.cursor.error_since(start, kind));
        }
        let block = Block { id, abbreviation_width, offset: self.cursor.position() / 8, words };
        if id == BLOCKINFO_BLOCK_ID {
            return self.read_block_info(block);
        }
        self.announced = Some(block);
        Ok(Entry::Block(block))
    }

    fn read_block_info(&mut self, block: Block) -> Result<Entry> {
        let outer_end = self.cursor.bound(block.end());
        let context = Context {
            registry: &mut self.registry,
            items_left: &mut self.block_info_items_left,
            operands_left: &mut self.operands_left,
            positions: &mut self.block_info_positions,
        };
        let info = BlockInfoBlock::read(&mut self.cursor, block.abbreviation_width, context)?;
        self.check_end(block.id, 8 * block.offset)?;
        self.cursor.bound(outer_end);
        self.block_infos.push(info);
        Ok(Entry::BlockInfo)
    }

    fn end_block(&mut self) -> Result<Entry> {
        self.cursor.align()?;
        self.check_end(self.scope.id, self.scope.start)?;
        if let Some((scope, end)) = self.outer.pop() {
            self.cursor.bound(end);
            let ended = std::mem::replace(&mut self.scope, scope);
            self.operands_left +=
                ended.defined.iter().map(|abbreviation| abbreviation.operand_count()).sum::<usize>();
        }
        Ok(Entry::EndBlock)
    }

    /// The block that begins at `start` ends here.
    fn check_end(&self, id: u32, start: u64) -> Result<()> {
        let (end, position) = (self.cursor.end(), self.cursor.position());
        if position < end {
            let (stated, found) = ((end - start) / 32, (position - start) / 32);
            let kind = BitstreamErrorKind::BlockEnd { id, stated, found };
            return Err(self.cursor.error_since(self.entry.max(start), kind));
        }
        Ok(())
    }

    fn define_abbreviation(&mut self) -> Result<Entry> {
        let abbreviation = Abbreviation::read(&mut self.cursor, self.operands_left)?;
        self.operands_left = self.operands_left.saturating_sub(abbreviation.operand_count());
        let index = self.registry.get(self.scope.registered).len() + self.scope.defined.len();
        self.scope.defined.push(Arc::new(abbreviation));
        Ok(Entry::DefineAbbreviation(id_of(index)))
    }

    #[inline(always)]
    fn read_abbreviated(&mut self, id: u32, record: &mut Record<'a>) -> Result<()> {
        let registered = self.registry.get(self.scope.registered);
        let defined = &self.scope.defined;
        let index = id.saturating_sub(FIRST_ABBREVIATION) as usize;
        let abbreviation =
            registered.get(index).or_else(|| defined.get(index.saturating_sub(registered.len())));
        let Some(abbreviation) = abbreviation else {
            let kind = BitstreamErrorKind::UnknownAbbreviation {
                found: id,
                defined: registered.len() + defined.len(),
            };
            return Err(self.cursor.error_since(self.entry, kind));
        };
        record.read_abbreviated(&mut self.cursor, (id, abbreviation), &mut self.literals)
    }
}
