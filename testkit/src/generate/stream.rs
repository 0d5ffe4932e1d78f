//! A stream as a list of what stands in it, read by the reader and written by the writer. Separate because it is
//! what real, random and mangled streams are compared by.

use std::sync::Arc;

use dxil_ir::Result;
use dxil_ir::bitstream::{Abbreviation, BlockInfoBlock, BlockInfoItem, Entry, Reader, Record, Writer};

/// One step of reading or writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Enter { id: u32, width: u32 },
    Exit,
    Define { id: u32, abbreviation: Arc<Abbreviation> },
    Record { abbreviation: Option<u32>, code: u32, operands: Vec<u64>, blob: Option<Vec<u8>> },
    BlockInfo(BlockInfoBlock),
}

/// Everything in a stream that lies at `at` in its file.
pub fn events(bytes: &[u8], at: u64) -> Result<Vec<Event>> {
    let mut reader = Reader::new(bytes, at)?;
    let mut record = Record::default();
    let mut events = Vec::new();
    loop {
        let event = match reader.next(&mut record)? {
            Entry::Block(block) => {
                reader.enter()?;
                Event::Enter { id: block.id, width: block.abbreviation_width }
            }
            Entry::Record => Event::Record {
                abbreviation: record.abbreviation,
                code: record.code,
                operands: record.operands.clone(),
                blob: record.blob.map(<[u8]>::to_vec),
            },
            Entry::DefineAbbreviation(id) => {
                let abbreviation = reader.abbreviation(id).expect("it has just been defined");
                Event::Define { id, abbreviation: Arc::clone(abbreviation) }
            }
            Entry::BlockInfo => {
                Event::BlockInfo(reader.block_infos().last().expect("it has just been read").clone())
            }
            Entry::EndBlock => Event::Exit,
            Entry::End => return Ok(events),
        };
        events.push(event);
    }
}

/// A stream of these.
pub fn write(events: &[Event]) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    for event in events {
        match event {
            Event::Enter { id, width } => writer.enter_block(*id, *width)?,
            Event::Exit => writer.exit_block()?,
            Event::Define { id, abbreviation } => {
                assert_eq!(writer.define_abbreviation(Arc::clone(abbreviation))?, *id);
            }
            Event::Record { abbreviation: None, code, operands, .. } => writer.record(*code, operands)?,
            Event::Record { abbreviation: Some(id), code, operands, blob: None } => {
                writer.record_with(*id, *code, operands)?;
            }
            Event::Record { abbreviation: Some(id), code, operands, blob: Some(blob) } => {
                writer.record_with_blob(*id, *code, operands, blob)?;
            }
            Event::BlockInfo(info) => {
                writer.enter_block(0, info.abbreviation_width)?;
                for item in &info.items {
                    match item {
                        BlockInfoItem::Record { code, operands } => writer.record(*code, operands)?,
                        BlockInfoItem::Abbreviation(abbreviation) => {
                            writer.define_abbreviation(Arc::clone(abbreviation))?;
                        }
                    }
                }
                writer.exit_block()?;
            }
        }
    }
    writer.finish()
}
