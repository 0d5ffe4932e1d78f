//! Metadata attached to a function and to its instructions: a block of records that count instructions. Separate
//! because it stands behind them, and alone knows of their count.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use super::body_reader::BodyReader;
use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::arena::IdMap;
use crate::generated::bitcode::{block, metadata};
use crate::{Body, InstructionId, MetadataId};

impl ModuleReader<'_> {
    pub(super) fn read_attachments(&mut self, reader: &mut BodyReader) -> Result<()> {
        const BLOCK: &str = "METADATA_ATTACHMENT";
        while self.next_record(BLOCK)? {
            if self.record.code != metadata::ATTACHMENT {
                return Err(self.unknown_record(BLOCK));
            }
            let (instruction, pairs) = match self.record.operands.as_slice() {
                [instruction, pairs @ ..] if pairs.len() % 2 == 0 => (Some(*instruction), pairs),
                pairs => (None, pairs),
            };
            let instruction = match instruction {
                None => None,
                Some(number) => {
                    // They were read in order.
                    let id = u32::try_from(number).map(InstructionId::from_u32);
                    match id {
                        Ok(id) if reader.body.instructions.has(id) => Some(id),
                        _ => return Err(self.error(BitcodeErrorKind::NoSuchInstruction { number })),
                    }
                }
            };
            for pair in pairs.chunks(2) {
                let [kind, node] = pair else { continue };
                let found = *kind;
                let kind = u32::try_from(found).ok().filter(|kind| self.module.has_metadata_kind(*kind));
                let Some(kind) = kind else {
                    return Err(self.error(BitcodeErrorKind::Unknown { what: "a metadata kind", found }));
                };
                let node = self.known_metadata(*node)?;
                match instruction {
                    None => reader.body.metadata.push((kind, node)),
                    Some(instruction) => reader.body.attachments.push((instruction, kind, node)),
                }
            }
        }
        Ok(())
    }
}

impl ModuleWriter<'_> {
    pub(super) fn write_attachments(&mut self, body: &Body) -> Result<()> {
        if body.metadata.is_empty() && body.attachments.is_empty() {
            return Ok(());
        }
        self.stream.enter_block(block::METADATA_ATTACHMENT, 3)?;
        self.operands.clear();
        for (kind, node) in &body.metadata {
            self.push_attachment(*kind, *node)?;
        }
        if !body.metadata.is_empty() {
            self.emit(metadata::ATTACHMENT, None)?;
        }
        // Instructions are counted in order, those without a value, too.
        let mut positions: IdMap<InstructionId, u32> = IdMap::new();
        positions.resize(body.instructions.len());
        for (position, (_, id, _)) in (0..).zip(body.in_order()) {
            positions[id] = position;
        }
        let mut attachments = body.attachments.clone();
        attachments.sort_by_key(|(id, ..)| positions.get(*id).copied());
        for of_one in attachments.chunk_by(|a, b| a.0 == b.0) {
            let Some((id, ..)) = of_one.first() else { continue };
            self.operands.clear();
            self.operands.push(u64::from(positions.get(*id).copied().unwrap_or(u32::MAX)));
            for (_, kind, node) in of_one {
                self.push_attachment(*kind, *node)?;
            }
            self.emit(metadata::ATTACHMENT, None)?;
        }
        self.stream.exit_block()?;
        Ok(())
    }

    fn push_attachment(&mut self, kind: u32, node: MetadataId) -> Result<()> {
        if !self.module.has_metadata_kind(kind) {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "metadata kind" }));
        }
        let node = self.metadata_number(node)?;
        self.operands.extend([u64::from(kind), node]);
        Ok(())
    }
}
