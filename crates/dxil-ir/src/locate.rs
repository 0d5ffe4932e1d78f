//! What a bit of a stream belongs to: for whoever found that two streams differ there.

use std::fmt;

use crate::bitstream::{BLOCKINFO_BLOCK_ID, BlockInfoItem, Entry, Reader, Record};
use crate::error::Result;
use crate::names::{BlockName, RecordName};

/// What a bit belongs to. Shown as `MODULE > FUNCTION > INST_CALL`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The ids of the blocks around it, outermost first.
    pub blocks: Vec<u32>,
    /// What it is part of in the last of these, or outside of all blocks.
    pub piece: Piece,
}

/// What stands in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// The magic at its start.
    Magic,
    /// The header of the innermost block.
    Header,
    /// The end of the innermost block, with the bits that fill it up.
    End,
    /// The definition of an abbreviation.
    Definition,
    /// A record.
    Record {
        /// Its code.
        code: u32,
        /// How many came before it in its block.
        index: u64,
    },
}

/// What the bit at `bit`, from the start of `bitcode`, belongs to; `None` where it lies behind the end.
///
/// # Errors
///
/// What is wrong with the stream before that bit. `offset` is where it lies in its file, for errors.
pub fn locate(bitcode: &[u8], offset: u64, bit: u64) -> Result<Option<Located>> {
    let mut reader = Reader::new(bitcode, offset)?;
    let mut record = Record::default();
    // Ids of the open blocks, each with the count of its records so far.
    let mut open: Vec<(u32, u64)> = Vec::new();
    let located = |open: &[(u32, u64)], piece| {
        Some(Located { blocks: open.iter().map(|(id, _)| *id).collect(), piece })
    };
    if bit < reader.position() {
        return Ok(located(&open, Piece::Magic));
    }
    loop {
        let entry = reader.next(&mut record)?;
        let piece = match entry {
            Entry::Block(block) => {
                reader.enter()?;
                open.push((block.id, 0));
                Piece::Header
            }
            Entry::BlockInfo if bit < reader.position() => {
                open.push((BLOCKINFO_BLOCK_ID, 0));
                in_block_info(&reader, bit)
            }
            Entry::BlockInfo => continue,
            Entry::DefineAbbreviation(_) => Piece::Definition,
            Entry::EndBlock => Piece::End,
            Entry::End => return Ok(None),
            Entry::Record => {
                let index = open.last().map_or(0, |(_, records)| *records);
                Piece::Record { code: record.code, index }
            }
        };
        if bit < reader.position() {
            return Ok(located(&open, piece));
        }
        match entry {
            Entry::EndBlock => drop(open.pop()),
            Entry::Record => open.iter_mut().next_back().into_iter().for_each(|(_, records)| *records += 1),
            Entry::Block(_) | Entry::DefineAbbreviation(_) | Entry::BlockInfo | Entry::End => {}
        }
    }
}

/// What a bit of the BLOCKINFO block that was read last belongs to.
fn in_block_info(reader: &Reader<'_>, bit: u64) -> Piece {
    let items = reader.block_infos().last().map_or(&[][..], |block| &block.items);
    let begun = reader.block_info_positions().iter().take_while(|position| **position <= bit).count();
    let Some(index) = begun.checked_sub(1) else { return Piece::Header };
    let is_record = |item: &&BlockInfoItem| matches!(item, BlockInfoItem::Record { .. });
    match items.get(index) {
        None => Piece::End,
        Some(BlockInfoItem::Abbreviation(_)) => Piece::Definition,
        Some(&BlockInfoItem::Record { code, .. }) => {
            Piece::Record { code, index: items.iter().take(index).filter(is_record).count() as u64 }
        }
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, id) in self.blocks.iter().enumerate() {
            write!(f, "{}{}", if depth > 0 { " > " } else { "" }, BlockName(*id))?;
        }
        let separator = if self.blocks.is_empty() { "" } else { " > " };
        match (self.piece, self.blocks.last()) {
            (Piece::Magic, _) => write!(f, "{separator}magic"),
            (Piece::Header, _) => write!(f, "{separator}header"),
            (Piece::End, _) => write!(f, "{separator}end"),
            (Piece::Definition, _) => write!(f, "{separator}abbreviation"),
            (Piece::Record { code, index }, Some(&block)) => {
                write!(f, "{separator}{} (record {index})", RecordName { block, code })
            }
            (Piece::Record { code, .. }, None) => write!(f, "record {code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitstream::{Abbreviation, Field, Tail, Writer};

    #[test]
    fn every_bit_is_of_something() {
        let mut writer = Writer::new();
        writer.enter_block(8, 3).unwrap();
        writer.record(1, &[1]).unwrap();
        writer.enter_block(0, 2).unwrap();
        writer.record(1, &[12]).unwrap();
        writer.define_abbreviation(Abbreviation::new([Field::Literal(11)], Tail::None).unwrap()).unwrap();
        writer.exit_block().unwrap();
        writer.enter_block(12, 4).unwrap();
        let id =
            writer.define_abbreviation(Abbreviation::new([Field::Literal(10)], Tail::None).unwrap()).unwrap();
        writer.record_with(id, 10, &[]).unwrap();
        writer.record(77, &[]).unwrap();
        writer.exit_block().unwrap();
        writer.exit_block().unwrap();
        let bytes = writer.finish().unwrap();
        let mut texts: Vec<String> = (0..8 * bytes.len() as u64)
            .map(|bit| locate(&bytes, 0, bit).unwrap().unwrap().to_string())
            .collect();
        texts.dedup();
        assert_eq!(
            texts,
            [
                "magic",
                "MODULE > header",
                "MODULE > VERSION (record 0)",
                "MODULE > BLOCKINFO > header",
                "MODULE > BLOCKINFO > SETBID (record 0)",
                "MODULE > BLOCKINFO > abbreviation",
                "MODULE > BLOCKINFO > end",
                "MODULE > FUNCTION > header",
                "MODULE > FUNCTION > abbreviation",
                "MODULE > FUNCTION > INST_RET (record 0)",
                "MODULE > FUNCTION > record 77 (record 1)",
                "MODULE > FUNCTION > end",
                "MODULE > end",
            ]
        );
        assert_eq!(locate(&bytes, 0, 8 * bytes.len() as u64).unwrap(), None);
    }
}
